"""What a request leaves behind: its id, log lines, counters and errors, and no text."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from structlog.testing import capture_logs

from scoring.contract import CheckItem
from scoring.service.app import create_app
from scoring.settings import Settings
from tests.doubles.checker import DoubleChecker
from tests.unit.scoring.service.calling import SECRET, body, problem, serve

pytestmark = pytest.mark.anyio


def _merge(logger: Any, name: str, event: Any) -> Any:
    from structlog.contextvars import merge_contextvars

    return merge_contextvars(logger, name, event)


async def test_echoes_the_request_id() -> None:
    """A caller's id stands in header, problem and log; a malformed one is replaced."""
    with capture_logs(processors=[_merge]) as logs:
        async with serve() as client:
            given = await client.get("/nowhere", headers={"X-Request-ID": "abc-123"})
            bad = await client.get("/nowhere", headers={"X-Request-ID": "a b\tc"})
    assert given.headers["x-request-id"] == "abc-123"
    assert problem(given, 404).instance == "urn:request:abc-123"
    assert bad.headers["x-request-id"].isalnum()
    assert any(line.get("request_id") == "abc-123" for line in logs)


async def test_metrics_count_without_text() -> None:
    """Counters name statuses and abstention reasons; paths and texts of callers never appear."""
    async with serve() as client:
        await client.post("/v1/check", json=body("", SECRET + " is what it is."))
        await client.get("/" + SECRET)
        text = (await client.get("/metrics")).text
    assert 'scorer_abstentions_total{reason="no_text"} 1.0' in text
    assert 'scorer_requests_total{route="/v1/check",status="200"} 1.0' in text
    assert 'scorer_requests_total{route="other",status="404"} 1.0' in text
    assert "scorer_queue_length 0.0" in text
    assert "scorer_batch_size_count 1.0" in text
    assert "scorer_request_seconds_count 1.0" in text
    assert SECRET not in text


async def test_log_lines_carry_no_text() -> None:
    """What a request leaves in the log is route, status and time."""
    with capture_logs() as logs:
        async with serve() as client:
            await client.post("/v1/check", json=body(SECRET + " is here.", context=SECRET))
    assert {"route", "status", "ms"} <= set(logs[-1])
    assert SECRET not in repr(logs)


async def test_body_errors_of_any_route_do_not_echo() -> None:
    """FastAPI's own validation, which repeats the input by default, is answered the same way."""
    app = create_app(DoubleChecker, Settings())

    @app.post("/typed")
    async def typed(item: CheckItem) -> str:
        return item.id

    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://scorer") as client:
        response = await client.post("/typed", json={"reply": [SECRET]})
    assert SECRET not in response.text
    assert problem(response, 422).detail.startswith("reply:")


async def test_unforeseen_errors_have_an_id_and_no_message() -> None:
    """An exception nobody foresaw gives 500 with the request's id; its message stays nowhere."""
    app = create_app(DoubleChecker, Settings(), new_id=lambda: "id-1")

    @app.get("/broken")
    async def broken() -> None:
        raise LookupError(SECRET)

    with capture_logs() as logs:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://scorer") as client:
            response = await client.get("/broken")
    assert problem(response, 500).instance == "urn:request:id-1"
    assert SECRET not in response.text + repr(logs)
    assert any(line.get("error") == "LookupError" for line in logs)
