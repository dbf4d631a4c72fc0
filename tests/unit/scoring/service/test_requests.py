"""What a caller may ask the service to check, and how a wrong request is refused."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

import pytest
from structlog.testing import capture_logs

from scoring.contract import CheckItem, CheckResponse
from tests.doubles.checker import DoubleChecker
from tests.unit.scoring.service.calling import SECRET, body, post, problem, serve

pytestmark = pytest.mark.anyio


async def test_checks_drafts_in_order() -> None:
    """Each item gets its result, in the order of the request, under the caller's own id."""
    async with serve() as client:
        response = await client.post(
            "/v1/check", json=body("We will look at it.", "It is sent now.")
        )
    results = CheckResponse.model_validate(response.json()).items
    expected = DoubleChecker().check(
        [
            CheckItem(id="0", context="Where is my order?", reply="We will look at it."),
            CheckItem(id="1", context="Where is my order?", reply="It is sent now."),
        ]
    )
    assert response.status_code == 200
    assert results == expected


async def test_leaves_rewrites_out_when_asked() -> None:
    """``rewrites: false`` reaches the checker."""
    async with serve() as client:
        response = await client.post("/v1/check", json=body("We will look at it.", rewrites=False))
    assert response.json()["items"][0]["rewrites"] == []


async def test_ignores_unknown_keys_of_an_item() -> None:
    """An item may carry keys of newer callers."""
    async with serve() as client:
        document = {"items": [{"reply": "We will look at it.", "mood": "new"}]}
        response = await client.post("/v1/check", json=document)
    assert response.status_code == 200


async def test_lone_surrogates_keep_offsets() -> None:
    """A lone surrogate escape is scored as U+FFFD: one code point for one, and encodable."""
    data = b'{"items": [{"reply": "We \\ud800 will look \\ud83d\\ude00 at it."}]}'
    async with serve() as client:
        response = await post(client, data)
    weakest = response.json()["items"][0]["score"]["weakest"][0]
    assert weakest["quote"] == "We \ufffd will look \U0001f600 at it."
    assert weakest["span"] == [0, len(weakest["quote"])]


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"\xff\xfe\x00", 400),
        (b'{"items": [{"reply": "\xed\xa0\x80"}]}', 400),
        (b"[" * 100_000, 400),
        (b"9" * 10_000, 400),
        (b'{"items": NaN}', 400),
        (b"null", 422),
        (b"[]", 422),
        (b'{"items": []}', 422),
        (b'{"items": [{}]}', 422),
        (b'{"items": [{"reply": 7}]}', 422),
        (b'{"items": [{"reply": null}]}', 422),
        (b'{"items": [{"reply": "a"}], "rewrites": "perhaps"}', 422),
    ],
)
async def test_names_what_is_wrong_with_a_body(data: bytes, status: int) -> None:
    """Bytes that aren't UTF-8 JSON give 400, JSON outside the contract 422, both as problems."""
    async with serve() as client:
        response = await post(client, data)
    assert problem(response, status).detail


@pytest.mark.parametrize(
    "document",
    [
        {"items": [{"reply": {"nested": SECRET}}]},
        {"items": [{"reply": [SECRET]}]},
        {"items": [{"context": SECRET}]},
        {"items": [{"reply": "a", "context": {SECRET: SECRET}}]},
        {"items": [{"reply": "a"}], SECRET: SECRET},
        {"items": SECRET},
        {"items": [{"reply": "a"}], "rewrites": SECRET},
    ],
)
async def test_never_echoes_input(document: object) -> None:
    """No problem document, header or log line repeats a value or an unknown key of the body."""
    with capture_logs() as logs:
        async with serve() as client:
            response = await client.post("/v1/check", json=document)
    problem(response, 422)
    assert SECRET not in response.text + str(response.headers) + repr(logs)


async def test_wrong_method_is_a_problem() -> None:
    """A method an address does not take gives 405 with the ones it takes."""
    async with serve() as client:
        response = await client.get("/v1/check")
    problem(response, 405)
    assert response.headers["allow"] == "POST"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
async def test_takes_json_only(kind: str) -> None:
    """A body of another kind gives 415: a web page's form can't reach the scorer."""
    async with serve() as client:
        response = await post(client, json.dumps(body("a")).encode(), **{"Content-Type": kind})
    assert "application/json" in problem(response, 415).detail


async def test_caps_items() -> None:
    """More items than allowed give 422 with the limit."""
    async with serve(max_items=2) as client:
        response = await client.post("/v1/check", json=body("a", "b", "c"))
    assert "at most 2" in problem(response, 422).detail


async def test_caps_text() -> None:
    """A text over the contract's length gives 422, never a silent cut."""
    async with serve() as client:
        response = await client.post("/v1/check", json=body("a" * 100_001))
    assert "items/0/reply" in problem(response, 422).detail


async def test_caps_a_declared_body() -> None:
    """A body declared too large is refused before it is read."""
    async with serve(max_body=2048) as client:
        response = await client.post("/v1/check", json=body("a" * 3000))
    assert "2048" in problem(response, 413).detail


async def test_caps_a_streaming_body() -> None:
    """A body of unknown length is refused as soon as it passes the cap, not when it ends."""
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while True:
            sent += 1024
            yield b" " * 1024

    async with serve(max_body=4096) as client:
        response = await client.post(
            "/v1/check", content=endless(), headers={"Content-Type": "application/json"}
        )
    problem(response, 413)
    assert sent <= 4096 + 1024


async def test_gives_up_on_a_slow_body() -> None:
    """A body that does not arrive in time gives 408."""

    async def slow() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.sleep(5)

    async with serve(request_timeout=0.05) as client:
        response = await client.post(
            "/v1/check", content=slow(), headers={"Content-Type": "application/json"}
        )
    problem(response, 408)
