"""Dots on a line for each of a few names, as inline SVG: where many small runs ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

__all__ = ["dots_chart"]

_WIDTH, _LEFT, _RIGHT, _ROW, _TOP = 620, 240, 20, 28, 10


def dots_chart(values: Mapping[str, Sequence[float]]) -> str:
    """Draw changes around nought; dots that fall together lie over one another and look darker.

    Args:
        values: Changes by name, one row each.
    """
    reach = max([0.01, *(1.15 * abs(v) for own in values.values() for v in own)])

    def x(value: float) -> float:
        half = (_WIDTH - _LEFT - _RIGHT) / 2
        return round(_LEFT + half + half * value / reach, 1)

    foot = _TOP + _ROW * len(values)
    parts = [_mark(x(v), v, foot) for v in (-reach / 1.15, 0.0, reach / 1.15)]
    for row, (name, own) in enumerate(values.items()):
        y = _TOP + _ROW * row + _ROW / 2
        parts.append(
            f'<text x="{_LEFT - 12}" y="{y + 4}" font-size="12" text-anchor="end">'
            f"{escape(name)}</text>"
        )
        parts += [
            f'<circle cx="{x(v)}" cy="{y}" r="5" fill="#1f5f8b" fill-opacity=".45"/>' for v in own
        ]
    told = "; ".join(f"{name}: {min(own):+.3f} to {max(own):+.3f}" for name, own in values.items())
    return (
        f'<svg role="img" aria-label="{escape(told)}" viewBox="0 0 {_WIDTH} {foot + 26}" '
        f'width="{_WIDTH}" height="{foot + 26}">{"".join(parts)}</svg>'
    )


def _mark(x: float, value: float, foot: float) -> str:
    dash = "" if value == 0 else ' stroke-dasharray="3 3"'
    return (
        f'<line x1="{x}" x2="{x}" y1="{_TOP}" y2="{foot}" stroke="#8a959c"{dash}/>'
        f'<text x="{x}" y="{foot + 16}" font-size="11" text-anchor="middle">{value:+.3f}</text>'
    )
