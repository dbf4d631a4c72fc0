"""Drafts of a span of time for the weekly report, published reports, anchors, changes of model.

A span is found by the index on team and time, and what hangs on its checks by their ids, a batch at
a time: the work grows with the week and not with the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, Final, cast

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from bot.store.parts import StorePart
from bot.store.records import Choice
from bot.store.reporting import AnchorScore, Draft, ModelEvent, ReportTeam, Span
from bot.store.setup import SetupPart, setup_of
from bot.store.tables import (
    AnchorScoreRow,
    CheckRow,
    FeedbackRow,
    MemberRow,
    ModelEventRow,
    OfferRow,
    TeamSettingRow,
    WeeklyReportRow,
)
from bot.store.teams import TeamSetup
from bot.store.values import Person

__all__ = ["ReportsPart"]

#: How many ids one statement asks for: few enough for either database to go by its index.
_BATCH: Final = 400
_BEST_FIRST: Final[tuple[Choice, ...]] = ("used", "edited", "refused")


class _DraftsPart(StorePart):
    """Reads drafts."""

    async def report_drafts(self, team: Person, span: Span) -> Sequence[Draft]:
        """Read a team's drafts; see ``ReportStore.report_drafts``."""
        numbers: dict[str, int] = {}
        drafts = []
        async with self._database.reading() as session:
            rows = (await session.execute(_checks(self._pseudonyms.team(team), span))).all()
            said = await _said(session, [row.id for row in rows])
            offered = await _offered(session, [row.id for row in rows])
        for (member, _), group in groupby(rows, key=lambda row: (row.member, row.session_id)):
            checks = list(group)
            # A draft that began before the span was counted there, with what it was then.
            if checks[0].ordinal == 1:
                number = numbers.setdefault(member, len(numbers))
                drafts.append(_draft(number, checks, said, offered))
        return sorted(drafts, key=lambda draft: draft.at)

    async def first_check(self, team: Person) -> datetime | None:
        """Tell when a team began; see ``ReportStore.first_check``."""
        oldest = (
            select(col(CheckRow.checked_at))
            .where(col(CheckRow.team) == self._pseudonyms.team(team))
            .order_by(col(CheckRow.checked_at))
            .limit(1)
        )
        async with self._database.reading() as session:
            return await session.scalar(oldest)


