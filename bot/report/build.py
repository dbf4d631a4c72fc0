"""From drafts to a report: pure, and the only place where numbers become something published."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from bot.report import model as m
from bot.report.privacy import hidden_cells, splits_safely, why_unsafe
from bot.report.stats import Estimate, change, mean_interval, median_gain, rank_correlation
from bot.report.windows import Window, counted
from bot.store.reporting import AnchorScore, Draft, ModelEvent
from bot.when import zone

__all__ = ["Around", "build", "drift_of", "people_scores"]

#: Fewest ratings of which a correlation says something.
MIN_RATINGS: Final = 10
_IMPROVABLE: Final = 3
#: Reports on the line of the mean, this one included.
TREND_REPORTS: Final = 13
_STARS: Final = 25.0
#: Bands whose drafts get suggestions, and those whose drafts get none: see ``_suggestions``.
_BAND_GROUPS: Final = (("good", "okay", "needs_work"), ("excellent", "none"))


@dataclass(frozen=True, slots=True)
class Around:
    """What a report says besides its own drafts.

    Attributes:
        team: The team's name.
        timezone: Whose clocks bound the weeks.
        until: The moment its drafts end.
        before: Published reports, oldest first.
        baseline: Those of ``before`` that lie in the four weeks before.
        earlier: The baseline's drafts; persons numbered as in the report's own.
        drift: Change of the anchors.
        events: Changes of the model in the report's weeks.
    """

    team: str
    timezone: str
    until: str
    before: Sequence[m.Report] = ()
    baseline: Sequence[m.Report] = ()
    earlier: Sequence[Draft] = ()
    drift: m.Drift | None = None
    events: Sequence[ModelEvent] = ()


def build(window: Window, drafts: Sequence[Draft], around: Around) -> m.Report:
    """Make the report of a window from its drafts."""
    bare = m.Report(
        team=around.team,
        week=window.week.name,
        weeks=window.weeks,
        days=window.week.days(window.weeks),
        timezone=around.timezone,
        until=around.until,
        withheld=window.withheld,
        drift=around.drift,
        model_changes=_model_changes(around),
    )
    if window.withheld or not drafts:
        return _with_trend(bare, around.before)
    scored = [draft for draft in drafts if draft.overall is not None]
    filled = bare.model_copy(
        update={
            "drafts": len(drafts),
            "people": len(counted(drafts)),
            "mean": _mean(scored),
            "change": _change(scored, around),
            "models": tuple(dict.fromkeys(d.model for d in drafts)),
            **_content(drafts, scored),
        }
    )
    return _with_trend(filled, around.before)


def _content(drafts: Sequence[Draft], scored: Sequence[Draft]) -> dict[str, object]:
    bands = _split(drafts, _band, m.BAND_KEYS, _BAND_GROUPS)
    hidden = {share.key for share in bands if share.drafts is None}
    below = [draft for draft in scored if draft.band != "excellent"]
    weakest = _named((drafts, scored, below), lambda draft: draft.weakest)
    praised = _named((drafts, scored), lambda draft: draft.strengths)
    return {
        "bands": bands,
        # The two say the same of drafts without a score: never one where the other is withheld.
        "scored": None if "none" in hidden else len(scored),
        "improvable": tuple(weakest[:_IMPROVABLE]),
        "strongest": praised[0] if praised else None,
        "rechecked": _rechecked(drafts, scored),
        "suggestions": _suggestions((drafts, scored, below), hidden),
        "agreement": _agreement(drafts, scored),
        "disputes": _disputes(drafts),
        "need": _split(drafts, lambda d: need_level(d.need), m.NEED_KEYS),
        "channels": _split(drafts, lambda d: d.channel, m.CHANNEL_KEYS),
    }


def _band(draft: Draft) -> str:
    return draft.band or "none"


def need_level(need: float) -> m.NeedLevel:
    """Name how much a customer's message calls for, as the card does."""
    return m.NEED_KEYS[min(2, int(need + 0.5))]


