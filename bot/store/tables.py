"""The tables. Rows stay inside ``bot.store``: everybody else sees the values of ``base``.

``table=True`` switches pydantic's checks off, so a row is only ever built from a checked value.
No column holds text that a person wrote in a check in the clear: ``payload`` and ``result`` are
sealed, ``text_sample`` is redacted and sealed, the rest is numbers, pseudonyms and names from fixed
lists. ``team_setting`` holds what a team's lead has set up.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, get_args

import sqlalchemy as sa
from sqlmodel import Field, SQLModel

from bot.store.base import AuditAction, ChannelKind, Choice, Outcome, Thumb, WorkState
from bot.store.learning import Decision
from bot.store.teams import NAME_MAX
from scoring.contract import AbstainReason, Band, RewriteKind, RewriteSource

__all__ = [
    "AnchorScoreRow",
    "AuditRow",
    "CheckRow",
    "EventSeenRow",
    "FeedbackRow",
    "InstallationRow",
    "JobRunRow",
    "MemberRow",
    "ModelEventRow",
    "OfferRow",
    "Row",
    "TeamSettingRow",
    "TextSampleRow",
    "TrainingRunRow",
    "WeeklyReportRow",
    "WithdrawalRow",
    "WorkItemRow",
]

#: Length of an HMAC-SHA256 pseudonym in hexadecimal.
PSEUDONYM = 64
#: Length of a work item's random id.
ID = 32


_OFF: dict[str, sa.ColumnElement[bool]] = {"server_default": sa.false()}


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
    # The server's own default too: an older program that writes rows does not know these columns.
    keep_samples: bool = Field(default=False, sa_column_kwargs=_OFF)
    train: bool = Field(default=False, sa_column_kwargs=_OFF)
    #: Whether they lead the team: set in App Home by somebody who may.
    lead: bool = Field(default=False, sa_column_kwargs=_OFF)


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
    #: When it was last handed out for training; None: never.
    used_at: datetime | None = None
    #: Features that its card named as weakest and as strengths; None in rows from before they were.
    weakest: list[str] | None = Field(default=None, sa_type=sa.JSON(none_as_null=True))
    strengths: list[str] | None = Field(default=None, sa_type=sa.JSON(none_as_null=True))


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
    #: What became of a disagreement once somebody had looked at it.
    outcome: str | None = Field(default=None, sa_type=_one_of(Outcome))
    settled_at: datetime | None = None
    created_at: datetime
    updated_at: datetime


class OfferRow(Row, table=True):
    """A suggestion that was shown with a check, as numbers, and what its person did with it."""

    __tablename__ = "offer"

    check_id: str = Field(
        primary_key=True, max_length=ID, foreign_key="check.id", ondelete="CASCADE"
    )
    #: Its place on the card, from 0.
    position: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    kind: str = Field(sa_type=_one_of(RewriteKind))
    source: str = Field(sa_type=_one_of(RewriteSource))
    overall: float
    delta: float
    #: None: shown, and nothing done with it.
    choice: str | None = Field(default=None, sa_type=_one_of(Choice))
    chosen_at: datetime | None = None


class TextSampleRow(Row, table=True):
    """The redacted text of a check, sealed; removed when it expires."""

    __tablename__ = "text_sample"

    check_id: str = Field(
        primary_key=True, max_length=ID, foreign_key="check.id", ondelete="CASCADE"
    )
    member: str = Field(
        max_length=PSEUDONYM, foreign_key="member.id", ondelete="CASCADE", index=True
    )
    team: str = Field(max_length=PSEUDONYM, index=True)
    reply: bytes
    #: Only under the owner's switch.
    customer: bytes | None = None
    #: Name and version of what redacted it, so that a better one can be run over older samples.
    redactor: str = Field(max_length=40)
    expires_at: datetime = Field(index=True)


class WithdrawalRow(Row, table=True):
    """A check that was handed out for training and has since been withdrawn.

    It names no person: the check itself is gone. Training leaves these out, exports drop them, and
    a model whose manifest lists one is to be rebuilt or retired by ``due_at``.
    """

    __tablename__ = "withdrawal"

    check_id: str = Field(primary_key=True, max_length=ID)
    withdrawn_at: datetime
    due_at: datetime = Field(index=True)


class AuditRow(Row, table=True):
    """What was done with people's data, and when; who did it only while they are known here."""

    __tablename__ = "audit"

    id: str = Field(primary_key=True, max_length=ID)
    at: datetime = Field(index=True)
    team: str | None = Field(default=None, max_length=PSEUDONYM, index=True)
    member: str | None = Field(default=None, max_length=PSEUDONYM, index=True)
    action: str = Field(sa_type=_one_of(AuditAction))
    counts: dict[str, int] = Field(sa_type=sa.JSON)


