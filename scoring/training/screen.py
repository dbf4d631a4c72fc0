"""Leaves out of an export what would teach the wrong thing, and says how much and why.

One person must not become the team's taste: nobody counts more than a set share. The same draft
twice is one draft; a flood in one week is thinned; who gives every draft the same rating says
nothing of drafts; and a pair that its own ratings contradict is no pair.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median, pstdev

from scoring.training.examples import JudgedPair
from scoring.training.feedback import Line

__all__ = ["Rules", "Screened", "screen"]

#: A suggestion that was taken makes the later text better by this much on the scale of pairs.
_CHOSEN = 1.0


@dataclass(frozen=True, slots=True)
class Rules:
    """How much is too much.

    Attributes:
        share: Most of all ratings that may be one person's.
        least: Ratings a person may always have, however few there are in all.
        flood: Times the usual number of ratings in a week that one person may give.
        flood_least: Ratings in a week that are never a flood.
        alike: A person's ratings (1-5) spread less than this, as where nine in ten are the same:
            they say too little of drafts.
        alike_least: With fewer ratings nobody is called one-sided.
    """

    share: float = 0.2
    least: int = 5
    flood: float = 4.0
    flood_least: int = 15
    alike: float = 0.4
    alike_least: int = 8


@dataclass(frozen=True, slots=True)
class Screened:
    """What is left.

    Attributes:
        rated: Lines with a text, a score and a rating that counts.
        pairs: A draft and what its person made of it with a suggestion; ``a`` is the later text.
        left_out: How many lines or pairs were left out, by reason.
    """

    rated: tuple[Line, ...]
    pairs: tuple[JudgedPair, ...]
    left_out: Counter[str] = field(default_factory=Counter)


def screen(lines: Sequence[Line], rules: Rules | None = None) -> Screened:
    """Screen an export."""
    rules, left_out = rules or Rules(), Counter[str]()
    rated = _usable(lines, left_out)
    for name, step in (
        ("duplicate", _without_duplicates),
        ("one-sided rater", _without_one_sided),
        ("flood in a week", _without_floods),
        ("over one person's share", _capped),
    ):
        kept = step(rated, rules)
        left_out[name] += len(rated) - len(kept)
        rated = kept
    return Screened(tuple(rated), tuple(_pairs(lines, left_out)), +left_out)


def _usable(lines: Sequence[Line], left_out: Counter[str]) -> list[Line]:
    usable = []
    for line in lines:
        if line.rating is None:
            left_out["no rating"] += 1
        elif line.reply is None or line.score.overall is None or line.features is None:
            left_out["no text or score"] += 1
        else:
            usable.append(line)
    return usable


def _text(line: Line) -> tuple[str, str]:
    return tuple(" ".join((t or "").lower().split()) for t in (line.context, line.reply))  # type: ignore[return-value]


def _without_duplicates(lines: Sequence[Line], _: Rules) -> list[Line]:
    """Of one person's ratings of one text the last counts."""
    last = {(line.rater, _text(line)): line.id for line in lines}
    return [line for line in lines if last[line.rater, _text(line)] == line.id]


def _without_one_sided(lines: Sequence[Line], rules: Rules) -> list[Line]:
    alike = {
        rater
        for rater, own in _grouped(lines, lambda line: line.rater).items()
        if len(own) >= rules.alike_least and pstdev(4 * (x.rating or 0) for x in own) < rules.alike
    }
    return [line for line in lines if line.rater not in alike]


def _without_floods(lines: Sequence[Line], rules: Rules) -> list[Line]:
    by_week = _grouped(lines, lambda line: (line.rater, line.week))
    usual = median(map(len, by_week.values())) if by_week else 0
    limit = max(rules.flood_least, int(rules.flood * usual))
    return _at_most(lines, by_week.values(), limit)


def _capped(lines: Sequence[Line], rules: Rules) -> list[Line]:
    """Hold everybody to a share of what is left; leaving out makes the whole smaller, so again."""
    kept = list(lines)
    while True:
        limit = max(rules.least, math.floor(rules.share * len(kept)))
        by_rater = _grouped(kept, lambda line: line.rater)
        fewer = _at_most(kept, by_rater.values(), limit)
        if len(fewer) == len(kept):
            return kept
        kept = fewer


def _at_most(lines: Sequence[Line], groups: Iterable[Sequence[Line]], limit: int) -> list[Line]:
    """Keep the same few of each group each time, chosen by nothing that is known of them."""
    chosen = {x.id for own in groups for x in sorted(own, key=_shuffled)[:limit]}
    return [line for line in lines if line.id in chosen]


def _shuffled(line: Line) -> str:
    return hashlib.sha256(line.id.encode()).hexdigest()


def _pairs(lines: Sequence[Line], left_out: Counter[str]) -> list[JudgedPair]:
    """Pair a draft with what its person made of it after taking a suggestion."""
    pairs = []
    for steps in _grouped(lines, lambda line: line.draft).values():
        ordered = sorted(steps, key=lambda line: line.step)
        first, last = ordered[0], ordered[-1]
        taken = any(s.choice in ("used", "edited") for line in ordered for s in line.suggestions)
        if first is last or not taken or first.reply is None or last.reply is None:
            continue
        if _text(first) == _text(last):
            left_out["pair of equal texts"] += 1
        elif None not in (first.rating, last.rating) and (last.rating or 0) < (first.rating or 0):
            left_out["pair against its ratings"] += 1
        else:
            pairs.append(_pair(first, last))
    return _agreeing(pairs, left_out)


def _pair(first: Line, last: Line) -> JudgedPair:
    return JudgedPair(
        id=last.id,
        family="chosen",
        split="train",
        context=first.context or "",
        a=last.reply or "",
        b=first.reply or "",
        margin=_CHOSEN,
        source="feedback",
    )


def _agreeing(pairs: Sequence[JudgedPair], left_out: Counter[str]) -> list[JudgedPair]:
    """Leave out pairs that somebody else judged the other way round, and repeats."""
    orders = {(pair.context, pair.a, pair.b) for pair in pairs}
    agreeing = [p for p in pairs if (p.context, p.b, p.a) not in orders]
    left_out["contradicting pair"] += len(pairs) - len(agreeing)
    once = {(p.context, p.a, p.b): p for p in agreeing}
    left_out["duplicate pair"] += len(agreeing) - len(once)
    return list(once.values())


def _grouped(lines: Sequence[Line], key: Callable[[Line], Hashable]) -> dict[Hashable, list[Line]]:
    groups: dict[Hashable, list[Line]] = defaultdict(list)
    for line in lines:
        groups[key(line)].append(line)
    return groups
