"""The bot's composition root: settings in, a running bot out. Everything else gets arguments.

::

    open_scorer ──▶ CheckRunner ──▶ WorkPool ◀── Sweeper
                        ▲              ▲
    open_store ─────────┴─── Desk ─────┴──▶ listeners ──▶ AsyncApp ──▶ Socket Mode or HTTP
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import uuid
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import (
    AbstractContextManager,
    AsyncExitStack,
    asynccontextmanager,
    nullcontext,
)
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import aiohttp
import structlog
from pydantic import SecretStr
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import (
    AsyncConnectionErrorRetryHandler,
    AsyncRateLimitErrorRetryHandler,
    AsyncServerErrorRetryHandler,
)
from slack_sdk.web.async_client import AsyncWebClient

from bot.checks import CheckLimits, CheckRunner
from bot.clock import Clock, utc_now
from bot.deliveries import delivery_for
from bot.delivery import error_code, passes
from bot.desk import Desk
from bot.errors import SettingsError
from bot.http import Address, HttpFront, serving_http
from bot.jobs import schedule
from bot.jobs.retraining import retrain_jobs
from bot.jobs.weekly import weekly_jobs
from bot.listeners import register
from bot.listeners.running import RunningListeners
from bot.metrics import Metrics, make_metrics, serving
from bot.oauth.installing import Installing, check_installing, make_installing
from bot.oauth.workspaces import One
from bot.redact.engines import make_redactor
from bot.scorer_client import Scorer, open_scorer
from bot.settings import Settings
from bot.store.base import Store
from bot.store.engine import parse_url
from bot.store.schema import check_schema, upgrade
from bot.store.sql import open_store
from bot.strings import errors as words
from bot.strings import installing
from bot.sweep import Sweeper
from bot.work import WorkPool

__all__ = ["Bot", "build_app", "open_bot", "open_jobs", "prepare_database", "slack_client"]

SWEEP_SECONDS: Final = 2.0
SHUTDOWN_SECONDS: Final = 10.0
#: Longest wait for one answer of Slack, in seconds.
SLACK_SECONDS: Final = 30.0
_log = structlog.get_logger(__name__)


@dataclass(slots=True)
class Bot:
    """The parts of a running bot.

    Attributes:
        app: The Bolt app; its listeners are registered.
        client: The Web API client of the app's workspace.
        desk: Accepts and starts checks.
        pool: Where checks run.
        store: The bot's memory.
        scorer: Scores drafts.
        metrics: What has happened, counted.
        port: Where it listens over HTTP; 0: it does not.
    """

    app: AsyncApp
    client: AsyncWebClient
    desk: Desk
    pool: WorkPool
    store: Store
    scorer: Scorer
    metrics: Metrics
    port: int = 0


def build_app(client: AsyncWebClient, desk: Desk, front: Installing | None = None) -> AsyncApp:
    """Make the Bolt app with every listener.

    Args:
        client: Bolt makes each request's client after it.
        desk: What the listeners work with.
        front: What many workspaces need; None for Socket Mode and one workspace.
    """
    # Bolt's own logger: warnings only, as its debug lines hold whole payloads.
    logger = logging.getLogger("slack_bolt")
    logger.setLevel(logging.WARNING)
    app = AsyncApp(
        name="warmline",
        client=client,
        signing_secret=front.signing_secret if front else "",
        oauth_flow=front.flow if front else None,
        logger=logger,
        user_facing_authorize_error_message=(
            installing.NOT_INSTALLED.format(url=desk.install_url)
            if front
            else words.NO_LONGER_INSTALLED
        ),
    )
    register(app, desk)
    return app


def slack_client(
    settings: Settings, session: aiohttp.ClientSession | None = None
) -> AsyncWebClient:
    """Make the Web API client of the one workspace in the settings.

    Raises:
        SettingsError: There is no bot token.
    """
    token = _needed(settings.slack_bot_token, "WARMLINE_SLACK_BOT_TOKEN")
    return web_client(settings, session, token)


def web_client(
    settings: Settings,
    session: aiohttp.ClientSession | None = None,
    token: str | None = None,
    team_id: str = "",
) -> AsyncWebClient:
    """Make a Web API client; it waits when Slack asks it to.

    Args:
        settings: Where Slack is.
        session: Connections that it shares.
        token: Whose client it is; None: it has no token of its own.
        team_id: The workspace meant, with the token of a whole organisation.
    """
    return AsyncWebClient(
        token=token,
        team_id=team_id or None,
        base_url=settings.slack_api_url,
        session=session,
        logger=_quiet_logger(),
        retry_handlers=[
            AsyncConnectionErrorRetryHandler(),
            AsyncRateLimitErrorRetryHandler(max_retry_count=2),
            AsyncServerErrorRetryHandler(max_retry_count=1),
        ],
    )


def prepare_database(settings: Settings) -> None:
    """Bring an SQLite file up to date; of a server, only make sure that it is. Blocking.

    Raises:
        SchemaError: The server's tables need ``warmline db upgrade``.
        StoreError: The database failed.
    """
    address = settings.resolved_database_url
    if parse_url(address).get_backend_name() == "sqlite":
        upgrade(address)
    check_schema(address)


@asynccontextmanager
async def open_bot(  # noqa: PLR0913 - what a test or the sandbox gives in place of a default
    settings: Settings,
    *,
    scorer: Scorer | None = None,
    clock: Clock = utc_now,
    new_id: Callable[[], str] = lambda: uuid.uuid4().hex,
    limits: CheckLimits | None = None,
    grace: float = SHUTDOWN_SECONDS,
    http: Address | None = None,
) -> AsyncIterator[Bot]:
    """Run the bot until the block is left: by Socket Mode, or over HTTP for many workspaces.

    On leaving it takes nothing new, lets running listeners and checks finish for a while, and
    releases the rest for the next process.

    Args:
        settings: What the person who runs it set.
        scorer: A scorer that is open already; otherwise the one the settings name is opened.
        clock: The time.
        new_id: Makes session ids.
        limits: Times of a check; from the settings if not given.
        grace: Seconds that running listeners and checks have to finish on leaving.
        http: Where to listen for Slack's requests; None: connect by Socket Mode.

    Raises:
        WarmlineError: Something it needs is missing or does not start.
    """
    _ready_to_connect(settings, http)
    await asyncio.to_thread(prepare_database, settings)
    async with AsyncExitStack() as stack:
        metrics = make_metrics()
        store = open_store(settings, clock=clock, metrics=metrics)
        stack.push_async_callback(store.close)
        if scorer is None:
            scorer = await stack.enter_async_context(open_scorer(settings))
        session = await stack.enter_async_context(_slack_session())
        front = _installing(settings, store, clock, session) if http else None
        client = front.client if front else slack_client(settings, session)
        workspaces = front.workspaces if front else One(client)
        stack.enter_context(_metrics_served(settings, metrics))
        # Every bot process removes what has expired: no deletion hangs on another process.
        listed = (
            *weekly_jobs(
                store, clock, _worker_name(), client_for=workspaces.client_for, scorer=scorer
            ),
            # Of many workspaces none is the one to tell about training.
            *retrain_jobs(settings, store, clock, _worker_name(), client=None if front else client),
        )
        await stack.enter_async_context(_jobs_running(settings, store, clock, metrics, listed))
        runner = CheckRunner(
            store=store,
            scorer=scorer,
            deliveries=delivery_for(workspaces.client_for),
            worker=_worker_name(),
            escalation=settings.escalation_text,
            clock=clock,
            redact=make_redactor(settings.redactor),
            limits=limits or CheckLimits(lease=settings.work_lease_seconds),
        )
        pool = WorkPool(runner.run, size=settings.worker_pool_size, interrupt=runner.interrupt)
        desk = Desk(
            store=store,
            runner=runner,
            pool=pool,
            new_id=new_id,
            clock=clock,
            workspaces=workspaces,
            install_url=front.install_url if front else "",
        )
        app = build_app(client, desk, front)
        bot = Bot(app, client, desk, pool, store, scorer, metrics)
        # Leaving the stack stops these in the opposite order: first nothing new is taken.
        bot.pool.start()
        listeners = RunningListeners()
        stack.push_async_callback(_wind_down, listeners, bot.pool, grace)
        await _sweep(stack, bot)
        listeners.follow(bot.app)
        if http and front:
            served = HttpFront(bot.app, front.flow, listeners)
            bot.port = await stack.enter_async_context(serving_http(served, http))
        else:
            await _connect(stack, bot, listeners, _app_token(settings))
        yield bot


async def _sweep(stack: AsyncExitStack, bot: Bot) -> None:
    sweeper = Sweeper(store=bot.store, pool=bot.pool, runner=bot.desk.runner, every=SWEEP_SECONDS)
    stopped = asyncio.Event()
    sweeping = asyncio.create_task(sweeper.run(stopped), name="sweeper")

    async def stop() -> None:
        stopped.set()
        await sweeping

    stack.push_async_callback(stop)


async def _wind_down(listeners: RunningListeners, pool: WorkPool, grace: float) -> None:
    """Let both finish in one grace; a draft accepted meanwhile waits in the database."""
    await asyncio.gather(listeners.close(grace), pool.close(grace))


async def _connect(
    stack: AsyncExitStack, bot: Bot, listeners: RunningListeners, app_token: str
) -> None:
    await _ask_slack(bot.client, app_token)
    handler = AsyncSocketModeHandler(bot.app, app_token, logger=_quiet_logger())
    # Before the handler, so that no request gets past unnoted.
    handler.client.socket_mode_request_listeners.insert(0, listeners.heard)
    stack.push_async_callback(handler.client.close)
    await handler.client.connect()  # type: ignore[no-untyped-call]  # the SDK leaves it so
    _log.info("bot.connected")


def _quiet_logger() -> logging.Logger:
    """The SDK's logger: warnings only, as its debug lines hold whole requests."""
    logger = logging.getLogger("slack_sdk")
    logger.setLevel(logging.WARNING)
    return logger


