"""A promoted version takes over while checks run, and a shadow is never seen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import httpx
import pytest
from asgi_lifespan import LifespanManager
from structlog.testing import capture_logs

from scoring.contract import CheckItem, ModelInfo
from scoring.errors import WeightsError
from scoring.service.app import create_app
from scoring.service.host import Sources
from scoring.settings import Settings
from tests.doubles.checker import DoubleChecker

if TYPE_CHECKING:
    from scoring.engine import Checker

pytestmark = pytest.mark.anyio
REQUEST = {"items": [{"id": "1", "context": "Where is it?", "reply": "It left us this morning."}]}


@pytest.fixture
def anyio_backend() -> str:
    """The service is written for asyncio, as uvicorn is."""
    return "asyncio"


def named(model: str, before: Callable[[Sequence[CheckItem]], None] | None = None) -> DoubleChecker:
    return DoubleChecker(before, ModelInfo(id=model, kind="double", sha256="0" * 64))


@dataclass
class Pointer:
    """A pointer that a test sets."""

    names: str = ""
    broken: set[str] = field(default_factory=set)
    before: Callable[[Sequence[CheckItem]], None] | None = None

    def signature(self) -> str:
        """What a test wrote."""
        return self.names

    def load(self) -> Checker:
        """A double of that name, or what a damaged version raises."""
        if self.names in self.broken:
            raise WeightsError("network.safetensors is missing or damaged.")
        return named(self.names, self.before)


@asynccontextmanager
async def serve(current: Pointer, shadow: Pointer) -> AsyncIterator[httpx.AsyncClient]:
    settings = Settings(reload_seconds=0.01, batch_ms=0, shadow_share=1)
    app = create_app(current.load, settings, sources=Sources(current, shadow))
    async with LifespanManager(app) as manager:
        transport = httpx.ASGITransport(manager.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://scorer") as client:
            await ready(client)
            yield client


async def ready(client: httpx.AsyncClient) -> None:
    for _ in range(1000):
        if (await client.get("/readyz")).status_code == 200:
            return
        await asyncio.sleep(0.005)
    pytest.fail("the service did not become ready")


async def model_of(client: httpx.AsyncClient) -> str:
    answer = await client.post("/v1/check", json=REQUEST)
    assert answer.status_code == 200
    return str(answer.json()["items"][0]["score"]["model"]["id"])


async def until(met: Callable[[], bool]) -> None:
    for _ in range(1000):
        if met():
            return
        await asyncio.sleep(0.005)
    pytest.fail("it did not come about")


async def counted(client: httpx.AsyncClient, name: str) -> float:
    lines = (await client.get("/metrics")).text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(f"{name} "))


async def test_promotion_and_rollback_under_load_fail_no_check() -> None:
    """While people check without a pause, the version changes twice and every check is answered."""
    current, seen, stop = Pointer("v1"), list[str](), False

    async def people(client: httpx.AsyncClient) -> None:
        while not stop:
            seen.append(await model_of(client))

    async with serve(current, Pointer()) as client:
        load = [asyncio.create_task(people(client)) for _ in range(8)]
        await until(lambda: len(seen) > 20)
        current.names = "v2"
        await until(lambda: "v2" in seen)
        current.names = "v1"
        back = len(seen)
        await until(lambda: len(seen) > back + 200 and set(seen[-20:]) == {"v1"})
        stop = True
        await asyncio.gather(*load)
        assert await counted(client, "scorer_reloads_total") == 2
    assert set(seen) == {"v1", "v2"}


async def test_a_version_that_does_not_load_leaves_the_champion_in_place() -> None:
    """It is told once, and the next sound one is taken."""
    current = Pointer("v1", broken={"v2"})
    with capture_logs() as logs:
        async with serve(current, Pointer()) as client:
            current.names = "v2"
            await until(lambda: any(line["event"] == "reload_failed" for line in logs))
            await asyncio.sleep(0.05)
            assert await model_of(client) == "v1"
            current.names = "v3"
            await until(lambda: any(line["event"] == "model_changed" for line in logs))
            assert await model_of(client) == "v3"
    assert len([line for line in logs if line["event"] == "reload_failed"]) == 1


async def test_a_shadow_scores_the_same_drafts_and_shows_nothing() -> None:
    """Its scores are counted; results name the version in use."""
    shadow = Pointer("candidate")
    async with serve(Pointer("v1"), shadow) as client:
        while await counted(client, "scorer_shadow_drafts_total") == 0:
            assert await model_of(client) == "v1"
        assert await counted(client, "scorer_shadow_difference_count") >= 1


async def test_a_failing_shadow_harms_nobody() -> None:
    """Whatever it raises, checks go on; switched off, it sees nothing more."""

    def fail(items: Sequence[CheckItem]) -> None:
        raise RuntimeError(items[0].reply)

    shadow = Pointer("candidate", before=fail)
    with capture_logs() as logs:
        async with serve(Pointer("v1"), shadow) as client:
            while await counted(client, "scorer_shadow_failures_total") == 0:
                assert await model_of(client) == "v1"
            shadow.names = ""
            await asyncio.sleep(0.1)
            failures = await counted(client, "scorer_shadow_failures_total")
            assert await model_of(client) == "v1"
            assert await counted(client, "scorer_shadow_failures_total") == failures
    assert "left us" not in str(logs)
