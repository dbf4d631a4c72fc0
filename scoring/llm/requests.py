"""Requests to an LLM server: within a budget, repeated where that may help, stopped at once.

The requests run in an event loop on a thread of their own: only there can a read that hangs be
ended at its deadline or from another thread, and many questions wait at once without a thread each.
"""

from __future__ import annotations

import random
import threading
import weakref
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

import anyio
import httpx
from anyio.from_thread import BlockingPortal, start_blocking_portal

from scoring.errors import LlmError, LlmTimeoutError, LlmTooLongError, LlmUnreachableError
from scoring.llm.budget import Budget

__all__ = ["Read", "Wire", "open_client"]

T = TypeVar("T")
#: Reads what is wanted out of a response whose body has not been read.
Read = Callable[[httpx.Response], Awaitable[T]]

_CONNECT_SECONDS = 5.0
_FIRST_PAUSE = 0.25
_LONGEST_PAUSE = 8.0
_AGAIN = frozenset({408, 425, 429, 500, 502, 503, 504})
_TOO_LONG = ("context_length", "context length", "exceed_context", "maximum context")
_LARGEST_ERROR = 64 * 1024


class _AgainError(Exception):
    """This try failed; another may not."""

    def __init__(self, why: str, after: float = 0.0) -> None:
        super().__init__(why)
        self.after = after


@dataclass(slots=True, weakref_slot=True)
class Wire:
    """The way to one server.

    It is closed at the latest when the program ends: what is left open then waits for a thread that
    has ended already.

    Attributes:
        client: Makes the HTTP client; replaced in tests.
        retries: Times a request is repeated.
        jitter: Gives 0-1, so that many clients do not come back at the same moment.
    """

    client: Callable[[], httpx.AsyncClient]
    retries: int = 2
    jitter: Callable[[], float] = random.random
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _portal: BlockingPortal | None = None
    _open: httpx.AsyncClient | None = None
    _end: Callable[[], object] = lambda: None

    def run(self, work: Callable[[], Awaitable[T]], budget: Budget) -> T:
        """Run ``work`` on the loop until it ends, its time is up or it is cancelled.

        Raises:
            LlmError: It failed, ran out of time or was stopped.
        """
        future = self._loop().start_task_soon(_bounded, work, budget)
        try:
            with budget.waking(future.cancel):
                return future.result()
        except CancelledError:
            budget.left()  # says that it was stopped
            raise

    async def post(self, path: str, body: dict[str, Any], read: Read[T]) -> T:
        """Send a request and read its response, again while that may help."""
        return await self._tried("POST", path, body, read)

    async def get(self, path: str, read: Read[T]) -> T:
        """As ``post``, without a body."""
        return await self._tried("GET", path, None, read)

    def close(self) -> None:
        """Close connections and end the thread."""
        with self._lock:
            self._portal = self._open = None
            self._end()

    def _loop(self) -> BlockingPortal:
        with self._lock:
            if self._portal is None:
                stack = ExitStack()
                self._portal = stack.enter_context(start_blocking_portal())
                self._open = self.client()
                stack.callback(self._portal.call, self._open.aclose)
                self._end = weakref.finalize(self, stack.close)
            return self._portal

    async def _tried(self, method: str, path: str, body: dict[str, Any] | None, read: Read[T]) -> T:
        for attempt in range(self.retries + 1):
            try:
                return await self._once(method, path, body, read)
            except _AgainError as error:
                if attempt == self.retries:
                    raise LlmUnreachableError(f"The LLM server {error}.") from None
                await anyio.sleep(self._pause(attempt, error.after))
        raise AssertionError  # the loop returns or raises

    async def _once(self, method: str, path: str, body: dict[str, Any] | None, read: Read[T]) -> T:
        client = self._open
        if client is None:
            raise LlmUnreachableError("The connection to the LLM server was closed.")
        try:
            async with client.stream(method, path, json=body) as response:
                await _refuse(response)
                return await read(response)
        except httpx.InvalidURL:
            raise LlmUnreachableError("SCORER_LLM_URL is no address: mend it.") from None
        except httpx.TransportError as error:
            raise _AgainError(f"can't be reached ({type(error).__name__})") from None

    def _pause(self, attempt: int, after: float) -> float:
        pause = min(_LONGEST_PAUSE, _FIRST_PAUSE * float(2**attempt))
        return max(pause * (0.5 + self.jitter()), after)


def open_client(url: str, key: str | None, parallel: int) -> Callable[[], httpx.AsyncClient]:
    """Give a maker of clients for one server; a proxy of the environment is never asked."""
    headers = {} if key is None else {"Authorization": f"Bearer {key}"}
    return partial(
        httpx.AsyncClient,
        base_url=url,
        headers=headers,
        timeout=httpx.Timeout(None, connect=_CONNECT_SECONDS),  # the budget bounds the rest
        limits=httpx.Limits(max_connections=parallel),
        trust_env=False,
    )


async def _bounded(work: Callable[[], Awaitable[T]], budget: Budget) -> T:
    left = budget.left()
    try:
        with anyio.fail_after(left):
            return await work()
    except TimeoutError:
        message = f"The LLM did not answer within {budget.seconds:g} seconds."
        raise LlmTimeoutError(message) from None
    except BaseExceptionGroup as group:  # from questions asked at once
        raise _first(group) from None


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """The first failure with a sentence of its own, else the first of all."""
    leaves = list(_leaves(group))
    return next((e for e in leaves if isinstance(e, LlmError)), leaves[0])


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for part in error.exceptions:
            yield from _leaves(part)
    else:
        yield error


async def _refuse(response: httpx.Response) -> None:
    """Raise what a status that is no success means; the body is looked at, never passed on."""
    status = response.status_code
    if response.is_success:
        return
    if status in _AGAIN:
        raise _AgainError(f"answered {status}", _retry_after(response))
    if status in (401, 403):
        raise LlmUnreachableError("The LLM server refuses the key: mend SCORER_LLM_KEY_FILE.")
    if status == 404:
        raise LlmUnreachableError(
            "The LLM server has no such model or address: mend SCORER_LLM_MODEL or SCORER_LLM_URL."
        )
    body = await _start(response)
    if any(sign in body for sign in _TOO_LONG):
        raise LlmTooLongError("The prompt is longer than the LLM's context.")
    raise LlmUnreachableError(f"The LLM server refused the request ({status}).")


def _retry_after(response: httpx.Response) -> float:
    value = response.headers.get("retry-after", "")
    return float(value) if value.isdecimal() else 0.0


async def _start(response: httpx.Response) -> str:
    body = b""
    async for piece in response.aiter_bytes():
        body += piece
        if len(body) > _LARGEST_ERROR:
            break
    return body.decode("utf-8", "replace").lower()
