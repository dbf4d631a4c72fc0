"""The page's charts as inline SVG: colours come from the page, so that they follow its light."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from bot.blocks.parts import whole
from bot.report import tell
from bot.report.model import Report
from bot.strings import report as words

__all__ = ["bands", "trend"]

_WIDTH: Final = 560
_NARROW: Final = 400
_HEIGHT: Final = 250
_LEFT: Final = 40
_RIGHT: Final = 18
_TOP: Final = 18
_FLOOR: Final = 26
_ROW: Final = 50
_BAR: Final = 28
_NAMES: Final = 100
_GRID: Final = (0, 25, 50, 75, 100)


def trend(report: Report) -> str:
    """Draw the line of the mean with its range, cut at missing weeks and changes of the model."""
    parts = [*_grid(report)]
    for places in tell.runs(report):
        parts += _run(report, places)
    parts += _breaks(report)
    shown = [place for place, point in enumerate(report.trend) if point.mean is not None]
    if shown:
        last = report.trend[shown[-1]]
        x, y = _x(report, shown[-1]), _y(last.high or 0.0)
        parts.append(_text(x, y - 6, str(whole(last.mean or 0.0)), "last", "middle"))
    return _svg("trend", (_WIDTH, _HEIGHT), tell.alt_trend(report), parts)


def bands(report: Report) -> str:
    """Draw the bands as bars, best on top; a withheld one says so in place of its bar."""
    counts = [share.drafts for share in report.bands]
    most = max([count or 0 for count in counts], default=0) or 1
    room = _NARROW - _NAMES - 96
    parts = []
    for row, share in enumerate(report.bands):
        middle = _TOP + row * _ROW
        parts.append(_text(_NAMES - 10, middle + 5, tell.band_name(share.key), "band", "end"))
        length = room * (share.drafts or 0) / most
        if share.drafts:
            parts.append(
                f'<rect class="bar" x="{_NAMES}" y="{middle - _BAR // 2}" width="{length:.1f}" '
                f'height="{_BAR}" rx="2"/>'
            )
        count = words.WITHHELD_SHORT
        if share.drafts is not None:
            count = f"{share.drafts} · {tell.percent(share.share or 0.0)}"
        parts.append(_text(_NAMES + length + 8, middle + 5, count, "count", "start"))
    return _svg("bands", (_NARROW, _TOP + len(counts) * _ROW), tell.alt_bands(report), parts)


def _grid(report: Report) -> Iterable[str]:
    for value in _GRID:
        y = _y(value)
        yield f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield _text(_LEFT - 8, y + 4, str(value), "axis", "end")
    every = -(-len(report.trend) // 7)
    for place, point in enumerate(report.trend):
        if (len(report.trend) - 1 - place) % every == 0:
            week = tell.short_week(point.week)
            yield _text(_x(report, place), _HEIGHT - 6, week, "axis", "middle")


def _run(report: Report, places: Sequence[int]) -> Iterable[str]:
    points = [report.trend[place] for place in places]
    xs = [_x(report, place) for place in places]
    highs = [f"{x:.1f},{_y(p.high or 0):.1f}" for x, p in zip(xs, points, strict=True)]
    lows = [f"{x:.1f},{_y(p.low or 0):.1f}" for x, p in zip(xs, points, strict=True)]
    yield f'<polygon class="range" points="{" ".join([*highs, *reversed(lows)])}"/>'
    means = [f"{x:.1f},{_y(p.mean or 0):.1f}" for x, p in zip(xs, points, strict=True)]
    yield f'<polyline class="line" points="{" ".join(means)}"/>'
    for x, point in zip(xs, points, strict=True):
        if len(points) == 1:
            yield _upright("whisker", x, _y(point.high or 0), _y(point.low or 0))
        yield f'<circle class="dot" cx="{x:.1f}" cy="{_y(point.mean or 0):.1f}" r="3.5"/>'


def _breaks(report: Report) -> Iterable[str]:
    changed = set(tell.breaks(report))
    step = _x(report, 1) - _x(report, 0)
    for place, point in enumerate(report.trend):
        if point.week in changed:
            x = _x(report, place) - step / 2
            yield _upright("break", x, _TOP, _y(0))
            yield _text(x + 5, _y(0) - 6, words.TREND_BREAK_MARK, "axis", "start")


def _upright(kind: str, x: float, top: float, floor: float) -> str:
    return f'<line class="{kind}" x1="{x:.1f}" x2="{x:.1f}" y1="{top:.1f}" y2="{floor:.1f}"/>'


def _x(report: Report, place: int) -> float:
    room = _WIDTH - _LEFT - _RIGHT
    return _LEFT + room * (place + 0.5) / max(len(report.trend), 1)


def _y(value: float) -> float:
    return _TOP + (_HEIGHT - _TOP - _FLOOR) * (1 - value / 100)


def _text(x: float, y: float, text: str, kind: str, anchor: str) -> str:
    return (
        f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
    )


def _svg(kind: str, size: tuple[int, int], said: str, parts: Iterable[str]) -> str:
    inside = "\n".join(parts)
    return (
        f'<svg class="{kind}" viewBox="0 0 {size[0]} {size[1]}" role="img" '
        f'aria-label="{escape(said)}">\n'
        f"{inside}\n</svg>"
    )