class ReportsPart(_DraftsPart, SetupPart):
    """The methods of ``ReportStore`` that do not deal with runs of jobs."""

    async def saved_report(self, team: Person, week: str) -> Mapping[str, Any] | None:
        """Read a published report; see ``ReportStore.saved_report``."""
        async with self._database.reading() as session:
            key = (self._pseudonyms.team(team), week)
            row = await session.get(WeeklyReportRow, key)
        return row.document if row else None

    async def saved_reports(self, team: Person) -> Sequence[Mapping[str, Any]]:
        """Read all published reports; see ``ReportStore.saved_reports``."""
        wanted = (
            select(col(WeeklyReportRow.document))
            .where(col(WeeklyReportRow.team) == self._pseudonyms.team(team))
            .order_by(col(WeeklyReportRow.week))
        )
        async with self._database.reading() as session:
            return (await session.scalars(wanted)).all()

    async def save_report(
        self, team: Person, week: str, document: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """Publish a report once; see ``ReportStore.save_report``."""
        key = self._pseudonyms.team(team)
        insert = (
            self._insert(WeeklyReportRow)
            .values(team=key, week=week, document=dict(document), made_at=self._clock())
            .on_conflict_do_nothing()
        )
        async with self._database.transaction() as session:
            await session.execute(insert)
            return (await session.get_one(WeeklyReportRow, (key, week))).document

    async def report_teams(self) -> Sequence[ReportTeam]:
        """List the teams with a report; see ``ReportStore.report_teams``."""
        wanted = (
            select(TeamSettingRow)
            .where(col(TeamSettingRow.report_weekday).is_not(None))
            .where(col(TeamSettingRow.identity).is_not(None))
            .order_by(col(TeamSettingRow.team))
        )
        async with self._database.reading() as session:
            rows = (await session.scalars(wanted)).all()
            leading = select(MemberRow).where(
                col(MemberRow.team).in_([row.team for row in rows]), col(MemberRow.lead)
            )
            leads = (await session.scalars(leading)).all()
        return [
            self._team_of(row, [lead for lead in leads if lead.team == row.team]) for row in rows
        ]

    def _team_of(self, row: TeamSettingRow, leads: Sequence[MemberRow]) -> ReportTeam:
        opened = self._sealer.open(row.identity or b"", row=row.team, column="identity")
        named = frozenset(self._user_id(lead) for lead in leads)
        setup = setup_of(row)
        return ReportTeam(
            key=row.team,
            team=Person(str(opened["team_id"]), "", str(opened["enterprise_id"])),
            setup=TeamSetup(name=setup.name, report=setup.report, leads=named),
        )

    async def save_anchors(self, scores: Sequence[AnchorScore], at: datetime) -> None:
        """Keep a week's anchors; see ``ReportStore.save_anchors``."""
        async with self._database.transaction() as session:
            for score in scores:
                values = {
                    "week": score.week,
                    "anchor": score.anchor,
                    "overall": score.overall,
                    "model_id": score.model,
                }
                insert = self._insert(AnchorScoreRow).values(**values).on_conflict_do_nothing()
                await session.execute(insert)
            for model in dict.fromkeys(score.model for score in scores):
                await self._note_model(session, model, at)

    async def note_model(self, model: str, at: datetime) -> None:
        """Note which model scores now; see ``ReportStore.note_model``."""
        async with self._database.transaction() as session:
            await self._note_model(session, model, at)

    async def _note_model(self, session: AsyncSession, model: str, at: datetime) -> None:
        latest = select(ModelEventRow).order_by(col(ModelEventRow.at).desc()).limit(1)
        last = await session.scalar(latest)
        if last is None or last.model_id != model:
            before = last.model_id if last else ""
            insert = self._insert(ModelEventRow).values(at=at, model_id=model, before=before)
            await session.execute(insert.on_conflict_do_nothing())

    async def anchors(self, since: str = "") -> Sequence[AnchorScore]:
        """Read the anchors; see ``ReportStore.anchors``."""
        wanted = (
            select(AnchorScoreRow)
            .where(col(AnchorScoreRow.week) >= since)
            .order_by(col(AnchorScoreRow.week), col(AnchorScoreRow.anchor))
        )
        async with self._database.reading() as session:
            rows = (await session.scalars(wanted)).all()
        return [AnchorScore(row.week, row.anchor, row.overall, row.model_id) for row in rows]

    async def model_events(self, span: Span) -> Sequence[ModelEvent]:
        """Read changes of the model; see ``ReportStore.model_events``."""
        at = col(ModelEventRow.at)
        wanted = select(ModelEventRow).where(at >= span[0], at < span[1]).order_by(at)
        async with self._database.reading() as session:
            rows = (await session.scalars(wanted)).all()
        return [ModelEvent(row.at, row.model_id, row.before) for row in rows]


def _checks(team: str, span: Span) -> Any:  # noqa: ANN401 - a select of ten columns
    at = col(CheckRow.checked_at)
    return (
        select(
            *(col(getattr(CheckRow, name)) for name in _COLUMNS),
        )
        .where(col(CheckRow.team) == team, at >= span[0], at < span[1])
        .order_by(col(CheckRow.member), col(CheckRow.session_id), col(CheckRow.ordinal))
    )


_COLUMNS: Final = (
    "id",
    "member",
    "session_id",
    "ordinal",
    "checked_at",
    "overall",
    "band",
    "need",
    "channel_kind",
    "model_id",
    "weakest",
    "strengths",
)


def _batches(ids: Sequence[str]) -> list[Sequence[str]]:
    return [ids[start : start + _BATCH] for start in range(0, len(ids), _BATCH)]


async def _said(session: AsyncSession, ids: Sequence[str]) -> dict[str, Any]:
    """Read what people said of some checks."""
    found = {}
    for batch in _batches(ids):
        row = FeedbackRow
        columns = (row.check_id, row.rating, row.reasons, row.outcome)
        wanted = select(*map(col, columns)).where(col(row.check_id).in_(batch))
        found.update({said.check_id: said for said in (await session.execute(wanted)).all()})
    return found


async def _offered(session: AsyncSession, ids: Sequence[str]) -> dict[str, set[Choice | None]]:
    """Read what was done with the suggestions of some checks."""
    found: dict[str, set[Choice | None]] = {}
    for batch in _batches(ids):
        wanted = select(col(OfferRow.check_id), col(OfferRow.choice)).where(
            col(OfferRow.check_id).in_(batch)
        )
        for check_id, choice in (await session.execute(wanted)).all():
            found.setdefault(check_id, set()).add(cast("Choice | None", choice))
    return found


def _draft(
    person: int,
    checks: Sequence[Any],
    said: Mapping[str, Any],
    offered: Mapping[str, set[Choice | None]],
) -> Draft:
    """Join the checks of one draft, in their order."""
    first, last = checks[0], checks[-1]
    choices = set().union(*(offered.get(check.id, set()) for check in checks))
    spoken = [(check, said[check.id]) for check in checks if check.id in said]
    rated = [(check, words) for check, words in spoken if words.rating is not None]
    disputed = [words for _, words in spoken if words.reasons]
    return Draft(
        person=person,
        at=first.checked_at,
        first=first.overall,
        overall=last.overall,
        band=last.band,
        need=last.need,
        channel=last.channel_kind,
        checks=len(checks),
        model=last.model_id,
        weakest=tuple(last.weakest or ()),
        strengths=tuple(last.strengths or ()),
        suggested=bool(choices),
        choice=next((choice for choice in _BEST_FIRST if choice in choices), None),
        rating=rated[-1][1].rating if rated else None,
        rated=rated[-1][0].overall if rated else None,
        reasons=tuple(disputed[-1].reasons) if disputed else (),
        outcome=disputed[-1].outcome if disputed else None,
    )
