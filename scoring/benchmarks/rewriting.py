"""How often a weak draft gets a suggestion, what it gains, and whether its facts survive.

Facts are judged by ``hard_facts``, which shares no code with the gate; gain also by a second model
version where there is one, since a suggestion is picked by the first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from scoring.benchmarks.hard_facts import difference, keeps
from scoring.contract import CheckItem, CheckResult, Rewrite
from scoring.training.examples import load_examples, read_jsonl

__all__ = ["OWN_DRAFTS", "Draft", "rewriting_table", "sets_of"]

#: Drafts written for this benchmark with what each must keep, listed by hand.
OWN_DRAFTS = Path(__file__).with_name("fact_drafts.jsonl")
_WEAK = 0.45
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")

#: Checks items with suggestions, in order.
Check = Callable[[Sequence[CheckItem]], list[CheckResult]]
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
    return Draft(row["id"], row["context"], row["reply"], tuple(row["facts"]))


def rewriting_table(
    sets: dict[str, list[Draft]], check: Check, second: Score | None
) -> list[dict[str, Any]]:
    """One row of figures per set."""
    return [{"data": name} | _figures(drafts, check, second) for name, drafts in sets.items()]


def _figures(drafts: Sequence[Draft], check: Check, second: Score | None) -> dict[str, Any]:
    results = check([CheckItem(id=d.id, context=d.context, reply=d.reply) for d in drafts])
    pairs = list(zip(drafts, results, strict=True))
    weak = [(d, r) for d, r in pairs if r.score.band == "needs_work"]
    offered = [(d, w) for d, r in pairs for w in r.rewrites]
    return {
        "n": len(drafts),
        "accepted": _share(bool(r.rewrites) for _, r in pairs),
        "weak": len(weak),
        "accepted_of_weak": _share(bool(r.rewrites) for _, r in weak),
        "kinds": dict(Counter(w.kind for _, w in offered)),
        "gain": _mean(w.delta for _, w in offered),
        "second_gain": _second_gain(offered, second) if second else None,
        "longer": _mean(len(w.text) / len(d.reply) - 1 for d, w in offered),
        "repeated": _repetition(offered),
        "ms": _mean(r.elapsed_ms.rewrite for r in results),
    } | _facts(offered)


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
