"""What becomes of the texts a language model writes: which gate refuses how many of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scoring.contract import Weakness
from scoring.explain.state import DraftView
from scoring.llm.base import Stop
from scoring.rewrite.dose import fits
from scoring.rewrite.edits import growth_kind
from scoring.rewrite.facts import compare
from scoring.rewrite.house import read_house
from scoring.rewrite.suggest import Write
from scoring.rewrite.tongue import same_tongue

__all__ = ["Tally"]


class Tally:
    """Counts what a writer wrote, and which gates refuse it; several may refuse one text.

    Args:
        write: The writer.

    Attributes:
        counts: ``written``, ``pass``, and by gate: ``facts``, ``dose``, ``length``, ``language``,
            ``house``.
    """

    def __init__(self, write: Write) -> None:
        self._write = write
        self.counts: Counter[str] = Counter()

    def __call__(self, view: DraftView, weakest: Sequence[Weakness], stop: Stop) -> list[str]:
        """Write, and count."""
        texts = self._write(view, weakest, stop)
        for text in texts:
            self.counts["written"] += 1
            self.counts.update(list(_refused_by(view, text)) or ["pass"])
        return texts

    def take(self) -> dict[str, int]:
        """Give the counts and begin anew."""
        counts, self.counts = dict(self.counts), Counter()
        return counts


def _refused_by(view: DraftView, text: str) -> Iterator[str]:
    if not compare(view.reply, text, context=view.context).kept:
        yield "facts"
    if not fits(view.reply, text, view.need, view.context):
        yield "dose"
    if growth_kind(view.reply, text) is None:
        yield "length"
    if not same_tongue(view.reply, text):
        yield "language"
    if not read_house(view.guidelines).allows(view.reply, text):
        yield "house"
