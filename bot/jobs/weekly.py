"""The jobs of the weekly report, put together."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from bot.clock import Clock
from bot.deliveries import ClientFor
from bot.jobs.anchors import JOB as ANCHORS
from bot.jobs.anchors import AnchorJob
from bot.jobs.claims import Claims
from bot.jobs.models import JOB as MODEL
from bot.jobs.models import ModelJob
from bot.jobs.reports import JOB as REPORT
from bot.jobs.reports import ReportJob
from bot.jobs.schedule import Job
from bot.scorer_client import Scorer
from bot.store.reporting import ReportStore

__all__ = ["weekly_jobs"]

_TICK: Final = timedelta(minutes=1)
#: The anchors wait a while after a start: people's drafts come first.
_ANCHOR_TICK: Final = timedelta(minutes=15)
_MODEL_TICK: Final = timedelta(minutes=5)


def weekly_jobs(
    store: ReportStore,
    clock: Clock,
    worker: str,
    *,
    client_for: ClientFor | None = None,
    scorer: Scorer | None = None,
) -> tuple[Job, ...]:
    """List the jobs that this process can do.

    Args:
        store: Drafts, reports, claims.
        clock: The time.
        worker: This process's name.
        client_for: Finds a workspace's client; without Slack no report is sent from here.
        scorer: Scores the anchors and says which model does; without one both are left to another
            process.
    """
    claims = Claims(store, worker)
    listed = []
    if client_for is not None:
        listed.append(Job(REPORT, _TICK, ReportJob(store, claims, client_for, clock).tick))
    if scorer is not None:
        tick = AnchorJob(store, claims, scorer, clock).tick
        listed.append(Job(MODEL, _MODEL_TICK, ModelJob(store, scorer, clock).tick))
        listed.append(Job(ANCHORS, _ANCHOR_TICK, tick, at_once=False))
    return tuple(listed)