def _slack_session() -> aiohttp.ClientSession:
    return aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=SLACK_SECONDS))


def _worker_name() -> str:
    return f"{socket.gethostname()}-{os.getpid()}-{uuid.uuid4().hex[:6]}"


def _ready_to_connect(settings: Settings, http: Address | None) -> None:
    """See that what a connection to Slack needs is there, before anything is opened."""
    if http is None:
        _app_token(settings)
        _needed(settings.slack_bot_token, "WARMLINE_SLACK_BOT_TOKEN")
    else:
        check_installing(settings)


def _app_token(settings: Settings) -> str:
    return _needed(settings.slack_app_token, "WARMLINE_SLACK_APP_TOKEN")


def _needed(token: SecretStr | None, name: str) -> str:
    if token is None or not token.get_secret_value():
        raise SettingsError(words.NO_SLACK_ACCESS.format(name=name))
    return token.get_secret_value()


async def _ask_slack(client: AsyncWebClient, app_token: str) -> None:
    """End at once when Slack refuses a token: the SDK would try to connect for ever.

    When Slack can't be reached, trying for ever is right, and is left to the SDK.

    Raises:
        SettingsError: Slack refuses a token.
    """
    try:
        await client.auth_test()
        await client.apps_connections_open(app_token=app_token)
    except SlackApiError as error:
        if not passes(error):
            code = error_code(error)
            raise SettingsError(words.SLACK_ACCESS_REFUSED.format(code=code)) from error
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        _log.warning("bot.slack_unreachable", error=type(error).__name__)


