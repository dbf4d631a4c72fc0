"""What may be shown: thresholds, cover for what is hidden, and an attack by subtraction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.report.build import build
from bot.report.model import Report
from bot.report.privacy import hidden_cells, splits_safely, why_unsafe
from bot.report.weeks import Week
from bot.report.windows import Window, by_week, choose, counted
from bot.store.reporting import Draft
from tests.unit.bot.report.attack import history, leaks
from tests.unit.bot.report.drafts import around

CELLS = st.dictionaries(
    st.sampled_from("abcde"),
    st.dictionaries(st.integers(0, 15), st.integers(1, 6), max_size=9).map(Counter),
    min_size=1,
)


def test_five_people_are_enough_and_four_are_not() -> None:
    """The threshold of the promise."""
    assert why_unsafe(Counter(range(5))) is None
    assert why_unsafe(Counter(range(4))) == "few_people"
    assert why_unsafe(Counter()) is None


def test_one_person_with_over_two_fifths_is_too_much() -> None:
    """Forty per cent is allowed, more is about that person."""
    assert why_unsafe(Counter({0: 4, 1: 2, 2: 2, 3: 1, 4: 1})) is None
    assert why_unsafe(Counter({0: 5, 1: 2, 2: 2, 3: 1, 4: 1})) == "one_person"


def test_a_part_is_shown_only_if_the_rest_may_be_known() -> None:
    """Nine of ten people in a part tell of the tenth."""
    whole = Counter(range(10))
    assert not splits_safely(Counter(range(9)), whole)
    assert splits_safely(Counter(range(5)), whole)
    assert splits_safely(whole, whole)


@given(CELLS)
@settings(deadline=None)
def test_what_is_hidden_is_safe_together(cells: dict[str, Counter[int]]) -> None:
    """Subtracting all that is shown from the whole gives a cell that might have been shown."""
    whole: Counter[int] = sum(cells.values(), Counter())
    hidden = hidden_cells(cells)
    left: Counter[int] = sum((cells[name] for name in hidden), Counter())
    assert all(why_unsafe(cells[name]) is None for name in cells if name not in hidden)
    assert why_unsafe(left) is None or left == whole


def test_a_group_with_a_known_sum_is_covered_within_itself() -> None:
    """Where a sum over some cells is told elsewhere, cover from outside them is none."""
    cells = {
        "a": Counter(range(3)),
        "b": Counter(dict.fromkeys(range(9), 3)),
        "c": Counter(dict.fromkeys(range(8), 1)),
    }
    assert hidden_cells(cells) == {"a", "c"}
    assert hidden_cells(cells, [("a", "b")]) == {"a", "b"}


def publish(drafts: Sequence[Draft]) -> list[Report]:
    """Publish every week as it is due, by the rules."""
    weeks, free_from, published = by_week(drafts, "UTC"), Week.of(drafts[0].at, "UTC"), []
    last, week = Week.of(drafts[-1].at, "UTC"), free_from
    while week <= last:
        window = choose(week, weeks, free_from)
        inside = [d for n in range(window.weeks) for d in weeks.get(window.first.later(n), ())]
        report = build(window, inside, around())
        if report.drafts:
            free_from = week.later(1)
        published.append(report)
        week = week.later(1)
    return published


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("people", [6, 9, 14])
def test_no_two_reports_can_be_subtracted(seed: int, people: int) -> None:
    """Over weeks, windows, bands, need, channels, suggestions: no difference is a small cell."""
    drafts = history(seed, people)
    published = publish(drafts)
    assert leaks(published, drafts) == []


def test_the_attack_would_find_a_leak() -> None:
    """Windows that overlap, as a plain rolling window does, are broken by the same attack."""
    drafts = history(1, 6)
    weeks, rolling = by_week(drafts, "UTC"), []
    for number in range(3, 12):
        week = Week.of(drafts[0].at, "UTC").later(number)
        inside = [d for n in range(4) for d in weeks.get(week.later(n - 3), ())]
        if why_unsafe(counted(inside)) is None:
            rolling.append(build(Window(week, 4), inside, around()))
    assert len(rolling) > 1
    assert leaks(rolling, drafts)


def test_small_teams_are_reported_at_all() -> None:
    """The rule withholds no more than it must: windows of several weeks do come out."""
    published = [report for seed in range(6) for report in publish(history(seed, 6))]
    told = [report for report in published if report.drafts]
    assert any(report.weeks > 1 for report in told)
    assert len(told) >= len(published) / 6
