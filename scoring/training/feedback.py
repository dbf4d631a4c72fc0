"""Reads an export of feedback: what people said of drafts, anonymous (docs/feedback-format.md)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from scoring.contract import FEATURE_IDS, MAX_TEXT
from scoring.errors import InputError
from scoring.service.parsing import parse_json

__all__ = ["Line", "Said", "Scored", "Suggestion", "read_feedback"]

_Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9._:+-]{1,100}$")]
_Text = Annotated[str, Field(max_length=MAX_TEXT)]
_Percent = Annotated[float, Field(ge=0, le=100)]


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", protected_namespaces=())


class Scored(_Strict):
    """What the model said then."""

    overall: _Percent | None
    interval: tuple[_Percent, _Percent] | None
    need: Annotated[float, Field(ge=0, le=2)]
    features: dict[str, Annotated[float, Field(ge=0, le=1)]]
    flags: tuple[str, ...]
    model: _Id


class Said(_Strict):
    """What the person who wrote the draft said of it."""

    thumb: Literal["up", "down"] | None
    rating: Annotated[int, Field(ge=1, le=5)] | None
    reasons: tuple[str, ...] | None
    disputed_feature: str | None
    outcome: Literal["upheld", "stands", "unclear"] | None


class Suggestion(_Strict):
    """A suggestion that was shown, as numbers, and what became of it."""

    kind: str
    source: str
    overall: _Percent
    delta: float
    choice: Literal["used", "edited", "refused"] | None


class Line(_Strict):
    """One check.

    Attributes:
        id: Random; goes into the manifest of a model that learns from it.
        rater: The same for one person within this export; ``few`` for people with few lines.
        week: ISO week, maybe of several joined; None where too few people took part.
        draft: The same for a draft and its re-checks.
        step: 1 for a draft's first check, counting up.
    """

    format: Literal[1]
    id: _Id
    rater: _Id
    week: str | None
    draft: _Id
    step: Annotated[int, Field(ge=1)]
    score: Scored
    said: Said | None
    suggestions: tuple[Suggestion, ...]
    reply: _Text | None = Field(repr=False)
    context: _Text | None = Field(repr=False)

    @property
    def rating(self) -> float | None:
        """The person's rating as 0-1; None without one, or where the dispute was not upheld."""
        said = self.said
        if said is None or said.rating is None or said.outcome in ("stands", "unclear"):
            return None
        return (said.rating - 1) / 4

    @property
    def features(self) -> tuple[float, ...] | None:
        """What the model saw in it, in the order of ``FEATURE_IDS``; None if it did not score."""
        values = self.score.features
        return tuple(values[i] for i in FEATURE_IDS) if set(FEATURE_IDS) <= set(values) else None


def read_feedback(path: Path) -> list[Line]:
    """Read an export.

    Raises:
        InputError: The file can't be read, or a line is not of the format; the sentence names the
            line and never quotes it.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        message = f"{path} can't be read ({error.strerror}): give a file of `feedback export`."
        raise InputError(message) from None
    # Not splitlines: JSON may hold U+2028 and its like as they are.
    numbered = enumerate(data.split(b"\n"), 1)
    return [_line(number, raw) for number, raw in numbered if raw.strip()]


def _line(number: int, raw: bytes) -> Line:
    try:
        return Line.model_validate(parse_json(raw))
    except InputError as error:
        raise InputError(f"Line {number}: {error}") from None
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False, include_context=False)[0]
        place = ".".join(map(str, first["loc"])) if first["type"] != "extra_forbidden" else "a key"
        message = f"Line {number}: {place} is not as docs/feedback-format.md says."
        raise InputError(message) from None