@asynccontextmanager
async def open_jobs(settings: Settings, *, clock: Clock = utc_now) -> AsyncIterator[None]:
    """Run the scheduled jobs on their own until the block is left.

    Reports are sent from here where a token, or an app for many workspaces, is set, and anchors
    scored where a scorer runs at an address of its own: to load a model for fifty replies a week is
    not worth its memory.

    Raises:
        WarmlineError: The database is not there or does not fit.
    """
    await asyncio.to_thread(prepare_database, settings)
    metrics = make_metrics()
    store = open_store(settings, clock=clock, metrics=metrics)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(store.close)
        stack.enter_context(_metrics_served(settings, metrics))
        client, client_for, scorer = None, None, None
        session = await stack.enter_async_context(_slack_session())
        if settings.slack_client_id:
            client_for = _installing(settings, store, clock, session).workspaces.client_for
        elif settings.slack_bot_token is not None:
            client = slack_client(settings, session)
            client_for = One(client).client_for
        if settings.scorer_url:
            scorer = await stack.enter_async_context(open_scorer(settings))
        listed = (
            *weekly_jobs(store, clock, _worker_name(), client_for=client_for, scorer=scorer),
            *retrain_jobs(settings, store, clock, _worker_name(), client=client),
        )
        await stack.enter_async_context(_jobs_running(settings, store, clock, metrics, listed))
        yield


def _installing(
    settings: Settings, store: Store, clock: Clock, session: aiohttp.ClientSession
) -> Installing:
    """Put together what many workspaces need, over the same connections."""

    def make(token: str | None, team_id: str) -> AsyncWebClient:
        return web_client(settings, session, token, team_id)

    return make_installing(settings, store, clock, make)


@asynccontextmanager
async def _jobs_running(
    settings: Settings,
    store: Store,
    clock: Clock,
    metrics: Metrics,
    weekly: Sequence[schedule.Job] = (),
) -> AsyncIterator[None]:
    every = timedelta(seconds=settings.purge_every_seconds)
    listed = schedule.jobs(store, clock, purge_every=every, exports=settings.exports_dir)
    async with schedule.running([*listed, *weekly], metrics):
        yield


def _metrics_served(settings: Settings, metrics: Metrics) -> AbstractContextManager[None]:
    port = settings.metrics_port
    return serving(metrics, port) if port else nullcontext()