def people_scores(drafts: Iterable[Draft]) -> dict[int, list[float]]:
    """Collect each person's scores."""
    found: dict[int, list[float]] = {}
    for draft in drafts:
        if draft.overall is not None:
            found.setdefault(draft.person, []).append(draft.overall)
    return found


def _mean(scored: Sequence[Draft]) -> m.Mean | None:
    estimate = _estimate(scored)
    if estimate is None:
        return None
    # Not how many people it rests on: less the people of the report that would be a small cell.
    return m.Mean(mean=estimate.mean, low=estimate.low, high=estimate.high)


def _estimate(scored: Sequence[Draft]) -> Estimate | None:
    if why_unsafe(counted(scored)) is not None:
        return None
    return mean_interval(list(people_scores(scored).values()))


def _change(scored: Sequence[Draft], around: Around) -> m.Change | None:
    """Compare with the published means before; only the verdict looks at people's own changes."""
    estimate = _estimate(scored)
    known = [(report.weeks, report.mean.mean) for report in around.baseline if report.mean]
    if estimate is None or not known:
        return None
    before = sum(weeks * mean for weeks, mean in known) / sum(weeks for weeks, _ in known)
    points = estimate.mean - before
    now, then = people_scores(scored), people_scores(around.earlier)
    both = [person for person in now if person in then]
    verdict = change([now[p] for p in both], [then[p] for p in both], points)
    # Told of too few people, even one bit would be about them.
    if not both or why_unsafe(counted([d for d in scored if d.person in then])):
        verdict = "unknown"
    versions = {draft.model for draft in scored}.union(*(r.models for r in around.baseline))
    if len(versions) > 1:
        verdict = "model"
    return m.Change(before=before, points=points, verdict=verdict)


def _split(
    drafts: Sequence[Draft],
    key: Callable[[Draft], str],
    keys: Sequence[str],
    groups: Sequence[Collection[str]] = (),
) -> tuple[m.Share, ...]:
    """Split a whole; what would tell of too few people is withheld, and more if need be."""
    parts = {name: [draft for draft in drafts if key(draft) == name] for name in keys}
    hidden = hidden_cells({name: counted(part) for name, part in parts.items()}, groups)
    return tuple(
        _share(name, None if name in hidden else len(part), len(drafts))
        for name, part in parts.items()
    )


def _share(name: str, drafts: int | None, of: int) -> m.Share:
    share = None if drafts is None else drafts / of if of else 0.0
    return m.Share(key=name, drafts=drafts, share=share)


def _named(
    wholes: Sequence[Sequence[Draft]], names: Callable[[Draft], tuple[str, ...]]
) -> list[m.Named]:
    """Count on how many drafts each feature was named, most often first.

    Args:
        wholes: All drafts, and the sets of drafts that only those with names can be of: what is
            left of each of them must be safe.
        names: The features that a draft's card named.
    """
    drafts, innermost = wholes[0], wholes[-1]
    found = []
    for feature in sorted({name for draft in innermost for name in names(draft)}):
        on = [draft for draft in innermost if feature in names(draft)]
        if _splits(on, *wholes):
            found.append(m.Named(feature=feature, drafts=len(on), share=len(on) / len(drafts)))
    return sorted(found, key=lambda named: -named.drafts)


def _splits(part: Sequence[Draft], *wholes: Sequence[Draft]) -> bool:
    """Tell whether a part may be shown beside each of some wholes that hold it."""
    return all(splits_safely(counted(part), counted(whole)) for whole in wholes)


def _rechecked(drafts: Sequence[Draft], scored: Sequence[Draft]) -> m.Rechecked | None:
    again = [draft for draft in scored if draft.checks > 1 and draft.first is not None]
    if not again or not _splits(again, drafts, scored):
        return None
    gains = [(d.overall or 0.0) - (d.first or 0.0) for d in again]
    better = [draft for draft, gain in zip(again, gains, strict=True) if gain > 0]
    improved = len(better) if _splits(better, again) else None
    return m.Rechecked(drafts=len(again), improved=improved, gain=median_gain(gains))


