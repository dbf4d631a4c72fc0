"""From drafts to a report: ordinary weeks and odd ones."""

from __future__ import annotations

from datetime import UTC, datetime
from statistics import fmean

import pytest

from bot.report import tell
from bot.report.build import build, drift_of
from bot.report.model import Mean, Report
from bot.report.tables import to_csv
from bot.report.windows import Window
from bot.store.reporting import AnchorScore, ModelEvent
from tests.unit.bot.report.drafts import WEEK, around, draft, team, window


def before(mean: float, week: str = "2026-W47") -> Report:
    """A report that was published earlier."""
    return Report(
        team="Care",
        week=week,
        days="",
        timezone="UTC",
        until="2026-11-23T00:00:00+00:00",
        drafts=20,
        people=8,
        mean=Mean(mean=mean, low=mean - 5, high=mean + 5),
        models=("2026-11-30.2",),
    )


def test_an_ordinary_week_tells_its_numbers() -> None:
    """Drafts, people, mean and bands are those of the drafts."""
    drafts = team(10, each=5)
    report = build(window(), drafts, around())
    assert (report.drafts, report.people, report.scored) == (50, 10, 50)
    assert report.mean is not None
    assert report.mean.mean == pytest.approx(fmean(d.overall or 0 for d in drafts))
    assert sum(share.drafts or 0 for share in report.bands) == 50
    assert "10 people checked 50 drafts" in tell.conclusion(report)


def test_nobody_checked_anything() -> None:
    """A plain sentence, and no table of zeros."""
    report = build(window(), [], around())
    assert report.empty
    assert "nothing to report" in tell.conclusion(report)
    assert tell.facts(report) == []


def test_a_withheld_report_holds_no_number() -> None:
    """Not even how many people it was."""
    report = build(Window(WEEK, 1, "few_people"), team(3), around())
    assert (report.drafts, report.people, report.mean, report.bands) == (0, 0, None, ())
    assert "fewer than five people" in tell.conclusion(report)


def test_all_abstained() -> None:
    """There is no mean, and the sentence says why."""
    drafts = [draft(person, None) for person in range(6) for _ in range(3)]
    report = build(window(), drafts, around())
    assert report.mean is None
    assert report.change is None
    assert "none of them could be scored" in tell.conclusion(report)
    assert {s.key: s.drafts for s in report.bands}["none"] == 18


def test_all_scores_the_same() -> None:
    """The range has no width and is still a range."""
    report = build(window(), [draft(p, 62.0) for p in range(7)], around())
    assert report.mean == Mean(mean=62.0, low=62.0, high=62.0)


def test_the_model_changed_twice_in_a_week() -> None:
    """All versions are named, and the line breaks."""
    drafts = [draft(p, 60.0, model=f"m{p % 3}") for p in range(9)]
    report = build(window(), drafts, around(before=[before(60.0)]))
    assert report.models == ("m0", "m1", "m2")
    assert tell.breaks(report) == ["2026-W48"]
    assert any(fact.value == "m0 → m1 → m2" for fact in tell.facts(report))


def test_the_line_is_cut_where_the_model_changed() -> None:
    """Points before and after are not joined."""
    drafts = [draft(p, 60.0, model="m9") for p in range(6)]
    earlier = [before(60.0, "2026-W46"), before(62.0, "2026-W47")]
    report = build(window(), drafts, around(before=earlier))
    assert tell.runs(report) == [[0, 1], [2]]


def test_the_day_of_a_change_is_told_and_cuts_the_line() -> None:
    """Also where the line has nothing before it to compare versions with."""
    moved = ModelEvent(datetime(2026, 11, 29, 23, 30, tzinfo=UTC), "m2", "m1")
    first = ModelEvent(datetime(2026, 11, 1, tzinfo=UTC), "m1")
    drafts = [draft(p, 60.0, model="m2") for p in range(6)]
    where = around(timezone="Europe/Paris", events=[first, moved])
    report = build(window(), drafts, where)
    assert [change.day for change in report.model_changes] == ["2026-11-30"]
    assert tell.breaks(report) == ["2026-W48"]
    assert any(fact.note.startswith("It changed on 30 November:") for fact in tell.facts(report))


def test_a_version_that_scored_nothing_yet_cuts_no_line() -> None:
    """It took over after the week's last draft: the step, if any, comes a week later."""
    moved = ModelEvent(datetime(2026, 11, 29, 22, tzinfo=UTC), "m2", "m1")
    drafts = [draft(p, 60.0, model="m1") for p in range(6)]
    report = build(window(), drafts, around(events=[moved]))
    assert tell.breaks(report) == []
    assert "2026-11-29" in to_csv(report)


