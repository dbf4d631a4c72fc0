"""Behaviour cases about what is true of a result: its flags, band, need and quoted evidence."""

from __future__ import annotations

import pytest

from scoring.contract import Flag, Weakness
from tests.unit.scoring.benchmarks.table import abstained, judge, scored


def weak(feature: str, quote: str, span: tuple[int, int]) -> Weakness:
    """Make a weakness that quotes."""
    return Weakness(id=feature, quote=quote, span=span, why="It is cold.", edit="Warm it up.")


@pytest.mark.parametrize("value", [True, False])
def test_flag_must_be_as_named(value: bool) -> None:
    """A flag case passes when the flag is there exactly as the case says, others aside."""
    flags = [Flag(name="pii", message="A card number.")]
    crisis = Flag(name="crisis", message="The customer may be in danger.", where="context")
    check = {"type": "flag", "name": "crisis", "value": value}
    assert judge(check, scored(60.0, flags=[*flags, crisis])).passed is value
    assert judge(check, scored(60.0, flags=flags)).passed is not value


def test_flag_counts_on_an_abstained_draft() -> None:
    """A flag that is not raised is false also where no score was given."""
    assert judge({"type": "flag", "name": "crisis", "value": False}, abstained()).passed


@pytest.mark.parametrize(("overall", "value"), [(44.9, True), (45.0, False)])
def test_needs_work_is_the_lowest_band(overall: float, value: bool) -> None:
    """The name needs_work reads the band."""
    assert judge({"type": "flag", "name": "needs_work", "value": value}, scored(overall)).passed


@pytest.mark.parametrize(("need", "value"), [(0.4, True), (0.5, False)])
def test_no_emotional_content_reads_the_need(need: float, value: bool) -> None:
    """A message with a need under a half counts as without emotional content."""
    check = {"type": "flag", "name": "no_emotional_content", "value": value}
    assert judge(check, scored(60.0, need=need)).passed


@pytest.mark.parametrize(
    ("weakest", "value"),
    [
        ([weak("names_feeling", "a", (0, 1))], True),
        ([weak("names_feeling", "z", (0, 1))], False),
        ([weak("names_feeling", "", (1, 1))], False),
        ([weak("names_feeling", "a", (0, 1)), weak("dismisses", "z", (0, 1))], False),
        ([], False),
    ],
)
def test_evidence_must_be_quoted_from_the_reply(weakest: list[Weakness], value: bool) -> None:
    """Each weakest point quotes the reply at its span, is not empty, and there is at least one."""
    check = {"type": "flag", "name": "evidence_span_in_reply", "value": value}
    assert judge(check, scored(30.0, weakest=weakest)).passed


@pytest.mark.parametrize(("feature", "value"), [("names_feeling", True), ("invites_more", False)])
def test_weakest_is_not_open_questions_reads_the_ids(feature: str, value: bool) -> None:
    """A card that asks for more questions is the one thing this name forbids."""
    check = {"type": "flag", "name": "weakest_is_not_open_questions", "value": value}
    assert judge(check, scored(30.0, weakest=[weak(feature, "a", (0, 1))])).passed
