"""What goes into the store and comes out of it: values without SQL. ``base`` hands them on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator

from bot.store.consent import Consent, Switch
from bot.store.records import NewOffer, Token
from scoring.contract import (
    FEATURE_IDS,
    AbstainReason,
    Band,
    CheckResult,
    FlagName,
    Percent,
    Unit,
)

__all__ = [
    "Accepted",
    "ChannelKind",
    "Consent",
    "Dispute",
    "NewCheck",
    "NewFeedback",
    "Person",
    "Purged",
    "Reason",
    "Switch",
    "TeamSettings",
    "Thumb",
    "WorkItem",
    "WorkState",
]

WorkState = Literal["queued", "running", "scored", "done", "failed", "cancelled"]
ChannelKind = Literal["public", "private", "dm", "group_dm", "none"]
Thumb = Literal["up", "down"]
Reason = Literal["wrong_score", "wrong_evidence", "missing_context", "missed_something"]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in Slack. The store turns this into a pseudonym and never writes it in the clear.

    Attributes:
        team_id: Workspace, ``T…``; empty for an installation on a whole Enterprise Grid.
        user_id: ``U…`` or ``W…``.
        enterprise_id: ``E…``; empty outside Enterprise Grid.
    """

    team_id: str
    user_id: str = field(repr=False)
    enterprise_id: str = ""


@dataclass(frozen=True, slots=True)
class WorkItem:
    """One piece of work in flight, decrypted.

    ``payload``, ``result`` and ``owner`` stay out of ``repr``: they hold what people wrote.

    Attributes:
        id: Random id; safe to put into ``private_metadata`` or a button's value. It is also the
            id of the check that ``finish`` writes.
        kind: What is to be done, in the listeners' own words.
        state: See the picture in ``bot.store.base``.
        attempts: How often it has been claimed, this time included and those that ended in order
            left out.
        owner: Who asked.
        payload: What ``accept`` was given.
        result: What ``finish`` was given; None before.
        created_at: When it was accepted (UTC).
        expires_at: When it is removed (UTC).
        error_id: Id of the last error; None before the first one.
    """

    id: str
    kind: str
    state: WorkState
    attempts: int
    owner: Person = field(repr=False)
    payload: Mapping[str, Any] = field(repr=False)
    result: Mapping[str, Any] | None = field(repr=False)
    created_at: datetime
    expires_at: datetime
    error_id: str | None = None


@dataclass(frozen=True, slots=True)
class Accepted:
    """What became of an event.

    Attributes:
        item: The work of this event; None when the event was accepted before and its work has
            gone since.
        first: Whether this call accepted it. If not, ``item`` is in any state.
    """

    item: WorkItem | None
    first: bool


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class NewCheck(_Value):
    """What is kept of a check: numbers and names from fixed lists, no text.

    Attributes:
        session_id: The same for a draft and its re-checks, so that a report counts them once; of
            each session the first and the latest check are kept.
        channel_kind: Kind of conversation it was asked from; ``none`` without one.
        features: Value (0-1) of each feature by id; empty when abstained.
        weakest: Features that the card names as weakest.
        strengths: Features that the card praises.
        offers: The suggestions shown with it, in the card's order.
    """

    session_id: Token
    channel_kind: ChannelKind
    overall: Percent | None
    interval: tuple[Percent, Percent] | None
    band: Band | None
    need: Annotated[float, Field(ge=0, le=2)]
    abstained: AbstainReason | None = None
    features: dict[str, Unit] = {}
    weakest: tuple[str, ...] = ()
    strengths: tuple[str, ...] = ()
    flags: tuple[FlagName, ...] = ()
    model_id: Token
    model_sha256: Token
    offers: tuple[NewOffer, ...] = ()

    @field_validator("features")
    @classmethod
    def _only_known_features(cls, value: dict[str, Unit]) -> dict[str, Unit]:
        if unknown := value.keys() - set(FEATURE_IDS):
            raise ValueError(f"{len(unknown)} unknown feature ids")
        return value

    @field_validator("weakest", "strengths")
    @classmethod
    def _only_names_of_features(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if unknown := set(value) - set(FEATURE_IDS):
            raise ValueError(f"{len(unknown)} unknown feature ids")
        return value

    @classmethod
    def from_result(
        cls, result: CheckResult, *, session_id: str, channel_kind: ChannelKind
    ) -> Self:
        """Take from a scorer's result what may be kept, and leave every quote and text behind."""
        score = result.score
        return cls(
            session_id=session_id,
            channel_kind=channel_kind,
            overall=score.overall,
            interval=score.interval,
            band=score.band,
            need=score.need,
            abstained=score.abstained.reason if score.abstained else None,
            features={feature.id: feature.value for feature in score.features},
            weakest=tuple(weakness.id for weakness in score.weakest),
            strengths=tuple(score.strengths),
            flags=tuple(dict.fromkeys(flag.name for flag in score.flags)),
            model_id=score.model.id,
            model_sha256=score.model.sha256,
            offers=tuple(
                NewOffer(kind=r.kind, source=r.source, overall=r.overall, delta=r.delta)
                for r in result.rewrites
            ),
        )


class NewFeedback(_Value):
    """What a person says of one check. None leaves what they said before, all else replaces it.

    Attributes:
        check_id: Id of the check, which is the id of its work item.
        rating: The person's own rating of the draft, 1 (worst) to 5.
        reasons: Why they disagree; an empty tuple takes earlier reasons back.
        disputed_feature: The feature they think is wrong.
    """

    check_id: Token
    thumb: Thumb | None = None
    rating: Annotated[int, Field(ge=1, le=5)] | None = None
    reasons: tuple[Reason, ...] | None = None
    disputed_feature: str | None = None

    @field_validator("disputed_feature")
    @classmethod
    def _only_a_known_feature(cls, value: str | None) -> str | None:
        if value is not None and value not in FEATURE_IDS:
            raise ValueError("not a feature id")
        return value


@dataclass(frozen=True, slots=True)
class TeamSettings:
    """What a workspace has set up; None means Warmline's default.

    Attributes:
        escalation_text: What the card says first on a crisis flag (Slack mrkdwn).
        guidelines: The house's own guidelines for replies.
    """

    escalation_text: str | None = None
    guidelines: str | None = None


@dataclass(frozen=True, slots=True)
class Purged:
    """How many rows a purge removed.

    Attributes:
        work_items: Drafts in flight whose time was up.
        events: Keys of events.
        samples: Redacted samples whose time was up.
        checks: Checks, with all that hung on them, whose time was up.
        records: Audit entries and withdrawals whose time was up.
    """

    work_items: int
    events: int
    samples: int = 0
    checks: int = 0
    records: int = 0


@dataclass(frozen=True, slots=True)
class Dispute:
    """A disagreement that nobody has answered yet; it names nobody and holds no score.

    Attributes:
        check_id: The check's id.
        said_at: When it was last said (UTC).
        reasons: What is wrong.
        feature: The feature it is about, if one was named.
        model_id: The version that scored.
        reply: The redacted reply, where its writer lets samples be kept; else empty.
    """

    check_id: str
    said_at: datetime
    reasons: tuple[Reason, ...]
    feature: str | None
    model_id: str
    reply: str = field(default="", repr=False)
