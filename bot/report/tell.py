"""The report in words: what every form says, said once. Pure; a report in, plain text out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from bot.blocks.parts import whole
from bot.report import model as m
from bot.report.illustrations import ILLUSTRATIONS, Illustration
from bot.report.weeks import Week
from bot.strings import card as card_words
from bot.strings import report as words
from bot.strings.features import feature_lack, feature_name

__all__ = [
    "Fact",
    "Feature",
    "alt_bands",
    "alt_text",
    "alt_trend",
    "band_name",
    "breaks",
    "conclusion",
    "facts",
    "features",
    "percent",
    "runs",
    "short_week",
    "signed",
    "strongest",
    "title",
    "trend_notes",
    "when",
    "withheld_bands",
]

_SOME: Final = 2


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of the table: what, the number, what it means."""

    name: str
    value: str
    note: str


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature that was often weakest."""

    name: str
    share: str
    example: Illustration | None


def title(report: m.Report) -> str:
    """Name the report."""
    return words.TITLE_TEAM.format(team=report.team) if report.team else words.TITLE


def when(report: m.Report) -> str:
    """Say which days it is about, by whose clocks."""
    template = words.WHEN if report.weeks == 1 else words.WHEN_WINDOW
    return template.format(
        days=report.days, weeks=report.weeks, week=report.week, timezone=report.timezone
    )


def conclusion(report: m.Report) -> str:
    """Say the whole report in one plain sentence."""
    if report.withheld:
        return words.WITHHELD[report.withheld]
    if report.empty:
        return words.EMPTY
    mean = words.SAID_NO_MEAN
    if report.mean:
        mean = words.SAID_MEAN.format(mean=whole(report.mean.mean))
    return words.SAID.format(
        people=report.people, drafts=_drafts(report.drafts), mean=mean, change=_said_change(report)
    )


def _said_change(report: m.Report) -> str:
    change = report.change
    if change is None or change.verdict == "unknown":
        return ""
    if change.verdict == "noise":
        return words.SAID_NOISE
    if change.verdict == "model":
        return words.SAID_MODEL
    template = words.SAID_UP if change.verdict == "up" else words.SAID_DOWN
    return template.format(points=_points(abs(change.points)))


def facts(report: m.Report) -> list[Fact]:
    """List the numbers, most wanted first; nothing of a report that shows none."""
    if report.withheld or report.empty:
        return []
    return [
        Fact(words.CHECKED, str(report.drafts), words.CHECKED_NOTE),
        Fact(words.PEOPLE, str(report.people), words.PEOPLE_NOTE),
        *_mean_facts(report),
        *_use_facts(report),
        *_said_facts(report),
        Fact(words.NEED, _largest(report.need, words.NEEDS), _split(report.need, words.NEEDS)),
        Fact(
            words.CHANNELS_NAME,
            _largest(report.channels, words.CHANNELS),
            _split(report.channels, words.CHANNELS),
        ),
        *_model_facts(report),
    ]


def _mean_facts(report: m.Report) -> list[Fact]:
    found = []
    if report.mean:
        note = words.MEAN_NOTE.format(low=whole(report.mean.low), high=whole(report.mean.high))
        found.append(Fact(words.MEAN, str(whole(report.mean.mean)), note))
    if report.change:
        note = words.CHANGE_NOTE[report.change.verdict]
        found.append(Fact(words.CHANGE, signed(report.change.points), note))
    if report.scored is not None and report.scored < report.drafts:
        count = str(report.drafts - report.scored)
        found.append(Fact(words.NOT_SCORED, count, words.NOT_SCORED_NOTE))
    return found


def _use_facts(report: m.Report) -> list[Fact]:
    found = []
    if again := report.rechecked:
        gain = _points(again.gain or 0.0)
        note = words.RECHECKED_NOTE_GAIN.format(gain=gain)
        if again.improved is not None:
            share = percent(again.improved / again.drafts)
            note = words.RECHECKED_NOTE.format(share=share, gain=gain)
        found.append(Fact(words.RECHECKED, str(again.drafts), note))
    if shown := report.suggestions:
        taken = [c.share for c in shown.choices if c.key in ("used", "edited")]
        known = [share for share in taken if share is not None]
        value = percent(sum(known)) if len(known) == _SOME else words.WITHHELD_SHORT
        note = words.SUGGESTED_NOTE.format(
            drafts=_drafts(shown.drafts), choices=_split(shown.choices, words.CHOICES)
        )
        found.append(Fact(words.SUGGESTED, value, note))
    return found


def _said_facts(report: m.Report) -> list[Fact]:
    found = []
    if said := report.agreement:
        note = words.AGREEMENT_NOTE_LEAN.format(lean=_lean(said.lean))
        if said.together is not None:
            word = next(w for floor, w in words.TOGETHER if said.together >= floor)
            together = words.TOGETHER_WITH.format(word=word, value=f"{said.together:.2f}")
            note = words.AGREEMENT_NOTE.format(together=together, lean=_lean(said.lean))
        found.append(Fact(words.AGREEMENT, str(said.ratings), note))
    if disputed := report.disputes:
        reasons = [r for r in disputed.reasons if r.drafts]
        note = words.DISPUTED_NOTE.format(
            reasons=_split(reasons, words.REASONS) or words.WITHHELD_SHORT,
            outcomes=_split(disputed.outcomes, words.OUTCOMES) or words.WITHHELD_SHORT,
        )
        found.append(Fact(words.DISPUTED, str(disputed.drafts), note))
    return found


def _model_facts(report: m.Report) -> list[Fact]:
    note = words.MODEL_CHANGED if len(report.models) > 1 else words.MODEL_NOTE
    if report.model_changes:
        days = dict.fromkeys(_day(change.day) for change in report.model_changes)
        note = words.MODEL_CHANGED_ON.format(days=words.LIST_JOIN.join(days))
    found = [Fact(words.MODEL, " → ".join(report.models), note)]
    if drift := report.drift:
        note = words.DRIFT_NOTE.format(
            anchors=drift.anchors, since=drift.since, largest=signed(drift.largest, 1)
        )
        found.append(Fact(words.DRIFT, signed(drift.mean, 1), note))
    return found


def features(report: m.Report) -> list[Feature]:
    """List what was most often weakest, each with its composed illustration."""
    return [
        Feature(feature_lack(named.feature), percent(named.share), ILLUSTRATIONS.get(named.feature))
        for named in report.improvable
    ]


def strongest(report: m.Report) -> tuple[str, str] | None:
    """Name what was most often praised, and on which share of drafts."""
    if report.strongest is None:
        return None
    return feature_name(report.strongest.feature), percent(report.strongest.share)


def band_name(key: str) -> str:
    """Name a band, or drafts without one."""
    return next((name for band, name in card_words.BAND.items() if band == key), words.BAND_NONE)


def withheld_bands(report: m.Report) -> str:
    """Say which bands are left out, if any."""
    names = [band_name(share.key) for share in report.bands if share.drafts is None]
    return words.BANDS_WITHHELD.format(names=words.LIST_JOIN.join(names)) if names else ""


def breaks(report: m.Report) -> list[str]:
    """Name the weeks on the line in which another model scored than in the week before."""
    found, last = [], ""
    for point in report.trend:
        other = bool(point.models and last) and (point.models[0] != last or len(point.models) > 1)
        if other or point.changed:
            found.append(point.week)
        last = point.models[-1] if point.models else last
    return found


def runs(report: m.Report) -> list[list[int]]:
    """Cut the line where a week is missing or the model changed; places on the line."""
    changed, found, fresh = set(breaks(report)), list[list[int]](), True
    for place, point in enumerate(report.trend):
        if point.mean is None:
            fresh = True
            continue
        if fresh or point.week in changed:
            found.append([])
        found[-1].append(place)
        fresh = False
    return found


def trend_notes(report: m.Report) -> list[str]:
    """Say what must be known to read the line: changes of the model, gaps."""
    notes = []
    if changed := breaks(report):
        notes.append(words.TREND_BREAK.format(weeks=words.LIST_JOIN.join(changed)))
    if any(point.mean is None for point in report.trend):
        notes.append(words.TREND_GAP)
    return notes


def alt_text(report: m.Report) -> str:
    """Describe both charts to somebody who does not see them."""
    said = words.ALT.format(trend=alt_trend(report), bands=alt_bands(report))
    return f"{conclusion(report)} {said}"


def alt_trend(report: m.Report) -> str:
    """Describe the line of the mean."""
    shown = [point for point in report.trend if point.mean is not None]
    if not shown:
        return words.ALT_NO_TREND
    return words.ALT_TREND.format(
        first=whole(shown[0].mean or 0),
        first_week=shown[0].week,
        last=whole(shown[-1].mean or 0),
        last_week=shown[-1].week,
    )


def alt_bands(report: m.Report) -> str:
    """Describe the bars of the bands."""
    parts = words.LIST_JOIN.join(
        f"{band_name(s.key)} {s.drafts if s.drafts is not None else words.WITHHELD_SHORT}"
        for s in report.bands
    )
    return words.ALT_BANDS.format(parts=parts or words.NO_NUMBER)


def short_week(name: str) -> str:
    """Write a week for an axis: ``W48``."""
    return name[5:] if Week.parse(name) else name


def percent(share: float) -> str:
    """Write a share in whole per cent."""
    return f"{whole(100 * share)} %"


def signed(number: float, digits: int = 0) -> str:
    """Write a difference with its sign; a minus as long as a plus."""
    rounded = round(number, digits)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else "±"
    return f"{sign}{abs(rounded):.{digits}f}"


def _day(written: str) -> str:
    day = date.fromisoformat(written)
    return f"{day.day} {day:%B}"


def _points(number: float) -> str:
    return _count(words.POINTS, whole(abs(number)))


def _drafts(count: int) -> str:
    return _count(words.DRAFTS, count)


def _count(forms: tuple[str, str], count: int) -> str:
    return forms[count != 1].format(count=count)


def _lean(lean: float) -> str:
    if whole(abs(lean)) == 0:
        return words.LEAN_NONE
    return (words.LEAN_UP if lean > 0 else words.LEAN_DOWN).format(points=_points(lean))


def _split(shares: Sequence[m.Share], names: Mapping[str, str]) -> str:
    """Write the parts of a whole that may be shown, and that the rest may not."""
    shown = [
        names[share.key].format(share=percent(share.share))
        for share in shares
        if share.share is not None and share.drafts
    ]
    if shown and any(share.drafts is None for share in shares):
        shown.append(words.REST_WITHHELD)
    return words.LIST_JOIN.join(shown)


def _largest(shares: Sequence[m.Share], names: Mapping[str, str]) -> str:
    known = [share for share in shares if share.drafts]
    if not known:
        return words.WITHHELD_SHORT
    most = max(known, key=lambda share: share.drafts or 0)
    return names[most.key].format(share=percent(most.share or 0.0))
