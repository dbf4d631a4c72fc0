"""An export names nobody, also when its lines are put together."""

from __future__ import annotations

from collections import Counter
from itertools import count
from typing import Any

from bot.anonymise.feedback import TOGETHER, anonymous_lines
from bot.store.records import Example


def example(number: int, rater: str, week: str, **numbers: Any) -> Example:
    values = {
        "session_id": f"session-{rater}-{number}",
        "ordinal": 1,
        "channel_kind": "private",
        "overall": 63.0,
        "interval_low": 54.0,
        "interval_high": 71.0,
        "band": "okay",
        "need": 1.4,
        "features": {"names_feeling": 0.3},
        "flags": [],
        "model_id": "2026-11-30.2",
        "model_sha256": "ab" * 32,
        "suggestions": [
            {"position": 0, "kind": "light", "source": "edits", "overall": 70.0, "delta": 7.0,
             "choice": "used"}
        ],
        "feedback": {"thumb": None, "rating": 4, "reasons": None, "disputed_feature": None,
                     "outcome": None},
    }  # fmt: skip
    return Example(f"id{number}", {**values, **numbers}, "A reply.", None, rater, week)


def lines(examples: list[Example]) -> list[dict[str, Any]]:
    ids = count()
    return anonymous_lines(examples, lambda: f"random{next(ids)}")


def team(people: int, weeks: tuple[str, ...] = ("2026-W10",), each: int = 5) -> list[Example]:
    found = []
    for week in weeks:
        for person in range(people):
            found += [example(len(found) + n, f"pseudonym{person}", week) for n in range(each)]
    return found


def test_what_could_name_somebody_is_left_out() -> None:
    """No pseudonym, session, channel or hash; ratings, scores and choices stay."""
    made = lines(team(5))
    text = str(made)
    for secret in ("pseudonym", "session", "private", "abab"):
        assert secret not in text
    assert made[0]["said"]["rating"] == 4
    assert made[0]["score"]["interval"] == [54.0, 71.0]
    assert made[0]["suggestions"][0]["choice"] == "used"
    assert "position" not in made[0]["suggestions"][0]


def test_one_person_keeps_one_id_and_one_draft_too() -> None:
    """Leniency and re-checks can be seen within an export."""
    made = lines([*team(5), example(90, "pseudonym0", "2026-W10", session_id="s", ordinal=1),
                  example(91, "pseudonym0", "2026-W10", session_id="s", ordinal=3)])  # fmt: skip
    assert len({line["rater"] for line in made}) == 5
    first, again = made[-2:]
    assert first["rater"] == made[0]["rater"]
    assert first["draft"] == again["draft"] != made[0]["draft"]
    assert (first["step"], again["step"]) == (1, 3)


def test_people_with_few_examples_share_an_id() -> None:
    """Who rated four drafts can't be told from who rated one."""
    made = lines([*team(5), example(90, "rare1", "2026-W10"), example(91, "rare2", "2026-W10")])
    assert Counter(line["rater"] for line in made)[TOGETHER] == 2


def test_weeks_with_few_people_are_joined() -> None:
    """Each week that is named had at least five people, alone or with those before it."""
    small = [example(200 + n, f"pseudonym{n}", "2026-W11") for n in range(3)]
    late = [example(300, "pseudonym0", "2026-W13")]
    made = lines([*team(5), *small, *late])
    assert {line["week"] for line in made} == {"2026-W13"}
    made = lines([*team(5, ("2026-W10", "2026-W12")), *small])
    people: dict[str, set[str]] = {}
    for line in made:
        people.setdefault(line["week"], set()).add(line["rater"])
    assert set(people) == {"2026-W10", "2026-W12"}
    assert all(len(found) >= 5 for found in people.values())


def test_a_team_of_four_has_no_weeks() -> None:
    """Too few people in all: time is left out."""
    assert {line["week"] for line in lines(team(4))} == {None}


def test_nothing_makes_nothing() -> None:
    """An empty export is empty."""
    assert lines([]) == []
