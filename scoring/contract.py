"""What the scorer takes and gives: the only module of ``scoring`` that ``bot`` imports.

The names and ranges here are stable: people script against them (``docs/contract.md``). All
character offsets count Unicode code points of the text exactly as it was given. ``overall`` and
``interval`` are 0-100, ``need`` is 0-2, everything in ``features`` is 0-1.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from scoring.features.registry import (
    BY_ID,
    FEATURE_IDS,
    FEATURES,
    SUBFACTORS,
    Family,
    FeatureSpec,
)

__all__ = [
    "BANDS",
    "BY_ID",
    "FEATURES",
    "FEATURE_IDS",
    "MAX_CHANNEL",
    "MAX_GUIDELINES",
    "MAX_ITEMS",
    "MAX_TEXT",
    "SUBFACTOR_IDS",
    "AbstainReason",
    "Abstention",
    "Band",
    "CheckItem",
    "CheckRequest",
    "CheckResponse",
    "CheckResult",
    "Edit",
    "ElapsedMs",
    "Facts",
    "Family",
    "Feature",
    "FeatureSpec",
    "Flag",
    "FlagName",
    "Ignored",
    "IgnoredKind",
    "ModelInfo",
    "Outcome",
    "Problem",
    "Rewrite",
    "RewriteKind",
    "RewriteSource",
    "Score",
    "Span",
    "Weakness",
    "band_of",
]

#: Longest context or reply the service takes, in code points. Longer input is an error of that
#: item (HTTP 422, exit code 2), never a silent cut.
MAX_TEXT = 100_000
#: Most items of one request.
MAX_ITEMS = 256
#: Longest house guidelines, in code points.
MAX_GUIDELINES = 4_000
#: Longest name of a channel, in code points.
MAX_CHANNEL = 40

SUBFACTOR_IDS: tuple[str, ...] = tuple(f.id for f in SUBFACTORS)

Band = Literal["needs_work", "okay", "good", "excellent"]
#: Lower bound of each band on ``overall``, best first.
BANDS: tuple[tuple[float, Band], ...] = (
    (80.0, "excellent"),
    (65.0, "good"),
    (45.0, "okay"),
    (0.0, "needs_work"),
)

AbstainReason = Literal["too_short", "too_long", "not_a_reply", "language", "no_text"]
FlagName = Literal[
    "crisis",
    "safety",
    "unfilled_placeholder",
    "internal_note",
    "possible_wrong_recipient",
    "no_context",
    "pii",
    "house_word",
]
IgnoredKind = Literal["signature", "quote", "code", "url", "id", "instruction"]
RewriteKind = Literal["light", "warmer", "full"]
RewriteSource = Literal["edits", "llm"]
#: What came of looking for suggestions.
Outcome = Literal["offered", "good_as_it_is", "none_passed", "not_asked"]
Where = Literal["reply", "context"]
Span = tuple[int, int]
Percent = Annotated[float, Field(ge=0, le=100)]
Unit = Annotated[float, Field(ge=0, le=1)]


def band_of(overall: float) -> Band:
    """Name the band of a score of 0-100."""
    return next(name for floor, name in BANDS if overall >= floor)


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CheckItem(_Part):
    """One draft to check.

    Attributes:
        id: The caller's own id, echoed in the result.
        context: The customer's message the draft answers; empty when unknown.
        reply: The draft.
        locale: BCP 47 tag of the writer's interface language; the text's own language is detected.
        guidelines: The house's guidelines as its people typed them, one thing a line: words to
            avoid ("Avoid: kindly, unfortunately"), "Tone: ...", "Sign-off: ...", anything else.
            They bind suggestions and never change a score.
        channel: Where the reply goes ("email", "chat", "social"); empty when unknown.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str = ""
    context: str = Field(default="", max_length=MAX_TEXT)
    reply: str = Field(max_length=MAX_TEXT)
    locale: str = "en"
    guidelines: str = Field(default="", max_length=MAX_GUIDELINES)
    channel: str = Field(default="", max_length=MAX_CHANNEL)


class CheckRequest(_Part):
    """Body of ``POST /v1/check``."""

    items: list[CheckItem] = Field(min_length=1, max_length=MAX_ITEMS)
    rewrites: bool = True


class Abstention(_Part):
    """Why no score is given, in one sentence a person can act on."""

    reason: AbstainReason
    message: str


class Flag(_Part):
    """Something that matters more than any number."""

    name: FlagName
    message: str
    span: Span | None = None
    where: Where = "reply"


class Ignored(_Part):
    """A part of the reply that was not scored."""

    kind: IgnoredKind
    span: Span


class Feature(_Part):
    """One of the 37 features.

    Attributes:
        value: 0-1; for MITI codes the probability that the code is present.
        expected: Mean value over replies rated 75 or more to messages of like need.
        weight: Share of the absolute contributions to ``overall``.
        fault: True when the less the better.
        spans: Evidence in the reply; may be empty.
    """

    id: str
    family: Family
    value: Unit
    expected: Unit
    weight: Unit
    fault: bool
    spans: list[Span] = []


class Weakness(_Part):
    """What is weakest: the quoted span, why it is weak, what small edit would help."""

    id: str
    quote: str
    span: Span
    why: str
    edit: str


class ModelInfo(_Part):
    """Which model version made the score."""

    id: str
    kind: str
    sha256: str


class Score(_Part):
    """The score of one draft; ``overall``, ``interval`` and ``band`` are null when abstained."""

    overall: Percent | None
    interval: tuple[Percent, Percent] | None
    band: Band | None
    need: Annotated[float, Field(ge=0, le=2)]
    abstained: Abstention | None = None
    flags: list[Flag] = []
    ignored: list[Ignored] = []
    features: list[Feature] = []
    residual: Unit = 0.0
    strengths: list[str] = []
    weakest: list[Weakness] = Field(default=[], max_length=2)
    model: ModelInfo


class Edit(_Part):
    """Replace ``span`` of the draft by ``text`` (an empty span inserts)."""

    span: Span
    text: str


class Facts(_Part):
    """Verdict of the fact gate: hard facts of the draft lost, hard facts invented."""

    kept: bool
    missing: list[str] = []
    added: list[str] = []


class Rewrite(_Part):
    """A suggestion that scored better and kept every fact."""

    kind: RewriteKind
    text: str
    edits: list[Edit] = []
    overall: Percent
    delta: float
    facts: Facts
    source: RewriteSource


class ElapsedMs(_Part):
    """Wall-clock milliseconds of the two parts."""

    score: float
    rewrite: float


class CheckResult(_Part):
    """What one check returns.

    Attributes:
        outcome: ``offered``: there are suggestions. ``good_as_it_is``: nothing is clearly weak, or
            a language model put the draft before every suggestion. ``none_passed``: no change was
            both better and safe, so the edits stay in words. ``not_asked``: rewrites were switched
            off, or there is no score.
    """

    id: str = ""
    score: Score
    rewrites: list[Rewrite] = []
    outcome: Outcome = "not_asked"
    elapsed_ms: ElapsedMs


class CheckResponse(_Part):
    """Body of the answer to ``POST /v1/check``, in the order of the request."""

    items: list[CheckResult]


class Problem(BaseModel):
    """RFC 9457 problem document."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    instance: str | None = None