class TeamSettingRow(Row, table=True):
    """What a workspace has set up."""

    __tablename__ = "team_setting"

    team: str = Field(primary_key=True, max_length=PSEUDONYM)
    escalation_text: str | None = Field(default=None, sa_type=sa.Text)
    guidelines: str | None = Field(default=None, sa_type=sa.Text)
    updated_at: datetime
    #: The owner's switch for the customer's message.
    customer_text: bool = Field(default=False, sa_column_kwargs=_OFF)
    #: Sealed ids of the workspace, without which its key could not be rotated.
    identity: bytes | None = None
    name: str | None = Field(default=None, max_length=NAME_MAX)
    #: Where and when the weekly report comes; without a weekday there is none.
    report_channel: str | None = Field(default=None, max_length=32)
    report_weekday: int | None = None
    report_hour: int | None = None
    report_timezone: str | None = Field(default=None, max_length=64)


class InstallationRow(Row, table=True):
    """The app in a workspace, or in a whole organisation, with its tokens."""

    __tablename__ = "installation"

    team: str = Field(primary_key=True, max_length=PSEUDONYM)
    #: Sealed ids of the workspace and its organisation.
    identity: bytes
    #: Sealed: tokens, their end and scopes, the bot's ids, the workspace's name.
    access: bytes
    revision: int
    #: Until when a process has taken on to exchange the token for the next.
    refresh_until: datetime | None = None
    installed_at: datetime


class JobRunRow(Row, table=True):
    """One run of a scheduled job. Its key lets one process have it, however many ask."""

    __tablename__ = "job_run"

    name: str = Field(primary_key=True, max_length=100)
    slot: str = Field(primary_key=True, max_length=40)
    worker: str = Field(max_length=100)
    attempts: int = 1
    started_at: datetime = Field(index=True)
    heartbeat_at: datetime
    finished_at: datetime | None = None
    #: Of the last attempt, if it failed.
    error_id: str | None = Field(default=None, max_length=40)


class AnchorScoreRow(Row, table=True):
    """The score of one composed reply in one week."""

    __tablename__ = "anchor_score"

    week: str = Field(primary_key=True, max_length=8)
    anchor: str = Field(primary_key=True, max_length=32)
    overall: float
    model_id: str = Field(max_length=100)


class ModelEventRow(Row, table=True):
    """A change of the model that scores drafts."""

    __tablename__ = "model_event"

    at: datetime = Field(primary_key=True)
    model_id: str = Field(max_length=100)
    before: str = Field(default="", max_length=100)


class WeeklyReportRow(Row, table=True):
    """A published report: sums over at least five people, kept as it was read."""

    __tablename__ = "weekly_report"

    team: str = Field(primary_key=True, max_length=PSEUDONYM)
    week: str = Field(primary_key=True, max_length=8)
    document: dict[str, Any] = Field(sa_type=sa.JSON)
    made_at: datetime = Field(index=True)


class TrainingRunRow(Row, table=True):
    """A run of retraining: who, why, what came of it. No person and no text."""

    __tablename__ = "training_run"

    id: str = Field(primary_key=True, max_length=ID)
    started_at: datetime = Field(index=True)
    who: str = Field(max_length=100)
    why: str = Field(max_length=400)
    examples: int
    finished_at: datetime | None = None
    version: str = Field(max_length=100)
    passed: bool | None = None
    promoted: bool
    said: str = Field(sa_type=sa.Text)
    findings: list[dict[str, Any]] | None = Field(default=None, sa_type=sa.JSON)
    page: str = Field(default="", max_length=400, sa_column_kwargs={"server_default": ""})
    decision: str | None = Field(default=None, sa_type=_one_of(Decision))
    decided_at: datetime | None = None
