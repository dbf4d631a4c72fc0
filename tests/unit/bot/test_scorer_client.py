"""The way to the scorer: one code path, and each fault as an error a person can read."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest

from bot.errors import (
    ScorerError,
    ScorerRejectedError,
    ScorerUnavailableError,
    SettingsError,
    WarmlineError,
)
from bot.scorer_client import HttpScorer, open_scorer
from bot.settings import Settings
from scoring.contract import CheckItem, CheckResponse
from tests.doubles.checker import DoubleChecker

pytestmark = pytest.mark.anyio
ITEM = CheckItem(id="w1", context="It is late.", reply="Your secret parcel left today.")
Handler = Callable[[httpx.Request], httpx.Response]


def answering(handler: Handler) -> HttpScorer:
    """Make a scorer whose network is a function."""
    transport = httpx.MockTransport(handler)
    return HttpScorer(httpx.AsyncClient(transport=transport, base_url="http://scorer"))


def good(_: httpx.Request) -> httpx.Response:
    """Answer as the service does."""
    body = CheckResponse(items=DoubleChecker().check([ITEM]))
    return httpx.Response(200, text=body.model_dump_json())


async def test_a_draft_is_sent_and_its_result_read() -> None:
    """Context, reply and id reach the service; its result comes back whole."""
    seen: list[httpx.Request] = []

    def handler(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return good(request)

    result = await answering(handler).check(ITEM)
    assert result.id == "w1"
    assert len(result.score.features) == 37
    assert seen[0].url.path == "/v1/check"
    assert b"Your secret parcel" in seen[0].content


async def test_a_lost_connection_is_tried_once_more() -> None:
    """A check changes nothing at the scorer, so it may be repeated."""
    calls: list[int] = []

    def handler(request: httpx.Request) -> httpx.Response:
        calls.append(1)
        if len(calls) == 1:
            raise httpx.ConnectError("refused", request=request)
        return good(request)

    assert (await answering(handler).check(ITEM)).id == "w1"
    assert len(calls) == 2


async def test_a_scorer_that_is_away_is_unavailable_after_two_tries() -> None:
    """Two refused connections are enough."""
    calls: list[int] = []

    def handler(request: httpx.Request) -> httpx.Response:
        calls.append(1)
        raise httpx.ConnectError("refused", request=request)

    with pytest.raises(ScorerUnavailableError):
        await answering(handler).check(ITEM)
    assert len(calls) == 2


async def test_a_slow_scorer_is_not_asked_twice() -> None:
    """A timeout is told at once: asking again would double the load."""
    calls: list[int] = []

    def handler(request: httpx.Request) -> httpx.Response:
        calls.append(1)
        raise httpx.ReadTimeout("slow", request=request)

    with pytest.raises(ScorerUnavailableError, match="took too long"):
        await answering(handler).check(ITEM)
    assert len(calls) == 1


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (401, ScorerError),
        (422, ScorerRejectedError),
        (413, ScorerRejectedError),
        (503, ScorerUnavailableError),
        (429, ScorerUnavailableError),
        (500, ScorerError),
    ],
)
async def test_each_refusal_has_its_own_error(status: int, error: type[WarmlineError]) -> None:
    """Status codes become errors without the answer's own words, which may quote a draft."""
    scorer = answering(lambda _: httpx.Response(status, json={"detail": "Your secret parcel"}))
    with pytest.raises(error) as caught:
        await scorer.check(ITEM)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("body", ["", "<html>", '{"items": []}', '{"items": [{"secret": "x"}]}'])
async def test_an_answer_that_cannot_be_read_never_quotes_itself(body: str) -> None:
    """Neither the error nor its cause holds what was answered."""
    with pytest.raises(ScorerError) as caught:
        await answering(lambda _: httpx.Response(200, text=body)).check(ITEM)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


async def test_health_tells_ready_from_not() -> None:
    """A 503 is an answer: not ready, and why."""
    scorer = answering(lambda _: httpx.Response(503, json={"detail": "still loading"}))
    health = await scorer.health()
    assert not health.ready
    assert health.detail["detail"] == "still loading"


