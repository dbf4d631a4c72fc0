"""A small line chart as inline SVG: series told apart by dash and label, not by colour alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape

__all__ = ["line_chart"]

_INK = ("#1f5f8b", "#a33a2a", "#4a6b2a", "#6b4a8b")
_DASH = ("", "6 3", "2 3", "8 3 2 3")
_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 620, 260, 44, 150, 12, 28


def line_chart(series: Mapping[str, Sequence[float]], low: float, high: float) -> str:
    """Draw series over their positions, 0, 1, 2 and on.

    Args:
        series: Values by name, all of the same length of two or more.
        low: Bottom of the scale.
        high: Its top.
    """
    last = max(len(values) for values in series.values()) - 1

    def x(at: int) -> float:
        return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * at / last, 1)

    def y(value: float) -> float:
        share = (min(max(value, low), high) - low) / (high - low)
        return round(_TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - share), 1)

    parts = [_grid(low, high, y)]
    parts += [
        f'<text x="{x(at)}" y="{_HEIGHT - 8}" font-size="11" text-anchor="middle">{at}</text>'
        for at in range(last + 1)
    ]
    for number, values in enumerate(series.values()):
        points = " ".join(f"{x(at)},{y(v)}" for at, v in enumerate(values))
        style = f'stroke="{_INK[number % 4]}" stroke-dasharray="{_DASH[number % 4]}"'
        parts.append(f'<polyline points="{points}" fill="none" stroke-width="2.5" {style}/>')
    for (name, values), at_y in zip(series.items(), _apart([y(v[-1]) for v in series.values()]),
                                    strict=True):  # fmt: skip
        parts.append(
            f'<text x="{x(last) + 8}" y="{at_y + 4}" font-size="12">{escape(name)} '
            f"{values[-1]:.3f}</text>"
        )
    label = escape("; ".join(f"{n}: {v[0]:.2f} to {v[-1]:.2f}" for n, v in series.items()))
    return (
        f'<svg role="img" aria-label="{label}" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'width="{_WIDTH}" height="{_HEIGHT}">{"".join(parts)}</svg>'
    )


def _apart(heights: Sequence[float], least: float = 14.0) -> list[float]:
    """Move labels down until none covers the one above it."""
    moved, free = list(heights), 0.0
    for at in sorted(range(len(heights)), key=heights.__getitem__):
        moved[at] = max(heights[at], free)
        free = moved[at] + least
    return moved


def _grid(low: float, high: float, y: Callable[[float], float]) -> str:
    marks = [low + (high - low) * k / 4 for k in range(5)]
    return "".join(
        f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(m)}" y2="{y(m)}" stroke="#d5dde2"/>'
        f'<text x="{_LEFT - 6}" y="{y(m) + 4}" font-size="11" text-anchor="end">{m:.2f}</text>'
        for m in marks
    )
