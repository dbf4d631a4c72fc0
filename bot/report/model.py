"""The report as a value: everything its forms show, and nothing else. Kept as JSON as published.

None in place of a number means that it is withheld, or that there was nothing to count.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from bot.report.privacy import Reason
from bot.report.stats import Verdict
from bot.store.values import ChannelKind
from scoring.contract import Band

__all__ = [
    "Agreement",
    "Change",
    "Disputes",
    "Drift",
    "Mean",
    "ModelChange",
    "Named",
    "NeedLevel",
    "Point",
    "Rechecked",
    "Report",
    "Share",
    "Suggestions",
]

NeedLevel = Literal["low", "some", "much"]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Mean(_Part):
    """The mean of people's means with its 95 % interval."""

    mean: float
    low: float
    high: float


class Share(_Part):
    """One part of a whole; withheld when ``drafts`` is None."""

    key: str
    drafts: int | None
    share: float | None


class Named(_Part):
    """On how many drafts a feature was named, and which share of all drafts that is."""

    feature: str
    drafts: int
    share: float


class Change(_Part):
    """The mean against the weeks before.

    Attributes:
        before: The mean over the reports of the four weeks before, each week weighted alike.
        points: The change.
        verdict: Whether it is more than noise.
    """

    before: float
    points: float
    verdict: Verdict


class Rechecked(_Part):
    """Drafts that were checked again: how many, how many improved, the median gain in points."""

    drafts: int
    improved: int | None
    gain: float | None


class Suggestions(_Part):
    """Drafts that were shown suggestions, and what was done with them."""

    drafts: int
    choices: tuple[Share, ...]


class Agreement(_Part):
    """How people's own ratings go with the score.

    Attributes:
        ratings: How many drafts were rated.
        together: Spearman's rank correlation; None where it can't be computed.
        lean: Mean of rating minus score in points: above 0 people are kinder than the score.
    """

    ratings: int
    together: float | None
    lean: float


class Disputes(_Part):
    """Drafts whose people disagreed, why, and what became of it."""

    drafts: int
    reasons: tuple[Share, ...]
    outcomes: tuple[Share, ...]


class Drift(_Part):
    """Change of the anchors' scores since they were first scored.

    Attributes:
        anchors: How many replies were rescored.
        mean: Mean change in points.
        largest: Largest change of one reply.
        since: The week they are compared with.
    """

    anchors: int
    mean: float
    largest: float
    since: str


class ModelChange(_Part):
    """Another version of the model took over.

    Attributes:
        day: The day where the team is (ISO 8601).
        model: The new version.
        before: The version before.
    """

    day: str
    model: str
    before: str


class Point(_Part):
    """One report on the line of the mean.

    Attributes:
        week: Its last week.
        mean: None when it is withheld or empty.
        models: Versions that scored its drafts.
        changed: Whether one of them took over in its weeks.
    """

    week: str
    mean: float | None
    low: float | None = None
    high: float | None = None
    models: tuple[str, ...] = ()
    changed: bool = False


class Report(_Part):
    """A team's report for a week, or for the weeks that end with it.

    Attributes:
        team: The team's name; empty when it has none.
        week: ISO week it was due for.
        weeks: How many weeks it is about.
        days: These weeks as people write them.
        timezone: Whose clocks bound the weeks.
        until: The moment its drafts end (ISO 8601, UTC).
        withheld: Why it says nothing; None when it does.
        people: How many people checked drafts.
        scored: How many drafts have a score.
        bands: Drafts by band, those without a score included.
        improvable: Features most often named as weakest, at most three.
        strongest: The feature most often praised.
        need: Drafts by what the customer's message called for.
        models: Versions that scored the drafts, in order of appearance.
        model_changes: When another version took over, as far as it was noticed in these weeks.
        trend: The means of the reports before and of this one, oldest first.
    """

    form: Literal[1] = 1
    team: str
    week: str
    weeks: int = 1
    days: str
    timezone: str
    until: str
    withheld: Reason | None = None
    drafts: int = 0
    people: int = 0
    scored: int | None = None
    mean: Mean | None = None
    change: Change | None = None
    bands: tuple[Share, ...] = ()
    improvable: tuple[Named, ...] = ()
    strongest: Named | None = None
    rechecked: Rechecked | None = None
    suggestions: Suggestions | None = None
    agreement: Agreement | None = None
    disputes: Disputes | None = None
    need: tuple[Share, ...] = ()
    channels: tuple[Share, ...] = ()
    models: tuple[str, ...] = ()
    model_changes: tuple[ModelChange, ...] = ()
    drift: Drift | None = None
    trend: Annotated[tuple[Point, ...], Field(max_length=16)] = ()

    @property
    def empty(self) -> bool:
        """Whether nobody checked anything."""
        return self.withheld is None and self.drafts == 0


#: The keys of the wholes that a report splits, in the order they are shown.
BAND_KEYS: tuple[Band | Literal["none"], ...] = (
    "excellent",
    "good",
    "okay",
    "needs_work",
    "none",
)
NEED_KEYS: tuple[NeedLevel, ...] = ("low", "some", "much")
CHANNEL_KEYS: tuple[ChannelKind, ...] = ("public", "private", "group_dm", "dm", "none")
CHOICE_KEYS = ("used", "edited", "refused", "untouched")
OUTCOME_KEYS = ("upheld", "stands", "unclear", "open")
REASON_KEYS = ("wrong_score", "wrong_evidence", "missing_context", "missed_something")
