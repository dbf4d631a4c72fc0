"""From a prepared pair to token ids: the reply first and whole, the context in what is left.

A long context never pushes the reply out: the reply has its own budget, and the context keeps its
end (the customer's latest words). A reply over its budget is cut into windows at sentence ends,
and the windows' predictions are merged (see ``predictor.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from scoring.errors import WeightsError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from scoring.text.prepared import Prepared, Sentence

#: Tokens of one window in all, special tokens included; both base models were trained for 512.
MAX_TOKENS = 512
#: Tokens of the reply in one window.
REPLY_TOKENS = 320


@dataclass(frozen=True, slots=True)
class Window:
    """One model input.

    Attributes:
        ids: Token ids, ``[CLS] reply [SEP] context [SEP]``.
        types: Segment ids, 0 for the reply's half and 1 for the context's.
        reply_mask: True on the reply's own tokens.
        context_mask: True on the context's own tokens.
        sentence_of: Index of the reply's sentence each token belongs to, -1 for none.
        weight: Share of the reply's tokens in this window.
    """

    ids: list[int]
    types: list[int]
    reply_mask: list[bool]
    context_mask: list[bool]
    sentence_of: list[int]
    weight: float


def encode(pair: Prepared, tokenizer: Tokenizer) -> list[Window]:
    """Encode one pair as one or more windows."""
    context_ids = tokenizer.encode(pair.context, add_special_tokens=False).ids
    reply = tokenizer.encode(pair.reply, add_special_tokens=False)
    owner = _sentence_owner(reply.offsets, pair.sentences)
    chunks = _chunks(owner, REPLY_TOKENS)
    total = max(1, len(reply.ids))
    special = _special(tokenizer)
    return [
        _window(reply.ids[a:b], owner[a:b], context_ids, special, weight=(b - a) / total)
        for a, b in chunks
    ]


def _special(tokenizer: Tokenizer) -> tuple[int, int]:
    """Give the ids of the start and the separator, as BERT's or MPNet's vocabulary names them."""
    for start, separator in (("[CLS]", "[SEP]"), ("<s>", "</s>")):
        ids = tokenizer.token_to_id(start), tokenizer.token_to_id(separator)
        if ids[0] is not None and ids[1] is not None:
            return ids[0], ids[1]
    raise WeightsError("The base encoder's tokenizer has no start and separator tokens we know.")


def _window(
    reply: list[int],
    owner: list[int],
    context: list[int],
    special: tuple[int, int],
    *,
    weight: float,
) -> Window:
    start, end = special
    room = MAX_TOKENS - 3 - len(reply)
    tail = context[-room:]
    n, m = len(reply), len(tail)
    return Window(
        ids=[start, *reply, end, *tail, end],
        types=[0] * (n + 2) + [1] * (m + 1),
        reply_mask=[False] + [True] * n + [False] * (m + 2),
        context_mask=[False] * (n + 2) + [True] * m + [False],
        sentence_of=[-1, *owner] + [-1] * (m + 2),
        weight=weight,
    )


def _sentence_owner(offsets: list[tuple[int, int]], sentences: Sequence[Sentence]) -> list[int]:
    owner, at = [], 0
    for start, _ in offsets:
        while at < len(sentences) and start >= sentences[at].end:
            at += 1
        inside = at < len(sentences) and start >= sentences[at].start
        owner.append(at if inside else -1)
    return owner


def _chunks(owner: list[int], budget: int) -> list[tuple[int, int]]:
    """Cut token positions into spans of at most ``budget``, at sentence starts where possible."""
    n = len(owner)
    if n <= budget:
        return [(0, n)]
    spans, start = [], 0
    while n - start > budget:
        cut = start + budget
        starts = (i for i in range(cut, start + budget // 2, -1) if owner[i] != owner[i - 1])
        cut = next(starts, cut)
        spans.append((start, cut))
        start = cut
    spans.append((start, n))
    return spans


@dataclass(frozen=True, slots=True)
class Batch:
    """Padded windows. Shapes are (windows, tokens)."""

    ids: Tensor
    types: Tensor
    attention: Tensor
    reply_mask: Tensor
    context_mask: Tensor

    def to(self, device: torch.device) -> Batch:
        """Move every tensor."""
        return Batch(
            self.ids.to(device),
            self.types.to(device),
            self.attention.to(device),
            self.reply_mask.to(device),
            self.context_mask.to(device),
        )


def collate(windows: Sequence[Window], pad: int) -> Batch:
    """Pad windows to the longest of the batch."""
    width = max(len(w.ids) for w in windows)

    def pad_ints(rows: list[list[int]], fill: int) -> Tensor:
        return torch.tensor([row + [fill] * (width - len(row)) for row in rows])

    def pad_bools(rows: list[list[bool]]) -> Tensor:
        return torch.tensor([row + [False] * (width - len(row)) for row in rows])

    return Batch(
        ids=pad_ints([w.ids for w in windows], pad),
        types=pad_ints([w.types for w in windows], 0),
        attention=pad_bools([[True] * len(w.ids) for w in windows]),
        reply_mask=pad_bools([w.reply_mask for w in windows]),
        context_mask=pad_bools([w.context_mask for w in windows]),
    )
