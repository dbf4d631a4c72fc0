"""What is kept beside a check, and what a person can see of all of it: values without SQL."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from bot.redact.values import Redacted
from bot.store.consent import Consent
from scoring.contract import Band, Percent, RewriteKind, RewriteSource

__all__ = [
    "AuditAction",
    "Choice",
    "Example",
    "Forgotten",
    "NewChoice",
    "NewOffer",
    "NewSample",
    "Outcome",
    "OwnCheck",
    "Stored",
    "Token",
    "Withdrawal",
]

#: A short machine-made name: ids, hashes, versions. Too narrow for anything a person writes.
Token = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._:+-]{1,100}$")]
#: What became of a suggestion that was shown.
Choice = Literal["used", "edited", "refused"]
#: What became of a disagreement: the person was right, the score stands, or nobody can tell.
Outcome = Literal["upheld", "stands", "unclear"]
AuditAction = Literal[
    "switch_on",
    "switch_off",
    "customer_on",
    "customer_off",
    "setup_changed",
    "person_forgotten",
    "team_forgotten",
    "person_exported",
    "handed_out",
    "outcome_set",
    "keys_rotated",
    "model_promoted",
    "model_rejected",
]


class NewOffer(BaseModel):
    """A suggestion that is shown with a check: numbers, no text."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: RewriteKind
    source: RewriteSource
    overall: Percent
    delta: Annotated[float, Field(ge=-100, le=100)]


class NewChoice(BaseModel):
    """What a person did with a suggestion.

    Attributes:
        check_id: The check it was shown with.
        position: Its place on the card, from 0.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    check_id: Token
    position: Annotated[int, Field(ge=0, le=20)]
    choice: Choice


@dataclass(frozen=True, slots=True)
class NewSample:
    """The text of a check. Only redacted text fits in here.

    Attributes:
        reply: The draft.
        customer: The customer's message; left out unless the workspace's owner allows it.
    """

    reply: Redacted = field(repr=False)
    customer: Redacted | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class OwnCheck:
    """One of a person's checks, as they themselves see it.

    Attributes:
        id: The check's id.
        session_id: The same for a draft and its re-checks.
        checked_at: When (UTC).
        overall: Its score; None when it was not scored.
        band: The band of the score.
        rating: The person's own rating, if they gave one.
        outcome: What became of their disagreement, once somebody has looked at it.
    """

    id: str
    session_id: str
    checked_at: datetime
    overall: float | None
    band: Band | None
    rating: int | None = None
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Stored:
    """What is stored about a person, as counts and dates.

    Attributes:
        consent: Their switches.
        since: When they first used Warmline here; None: nothing at all is stored.
        checks: How many of their checks are kept as numbers.
        first_check: Time of the first of these.
        last_check: Time of the last.
        ratings: On how many of them they said something.
        suggestions: How many suggestions were shown with them.
        choices: What became of these, by choice.
        samples: How many redacted samples of their replies are kept.
        customer_messages: How many of these have the customer's message beside them.
        samples_until: When the last of them expires.
        drafts: How many drafts are kept, encrypted, for re-checks.
        drafts_until: When the last of them expires.
        used_in_training: How many of the checks have been used to train the scorer.
    """

    consent: Consent
    since: datetime | None = None
    checks: int = 0
    first_check: datetime | None = None
    last_check: datetime | None = None
    ratings: int = 0
    suggestions: int = 0
    choices: Mapping[str, int] = field(default_factory=dict)
    samples: int = 0
    customer_messages: int = 0
    samples_until: datetime | None = None
    drafts: int = 0
    drafts_until: datetime | None = None
    used_in_training: int = 0


@dataclass(frozen=True, slots=True)
class Forgotten:
    """How much was removed of a person or a workspace.

    Attributes:
        people: How many people.
        checks: How many of their checks, each with what hung on it.
        samples: How many samples.
        drafts: How many drafts in flight.
        to_rebuild: How many of the checks had been handed out for training; the models that know
            them are to be rebuilt or retired in time.
    """

    people: int = 0
    checks: int = 0
    samples: int = 0
    drafts: int = 0
    to_rebuild: int = 0


@dataclass(frozen=True, slots=True)
class Example:
    """One check that its person lets be used for training; names nobody.

    Attributes:
        id: The check's id; what a model's manifest lists, and what a withdrawal names.
        numbers: Score, features, feedback and choices, as JSON.
        reply: The redacted draft, if its person keeps samples.
        customer: The redacted message it answers, if the owner allows that too.
        rater: The same for one person's examples of one reading, and different in the next one.
        week: The ISO week of the check, by UTC.
    """

    id: str
    numbers: Mapping[str, Any]
    reply: str | None = field(default=None, repr=False)
    customer: str | None = field(default=None, repr=False)
    rater: str = ""
    week: str = ""


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A training example that must be used no more.

    Attributes:
        id: Its id.
        withdrawn_at: Since when.
        due_at: When a model that learned from it must be rebuilt or retired.
    """

    id: str
    withdrawn_at: datetime
    due_at: datetime