async def test_the_token_is_sent_and_read_from_its_file(tmp_path: Path) -> None:
    """A remote scorer gets the bearer token; an unreadable file is a setting's fault."""
    token = tmp_path / "token"
    token.write_text("s3cret-token-of-16\n")
    settings = Settings(_env_file=None, scorer_url="http://127.0.0.1:9", scorer_token_file=token)
    async with open_scorer(settings) as scorer:
        headers = scorer._client.headers
    assert headers["Authorization"] == "Bearer s3cret-token-of-16"
    token.unlink()
    with pytest.raises(SettingsError, match="can't be read"):
        async with open_scorer(settings):
            pass


class EmbeddedApp:
    """A small ASGI app with a lifespan, such as a model that loads."""

    def __init__(self, *, fails: str = "", not_ready: int = 0) -> None:
        self.events: list[str] = []
        self.fails = fails
        self.not_ready = not_ready

    async def __call__(
        self,
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[dict[str, Any]]],
        send: Callable[[dict[str, Any]], Awaitable[None]],
    ) -> None:
        """Speak lifespan and HTTP."""
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
            return
        ready = scope["path"] != "/readyz" or self.not_ready == 0
        self.not_ready = max(0, self.not_ready - 1)
        if scope["path"] == "/readyz" and self.fails == "load":
            ready, body = False, b'{"detail": "The model could not be loaded: no disk."}'
        else:
            body = CheckResponse(items=DoubleChecker().check([ITEM])).model_dump_json().encode()
        await send({"type": "http.response.start", "status": 200 if ready else 503, "headers": []})
        await send({"type": "http.response.body", "body": body})

    async def _lifespan(
        self,
        receive: Callable[[], Awaitable[dict[str, Any]]],
        send: Callable[[dict[str, Any]], Awaitable[None]],
    ) -> None:
        if self.fails == "lifespan":
            raise RuntimeError("no lifespan here")
        while True:
            kind = (await receive())["type"]
            self.events.append(kind)
            await send({"type": f"{kind}.complete"})
            if kind == "lifespan.shutdown":
                return


@pytest.fixture
def embed(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any]], Settings]:
    """Put a factory where a dotted name finds it."""

    def put(factory: Callable[[], Any]) -> Settings:
        module = ModuleType("embedded_app_for_tests")
        module.__dict__["make"] = factory
        monkeypatch.setitem(sys.modules, "embedded_app_for_tests", module)
        return Settings(_env_file=None, scorer_app="embedded_app_for_tests:make")

    return put


async def test_the_embedded_app_is_started_used_and_stopped(
    embed: Callable[[Callable[[], Any]], Settings],
) -> None:
    """Its lifespan runs, its readiness is awaited, and checks go the same way as remote ones."""
    app = EmbeddedApp(not_ready=2)
    async with open_scorer(embed(lambda: app)) as scorer:
        assert app.events == ["lifespan.startup"]
        assert (await scorer.check(ITEM)).id == "w1"
    assert app.events == ["lifespan.startup", "lifespan.shutdown"]


async def test_a_model_that_cannot_be_loaded_ends_the_start(
    embed: Callable[[Callable[[], Any]], Settings],
) -> None:
    """Waiting would be in vain: the reason is said."""
    with pytest.raises(ScorerError, match="no disk"):
        async with open_scorer(embed(lambda: EmbeddedApp(fails="load"))):
            pass


async def test_a_lifespan_that_breaks_is_said(
    embed: Callable[[Callable[[], Any]], Settings],
) -> None:
    """An app whose start-up raises is not used."""
    with pytest.raises(ScorerError, match="did not start"):
        async with open_scorer(embed(lambda: EmbeddedApp(fails="lifespan"))):
            pass


async def test_a_missing_scorer_is_a_setting_to_mend() -> None:
    """Without the scorer's part installed the message says how to get it."""
    settings = Settings(_env_file=None, scorer_app="no.such.module:build")
    with pytest.raises(SettingsError, match="WARMLINE_SCORER_URL"):
        async with open_scorer(settings):
            pass
