"""Reads a chat answer out of a server's event stream, trusting nothing about it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

from scoring.errors import LlmAnswerError
from scoring.llm.base import Completion

__all__ = ["read_stream", "without_thoughts"]

_LONGEST_LINE = 1024 * 1024
#: Longer than this a token is in no vocabulary; a server that sends more ignores the limit.
_CHARS_PER_TOKEN = 24


async def read_stream(pieces: AsyncIterator[bytes], max_tokens: int) -> Completion:
    """Join the answer's pieces.

    Args:
        pieces: The body as it arrives.
        max_tokens: What the server was told to stop at.

    Raises:
        LlmAnswerError: It is no event stream, ends in the middle, or never does.
    """
    parts: list[str] = []
    finish: str | None = None
    room = max_tokens * _CHARS_PER_TOKEN
    async for line in _lines(pieces):
        if (data := _data(line)) is None:
            continue
        if data == "[DONE]":
            break
        text, ended = _delta(data)
        parts.append(text)
        finish = ended or finish
        room -= len(text)
        if room < 0:
            raise LlmAnswerError("The LLM wrote far more than it was asked for.")
    if finish is None:
        raise LlmAnswerError("The LLM broke off in the middle of its answer.")
    return Completion(without_thoughts("".join(parts)), "length" if finish == "length" else "stop")


async def _lines(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Lines of the stream; one without end is refused instead of kept."""
    rest = b""
    async for piece in pieces:
        *whole, rest = (rest + piece).split(b"\n")
        for line in whole:
            yield line
        if len(rest) > _LONGEST_LINE:
            raise LlmAnswerError("The LLM's answer is no event stream.")
    yield rest


def _data(line: bytes) -> str | None:
    if not line.startswith(b"data:"):
        return None
    try:
        return line[5:].decode("utf-8").strip()
    except UnicodeDecodeError:
        raise LlmAnswerError("The LLM's answer is no text.") from None


def _delta(data: str) -> tuple[str, str | None]:
    """Text and end of one event; events without a choice (usage, pings) have neither."""
    try:
        event: dict[str, Any] = json.loads(data)
        choices = event["choices"]
        if not choices:
            return "", None
        text = choices[0]["delta"].get("content") or ""
        finish = choices[0].get("finish_reason")
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        raise LlmAnswerError("The LLM's answer is not in the expected form.") from None
    if not isinstance(text, str):
        raise LlmAnswerError("The LLM's answer is not in the expected form.")
    return text, finish


def without_thoughts(text: str) -> str:
    """Leave out the reasoning some models write first; all of it when it was never closed."""
    text = text.strip()
    if not text.startswith("<think>"):
        return text
    return text.partition("</think>")[2].strip()
