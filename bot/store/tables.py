"""The tables. Rows stay inside ``bot.store``: everybody else sees the values of ``base``.

``table=True`` switches pydantic's checks off, so a row is only ever built from a checked value.
No column holds text that a person wrote in a check: ``payload`` and ``result`` are sealed, the
rest is numbers, pseudonyms and names from fixed lists. ``team_setting`` holds what a team's lead
has set up.
"""

from __future__ import annotations

from datetime import datetime
from typing import get_args

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from bot.store.base import ChannelKind, Thumb, WorkState
from scoring.contract import AbstainReason, Band

__all__ = [
    "CheckRow",
    "EventSeenRow",
    "FeedbackRow",
    "MemberRow",
    "Row",
    "TeamSettingRow",
    "WorkItemRow",
]

#: Length of an HMAC-SHA256 pseudonym in hexadecimal.
PSEUDONYM = 64
#: Length of a work item's random id.
ID = 32


def _one_of(choices: object) -> sa.Enum:
    # Not a native enum: PostgreSQL's own type survives a downgrade and breaks the next upgrade.
    names = get_args(choices)
    return sa.Enum(*names, native_enum=False, length=24, validate_strings=True)


class Row(SQLModel):
    """Base of all tables, with names for constraints so that a migration can speak of them."""

    metadata = sa.MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "ix": "ix_%(table_name)s_%(column_0_name)s",
        }
    )


class MemberRow(Row, table=True):
    """A person, under a pseudonym, and what they allow."""

    __tablename__ = "member"

    id: str = Field(primary_key=True, max_length=PSEUDONYM)
    team: str = Field(max_length=PSEUDONYM, index=True)
    #: Sealed Slack ids: the only way back from a pseudonym, for messages to the person.
    identity: bytes
    checks_count: bool = True
    told_at: datetime | None = None
    created_at: datetime


class EventSeenRow(Row, table=True):
    """A Slack event that was taken, so that a repeat is not."""

    __tablename__ = "event_seen"

    key: str = Field(primary_key=True, max_length=PSEUDONYM)
    seen_at: datetime = Field(index=True)
    #: The work item it made, for whoever meets the repeat. No foreign key: the item goes earlier.
    work_id: str | None = Field(default=None, max_length=ID)


class WorkItemRow(Row, table=True):
    """A piece of work in flight; removed when it expires."""

    __tablename__ = "work_item"
    __table_args__ = (sa.Index("ix_work_item_state_lease_until", "state", "lease_until"),)

    id: str = Field(primary_key=True, max_length=ID)
    member: str = Field(
        max_length=PSEUDONYM, foreign_key="member.id", ondelete="CASCADE", index=True
    )
    kind: str = Field(max_length=40)
    state: str = Field(sa_type=_one_of(WorkState))
    payload: bytes
    result: bytes | None = None
    worker: str | None = Field(default=None, max_length=100)
    lease_until: datetime | None = None
    attempts: int = 0
    error_id: str | None = Field(default=None, max_length=40)
    created_at: datetime
    expires_at: datetime = Field(index=True)


class CheckRow(Row, table=True):
    """The numbers of one check."""

    __tablename__ = "check"
    __table_args__ = (
        sa.Index("ix_check_team_checked_at", "team", "checked_at"),
        sa.Index("ix_check_member_session_id", "member", "session_id"),
    )

    #: The work item's id: that a check is written once is the primary key's doing.
    id: str = Field(primary_key=True, max_length=ID)
    member: str = Field(max_length=PSEUDONYM, foreign_key="member.id", ondelete="CASCADE")
    team: str = Field(max_length=PSEUDONYM)
    session_id: str = Field(max_length=100)
    #: 1 for a session's first check, counting up with each re-check.
    ordinal: int
    #: To the second.
    checked_at: datetime
    channel_kind: str = Field(sa_type=_one_of(ChannelKind))
    overall: float | None = None
    interval_low: float | None = None
    interval_high: float | None = None
    band: str | None = Field(default=None, sa_type=_one_of(Band))
    need: float
    abstained: str | None = Field(default=None, sa_type=_one_of(AbstainReason))
    features: dict[str, float] = Field(sa_type=sa.JSON)
    flags: list[str] = Field(sa_type=sa.JSON)
    model_id: str = Field(max_length=100)
    model_sha256: str = Field(max_length=100)


class FeedbackRow(Row, table=True):
    """What the person who wrote a draft says of its check."""

    __tablename__ = "feedback"

    check_id: str = Field(
        primary_key=True, max_length=ID, foreign_key="check.id", ondelete="CASCADE"
    )
    thumb: str | None = Field(default=None, sa_type=_one_of(Thumb))
    rating: int | None = None
    reasons: list[str] | None = Field(default=None, sa_type=sa.JSON(none_as_null=True))
    disputed_feature: str | None = Field(default=None, max_length=64)
    created_at: datetime
    updated_at: datetime


class TeamSettingRow(Row, table=True):
    """What a workspace has set up."""

    __tablename__ = "team_setting"

    team: str = Field(primary_key=True, max_length=PSEUDONYM)
    escalation_text: str | None = Field(default=None, sa_type=sa.Text)
    guidelines: str | None = Field(default=None, sa_type=sa.Text)
    updated_at: datetime
