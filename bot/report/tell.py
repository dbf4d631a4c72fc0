"""The report in words: what every form says, said once. Pure; a report in, plain text out."""

from __future__ import annotations

from dataclasses import dataclass

from bot.blocks.parts import whole
from bot.report import model as m
from bot.report.facts import Fact, facts
from bot.report.illustrations import ILLUSTRATIONS, Illustration
from bot.report.numbers import drafts_of, percent, points_of, signed
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
    mean = words.SAID_NO_SCORE if report.scored == 0 else words.SAID_NO_MEAN
    if report.mean:
        mean = words.SAID_MEAN.format(mean=whole(report.mean.mean))
    return words.SAID.format(
        people=report.people,
        drafts=drafts_of(report.drafts),
        mean=mean,
        change=_said_change(report),
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
    return template.format(points=points_of(abs(change.points)))


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
