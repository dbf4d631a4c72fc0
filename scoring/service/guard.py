"""What every request passes before a route sees it: id, token, body cap, log line.

Plain ASGI, so that a caller without a token can't make the service read a body, and a body over
the cap is refused while it streams in, not after.
"""

from __future__ import annotations

import asyncio
import hmac
import re
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from scoring.service.logs import frames_of
from scoring.service.metrics import Metrics
from scoring.service.problems import ProblemError, problem_response

__all__ = ["Guard", "GuardRules"]

REQUEST_ID = "X-Request-ID"
#: Addresses anyone may ask: they say nothing about a draft.
OPEN_PATHS = frozenset({"/healthz", "/readyz", "/openapi.json"})
#: Addresses that appear as such in metrics and log; all others are "other".
_ROUTES = OPEN_PATHS | {"/metrics", "/v1/check"}
_GOOD_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class GuardRules:
    """What the guard enforces.

    Attributes:
        token: Bearer token callers must send; None: none needed.
        max_body: Largest body in bytes.
        body_seconds: Longest time a body may take to arrive.
    """

    token: str | None
    max_body: int
    body_seconds: float


class Guard:
    """ASGI middleware around the app."""

    def __init__(
        self, app: ASGIApp, rules: GuardRules, metrics: Metrics, new_id: Callable[[], str]
    ) -> None:
        self._app = app
        self._rules = rules
        self._metrics = metrics
        self._new_id = new_id

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it here."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = scope["request_id"] = self._id_of(scope)
        answer = _Answer(send, request_id)
        started = perf_counter()
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            try:
                await self._serve(scope, receive, answer)
            finally:
                self._record(scope, answer.status, perf_counter() - started)

    def _id_of(self, scope: Scope) -> str:
        given = Headers(scope=scope).get(REQUEST_ID, "")
        return given if _GOOD_ID.fullmatch(given) else self._new_id()

    async def _serve(self, scope: Scope, receive: Receive, answer: _Answer) -> None:
        try:
            self._authorise(scope)
            await self._app(scope, await self._buffered(scope, receive), answer)
        except ProblemError as problem:
            response = problem_response(
                problem.status,
                str(problem),
                request_id=scope["request_id"],
                headers=problem.headers,
            )
            await response(scope, receive, answer)
        except Exception as error:  # noqa: BLE001 - the server would log its message: a draft?
            _log.error("request_failed", error=type(error).__name__, at=frames_of(error))
            if answer.started:
                raise ConnectionAbortedError from None
            detail = "An unforeseen error; the log has the cause under this id."
            response = problem_response(500, detail, request_id=scope["request_id"])
            await response(scope, receive, answer)

    def _authorise(self, scope: Scope) -> None:
        if self._rules.token is None or scope["path"] in OPEN_PATHS:
            return
        kind, _, given = Headers(scope=scope).get("authorization", "").partition(" ")
        # Compared as bytes in constant time: the answer's delay tells nothing about the token.
        same = hmac.compare_digest(given.strip().encode(), self._rules.token.encode())
        if kind.lower() != "bearer" or not same:
            detail = "Send the header 'Authorization: Bearer <token>' with this scorer's token."
            raise ProblemError(401, detail, {"WWW-Authenticate": "Bearer"})

    async def _buffered(self, scope: Scope, receive: Receive) -> Receive:
        """Read the body up to the cap; give it to the app as one message."""
        body = bytearray()
        self._check_size(_declared_length(scope))
        try:
            async with asyncio.timeout(self._rules.body_seconds):
                more = True
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise ProblemError(499, "The caller went away.")
                    body += message.get("body", b"")
                    self._check_size(len(body))
                    more = message.get("more_body", False)
        except TimeoutError:
            detail = "The body did not arrive in time."
            raise ProblemError(408, detail, {"Connection": "close"}) from None
        whole: Message = {"type": "http.request", "body": bytes(body), "more_body": False}
        return _replay(whole, receive)

    def _check_size(self, size: int) -> None:
        if size > self._rules.max_body:
            detail = f"Send at most {self._rules.max_body} bytes: split the items over requests."
            raise ProblemError(413, detail, {"Connection": "close"})

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        route = scope["path"] if scope["path"] in _ROUTES else "other"
        self._metrics.requests.labels(route, str(status)).inc()
        if route == "/v1/check":
            self._metrics.latency.observe(seconds)
        level = "debug" if route in OPEN_PATHS else "info"
        getattr(_log, level)("request", route=route, status=status, ms=round(seconds * 1000, 1))


class _Answer:
    """Sends on, adding the request's id and keeping the status."""

    def __init__(self, send: Send, request_id: str) -> None:
        self._send = send
        self._request_id = request_id
        self.started = False
        self.status = 499  # the caller went away before any answer

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.started = True
            self.status = message["status"]
            MutableHeaders(scope=message)[REQUEST_ID] = self._request_id
        await self._send(message)


def _declared_length(scope: Scope) -> int:
    given = Headers(scope=scope).get("content-length", "")
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 19 else 0


def _replay(first: Message, receive: Receive) -> Receive:
    """A ``receive`` that gives ``first`` once, then what really comes (the disconnect)."""
    pending = [first]

    async def replaying() -> Message:
        return pending.pop() if pending else await receive()

    return replaying
