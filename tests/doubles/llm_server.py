"""An OpenAI-compatible server that does as a test tells it, well or badly."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse

__all__ = ["Script", "Turn", "make_app"]


@dataclass(frozen=True, slots=True)
class Turn:
    """How one request is answered.

    Attributes:
        text: What is written, a word at a time.
        status: Anything but 200 answers an error.
        headers: Of that error.
        error: Message of that error.
        hang: Seconds before anything is sent.
        drip: Seconds before each word.
        raw: Bytes sent in place of an event stream or document.
        breaks: End without saying so.
        finish: Why the answer ended.
        top: Tokens with probabilities for a request with ``logprobs``; none given: no logprobs.
        endless: Go on writing for ever.
    """

    text: str = "Of course."
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    error: str = "no"
    hang: float = 0.0
    drip: float = 0.0
    raw: bytes | None = None
    breaks: bool = False
    finish: str = "stop"
    top: tuple[tuple[str, float], ...] = ()
    endless: bool = False


@dataclass
class Script:
    """What the server does and what it saw.

    Attributes:
        turns: Answers in order; the last one stays.
        bodies: Every request's body.
        keys: Every request's Authorization header.
        gone: Requests whose caller went away before the end.
        open_now: Requests being answered.
        most_open: The most there were at once.
    """

    turns: list[Turn] = field(default_factory=lambda: [Turn()])
    bodies: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    gone: int = 0
    open_now: int = 0
    most_open: int = 0

    def next(self) -> Turn:
        """The turn of this request."""
        return self.turns.pop(0) if len(self.turns) > 1 else self.turns[0]


def make_app(script: Script) -> FastAPI:
    """Make the server's app."""
    app = FastAPI()

    @app.get("/readyz")
    async def ready() -> str:
        return "ok"

    @app.get("/v1/models")
    async def models() -> dict[str, Any]:
        return {"data": [{"id": "double-1b"}, {"id": "other"}]}

    @app.post("/apply-template")
    async def template(request: Request) -> dict[str, str]:
        messages = (await request.json())["messages"]
        return {"prompt": "".join(f"<{m['role']}>{m['content']}" for m in messages) + "<assistant>"}

    @app.post("/v1/completions")
    async def completions(request: Request) -> Response:
        """As llama.cpp: probabilities at the end of the sampler's chain."""
        script.bodies.append(await request.json())
        turn = script.next()
        if turn.raw is not None:
            return Response(turn.raw)
        top = [{"token": token, "prob": p} for token, p in turn.top]
        content = [{"token": "x", "prob": 1.0, "top_probs": top}]
        return JSONResponse({"choices": [{"text": "x", "logprobs": {"content": content}}]})

    @app.post("/v1/chat/completions")
    async def chat(request: Request) -> Response:
        body = await request.json()
        script.bodies.append(body)
        script.keys.append(request.headers.get("authorization"))
        turn = script.next()
        script.open_now += 1
        script.most_open = max(script.most_open, script.open_now)
        try:
            return await _answer(script, turn, body)
        finally:
            script.open_now -= 1

    return app


async def _answer(script: Script, turn: Turn, body: dict[str, Any]) -> Response:
    if turn.status != 200:
        error = {"error": {"message": turn.error}}
        return JSONResponse(error, turn.status, headers=dict(turn.headers))
    if body.get("stream"):
        return StreamingResponse(_events(script, turn), media_type="text/event-stream")
    await asyncio.sleep(turn.hang)
    if turn.raw is not None:
        return Response(turn.raw)
    top = [{"token": token, "logprob": math.log(p)} for token, p in turn.top]
    logprobs = {"content": [{"token": "x", "logprob": 0.0, "top_logprobs": top}]} if top else None
    message = {"role": "assistant", "content": "x"}
    return JSONResponse({"choices": [{"message": message, "logprobs": logprobs}]})


async def _events(script: Script, turn: Turn) -> AsyncIterator[bytes]:
    try:
        await asyncio.sleep(turn.hang)
        if turn.raw is not None:
            yield turn.raw
            return
        for word in _words(turn):
            await asyncio.sleep(turn.drip)
            yield _event({"content": word})
        if turn.breaks:
            return
        yield _event({}, turn.finish)
        yield b"data: [DONE]\n\n"
    except asyncio.CancelledError:
        script.gone += 1
        raise


def _words(turn: Turn) -> list[str]:
    words = [w + " " for w in turn.text.split(" ")]
    return words * 100_000 if turn.endless else words


def _event(delta: dict[str, str], finish: str | None = None) -> bytes:
    event = {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}
    return b"data: " + json.dumps(event).encode() + b"\n\n"
