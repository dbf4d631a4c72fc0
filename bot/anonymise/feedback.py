"""From examples of the store to lines of an export that names nobody, also put together.

Pure. Ids of people and drafts are random and hold for one export; time is the week, and weeks in
which few people took part are joined until at least five did; people with few examples share one
id; no channel, team or model hash is left. The format is in ``docs/feedback-format.md``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from bot.store.records import Example

__all__ = ["FEW", "FORMAT", "TOGETHER", "anonymous_lines"]

FORMAT: Final = 1
#: Fewer people than this are no group.
FEW: Final = 5
#: The id that people with fewer than ``FEW`` examples share.
TOGETHER: Final = "few"
_SCORED: Final = ("overall", "need", "features", "flags")
_SAID: Final = ("thumb", "rating", "reasons", "disputed_feature", "outcome")
_OFFERED: Final = ("kind", "source", "overall", "delta", "choice")


def anonymous_lines(examples: Sequence[Example], new_id: Callable[[], str]) -> list[dict[str, Any]]:
    """Make the lines, in the order of the examples.

    Args:
        examples: All examples of one export.
        new_id: Makes random ids.
    """
    weeks, raters = _weeks(examples), _raters(examples, new_id)
    drafts: dict[str, str] = {}
    lines = []
    for example in examples:
        draft = drafts.setdefault(example.numbers["session_id"], new_id())
        rater, week = raters[example.rater], weeks[example.week]
        lines.append(_line(example, rater, week, draft))
    return lines


def _line(example: Example, rater: str, week: str | None, draft: str) -> dict[str, Any]:
    numbers, said = example.numbers, example.numbers.get("feedback")
    low, high = numbers["interval_low"], numbers["interval_high"]
    return {
        "format": FORMAT,
        "id": example.id,
        "rater": rater,
        "week": week,
        "draft": draft,
        "step": numbers["ordinal"],
        "score": {
            **_picked(numbers, _SCORED),
            "interval": None if low is None else [low, high],
            "model": numbers["model_id"],
        },
        "said": None if said is None else _picked(said, _SAID),
        "suggestions": [_picked(offer, _OFFERED) for offer in numbers["suggestions"]],
        "reply": example.reply,
        "context": example.customer,
    }


def _raters(examples: Sequence[Example], new_id: Callable[[], str]) -> dict[str, str]:
    counts = Counter(example.rater for example in examples)
    return {rater: new_id() if n >= FEW else TOGETHER for rater, n in counts.items()}


def _weeks(examples: Sequence[Example]) -> dict[str, str | None]:
    """Name each week by the last of those it is joined with; None where all are too few."""
    people: dict[str, set[str]] = {}
    for example in examples:
        people.setdefault(example.week, set()).add(example.rater)
    joined: list[list[str]] = []
    seen: set[str] = set()
    for week in sorted(people):
        if not joined or len(seen) >= FEW:
            joined.append([])
            seen = set()
        joined[-1].append(week)
        seen |= people[week]
    if len(seen) < FEW and len(joined) > 1:  # the last weeks are too few by themselves
        rest = joined.pop()
        joined[-1] += rest
    elif len(seen) < FEW:
        return dict.fromkeys(people)
    return {week: weeks[-1] for weeks in joined for week in weeks}


def _picked(values: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    return {name: values[name] for name in names}
