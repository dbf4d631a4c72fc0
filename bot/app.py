"""The bot's composition root: settings in, a running bot out. Everything else gets arguments.

::

    open_scorer ──▶ CheckRunner ──▶ WorkPool ◀── Sweeper
                        ▲              ▲
    open_store ─────────┴─── Desk ─────┴──▶ listeners ──▶ AsyncApp ──▶ Socket Mode
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import uuid
from collections.abc import AsyncIterator, Callable
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
from bot.delivery import delivery_for, error_code, passes
from bot.desk import Desk
from bot.errors import SettingsError
from bot.jobs import schedule
from bot.listeners import register
from bot.listeners.running import RunningListeners
from bot.metrics import Metrics, make_metrics, serving
from bot.scorer_client import Scorer, open_scorer
from bot.settings import Settings
from bot.store.base import Store
from bot.store.engine import parse_url
from bot.store.schema import check_schema, upgrade
from bot.store.sql import open_store
from bot.strings import errors as words
from bot.sweep import Sweeper
from bot.work import WorkPool

__all__ = ["Bot", "build_app", "open_bot", "open_jobs", "prepare_database", "slack_client"]

SWEEP_SECONDS: Final = 2.0
SHUTDOWN_SECONDS: Final = 10.0
#: Longest wait for one answer of Slack, in seconds.
SLACK_SECONDS: Final = 30.0
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
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
    """

    app: AsyncApp
    client: AsyncWebClient
    desk: Desk
    pool: WorkPool
    store: Store
    scorer: Scorer
    metrics: Metrics


def build_app(client: AsyncWebClient, desk: Desk, *, signing_secret: str = "") -> AsyncApp:
    """Make the Bolt app with every listener."""
    # Bolt's own logger: warnings only, as its debug lines hold whole payloads.
    logger = logging.getLogger("slack_bolt")
    logger.setLevel(logging.WARNING)
    app = AsyncApp(name="warmline", client=client, signing_secret=signing_secret, logger=logger)
    register(app, desk)
    return app


def slack_client(
    settings: Settings, session: aiohttp.ClientSession | None = None
) -> AsyncWebClient:
    """Make the Web API client; it waits when Slack asks it to.

    Raises:
        SettingsError: There is no bot token.
    """
    return AsyncWebClient(
        token=_needed(settings.slack_bot_token, "WARMLINE_SLACK_BOT_TOKEN"),
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
) -> AsyncIterator[Bot]:
    """Run the bot, connected by Socket Mode, until the block is left.

    On leaving it takes nothing new, lets running listeners and checks finish for a while, and
    releases the rest for the next process.

    Args:
        settings: What the person who runs it set.
        scorer: A scorer that is open already; otherwise the one the settings name is opened.
        clock: The time.
        new_id: Makes session ids.
        limits: Times of a check; from the settings if not given.
        grace: Seconds that running listeners and checks have to finish on leaving.

    Raises:
        WarmlineError: Something it needs is missing or does not start.
    """
    app_token = _needed(settings.slack_app_token, "WARMLINE_SLACK_APP_TOKEN")
    _needed(settings.slack_bot_token, "WARMLINE_SLACK_BOT_TOKEN")
    await asyncio.to_thread(prepare_database, settings)
    async with AsyncExitStack() as stack:
        metrics = make_metrics()
        store = open_store(settings, clock=clock, metrics=metrics)
        stack.push_async_callback(store.close)
        if scorer is None:
            scorer = await stack.enter_async_context(open_scorer(settings))
        client = slack_client(settings, await stack.enter_async_context(_slack_session()))
        stack.enter_context(_metrics_served(settings, metrics))
        # Every bot process removes what has expired: no deletion hangs on another process.
        await stack.enter_async_context(_jobs_running(settings, store, clock, metrics))
        runner = CheckRunner(
            store=store,
            scorer=scorer,
            deliveries=delivery_for(client),
            worker=_worker_name(),
            escalation=settings.escalation_text,
            clock=clock,
            limits=limits or CheckLimits(lease=settings.work_lease_seconds),
        )
        pool = WorkPool(runner.run, size=settings.worker_pool_size, interrupt=runner.interrupt)
        desk = Desk(store=store, runner=runner, pool=pool, new_id=new_id)
        bot = Bot(build_app(client, desk), client, desk, pool, store, scorer, metrics)
        # Leaving the stack stops these in the opposite order: first nothing new is taken.
        bot.pool.start()
        listeners = RunningListeners()
        stack.push_async_callback(_wind_down, listeners, bot.pool, grace)
        await _sweep(stack, bot)
        await _connect(stack, bot, listeners, app_token)
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
    listeners.follow(bot.app)
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

    Raises:
        WarmlineError: The database is not there or does not fit.
    """
    await asyncio.to_thread(prepare_database, settings)
    metrics = make_metrics()
    store = open_store(settings, clock=clock, metrics=metrics)
    try:
        with _metrics_served(settings, metrics):
            async with _jobs_running(settings, store, clock, metrics):
                yield
    finally:
        await store.close()


@asynccontextmanager
async def _jobs_running(
    settings: Settings, store: Store, clock: Clock, metrics: Metrics
) -> AsyncIterator[None]:
    every = timedelta(seconds=settings.purge_every_seconds)
    listed = schedule.jobs(store, clock, purge_every=every)
    async with schedule.running(listed, metrics):
        yield


def _metrics_served(settings: Settings, metrics: Metrics) -> AbstractContextManager[None]:
    port = settings.metrics_port
    return serving(metrics, port) if port else nullcontext()
