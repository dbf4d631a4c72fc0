"""The anchors: fifty composed replies, rescored each week, so that drift of the scorer shows."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

import structlog

from bot.clock import Clock
from bot.jobs.claims import Claims
from bot.report.weeks import Week
from bot.scorer_client import Scorer
from bot.store.reporting import AnchorScore, ReportStore
from scoring.contract import CheckItem

__all__ = ["JOB", "Anchor", "AnchorJob", "anchors"]

JOB: Final = "anchors"
_ZONE: Final = "UTC"
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Anchor:
    """A composed reply to a composed message.

    Attributes:
        id: Its name in the store.
        context: The message.
        reply: The reply.
    """

    id: str
    context: str
    reply: str


@cache
def anchors() -> tuple[Anchor, ...]:
    """Read the set. It never changes: a changed reply would be a new anchor under a new name."""
    lines = files("bot.report").joinpath("data/anchors.jsonl").read_text(encoding="utf-8")
    return tuple(Anchor(**json.loads(line)) for line in lines.splitlines() if line.strip())


class AnchorJob:
    """Scores the anchors once a week, by UTC.

    A week that ends somewhere on Monday reads the scores of the Sunday before or of any day of it:
    they are taken as soon as the week begins.

    Args:
        store: Keeps the scores.
        claims: Let one process do it.
        scorer: Scores them, through the same door as everybody's drafts.
        clock: The time.
    """

    def __init__(self, store: ReportStore, claims: Claims, scorer: Scorer, clock: Clock) -> None:
        self._store = store
        self._claims = claims
        self._scorer = scorer
        self._clock = clock

    async def tick(self) -> None:
        """Score this week's anchors, if nobody has."""
        week = Week.of(self._clock(), _ZONE).name
        await self._claims.once(JOB, week, lambda: self._score(week))

    async def _score(self, week: str) -> None:
        scores = []
        for anchor in anchors():
            item = CheckItem(id=anchor.id, context=anchor.context, reply=anchor.reply)
            score = (await self._scorer.check(item, rewrites=False)).score
            if score.overall is not None:
                scores.append(AnchorScore(week, anchor.id, score.overall, score.model.id))
        await self._store.save_anchors(scores, self._clock())
        _log.info("anchors.scored", week=week, scored=len(scores))
