"""Ranks replies to one message with a language model (EMRank, arXiv 2405.16402).

Each dimension and each draw of demonstrations reads the list in every order, each order also
backwards. Places are expected values over the ranks as next tokens; nothing is generated. Pairs of
mirrored lists make duels, in which a verdict that flips is a tie; duels make Borda shares. What a
judge never sees is which reply is the draft, and filler sympathy, which it would reward: replies
that differ in nothing else are one reply to it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from scoring.errors import InputError, LlmAnswerError
from scoring.judge.borda import Duels, Win, balanced_orders, borda, consistency, duels_of, win_over
from scoring.judge.judge import expected
from scoring.judge.ranking import MOST, Demonstration, Dimension, Ranking, Shots
from scoring.llm.base import Budget, Llm
from scoring.text.prepare import prepare

__all__ = ["EmRank", "Ranked"]

#: Told how many of how many lists have been read.
Progress = Callable[[int, int], None]
_EVEN = Win(0.5, (0.5, 0.5))
#: Beyond this a perplexity is no longer a number.
_MOST_SURPRISE = 700.0


@dataclass(frozen=True, slots=True)
class Ranked:
    """What the judge says of a list, by the candidates' places in it.

    Attributes:
        borda: Mean share of all duels, 0-1.
        dimensions: The same by each dimension's id.
        perplexity: How oddly each reads to the model, 1 and up; None where it can't tell.
        lists: How many lists were read.
        consistency: Share of decided duels that held in both orders; None when none was decided.
        over: Each candidate's win over the one asked about; None without one.
    """

    borda: tuple[float, ...]
    dimensions: dict[str, tuple[float, ...]]
    perplexity: tuple[float | None, ...]
    lists: int
    consistency: float | None
    over: tuple[Win, ...] | None

    @property
    def ranks(self) -> list[int]:
        """Rank of each candidate, 1 for the best; equal shares share a rank."""
        return [1 + sum(other > own + 1e-9 for other in self.borda) for own in self.borda]


@dataclass(frozen=True, slots=True)
class EmRank:
    """A model with a way of asking it to rank.

    Attributes:
        llm: The judge.
        ranking: How it is asked.
        plain: What of a reply is weighed; takes a reply and the message.
        progress: Told of each list.
    """

    llm: Llm
    ranking: Ranking
    plain: Callable[[str, str], str]
    progress: Progress = lambda done, of: None

    def rank(
        self,
        context: str,
        replies: Sequence[str],
        shots: Shots,
        budget: Budget,
        over: int | None = None,
    ) -> Ranked:
        """Rank replies to a message.

        Args:
            context: The customer's message.
            replies: Two to nine of them.
            shots: How many demonstrations: none, one, a few, or several draws of a few.
            budget: Time for all of it.
            over: Place of the reply whose duels are told apart: the draft.

        Raises:
            InputError: Too few or too many replies.
            LlmError: The model gave no answer.
        """
        if not 2 <= len(replies) <= MOST:
            raise InputError(f"Ranking takes 2 to {MOST} replies; {len(replies)} were given.")
        alone, places = _different([self.plain(reply, context) for reply in replies])
        read = self._read(_Listed.of(context, alone), shots, budget)
        found = {name: [_spread(d, places) for d in duels] for name, duels in read.items()}
        duels = [d for own in found.values() for d in own]
        return Ranked(
            borda=_shares(duels, len(replies)),
            dimensions={name: _shares(own, len(replies)) for name, own in found.items()},
            perplexity=tuple(self._perplexity(reply, budget) for reply in replies),
            lists=2 * len(duels),
            consistency=consistency(duels),
            over=None if over is None else tuple(_wins(duels, len(replies), over)),
        )

    def _read(self, listed: _Listed, shots: Shots, budget: Budget) -> dict[str, list[Duels]]:
        """Duels by each dimension; lists of one rubric in a row, so that it is computed once."""
        asked = [
            (dimension, shown, order)
            for dimension in self.ranking.dimensions
            for shown in self.ranking.draws(shots)
            for order in balanced_orders(len(listed.replies))
        ]
        read: dict[str, list[Duels]] = {d.id: [] for d in self.ranking.dimensions}
        for done, (dimension, shown, order) in enumerate(asked if listed.several else (), start=1):
            forward = self._places(listed, order, dimension, shown, budget)
            backward = self._places(listed, order[::-1], dimension, shown, budget)
            read[dimension.id].append(duels_of(forward, backward))
            self.progress(2 * done, 2 * len(asked))
        return read

    def _places(
        self,
        listed: _Listed,
        order: Sequence[int],
        dimension: Dimension,
        shown: Sequence[Demonstration],
        budget: Budget,
    ) -> list[float]:
        """Place of each reply, in the replies' own order, read from one list."""
        count = len(listed.replies)
        replies = [listed.replies[k] for k in order]
        messages = self.ranking.messages(dimension, shown, listed.context, replies)
        weighed = self.llm.weigh(messages, self.ranking.questions(count), budget)
        places = dict(zip(order, (expected(logs) * (count - 1) for logs in weighed), strict=True))
        return [places[k] for k in range(count)]

    def _perplexity(self, reply: str, budget: Budget) -> float | None:
        """How oddly a reply reads; None where the model gives no log-probabilities of a text."""
        try:
            return math.exp(min(self.llm.surprise(reply, budget), _MOST_SURPRISE))
        except LlmAnswerError:
            return None


@dataclass(frozen=True, slots=True)
class _Listed:
    """A message and the different replies to it, as the scorer sees them: cleaned and masked."""

    context: str
    replies: tuple[str, ...]

    @property
    def several(self) -> bool:
        """Whether there is anything to compare."""
        return len(self.replies) > 1

    @classmethod
    def of(cls, context: str, replies: Sequence[str]) -> _Listed:
        seen = [prepare(context, reply) for reply in replies]
        return cls(seen[0].context, tuple(s.reply for s in seen))


def _different(texts: Sequence[str]) -> tuple[list[str], list[int]]:
    """The different texts, and which of them each is."""
    alone = list(dict.fromkeys(texts))
    return alone, [alone.index(text) for text in texts]


def _shares(duels: Sequence[Duels], count: int) -> tuple[float, ...]:
    """Borda shares; all even where nothing was read."""
    return tuple(borda(duels, count)) if duels else (0.5,) * count


def _spread(duels: Duels, places: Sequence[int]) -> Duels:
    """Duels of all candidates from those of the different ones; equal ones tie."""
    shares = {
        (one, other): 0.5 if mine == theirs else duels.share(mine, theirs)
        for (one, mine), (other, theirs) in combinations(enumerate(places), 2)
    }
    return Duels(shares, duels.decided, duels.steady)


def _wins(duels: Sequence[Duels], count: int, over: int) -> Iterator[Win]:
    for one in range(count):
        yield _EVEN if one == over or not duels else win_over(duels, one, over)
