"""A list of replies to one message as ``warmline rank`` gives it: order, scores, what is safe.

With a language model the order is EMRank's; without one, the scorer's. Where one of the replies is
the draft, it competes unlabelled, and each other one is also held against it by the gates: what
wins and is not safe is no suggestion.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.contract import CheckResult
from scoring.judge.borda import Win
from scoring.judge.emrank import Ranked
from scoring.rewrite.dose import fits
from scoring.rewrite.facts import compare

__all__ = ["Contest", "standings"]

#: Replies whose lengths differ by more than this are not compared like with like.
_LIKE = 0.3


@dataclass(frozen=True, slots=True)
class Contest:
    """What is known of a list.

    Attributes:
        context: The customer's message.
        texts: The replies by their ids, in the order given.
        checked: The scorer's results, in the same order.
        ranked: The language model's; None without one.
        draft: Id of the draft, if it is among them.
    """

    context: str
    texts: dict[str, str]
    checked: Sequence[CheckResult]
    ranked: Ranked | None
    draft: str | None

    @property
    def draft_wins(self) -> bool | None:
        """Whether nothing on the list is better than the draft; None without a draft."""
        if self.draft is None:
            return None
        rest = [row for row in standings(self) if row["id"] != self.draft]
        return not any(row["better"] for row in rest)


def standings(contest: Contest) -> list[dict[str, Any]]:
    """The replies, best first; equal ones share a rank and keep their order."""
    ranks = contest.ranked.ranks if contest.ranked else _by_score(contest.checked)
    rows = [
        {"id": name, "rank": rank}
        | _judged(contest.ranked, place)
        | {"score": contest.checked[place].score.overall}
        | _against(contest, place)
        for place, (name, rank) in enumerate(zip(contest.texts, ranks, strict=True))
    ]
    return sorted(rows, key=lambda row: row["rank"])


def _by_score(checked: Sequence[CheckResult]) -> list[int]:
    scores = [-1.0 if r.score.overall is None else r.score.overall for r in checked]
    return [1 + sum(other > own for other in scores) for own in scores]


def _judged(ranked: Ranked | None, place: int) -> dict[str, Any]:
    if ranked is None:
        return {}
    perplexity = ranked.perplexity[place]
    return {
        "borda": round(ranked.borda[place], 3),
        "dimensions": {name: round(own[place], 3) for name, own in ranked.dimensions.items()},
        "perplexity": None if perplexity is None else round(perplexity, 1),
    }


def _against(contest: Contest, place: int) -> dict[str, Any]:
    """How a reply stands against the draft: its win, and what the gates say of it."""
    if contest.draft is None:
        return {}
    names = list(contest.texts)
    draft, text = contest.texts[contest.draft], contest.texts[names[place]]
    home = contest.checked[names.index(contest.draft)].score
    facts = compare(draft, text, context=contest.context)
    safe = facts.kept and fits(draft, text, home.need, contest.context)
    win = contest.ranked.over[place] if contest.ranked and contest.ranked.over else None
    better = (
        win.reliable if win else _scores_more(contest.checked[place].score.overall, home.overall)
    )
    length = len(text) / max(1, len(draft))
    return {
        "win": _win(win),
        "better": better,
        "facts": facts.model_dump(),
        "safe": safe,
        "offered": better and safe and names[place] != contest.draft,
        "length": round(length, 2),
        "like_length": abs(length - 1) <= _LIKE,
    }


def _scores_more(own: float | None, draft: float | None) -> bool:
    return own is not None and draft is not None and own > draft


def _win(win: Win | None) -> dict[str, Any] | None:
    if win is None:
        return None
    return {"share": round(win.share, 3), "interval": [round(v, 3) for v in win.interval]}
