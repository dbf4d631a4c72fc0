"""Runs of retraining in the database, and how much there is to learn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Final

from sqlalchemy import exists, func, select, update
from sqlmodel import col

from bot.errors import RunNotFoundError
from bot.store.base import AuditAction, Person
from bot.store.learning import Decision, TrainingRun
from bot.store.parts import StorePart
from bot.store.removal import run as change_rows
from bot.store.tables import (
    CheckRow,
    FeedbackRow,
    MemberRow,
    TextSampleRow,
    TrainingRunRow,
    WithdrawalRow,
)

__all__ = ["RetrainingPart"]

_AUDITED: Final[dict[Decision | None, AuditAction]] = {
    "promoted": "model_promoted",
    "rejected": "model_rejected",
}


class RetrainingPart(StorePart):
    """The methods of ``RetrainStore``."""

    async def fresh_ratings(self) -> int:
        """Count what is new to learn from; see ``RetrainStore.fresh_ratings``."""
        taken_back = exists().where(col(WithdrawalRow.check_id) == col(CheckRow.id))
        wanted = (
            select(func.count())
            .select_from(CheckRow)
            .join(MemberRow, col(MemberRow.id) == col(CheckRow.member))
            .join(FeedbackRow, col(FeedbackRow.check_id) == col(CheckRow.id))
            .join(TextSampleRow, col(TextSampleRow.check_id) == col(CheckRow.id))
            .where(
                col(CheckRow.used_at).is_(None),
                col(FeedbackRow.rating).is_not(None),
                col(MemberRow.train).is_(True),
                col(MemberRow.checks_count).is_(True),
                col(MemberRow.keep_samples).is_(True),
                ~taken_back,
            )
        )
        async with self._database.reading() as session:
            return int(await session.scalar(wanted) or 0)

    async def save_training_run(self, run: TrainingRun) -> None:
        """Keep a run; see ``RetrainStore.save_training_run``."""
        values = asdict(run) | {"findings": list(run.findings)}
        later = {name: value for name, value in values.items() if name != "id"}
        insert = (
            self._insert(TrainingRunRow)
            .values(**values)
            .on_conflict_do_update(index_elements=["id"], set_=later)
        )
        async with self._database.transaction() as session:
            await session.execute(insert)

    async def training_runs(self, limit: int = 50) -> Sequence[TrainingRun]:
        """Read the latest runs; see ``RetrainStore.training_runs``."""
        wanted = select(TrainingRunRow).order_by(col(TrainingRunRow.started_at).desc()).limit(limit)
        async with self._database.reading() as session:
            rows = (await session.scalars(wanted)).all()
        return [_run(row) for row in rows]

    async def training_run(self, run_id: str) -> TrainingRun:
        """Read one run; see ``RetrainStore.training_run``."""
        async with self._database.reading() as session:
            row = await session.get(TrainingRunRow, run_id)
        if row is None:
            raise RunNotFoundError
        return _run(row)

    async def decide(
        self, run_id: str, decision: Decision | None, person: Person, *, before: Decision | None
    ) -> bool:
        """Note the owner's word; see ``RetrainStore.decide``."""
        row = col(TrainingRunRow.decision)
        unchanged = row.is_(None) if before is None else row == before
        change = (
            update(TrainingRunRow)
            .where(col(TrainingRunRow.id) == run_id, unchanged)
            .values(decision=decision, decided_at=self._clock() if decision else None)
        )
        async with self._database.transaction() as session:
            first = await change_rows(session, change) == 1
            if first and (action := _AUDITED.get(decision)):
                team, member = self._pseudonyms.team(person), self._pseudonyms.member(person)
                self._note(session, action, team=team, member=member)
        return first


def _run(row: TrainingRunRow) -> TrainingRun:
    values = {name: getattr(row, name) for name in TrainingRun.__dataclass_fields__}
    return TrainingRun(**values | {"findings": tuple(row.findings or ())})
