"""The statistics against scipy and statsmodels, and against teams whose truth is known."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import stats as oracle
from statsmodels.api import OLS, add_constant
from statsmodels.stats.weightstats import DescrStatsW

from bot.report.coverage import coverage, false_alarms
from bot.report.stats import (
    CHANGE_LEVEL,
    MIN_CHANGE,
    change,
    mean_interval,
    median_gain,
    rank_correlation,
    t_quantile,
)

SCORES = st.floats(min_value=0, max_value=100, allow_nan=False)


@pytest.mark.parametrize("freedom", [1, 2, 4, 7, 19, 49, 400])
@pytest.mark.parametrize("probability", [0.5, 0.9, 0.975, 0.98, 0.9999])
def test_quantiles_of_t_are_those_of_scipy(probability: float, freedom: int) -> None:
    """Student's t is the textbook's."""
    expected = float(oracle.t.ppf(probability, freedom))
    assert t_quantile(probability, freedom) == pytest.approx(expected, rel=1e-7, abs=1e-9)


@given(st.lists(SCORES, min_size=3, max_size=30))
@settings(deadline=None, max_examples=60)
def test_an_interval_of_single_drafts_is_the_t_interval_of_scipy(scores: list[float]) -> None:
    """With one draft each it is the interval everybody knows, cut to 0 to 100."""
    found = mean_interval([[score] for score in scores])
    assert found is not None
    spread = oracle.sem(scores)
    if spread < 1e-9:
        assert (found.low, found.high) == pytest.approx((found.mean, found.mean), abs=1e-6)
        return
    low, high = oracle.t.interval(0.95, len(scores) - 1, sum(scores) / len(scores), spread)
    assert found.low == pytest.approx(max(0.0, low), abs=1e-6)
    assert found.high == pytest.approx(min(100.0, high), abs=1e-6)


@given(st.lists(st.tuples(st.integers(1, 5), SCORES), min_size=2, max_size=40))
@settings(deadline=None, max_examples=60)
def test_rank_correlation_is_that_of_scipy(pairs: list[tuple[int, float]]) -> None:
    """Ties and all."""
    left, right = [float(a) for a, _ in pairs], [b for _, b in pairs]
    found = rank_correlation(left, right)
    if len(set(left)) == 1 or len(set(right)) == 1:
        assert found is None
    else:
        assert found == pytest.approx(float(oracle.spearmanr(left, right).statistic), abs=1e-9)


@given(st.lists(st.lists(SCORES, min_size=1, max_size=6), min_size=3, max_size=25))
@settings(deadline=None, max_examples=60)
def test_an_interval_of_a_team_is_that_of_statsmodels_over_peoples_means(
    team: list[list[float]],
) -> None:
    """The person is the unit, whatever the number of drafts; cut to 0 to 100."""
    means = [sum(scores) / len(scores) for scores in team]
    found, expected = mean_interval(team), DescrStatsW(means)
    assert found is not None
    low, high = expected.tconfint_mean(alpha=0.05) if expected.std > 1e-9 else (found.mean,) * 2
    assert found.mean == pytest.approx(expected.mean, abs=1e-9)
    assert found.low == pytest.approx(max(0.0, low), abs=1e-6)
    assert found.high == pytest.approx(min(100.0, high), abs=1e-6)


@given(st.lists(st.tuples(SCORES, SCORES), min_size=3, max_size=25))
@settings(deadline=None, max_examples=100)
def test_a_likely_change_is_one_for_scipy_and_statsmodels_too(
    pairs: list[tuple[float, float]],
) -> None:
    """The paired test of one, the interval of the other, at the level that is asked."""
    now, before = [a for a, _ in pairs], [b for _, b in pairs]
    differences = [a - b for a, b in pairs]
    spread, middle = DescrStatsW(differences).std, sum(differences) / len(differences)
    assume(spread > 1e-6)
    assume(abs(middle) > MIN_CHANGE)
    chance = float(oracle.ttest_rel(now, before).pvalue)
    assume(abs(chance - (1 - CHANGE_LEVEL)) > 1e-6)
    low, high = DescrStatsW(differences).tconfint_mean(alpha=1 - CHANGE_LEVEL)
    verdict = change([[a] for a in now], [[b] for b in before], middle)
    likely = verdict in ("up", "down")
    assert likely == (chance < 1 - CHANGE_LEVEL) == (low > 0 or high < 0)
    assert verdict == ("noise" if not likely else "up" if middle > 0 else "down")


@given(st.lists(SCORES, min_size=1, max_size=30))
@settings(deadline=None, max_examples=60)
def test_the_median_gain_is_that_of_scipy(gains: list[float]) -> None:
    """Even and odd numbers of drafts."""
    expected = float(oracle.quantile(gains, 0.5))
    assert median_gain(gains) == pytest.approx(expected, abs=1e-9)


def test_rank_correlation_is_the_slope_of_statsmodels_between_ranks() -> None:
    """A second way to the same number, by regression of standardised ranks."""
    chance = Random(5)
    left = [float(chance.randint(1, 5)) for _ in range(40)]
    right = [20 * a + chance.gauss(0, 30) for a in left]
    ranks = [oracle.zscore(oracle.rankdata(side)) for side in (left, right)]
    slope = float(OLS(ranks[1], add_constant(ranks[0])).fit().params[1])
    assert rank_correlation(left, right) == pytest.approx(slope, abs=1e-9)


def test_each_person_counts_the_same() -> None:
    """Somebody with a hundred drafts weighs as much as somebody with one."""
    found = mean_interval([[90.0] * 100, [50.0], [40.0]])
    assert found is not None
    assert found.mean == pytest.approx(60.0)


def test_one_person_has_no_interval() -> None:
    """Nothing can be said of how people differ."""
    assert mean_interval([[50.0, 60.0]]) is None
    assert mean_interval([]) is None


def test_a_change_that_all_share_is_likely() -> None:
    """Each person is compared with themselves, however much they differ from each other."""
    before = [[20.0], [40.0], [60.0], [80.0], [90.0]]
    now = [[25.0], [46.0], [65.0], [84.0], [95.0]]
    assert change(now, before, 5.0) == "up"
    assert change(before, now, -5.0) == "down"


def test_a_change_that_goes_both_ways_is_noise() -> None:
    """Two up and three down is what chance does."""
    assert change([[60.0], [40.0], [55.0]], [[50.0], [52.0], [54.0]], 1.5) == "noise"


def test_a_verdict_never_contradicts_the_number_beside_it() -> None:
    """When the shown means move the other way, because other people checked, nothing is claimed."""
    before, now = [[50.0], [60.0], [70.0]], [[55.0], [65.0], [75.1]]
    assert change(now, before, 5.0) == "up"
    assert change(now, before, -3.0) == "noise"
    assert change(now, before, 0.4) == "noise"


def test_one_person_in_both_tells_nothing() -> None:
    """A change needs people to compare."""
    assert change([[60.0]], [[50.0]], 10.0) == "unknown"


def test_the_median_of_nothing_is_nothing() -> None:
    """No gain is made up."""
    assert median_gain([]) is None
    assert median_gain([1.0, 9.0, 2.0]) == 2.0


@pytest.mark.parametrize("people", [5, 8, 20])
def test_the_interval_covers_the_truth(people: int) -> None:
    """A short run of the simulation in the docs: 95 of 100 intervals hold the true mean."""
    assert coverage(people, teams=400, seed=people) == pytest.approx(0.95, abs=0.035)


@pytest.mark.parametrize("people", [5, 12])
def test_unchanged_weeks_are_seldom_called_changed(people: int) -> None:
    """A short run of the simulation in the docs: at most one in twenty."""
    assert false_alarms(people, teams=300, seed=people) <= 0.075


def test_quantiles_refuse_what_is_no_probability() -> None:
    """A wrong call is told."""
    for probability, freedom in ((0.4, 3), (1.0, 3), (0.9, 0)):
        with pytest.raises(ValueError, match="probability"):
            t_quantile(probability, freedom)


def test_more_people_make_a_narrower_interval() -> None:
    """The width falls as a team grows."""
    chance = Random(3)
    scores = [[chance.gauss(60, 10)] for _ in range(50)]
    few, many = mean_interval(scores[:6]), mean_interval(scores)
    assert few is not None
    assert many is not None
    assert many.high - many.low < few.high - few.low
