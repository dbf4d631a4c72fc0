"""What the weekly report reads and keeps: values without SQL, and the store's side of it.

Drafts come out nameless: a person is a number that means something within one answer only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol

from bot.store.records import Choice, Outcome
from bot.store.teams import TeamSetup
from bot.store.values import ChannelKind, Person, Reason
from scoring.contract import Band

__all__ = ["AnchorScore", "Draft", "ModelEvent", "Posting", "ReportStore", "ReportTeam", "Span"]

#: From the first moment (UTC) up to, and without, the second.
Span = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft with all its re-checks, as numbers. It belongs to the week of its first check.

    Attributes:
        person: Whose: a number that holds within one answer of the store.
        at: When it was first checked (UTC).
        first: Score of the first check; None when it was not scored.
        overall: Score of the last check within the span; None when it was not scored.
        band: Band of that score.
        need: How much the customer's message called for, 0 to 2.
        channel: Kind of conversation it was asked from.
        checks: How many of its checks are kept: 1, or more if it was re-checked.
        model: Version of the model that made the last score.
        weakest: Features its last card named as weakest.
        strengths: Features its last card praised.
        suggested: Whether suggestions were shown.
        choice: The best that was done with one: used, else edited, else refused.
        rating: The person's own rating, 1 to 5.
        rated: The score of the check that was rated.
        reasons: Why they disagreed.
        outcome: What became of the disagreement.
    """

    person: int
    at: datetime
    first: float | None
    overall: float | None
    band: Band | None
    need: float
    channel: ChannelKind
    checks: int
    model: str
    weakest: tuple[str, ...] = ()
    strengths: tuple[str, ...] = ()
    suggested: bool = False
    choice: Choice | None = None
    rating: int | None = None
    rated: float | None = None
    reasons: tuple[Reason, ...] = ()
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class ReportTeam:
    """A team that has a weekly report.

    Attributes:
        key: Stands for the team in names of jobs: its pseudonym.
        team: Names the workspace; its ``user_id`` is empty.
        setup: Name, report's time and place, leads.
    """

    key: str
    team: Person = field(repr=False)
    setup: TeamSetup = field(repr=False)


@dataclass(frozen=True, slots=True)
class AnchorScore:
    """The score of one composed reply in one week.

    Attributes:
        week: ISO week, such as ``2026-W48``.
        anchor: The reply's name.
        overall: Its score.
        model: Version of the model that made it.
    """

    week: str
    anchor: str
    overall: float
    model: str


@dataclass(frozen=True, slots=True)
class ModelEvent:
    """The model that scores drafts has changed.

    Attributes:
        at: When this was noticed (UTC).
        model: The new version.
        before: The version before; empty for the first one.
    """

    at: datetime
    model: str
    before: str = ""


@dataclass(frozen=True, slots=True)
class Posting:
    """What is known of the posting of one report in one place, before it is tried.

    Attributes:
        key: Goes out with the message, so that it can be found again; names nobody.
        began: When it was first tried (UTC).
        state: ``new`` when nobody has tried yet; ``open`` when somebody has and never said how it
            ended, so that the message may be there; ``done`` when it is there.
    """

    key: str
    began: datetime
    state: Literal["new", "open", "done"]


class ReportStore(Protocol):
    """The part of the store that reports and scheduled jobs use; one transaction each."""

    async def report_drafts(self, team: Person, span: Span) -> Sequence[Draft]:
        """Read a team's drafts first checked within a span, oldest first."""

    async def first_check(self, team: Person) -> datetime | None:
        """Tell when the oldest of a team's kept checks was made (UTC); None without any."""

    async def saved_report(self, team: Person, week: str) -> Mapping[str, Any] | None:
        """Read a published report as it was published; None if there is none for the week."""

    async def saved_reports(self, team: Person) -> Sequence[Mapping[str, Any]]:
        """Read a team's published reports, the oldest first."""

    async def save_report(
        self, team: Person, week: str, document: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """Publish a report, once; returns what is published for the week, now or before."""

    async def report_teams(self) -> Sequence[ReportTeam]:
        """List the teams that have a weekly report."""

    async def save_anchors(self, scores: Sequence[AnchorScore], at: datetime) -> None:
        """Keep a week's anchor scores, once, and note it if another model made them than last."""

    async def anchors(self, since: str = "") -> Sequence[AnchorScore]:
        """Read the anchors' scores of a week and all after it, oldest first."""

    async def note_model(self, model: str, at: datetime) -> None:
        """Note which model scores now, if it is another one than was noted last."""

    async def model_events(self, span: Span) -> Sequence[ModelEvent]:
        """Read when the model changed, oldest first."""

    async def claim_slot(self, name: str, slot: str, *, worker: str, lease_seconds: float) -> bool:
        """Take one run of a job for this worker.

        Returns:
            True for one caller over all processes, and again for another one when the worker that
            took it has been silent for longer than the lease, because it died or because its run
            failed. False once it has ended well.
        """

    async def beat(self, name: str, slot: str, *, worker: str) -> bool:
        """Say that the run goes on; False when it is no longer this worker's."""

    async def end_slot(self, name: str, slot: str, *, worker: str, error_id: str = "") -> bool:
        """Close a run: done, or failed with the id of an error, to be taken up again later.

        Returns:
            False when it is no longer this worker's.
        """

    async def begin_post(self, team: Person, week: str, place: str) -> Posting:
        """Note that a week's report is about to be posted in a place, and tell what is known."""

    async def end_post(self, posting: Posting, *, there: bool) -> None:
        """Note how it ended: the message is there, or Slack has refused it."""

    async def last_slot(self, name: str) -> str | None:
        """Name the greatest slot of a job that was ever taken; None before its first run."""
