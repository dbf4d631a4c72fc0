"""Puts made-up drafts into a database: for demonstrations and benchmarks alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import timedelta
from itertools import islice
from typing import Any, Final

from sqlalchemy import func, insert, literal, select
from sqlmodel import col

from bot.store.reporting import Draft
from bot.store.sql import SqlStore
from bot.store.tables import CheckRow, FeedbackRow, MemberRow, OfferRow, Row
from bot.store.values import Person
from scoring.contract import FEATURE_IDS

__all__ = ["LoadingStore"]

_BATCH: Final = 500
_LATER: Final = timedelta(minutes=5)
#: As many numbers as a real check has, so that rows are as wide as real ones.
_FEATURES: Final = dict.fromkeys(FEATURE_IDS, 0.512)
_Rows = dict[type[Row], list[dict[str, Any]]]


class LoadingStore(SqlStore):
    """A store that also takes drafts of people who do not exist."""

    async def load_drafts(
        self, team: Person, drafts: Iterable[Draft], *, features: bool = False
    ) -> int:
        """Write drafts as checks; person number 3 becomes the user ``U0DEMO3``.

        Args:
            team: The workspace.
            drafts: What to write; read once, a batch at a time.
            features: Whether checks carry numbers for all features, as real ones do.

        Returns:
            How many checks were written.
        """
        written, waiting = 0, iter(drafts)
        while batch := list(islice(waiting, _BATCH)):
            people = await self._people(team, sorted({draft.person for draft in batch}))
            rows: _Rows = {CheckRow: [], FeedbackRow: [], OfferRow: []}
            for draft in batch:
                self._add(rows, draft, people[draft.person], features=features)
            async with self._database.transaction() as session:
                for table, values in rows.items():
                    if values:
                        await session.execute(insert(table), values)
            written += len(rows[CheckRow])
        return written

    async def copy_team(self, team: Person, number: int) -> int:
        """Write all that a team has once more, as another team's; the database does the work.

        Args:
            team: The workspace that is copied.
            number: Tells its copies apart.

        Returns:
            How many checks were written.
        """
        source, end = self._pseudonyms.team(team), f"{number:08x}"
        checks = select(col(CheckRow.id)).where(col(CheckRow.team) == source)
        of_checks = {"check_id": checks}
        async with self._database.transaction() as session:
            await session.execute(_copied(MemberRow, {"id", "team"}, {"team": [source]}, end))
            renamed = {"id", "member", "team", "session_id"}
            await session.execute(_copied(CheckRow, renamed, {"team": [source]}, end))
            await session.execute(_copied(FeedbackRow, {"check_id"}, of_checks, end))
            await session.execute(_copied(OfferRow, {"check_id"}, of_checks, end))
            return len((await session.scalars(checks)).all())

    async def _people(self, team: Person, numbers: Sequence[int]) -> Mapping[int, tuple[str, str]]:
        found = {}
        async with self._database.transaction() as session:
            for number in numbers:
                person = Person(team.team_id, f"U0DEMO{number}", team.enterprise_id)
                member = await self._ensure_member(session, person)
                found[number] = (member, self._pseudonyms.team(person))
        return found

    def _add(self, rows: _Rows, draft: Draft, who: tuple[str, str], *, features: bool) -> None:
        shared = {
            "member": who[0],
            "team": who[1],
            "session_id": self._new_id(),
            "channel_kind": draft.channel,
            "need": draft.need,
            "abstained": None if draft.overall is not None else "too_short",
            "features": _FEATURES if features and draft.overall is not None else {},
            "flags": [],
            "model_id": draft.model,
            "model_sha256": "0" * 64,
        }
        scores = [draft.first, draft.overall] if draft.checks > 1 else [draft.overall]
        for ordinal, overall in enumerate(scores, start=1):
            last = ordinal == len(scores)
            rows[CheckRow].append(
                {
                    **shared,
                    "id": self._new_id(),
                    "ordinal": ordinal,
                    "checked_at": draft.at + (ordinal - 1) * _LATER,
                    "overall": overall,
                    "band": draft.band if last else None,
                    "weakest": list(draft.weakest) if last else [],
                    "strengths": list(draft.strengths) if last else [],
                }
            )
        self._add_words(rows, draft, rows[CheckRow][-1]["id"])

    def _add_words(self, rows: _Rows, draft: Draft, check_id: str) -> None:
        if draft.rating is not None or draft.reasons:
            rows[FeedbackRow].append(
                {
                    "check_id": check_id,
                    "rating": draft.rating,
                    "reasons": list(draft.reasons) or None,
                    "outcome": draft.outcome,
                    "created_at": draft.at,
                    "updated_at": draft.at,
                }
            )
        if draft.suggested:
            rows[OfferRow].append(
                {
                    "check_id": check_id,
                    "position": 0,
                    "kind": "light",
                    "source": "edits",
                    "overall": draft.overall or 0.0,
                    "delta": 8.0,
                    "choice": draft.choice,
                    "chosen_at": draft.at if draft.choice else None,
                }
            )


def _copied(table: type[Row], renamed: Collection[str], among: Mapping[str, Any], end: str) -> Any:  # noqa: ANN401 - an insert
    """Insert some rows of a table again, their names made new by another end.

    Names are hexadecimal digits by chance, so what is left of one lies anywhere in an index.
    """
    columns = table.__table__.columns  # type: ignore[attr-defined]  # SQLModel adds it
    values = [
        func.substr(column, len(end) + 1) + literal(end) if column.name in renamed else column
        for column in columns
    ]
    of_team = [columns[name].in_(found) for name, found in among.items()]
    return insert(table).from_select(columns.keys(), select(*values).where(*of_team))
