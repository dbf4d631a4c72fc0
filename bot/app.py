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

from slack_bolt.app.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.checks import CheckLimits, CheckRunner
from bot.clock import Clock, utc_now
from bot.connection import (
    connect,
    installing_over,
    ready_to_connect,
    slack_client,
    slack_session,
)
from bot.deliveries import delivery_for
from bot.desk import Desk
from bot.http import Address, HttpFront, serving_http
from bot.jobs import schedule
from bot.jobs.candidates import Candidates
from bot.jobs.retraining import retrain_jobs
from bot.jobs.trainer import run_command
from bot.jobs.weekly import weekly_jobs
from bot.listeners import register
from bot.listeners.running import RunningListeners
from bot.metrics import Metrics, make_metrics, serving
from bot.oauth.installing import Installing
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

__all__ = ["Bot", "build_app", "open_bot", "open_jobs", "prepare_database"]

SWEEP_SECONDS: Final = 2.0
SHUTDOWN_SECONDS: Final = 10.0


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
    ready_to_connect(settings, http)
    await asyncio.to_thread(prepare_database, settings)
    async with AsyncExitStack() as stack:
        metrics = make_metrics()
        store = open_store(settings, clock=clock, metrics=metrics)
        stack.push_async_callback(store.close)
        if scorer is None:
            scorer = await stack.enter_async_context(open_scorer(settings))
        session = await stack.enter_async_context(slack_session())
        front = installing_over(settings, store, clock, session) if http else None
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
            # Of many workspaces none decides which scorer all of them get.
            candidates=Candidates(
                store, run_command, "" if front else settings.retrain_owner, clock
            ),
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
            await connect(stack, bot.app, client, listeners, settings)
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


def _worker_name() -> str:
    return f"{socket.gethostname()}-{os.getpid()}-{uuid.uuid4().hex[:6]}"


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
        session = await stack.enter_async_context(slack_session())
        if settings.slack_client_id:
            client_for = installing_over(settings, store, clock, session).workspaces.client_for
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