def test_a_shared_rise_is_a_likely_change() -> None:
    """Against the published mean before, and each person against themselves."""
    earlier = [draft(p, 40.0 + 3 * p) for p in range(8) for _ in range(4)]
    now = [draft(p, 52.0 + 3 * p + (n % 2)) for p in range(8) for n in range(4)]
    known = before(fmean(40.0 + 3 * p for p in range(8)))
    report = build(window(), now, around(before=[known], baseline=[known], earlier=earlier))
    assert report.change is not None
    assert report.change.verdict == "up"
    assert report.change.points == pytest.approx(12.5)
    assert "likely up by 13 points" in tell.conclusion(report)


def test_a_change_among_too_few_people_is_not_judged() -> None:
    """Four people were there before: even a yes or no would be about them."""
    earlier = [draft(p, 40.0) for p in range(4)]
    known = before(40.0)
    report = build(window(), team(9), around(before=[known], baseline=[known], earlier=earlier))
    assert report.change is not None
    assert report.change.verdict == "unknown"


def test_scores_of_two_models_are_not_compared() -> None:
    """However large the step, it may be the model's."""
    earlier = [draft(p, 40.0 + p, model="m1") for p in range(8)]
    now = [draft(p, 60.0 + p, model="m2") for p in range(8)]
    known = before(43.5).model_copy(update={"models": ("m1",)})
    report = build(window(), now, around(before=[known], baseline=[known], earlier=earlier))
    assert report.change is not None
    assert report.change.verdict == "model"
    assert "the model changed" in tell.conclusion(report)


def test_the_weakest_three_are_named_most_often_first() -> None:
    """By how many drafts they were named on, and none that few people stand behind."""
    names = {"owns_next_step": 6, "names_feeling": 5, "invites_more": 3}
    drafts = [
        draft(person, 50.0, weakest=(name,))
        for name, count in names.items()
        for person in range(count)
    ] + [draft(person, 50.0) for person in range(12) for _ in range(2)]
    report = build(window(), drafts, around())
    assert [named.feature for named in report.improvable] == ["owns_next_step", "names_feeling"]
    assert tell.features(report)[0].example is not None


def test_improvement_is_counted_over_drafts_checked_again() -> None:
    """A draft checked once has not improved."""
    drafts = [
        draft(p, 70.0 if n else 60.0, first=62.0, checks=2) for p in range(7) for n in range(2)
    ] + team(7)
    report = build(window(), drafts, around())
    assert report.rechecked is not None
    assert (report.rechecked.drafts, report.rechecked.improved) == (14, 7)
    assert report.rechecked.gain == pytest.approx(3.0)


def test_ratings_are_set_against_the_score() -> None:
    """Kinder people show as a lean above zero."""
    drafts = [
        draft(p, 30.0 + 10 * n, rating=2 + n, rated=30.0 + 10 * n)
        for p in range(6)
        for n in range(3)
    ]
    report = build(window(), drafts, around())
    assert report.agreement is not None
    assert report.agreement.together == pytest.approx(1.0)
    assert report.agreement.lean == pytest.approx(10.0)


def test_disputes_come_with_reasons_and_outcome() -> None:
    """What enough people said, and nothing else."""
    drafts = team(12) + [
        draft(p, 50.0, reasons=("wrong_score",), outcome="stands") for p in range(7)
    ]
    report = build(window(), drafts, around())
    assert report.disputes is not None
    assert report.disputes.drafts == 7
    known = {share.key: share.drafts for share in report.disputes.reasons}
    assert known["wrong_score"] == 7
    assert {share.key: share.drafts for share in report.disputes.outcomes}["stands"] == 7


def test_drift_is_against_the_first_week() -> None:
    """Anchors that are new or gone are left out of the comparison."""
    scores = [
        AnchorScore("2026-W40", "a", 50.0, "m1"),
        AnchorScore("2026-W40", "b", 60.0, "m1"),
        AnchorScore("2026-W48", "a", 53.0, "m2"),
        AnchorScore("2026-W48", "b", 59.0, "m2"),
        AnchorScore("2026-W48", "c", 10.0, "m2"),
    ]
    drift = drift_of(scores, "2026-W48")
    assert drift is not None
    assert (drift.anchors, drift.mean, drift.largest, drift.since) == (2, 1.0, 3.0, "2026-W40")
    assert drift_of(scores, "2026-W44") is None


def test_a_report_survives_being_kept() -> None:
    """What is read back is what was published."""
    report = build(window(), team(9), around(before=[before(61.0)]))
    assert Report.model_validate_json(report.model_dump_json()) == report
