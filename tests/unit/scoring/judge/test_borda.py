"""From places to shares, wins and intervals."""

from __future__ import annotations

from itertools import permutations

import pytest

from scoring.judge.borda import (
    TIE,
    Duels,
    balanced_orders,
    borda,
    consistency,
    duels_of,
    win_over,
)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_short_list_is_read_in_every_order(count: int) -> None:
    """Each order and its mirror image together are all orders, none twice."""
    orders = balanced_orders(count)
    both = [*orders, *(o[::-1] for o in orders)]
    assert sorted(both) == sorted(permutations(range(count)))


@pytest.mark.parametrize("count", [5, 9])
def test_a_long_list_is_read_in_balance(count: int) -> None:
    """Every candidate stands at every place equally often, forwards and backwards."""
    orders = balanced_orders(count)
    for place in range(count):
        assert sorted(o[place] for o in orders) == list(range(count))
    assert all(sorted(o) == list(range(count)) for o in orders)


def test_a_verdict_that_flips_with_the_order_is_a_tie() -> None:
    """Whoever stands first wins in both lists: nobody wins."""
    duels = duels_of([1.0, 2.0], [2.0, 1.0])
    assert duels.share(0, 1) == duels.share(1, 0) == 0.5
    assert (duels.decided, duels.steady) == (1, 0)


def test_a_verdict_that_holds_is_a_win_and_half_a_verdict_half_a_win() -> None:
    """Both lists, one list and a tie, a tie in both."""
    assert duels_of([1.0, 2.0], [1.0, 2.0]).share(0, 1) == 1.0
    assert duels_of([1.0, 2.0], [1.5, 1.5]).share(0, 1) == 0.75
    assert duels_of([1.5, 1.5 + TIE / 2], [1.5, 1.5]).share(0, 1) == 0.5


def test_borda_is_the_mean_share_of_all_duels() -> None:
    """First of three wins all, last loses all, and the shares of a duel add up to one."""
    found = borda([duels_of([1.0, 2.0, 3.0], [1.0, 2.0, 3.0])], 3)
    assert found == [1.0, 0.5, 0.0]
    assert sum(borda([duels_of([1.3, 2.0, 2.9], [2.2, 1.0, 2.4])], 3)) == pytest.approx(1.5)
    assert borda([], 1) == [0.5]


def test_a_win_needs_margin_and_an_interval_above_a_half() -> None:
    """Steady wins are reliable; wins and losses in turn, or a hair's breadth, are not."""
    won, lost, even = (Duels({(0, 1): share}, 1, 1) for share in (1.0, 0.0, 0.5))
    assert win_over([won] * 6, 0, 1).reliable
    assert not win_over([won, lost] * 6, 0, 1).reliable
    assert not win_over([won, *[even] * 11], 0, 1).reliable
    assert not win_over([won] * 6, 1, 0).reliable
    low, high = win_over([won, lost, even] * 4, 0, 1).interval
    assert low < 0.5 < high


def test_the_same_duels_give_the_same_interval() -> None:
    """The bootstrap is seeded."""
    duels = [Duels({(0, 1): share}, 1, 1) for share in (1.0, 0.75, 0.5, 1.0)]
    assert win_over(duels, 0, 1) == win_over(duels, 0, 1)


def test_consistency_is_told_of_decided_duels_alone() -> None:
    """One held, one flipped; where nothing was decided there is nothing to tell."""
    held, flipped = duels_of([1.0, 2.0], [1.0, 2.0]), duels_of([1.0, 2.0], [2.0, 1.0])
    assert consistency([held, flipped]) == 0.5
    assert consistency([duels_of([1.0, 1.0], [1.0, 1.0])]) is None
