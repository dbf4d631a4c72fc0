"""Callers who go away before their answer is there."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Sequence
from typing import Any

import httpx
import pytest
from asgi_lifespan import LifespanManager

from scoring.contract import CheckItem
from scoring.service.app import create_app
from scoring.settings import Settings
from tests.doubles.checker import DoubleChecker
from tests.unit.scoring.service.calling import body, ready, serve

pytestmark = pytest.mark.anyio


async def test_drops_checks_of_callers_who_left() -> None:
    """A draft whose caller went away while it waited never reaches the model."""
    release, started = threading.Event(), threading.Event()
    seen: list[str] = []

    def block(items: Sequence[CheckItem]) -> None:
        seen.extend(item.reply for item in items)
        started.set()
        release.wait(5)

    async with serve(DoubleChecker(before=block), batch_ms=0) as client:
        first = asyncio.ensure_future(client.post("/v1/check", json=body("The first one is.")))
        await asyncio.to_thread(started.wait, 5)
        gone = asyncio.ensure_future(client.post("/v1/check", json=body("The gone one is.")))
        await asyncio.sleep(0.02)
        gone.cancel()
        await asyncio.sleep(0.02)
        release.set()
        assert (await first).status_code == 200
        assert (await client.post("/v1/check", json=body("The last one is."))).status_code == 200
    assert seen == ["The first one is.", "The last one is."]


async def test_a_caller_who_leaves_an_idle_scorer_stops_nothing() -> None:
    """A lone check given up while it waits for others leaves a service that still checks."""
    async with serve(batch_ms=20) as client:
        gone = asyncio.ensure_future(client.post("/v1/check", json=body("The gone one is.")))
        await asyncio.sleep(0.005)
        gone.cancel()
        await asyncio.sleep(0.05)
        later = await client.post("/v1/check", json=body("The last one is."))
        probe = await client.get("/readyz")
    assert (later.status_code, probe.status_code) == (200, 200)


async def test_a_disconnect_message_ends_the_check() -> None:
    """A real server reports a gone caller as a message; the waiting check ends at once."""
    release = threading.Event()
    app = create_app(lambda: DoubleChecker(before=lambda _: release.wait(5) and None), Settings())
    payload = json.dumps(body("We will look at it.")).encode()
    incoming = [
        {"type": "http.request", "body": payload, "more_body": False},
        {"type": "http.disconnect"},
    ]
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return incoming.pop(0)

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "method": "POST",
        "path": "/v1/check",
        "raw_path": b"/v1/check",
        "query_string": b"",
        "headers": [(b"content-type", b"application/json")],
        "http_version": "1.1",
        "scheme": "http",
        "server": ("scorer", 80),
        "client": ("127.0.0.1", 1),
        "root_path": "",
    }
    async with LifespanManager(app) as manager:
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(manager.app), base_url="http://scorer"
        ) as client:
            await ready(client)
        async with asyncio.timeout(3):
            await manager.app(scope, receive, send)
        release.set()
    assert sent[0]["status"] == 499
