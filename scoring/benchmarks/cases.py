"""Behaviour cases from a file of JSON lines; what can't be judged is told before anything runs.

A wrong case would otherwise count as passed or failed, or end the run half-way.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from scoring.contract import BY_ID, MAX_TEXT, FlagName
from scoring.errors import InputError
from scoring.service.parsing import parse_json

__all__ = ["own_cases", "read_cases"]

#: The project's own cases: inside the package where it is installed, in a checkout among the tests.
_OWN = (
    Path(__file__).with_name("cases.jsonl"),
    Path(__file__).resolve().parents[2] / "tests" / "behaviour" / "cases.jsonl",
)

_Text = Annotated[str, Field(max_length=MAX_TEXT)]
_Name = Annotated[str, Field(min_length=1)]
_GROUPS = ("reflection", "autonomy", "open_questions", "affirmation", "partnership")
_TARGETS = frozenset({"overall", "empathy", *_GROUPS, *BY_ID})


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class _Bound(_Strict):
    """A figure against a bound."""

    type: Literal["delta", "band", "abs_delta"]
    target: str
    op: Literal["<", "<=", ">", ">="]
    value: Annotated[float, Field(allow_inf_nan=False)]


class _Flag(_Strict):
    """A flag, or what is read as one, that must be there or not."""

    type: Literal["flag"]
    name: (
        FlagName
        | Literal[
            "needs_work",
            "no_emotional_content",
            "evidence_span_in_reply",
            "weakest_is_not_open_questions",
        ]
    )
    value: bool


class _Abstain(_Strict):
    """No score."""

    type: Literal["abstain"]


class _Rewrites(_Strict):
    """What suggestions must hold or must not."""

    type: Literal["rewrite_preserves", "rewrite_excludes"]
    items: Annotated[list[_Name], Field(min_length=1)]


class _Case(BaseModel):
    """One line; keys it does not name say what the case is for."""

    model_config = ConfigDict(strict=True)

    id: _Name
    kind: Literal["MFT", "INV", "DIR"]
    capability: _Name
    context: _Text | None = None
    a: _Text
    b: _Text | None = None
    context_b: _Text | None = None
    check: Annotated[_Bound | _Flag | _Abstain | _Rewrites, Field(discriminator="type")]


def own_cases() -> Path | None:
    """Find the project's own cases; None in a copy that was made without them."""
    return next((path for path in _OWN if path.is_file()), None)


def read_cases(path: Path) -> list[dict[str, Any]]:
    """Read the cases of a file.

    Raises:
        InputError: The file can't be read, or a line is no case; the sentence names the line.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        message = f"{path} can't be read ({error.strerror}): give a file of behaviour cases."
        raise InputError(message) from None
    # Not splitlines: JSON may hold U+2028 and its like as they are.
    numbered = enumerate(data.split(b"\n"), 1)
    return _cases((number, line) for number, line in numbered if line.strip())


def _cases(lines: Iterable[tuple[int, bytes]]) -> list[dict[str, Any]]:
    seen: dict[str, int] = {}
    cases = []
    for number, line in lines:
        try:
            case = _case(line)
        except InputError as error:
            raise InputError(f"Line {number}: {error}") from None
        first = seen.setdefault(case["id"], number)
        if first != number:
            message = f"Line {number}: line {first} has the same id; give each case its own."
            raise InputError(message)
        cases.append(case)
    if not cases:
        raise InputError("The file holds no cases; give a file of behaviour cases.")
    return cases


def _case(line: bytes) -> dict[str, Any]:
    try:
        case = _Case.model_validate(parse_json(line))
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False, include_context=False)[0]
        raise InputError(f"{_fault(first)} (docs/contract.md has the format).") from None
    _check_sides(case)
    return case.model_dump()


def _fault(error: ErrorDetails) -> str:
    """Say where and what, without the input's own words, which pydantic quotes in two kinds."""
    places, what = error["loc"], error["msg"]
    if error["type"] == "extra_forbidden":
        places, what = places[:-1], "It has a key that no check has"
    elif error["type"] == "union_tag_invalid":
        what = "There is no such type of check"
    return f"{'.'.join(map(str, places)) or 'the case'}: {what}"


def _check_sides(case: _Case) -> None:
    """Check what spans several keys."""
    check = case.check
    if not isinstance(check, _Bound):
        return
    sums = {"each_subfactor"} if check.type == "abs_delta" else set()
    if check.target not in _TARGETS | sums:
        raise InputError("check.target: no figure has that name (docs/contract.md has them).")
    if check.type != "band" and case.b is None:
        raise InputError(f"b: a check of type {check.type} compares two replies; give the second.")
