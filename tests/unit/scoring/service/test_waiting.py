"""Checks that wait: for the model, for room, for one another, and for the service to end."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence

import httpx
import pytest
from structlog.testing import capture_logs

from scoring.contract import CheckItem
from scoring.service.app import create_app
from scoring.settings import Settings
from tests.doubles.checker import DoubleChecker
from tests.unit.scoring.service.calling import SECRET, body, problem, ready, serve

pytestmark = pytest.mark.anyio


async def test_ends_a_slow_check() -> None:
    """A check past the request timeout gives 504 with advice."""
    release = threading.Event()
    checker = DoubleChecker(before=lambda items: release.wait(5) and None)
    async with serve(checker, request_timeout=0.05) as client:
        response = await client.post("/v1/check", json=body("We will look at it."))
        release.set()
    assert "0.05 s" in problem(response, 504).detail


async def test_turns_away_when_full() -> None:
    """Past the queue's length a request gets 503 and when to come back, not a place in line."""
    release, started = threading.Event(), threading.Event()

    def block(items: Sequence[CheckItem]) -> None:
        started.set()
        release.wait(5)

    async with serve(
        DoubleChecker(before=block), queue_length=1, max_items=1, batch_ms=0
    ) as client:
        first = asyncio.ensure_future(client.post("/v1/check", json=body("The first one is.")))
        await asyncio.to_thread(started.wait, 5)
        second = asyncio.ensure_future(client.post("/v1/check", json=body("The second one is.")))
        await asyncio.sleep(0.02)
        third = await client.post("/v1/check", json=body("The third one is."))
        release.set()
        served = await asyncio.gather(first, second)
    assert problem(third, 503).title == "Too many checks are waiting"
    assert third.headers["retry-after"] == "1"
    assert [r.status_code for r in served] == [200, 200]


async def test_one_bad_draft_fails_alone() -> None:
    """A draft the model fails on does not fail the requests it shared a batch with."""

    def trip(items: Sequence[CheckItem]) -> None:
        if any("poison" in item.reply for item in items):
            raise RuntimeError(SECRET)

    checker = DoubleChecker(before=trip)
    with capture_logs() as logs:
        async with serve(checker, batch_ms=50) as client:
            good, bad = await asyncio.gather(
                client.post("/v1/check", json=body("A good reply it is.")),
                client.post("/v1/check", json=body("A poison reply it is.")),
            )
    assert checker.batches[0] == 2
    assert good.status_code == 200
    document = problem(bad, 500)
    assert SECRET not in document.detail + repr(logs)
    assert any(line["event"] == "check_failed" for line in logs)


async def test_a_dead_worker_is_not_ready() -> None:
    """Without its worker the service says so at once, to probes and to callers."""
    async with serve() as client:
        [worker] = [task for task in asyncio.all_tasks() if task.get_name() == "batcher"]
        worker.cancel()
        await asyncio.wait({worker})
        probe = await client.get("/readyz")
        refused = await client.post("/v1/check", json=body("We will look at it."))
    assert "worker has ended" in problem(probe, 503).detail
    assert "worker has ended" in problem(refused, 503).detail


async def test_shutdown_finishes_what_waits() -> None:
    """At shutdown the waiting checks are answered before the process ends."""
    started = threading.Event()
    release = threading.Event()

    def slow(items: Sequence[CheckItem]) -> None:
        started.set()
        release.wait(5)

    app = create_app(lambda: DoubleChecker(before=slow), Settings(batch_ms=0))
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url="http://scorer"
    ) as client:
        async with app.router.lifespan_context(app):
            await ready(client)
            first = asyncio.ensure_future(client.post("/v1/check", json=body("The first one is.")))
            await asyncio.to_thread(started.wait, 5)
            second = asyncio.ensure_future(client.post("/v1/check", json=body("The second it is.")))
            await asyncio.sleep(0.02)
            threading.Timer(0.05, release.set).start()
        late = await client.post("/v1/check", json=body("Too late it is."))
        served = await asyncio.gather(first, second)
    assert [r.status_code for r in served] == [200, 200]
    assert problem(late, 503).title == "The scorer is shutting down"


async def test_shutdown_is_bounded() -> None:
    """A check that outlasts the drain timeout is ended with 503; the process does not hang."""
    release, started = threading.Event(), threading.Event()

    def block(items: Sequence[CheckItem]) -> None:
        started.set()
        release.wait(5)

    app = create_app(lambda: DoubleChecker(before=block), Settings(drain_timeout=0.05))
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url="http://scorer"
    ) as client:
        async with app.router.lifespan_context(app):
            await ready(client)
            stuck = asyncio.ensure_future(client.post("/v1/check", json=body("A stuck one is.")))
            await asyncio.to_thread(started.wait, 5)
        response = await stuck
        release.set()
    assert problem(response, 503).title == "The scorer is shutting down"
