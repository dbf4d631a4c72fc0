"""Points of 0-100 against 0-100 as inline SVG, with the line on which both are the same."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

__all__ = ["scatter"]

_SIZE, _LEFT, _TOP = 240, 46, 10


def scatter(points: Sequence[tuple[float, float]], across: str, up: str) -> str:
    """Draw points; colours come from the page's classes ``axis`` and ``dot``.

    Args:
        points: Pairs of values.
        across: What lies on the horizontal axis.
        up: What lies on the vertical one.
    """
    scale, foot = _SIZE / 100, _TOP + _SIZE
    dots = "".join(
        f'<circle cx="{_LEFT + scale * x:.1f}" cy="{foot - scale * y:.1f}" r="3.5" class="dot" '
        'fill-opacity=".55"/>'
        for x, y in points
    )
    ticks = "".join(
        f'<text x="{_LEFT + scale * t}" y="{foot + 17}" font-size="12" text-anchor="middle">{t}'
        f'</text><text x="{_LEFT - 6}" y="{foot + 4 - scale * t}" font-size="12" '
        f'text-anchor="end">{t}</text>'
        for t in (0, 50, 100)
    )
    middle = _TOP + _SIZE / 2
    names = (
        f'<text x="{_LEFT + _SIZE / 2}" y="{foot + 36}" font-size="13" text-anchor="middle">'
        f'{escape(across)}</text><text transform="rotate(-90 12 {middle})" x="12" y="{middle}" '
        f'font-size="13" text-anchor="middle">{escape(up)}</text>'
    )
    told = escape(f"{len(points)} points: {up} against {across}")
    return (
        f'<svg role="img" aria-label="{told}" viewBox="0 0 {_LEFT + _SIZE + 16} {foot + 44}" '
        f'width="{_LEFT + _SIZE + 16}" height="{foot + 44}"><rect x="{_LEFT}" y="{_TOP}" '
        f'width="{_SIZE}" height="{_SIZE}" fill="none" class="axis"/><line x1="{_LEFT}" '
        f'y1="{foot}" x2="{_LEFT + _SIZE}" y2="{_TOP}" class="axis" stroke-dasharray="4 3"/>'
        f"{dots}{ticks}{names}</svg>"
    )
