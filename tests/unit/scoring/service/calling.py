"""The service's app in this process with a checker double, and what its tests send and read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from asgi_lifespan import LifespanManager

from scoring.contract import Problem
from scoring.errors import ScorerError
from scoring.service.app import create_app
from scoring.settings import Settings
from tests.doubles.checker import DoubleChecker

if TYPE_CHECKING:
    from scoring.engine import Checker

TOKEN = "a-long-enough-token"
SECRET = "zebra-crossing-secret"


@asynccontextmanager
async def serve(
    checker: Checker | None = None,
    load: Callable[[], Checker] | None = None,
    *,
    wait: bool = True,
    headers: dict[str, str] | None = None,
    on_failed: Callable[[ScorerError], None] | None = None,
    **settings: Any,
) -> AsyncIterator[httpx.AsyncClient]:
    """Run the app with a client of it."""
    double = checker or DoubleChecker()
    app = create_app(load or (lambda: double), Settings(**settings), on_failed=on_failed)
    async with LifespanManager(app) as manager:
        transport = httpx.ASGITransport(manager.app)
        async with httpx.AsyncClient(
            transport=transport, base_url="http://scorer", headers=headers
        ) as client:
            if wait:
                await ready(client)
            yield client


async def ready(client: httpx.AsyncClient) -> None:
    """Wait until the model is loaded."""
    for _ in range(1000):
        if (await client.get("/readyz")).status_code == 200:
            return
        await asyncio.sleep(0.005)
    pytest.fail("the service did not become ready")


async def failed(client: httpx.AsyncClient) -> None:
    """Wait until loading has failed."""
    for _ in range(1000):
        if "could not be loaded" in (await client.get("/readyz")).text:
            return
        await asyncio.sleep(0.005)
    pytest.fail("loading did not fail")


def body(*replies: str, context: str = "Where is my order?", **more: object) -> dict[str, object]:
    """A request for some replies."""
    items = [{"id": str(n), "context": context, "reply": r} for n, r in enumerate(replies)]
    return {"items": items, **more}


async def post(client: httpx.AsyncClient, data: bytes, **headers: str) -> httpx.Response:
    """Post raw bytes as JSON."""
    kind = {"Content-Type": "application/json", **headers}
    return await client.post("/v1/check", content=data, headers=kind)


def problem(response: httpx.Response, status: int) -> Problem:
    """The problem document of an answer of that status."""
    assert response.status_code == status
    assert response.headers["content-type"] == "application/problem+json"
    document = Problem.model_validate(response.json())
    assert document.status == status
    return document


def token_file(folder: Path, text: str = TOKEN + "\nsecond line\n") -> Path:
    """A token file only its owner may read."""
    path = folder / "token"
    path.write_text(text)
    path.chmod(0o600)
    return path
