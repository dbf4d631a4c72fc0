"""The retraining job, put together from the settings."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

import structlog
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.blocks.parts import Block
from bot.clock import Clock
from bot.delivery import direct_message, error_code
from bot.jobs.claims import Claims
from bot.jobs.retrain import JOB, Plan, RetrainJob, Tell
from bot.jobs.schedule import Job
from bot.jobs.trainer import CommandTrainer, Run, run_command
from bot.settings import Settings
from bot.store.base import Store

__all__ = ["retrain_jobs", "telling"]

_TICK: Final = timedelta(minutes=10)
#: Training beats as long as its process lives; an hour of silence means that it does not.
_LEASE: Final = 3600.0
_log = structlog.get_logger(__name__)


def retrain_jobs(  # noqa: PLR0913 - what a test gives in place of a default
    settings: Settings,
    store: Store,
    clock: Clock,
    worker: str,
    *,
    client: AsyncWebClient | None = None,
    run: Run = run_command,
) -> tuple[Job, ...]:
    """List the job, where retraining is set up.

    Args:
        settings: Whether, when, and whom to tell.
        store: Examples, runs, claims.
        clock: The time.
        worker: This process's name.
        client: Tells the owner in Slack.
        run: Gives a command, as a person would.
    """
    if not settings.retrain:
        return ()
    begins, ends = map(int, settings.retrain_hours.split("-"))
    plan = Plan(
        settings.retrain_floor, begins, ends, settings.retrain_timezone, settings.exports_dir
    )
    trainer = CommandTrainer(
        settings.retrain_dir,
        settings.retrain_cases,
        promote=settings.retrain_promote,
        labels=settings.retrain_labels,
        run=run,
    )
    job = RetrainJob(
        store,
        Claims(store, worker, lease=_LEASE),
        trainer,
        plan,
        telling(client, settings.retrain_owner),
        clock=clock,
        new_id=lambda: uuid.uuid4().hex,
    )
    return (Job(JOB, _TICK, job.tick, at_once=False),)


def telling(client: AsyncWebClient | None, owner: str) -> Tell:
    """Tell the owner in Slack, or else the log; a message that does not arrive stops nothing."""

    async def tell(text: str, blocks: Sequence[Block] | None = None) -> None:
        if client is None or not owner:
            _log.info("retrain.nobody_told", hint="set WARMLINE_RETRAIN_OWNER")
            return
        try:
            await direct_message(client, owner, text, blocks)
        except SlackApiError as error:
            _log.warning("retrain.untold", reason=error_code(error))

    return tell
