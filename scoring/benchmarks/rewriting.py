"""How often a weak draft gets a suggestion, what it gains, and whether its facts survive.

Facts are judged by ``hard_facts``, which shares no code with the gate; gain also by a second model
version where there is one, since a suggestion is picked by the first.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from scoring.benchmarks.hard_facts import difference, keeps
from scoring.contract import CheckItem, CheckResult, Rewrite
from scoring.rewrite.dose import fits
from scoring.training.examples import load_examples, read_jsonl

__all__ = ["OWN_DRAFTS", "Draft", "listed_of", "rewriting_table", "sets_of", "subset"]

#: Drafts written for this benchmark with what each must keep, listed by hand.
OWN_DRAFTS = Path(__file__).with_name("fact_drafts.jsonl")
_LISTED = ("facts", "refusals", "promises", "conditions")
_WEAK = 0.45
_SEED = 0
#: The control: sympathy that would fit any message, put before a draft, must be no win.
_FILLER = (
    "I completely understand how frustrating this must be for you.",
    "We are so sorry for any inconvenience this may have caused.",
    "That must be really hard, and we truly care about how you feel.",
)
#: A rise of this many points would be seen as one.
_CLEAR = 5.0
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")


class Check(Protocol):
    """Checks items in order."""

    def __call__(self, items: Sequence[CheckItem], *, rewrites: bool = True) -> list[CheckResult]:
        """Give each item its result."""
        ...


#: Scores texts against messages, 0-100; None where a text can't be scored.
Score = Callable[[Sequence[CheckItem]], "list[float | None]"]


@dataclass(frozen=True, slots=True)
class Draft:
    """One weak draft; ``facts`` are those listed by hand, if any."""

    id: str
    context: str
    reply: str
    facts: tuple[str, ...] = ()


def sets_of(folder: Path | None) -> dict[str, list[Draft]]:
    """The drafts to improve: our own, and with research data the two test sets."""
    sets = {"own drafts with listed facts": [_own(row) for row in read_jsonl(OWN_DRAFTS)]}
    if folder is not None:
        rows = load_examples(folder / "support_empathy" / "data.jsonl.gz")
        weak = [e for e in rows if e.split == "test" and e.overall < _WEAK]
        sets["support_empathy test"] = [Draft(e.id, e.context, e.reply) for e in weak]
        found = read_jsonl(folder / "rewrite_bench" / "data.jsonl.gz")
        sets["rewrite_bench test"] = [
            Draft(r["id"], r["context"], r["draft"]) for r in found if r["split"] == "test"
        ]
    return sets


def _own(row: dict[str, Any]) -> Draft:
    return Draft(row["id"], row["context"], row["reply"], listed_of(row))


def listed_of(row: dict[str, Any]) -> tuple[str, ...]:
    """All that was listed by hand for a draft: facts, refusals, promises, conditions."""
    return tuple(item for kind in _LISTED for item in row.get(kind, []))


def subset(sets: dict[str, list[Draft]], count: int) -> dict[str, list[Draft]]:
    """The same ``count`` drafts of each set each time, for a language model on a CPU."""
    rng = random.Random(_SEED)  # noqa: S311 - a sample, not a secret
    return {name: rng.sample(own, min(count, len(own))) for name, own in sets.items()}


def rewriting_table(
    sets: dict[str, list[Draft]],
    checks: Mapping[str, Check],
    second: Score | None,
    gates: Mapping[str, Callable[[], dict[str, int]]] | None = None,
) -> list[dict[str, Any]]:
    """One row of figures per set and way of making suggestions.

    Args:
        sets: The drafts.
        checks: The ways.
        second: Another scorer than the one that picks.
        gates: Of ways with a language model: what became of its texts since it was last asked.
    """
    rows = []
    for name, drafts in sets.items():
        for by, check in checks.items():
            row = {"data": name, "by": by} | _figures(drafts, check, second)
            rows.append(row | ({"gates": gates[by]()} if gates and by in gates else {}))
    return rows


def _figures(drafts: Sequence[Draft], check: Check, second: Score | None) -> dict[str, Any]:
    results = check([CheckItem(id=d.id, context=d.context, reply=d.reply) for d in drafts])
    pairs = list(zip(drafts, results, strict=True))
    weak = [(d, r) for d, r in pairs if r.score.band == "needs_work"]
    offered = [(d, w) for d, r in pairs for w in r.rewrites]
    return (
        {
            "n": len(drafts),
            "accepted": _share(bool(r.rewrites) for _, r in pairs),
            "weak": len(weak),
            "accepted_of_weak": _share(bool(r.rewrites) for _, r in weak),
            "kinds": dict(Counter(w.kind for _, w in offered)),
            "gain": _mean(w.delta for _, w in offered),
            "second_gain": _second_gain(offered, second) if second else None,
            "longer": _mean(len(w.text) / len(d.reply) - 1 for d, w in offered),
            "repeated": _repetition(offered),
            "sources": dict(Counter(w.source for _, w in offered)),
            "ms": _mean(r.elapsed_ms.rewrite for r in results),
        }
        | _facts(offered)
        | _control(pairs, check)
    )


def _control(pairs: Sequence[tuple[Draft, CheckResult]], check: Check) -> dict[str, Any]:
    """What filler sympathy gains a draft by the scorer, and how often the gates let it through."""
    scored = [(d, r) for d, r in pairs if r.score.overall is not None]
    sweet = [f"{_FILLER[k % len(_FILLER)]} {d.reply}" for k, (d, _) in enumerate(scored)]
    items = [
        CheckItem(id=d.id, context=d.context, reply=text)
        for (d, _), text in zip(scored, sweet, strict=True)
    ]
    after = check(items, rewrites=False) if items else []
    gains = [
        b.score.overall - a.score.overall
        for (_, a), b in zip(scored, after, strict=True)
        if a.score.overall is not None and b.score.overall is not None
    ]
    passed = (
        fits(d.reply, text, r.score.need, d.context)
        for (d, r), text in zip(scored, sweet, strict=True)
    )
    return {
        "filler_gain": _mean(gains),
        "filler_wins": _share(gain > _CLEAR for gain in gains),
        "filler_passes": sum(passed),
    }


def _facts(offered: Sequence[tuple[Draft, Rewrite]]) -> dict[str, Any]:
    found = [difference(d.reply, w.text, d.context) for d, w in offered]
    listed = sum(len(d.facts) for d, _ in offered)
    missed = [(d.id, keeps(w.text, d.facts)) for d, w in offered]
    facts, lost = sum(f.facts for f in found), sum(len(f.lost) for f in found)
    return {
        "facts_kept": _ratio(facts - lost, facts),
        "listed_kept": _ratio(listed - sum(len(m) for _, m in missed), listed),
        "invented": sum(len(f.invented) for f in found),
        "commitments": sum(len(f.commitments) for f in found),
        "look_at": sorted({d.id for (d, _), f in zip(offered, found, strict=True)
                           if f.lost or f.invented or f.commitments}
                          | {i for i, m in missed if m}),
    }  # fmt: skip


def _second_gain(offered: Sequence[tuple[Draft, Rewrite]], score: Score) -> float | None:
    items = [
        CheckItem(id=d.id, context=d.context, reply=text)
        for d, w in offered
        for text in (d.reply, w.text)
    ]
    scores = score(items)
    pairs = zip(scores[::2], scores[1::2], strict=True)
    return _mean(b - a for a, b in pairs if a is not None and b is not None)


def _repetition(offered: Sequence[tuple[Draft, Rewrite]]) -> float | None:
    """Share of the suggestions that hold the new sentence most of them hold."""
    counts = Counter(s for d, w in offered for s in set(_new(d.reply, w.text)))
    return _ratio(max(counts.values(), default=0), len(offered))


def _new(draft: str, text: str) -> Iterator[str]:
    old = {s.strip().lower() for s in _SENTENCE.findall(draft)}
    yield from (s for p in _SENTENCE.findall(text) if (s := p.strip().lower()) and s not in old)


def _share(flags: Iterable[bool]) -> float | None:
    seen = list(flags)
    return _ratio(sum(seen), len(seen))


def _ratio(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _mean(values: Iterable[float]) -> float | None:
    seen = list(values)
    return round(float(np.mean(seen)), 2) if seen else None