def _suggestions(wholes: Sequence[Sequence[Draft]], hidden: Set[str]) -> m.Suggestions | None:
    """Count what was done with suggestions.

    Which drafts get suggestions hangs on their band: who knows that could subtract the bands that
    are shown. So the drafts of the hidden bands must split safely into those with and without.
    """
    drafts = wholes[0]
    shown = [draft for draft in drafts if draft.suggested]
    unseen = [draft for draft in drafts if _band(draft) in hidden]
    if not shown or not all(_splits([d for d in w if d.suggested], w) for w in (*wholes, unseen)):
        return None
    choices = _split(shown, lambda draft: draft.choice or "untouched", m.CHOICE_KEYS)
    return m.Suggestions(drafts=len(shown), choices=choices)


def _agreement(drafts: Sequence[Draft], scored: Sequence[Draft]) -> m.Agreement | None:
    rated = [d for d in scored if d.rating is not None and d.rated is not None]
    if len(rated) < MIN_RATINGS or not _splits(rated, drafts, scored):
        return None
    ratings = [((draft.rating or 1) - 1) * _STARS for draft in rated]
    scores = [draft.rated or 0.0 for draft in rated]
    lean = fmean(rating - score for rating, score in zip(ratings, scores, strict=True))
    together = rank_correlation(ratings, scores)
    return m.Agreement(ratings=len(rated), together=together, lean=lean)


def _disputes(drafts: Sequence[Draft]) -> m.Disputes | None:
    disputed = [draft for draft in drafts if draft.reasons]
    if not disputed or not _splits(disputed, drafts):
        return None
    reasons = []
    for reason in m.REASON_KEYS:
        for_it = [draft for draft in disputed if reason in draft.reasons]
        count = len(for_it) if _splits(for_it, disputed) else None
        reasons.append(_share(reason, count, len(disputed)))
    outcomes = _split(disputed, lambda draft: draft.outcome or "open", m.OUTCOME_KEYS)
    return m.Disputes(drafts=len(disputed), reasons=tuple(reasons), outcomes=outcomes)


def _model_changes(around: Around) -> tuple[m.ModelChange, ...]:
    return tuple(
        m.ModelChange(
            day=event.at.astimezone(zone(around.timezone)).date().isoformat(),
            model=event.model,
            before=event.before,
        )
        for event in around.events
        if event.before
    )


def _with_trend(report: m.Report, before: Sequence[m.Report]) -> m.Report:
    points = tuple(_point(one) for one in [*before, report][-TREND_REPORTS:])
    return report.model_copy(update={"trend": points})


def _point(report: m.Report) -> m.Point:
    mean, models = report.mean, report.models
    # A version that scored none of these drafts, taking over on Sunday night, cuts the line later.
    changed = any(change.model in models for change in report.model_changes)
    if mean is None:
        return m.Point(week=report.week, mean=None, models=models, changed=changed)
    return m.Point(
        week=report.week,
        mean=mean.mean,
        low=mean.low,
        high=mean.high,
        models=models,
        changed=changed,
    )


def drift_of(scores: Sequence[AnchorScore], week: str) -> m.Drift | None:
    """Compare the anchors' scores of a week with the first ones that were kept."""
    weeks: dict[str, Mapping[str, float]] = {}
    for score in scores:
        weeks[score.week] = {**weeks.get(score.week, {}), score.anchor: score.overall}
    if week not in weeks:
        return None
    since = min(weeks)
    both = [name for name in weeks[week] if name in weeks[since]]
    if not both:
        return None
    changes = [weeks[week][name] - weeks[since][name] for name in both]
    return m.Drift(
        anchors=len(both),
        mean=fmean(changes),
        largest=max(changes, key=abs),
        since=since,
    )
