"""The bot's only way to the scorer, and the only module that knows httpx.

One code path: remote mode gives httpx a URL, embedded mode gives it the same ASGI app mounted in
this process. A check changes nothing at the scorer, so a lost connection is tried once more.
Whatever goes wrong becomes one of the errors in ``bot.errors``; none holds text of a draft.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final, Protocol

import httpx
from pydantic import ValidationError

from bot.asgi import AsgiApp, Lifespan, load_factory
from bot.errors import ScorerError, ScorerRejectedError, ScorerUnavailableError, SettingsError
from bot.settings import Settings
from bot.strings import errors as words
from scoring.contract import CheckItem, CheckRequest, CheckResponse, CheckResult

__all__ = ["HttpScorer", "Scorer", "ScorerHealth", "open_scorer", "trusted"]

#: What may be tried again: the connection failed, so the scorer gave no answer.
_LOST: Final = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.RemoteProtocolError,
    httpx.ReadError,
)
_ATTEMPTS: Final = 2
#: Longest wait for the embedded model, in seconds: a first start downloads its base weights.
LOAD_SECONDS: Final = 600.0
_LOAD_POLL: Final = 0.1
#: How the scorer's readiness says that waiting is in vain.
_NOT_LOADABLE: Final = "could not be loaded"
_EMBEDDED_URL: Final = "http://scorer.embedded"


@dataclass(frozen=True, slots=True)
class ScorerHealth:
    """What the scorer says of itself.

    Attributes:
        ready: Whether it can score now.
        detail: Its own words: model, device; empty when it gave none.
    """

    ready: bool
    detail: dict[str, Any]

    @property
    def writes(self) -> bool:
        """Whether a language model writes suggestions there, so that a check takes seconds."""
        return self.detail.get("writes") is True


class Scorer(Protocol):
    """Scores drafts."""

    async def check(self, item: CheckItem, *, rewrites: bool = True) -> CheckResult:
        """Score one draft.

        Raises:
            ScorerUnavailableError: No answer in time.
            ScorerRejectedError: The scorer refuses this draft.
            ScorerError: Anything else.
        """

    async def health(self) -> ScorerHealth:
        """Ask whether the scorer is ready, and with which model.

        Raises:
            ScorerUnavailableError: It does not answer.
        """


class HttpScorer:
    """A ``Scorer`` over an httpx client, which its maker closes."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client

    async def check(self, item: CheckItem, *, rewrites: bool = True) -> CheckResult:
        """See :meth:`Scorer.check`."""
        request = CheckRequest(items=[item], rewrites=rewrites)
        response = await self._post("/v1/check", request.model_dump(mode="json"))
        _raise_for_problem(response)
        return _parse(response)

    async def health(self) -> ScorerHealth:
        """See :meth:`Scorer.health`."""
        try:
            response = await self._client.get("/readyz")
        except httpx.HTTPError as error:
            raise ScorerUnavailableError(words.SCORER_DOWN) from error
        return ScorerHealth(ready=response.is_success, detail=_json_object(response))

    async def _post(self, path: str, body: dict[str, Any]) -> httpx.Response:
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                return await self._client.post(path, json=body)
            except _LOST as error:
                if attempt == _ATTEMPTS:
                    raise ScorerUnavailableError(words.SCORER_DOWN) from error
            except httpx.TimeoutException as error:
                raise ScorerUnavailableError(words.SCORER_SLOW) from error
            except httpx.HTTPError as error:
                raise ScorerError from error
        raise ScorerUnavailableError(words.SCORER_DOWN)


@asynccontextmanager
async def open_scorer(settings: Settings) -> AsyncIterator[HttpScorer]:
    """Reach the scorer as the settings say: at its URL, or in this process.

    Raises:
        SettingsError: The token file or the embedded app can't be read.
        ScorerError: The embedded scorer did not start.
    """
    # httpx logs a line for each request, at the level of our own messages.
    logging.getLogger("httpx").setLevel(logging.WARNING)
    if settings.scorer_url:
        async with _client(settings, base_url=settings.scorer_url) as client:
            yield HttpScorer(client)
        return
    # Importing the model's libraries takes seconds: not on the event loop.
    app = await asyncio.to_thread(_build, settings.scorer_app)
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    async with (
        Lifespan(app),
        _client(settings, base_url=_EMBEDDED_URL, transport=transport) as client,
    ):
        scorer = HttpScorer(client)
        await _loaded(scorer)
        yield scorer


def _build(dotted: str) -> AsgiApp:
    factory = load_factory(dotted)
    try:
        return factory()
    except Exception as error:
        # At this point no draft exists: the factory's own sentence is safe to show.
        raise ScorerError(words.SCORER_DID_NOT_START.format(why=error)) from error


async def _loaded(scorer: HttpScorer) -> None:
    """Wait until the embedded model is loaded, so that nobody's first check meets a cold scorer."""
    deadline = time.monotonic() + LOAD_SECONDS
    while not (health := await scorer.health()).ready:
        why = str(health.detail.get("detail") or "")
        if _NOT_LOADABLE in why or time.monotonic() > deadline:
            raise ScorerError(words.SCORER_DID_NOT_START.format(why=why))
        await asyncio.sleep(_LOAD_POLL)


def _client(
    settings: Settings, *, base_url: str, transport: httpx.AsyncBaseTransport | None = None
) -> httpx.AsyncClient:
    timeout = httpx.Timeout(
        settings.scorer_timeout_seconds, connect=settings.scorer_connect_timeout_seconds
    )
    # trust_env is off: a proxy from the environment must never see a draft.
    return httpx.AsyncClient(
        base_url=base_url,
        transport=transport,
        timeout=timeout,
        headers=_authorization(settings),
        verify=trusted(settings),
        trust_env=False,
    )


def trusted(settings: Settings) -> ssl.SSLContext | bool:
    """Tell httpx which certificates to believe: those of the given file, or the usual ones.

    Raises:
        SettingsError: The file holds no usable certificate.
    """
    path = settings.scorer_ca_file
    if path is None:
        return True
    try:
        return ssl.create_default_context(cafile=path)
    except (OSError, ValueError) as error:
        raise SettingsError(words.CA_UNUSABLE.format(path=path)) from error


def _authorization(settings: Settings) -> dict[str, str]:
    if settings.scorer_token_file is None:
        return {}
    try:
        token = settings.scorer_token_file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            words.FILE_UNREADABLE.format(path=settings.scorer_token_file)
        ) from error
    return {"Authorization": f"Bearer {token}"}


def _raise_for_problem(response: httpx.Response) -> None:
    """Translate an error answer, without the problem document's words: they may quote a draft."""
    if response.is_success:
        return
    if response.status_code in (401, 403):
        raise ScorerError(words.SCORER_STRANGER)
    if response.status_code in (400, 413, 422):
        raise ScorerRejectedError(words.SCORER_REFUSED)
    if response.status_code in (429, 503, 504):
        raise ScorerUnavailableError(words.SCORER_BUSY)
    raise ScorerError


def _parse(response: httpx.Response) -> CheckResult:
    try:
        items = CheckResponse.model_validate_json(response.content).items
    except ValidationError:
        # The cause quotes the answer, which quotes the draft.
        raise ScorerError(words.SCORER_GARBLED) from None
    if len(items) != 1:
        raise ScorerError(words.SCORER_GARBLED)
    return items[0]


def _json_object(response: httpx.Response) -> dict[str, Any]:
    try:
        body = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
