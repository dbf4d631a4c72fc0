"""The part of a prompt that is already computed, kept from call to call.

A rubric that opens every prompt is computed once in a process; a message and its draft once for all
the questions about them. The questions themselves go through the model side by side in one forward
pass: each sees the prompt and itself, none sees another, and each starts at the position where the
prompt ends. The result is that of asking each on its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import torch
from torch import Tensor

from scoring.llm.budget import Budget

__all__ = ["PromptCache", "shares"]

_FULL, _SLIDING = "full_attention", "sliding_attention"

#: Tokens computed between two looks at the budget.
_CHUNK = 256


class PromptCache:
    """One causal model of transformers with the keys and values of its last prompt."""

    def __init__(self, model: Any) -> None:  # noqa: ANN401 - transformers carries no types
        self._model = model
        self._ids: list[int] = []
        self._cache = _empty()
        self.computed = 0  # tokens sent through the model so far

    @property
    def kept(self) -> int:
        """Tokens of which keys and values are held."""
        return len(self._ids)

    def forget(self) -> None:
        """Drop everything, as before the first prompt."""
        self._ids, self._cache = [], _empty()

    @torch.inference_mode()
    def extend(self, ids: Sequence[int], budget: Budget) -> Tensor | None:
        """Make the cache hold exactly ``ids``, computing what it does not hold yet.

        Returns:
            Log-probabilities over the vocabulary after the last token; None if nothing was new.
        """
        self._keep(_common(self._ids, ids))
        logits = None
        while len(self._ids) < len(ids):
            budget.left()
            piece = list(ids[len(self._ids) : len(self._ids) + _CHUNK])
            logits = self._forward(piece, keep=torch.tensor([len(piece) - 1]))
            self._ids += piece
        return None if logits is None else torch.log_softmax(logits[0].float(), -1)

    @torch.inference_mode()
    def after_each(self, suffixes: Sequence[Sequence[int]], budget: Budget) -> list[Tensor]:
        """Log-probabilities over the vocabulary after the kept prompt and each suffix.

        The cache is as before afterwards.
        """
        found: list[Tensor] = []
        for group in _groups(suffixes):
            budget.left()
            ids = [token for suffix in group for token in suffix]
            ends = torch.cumsum(torch.tensor([len(s) for s in group]), 0) - 1
            try:
                logits = self._forward(
                    ids,
                    keep=ends,
                    position_ids=self._positions(group),
                    attention_mask=self._masks(group),
                )
            finally:
                self._cut()
            found += list(torch.log_softmax(logits.float(), -1))
        return found

    def _forward(
        self, ids: Sequence[int], keep: Tensor, **more: Tensor | dict[str, Tensor]
    ) -> Tensor:
        device = self._model.device
        self.computed += len(ids)
        output = self._model(
            input_ids=torch.tensor([list(ids)], device=device),
            cache=self._cache,
            use_cache=True,
            logits_to_keep=keep.to(device),
            **{name: _to(device, value) for name, value in more.items()},
        )
        logits: Tensor = output.logits[0]
        return logits

    def _positions(self, group: Sequence[Sequence[int]]) -> Tensor:
        return torch.cat([torch.arange(len(s)) + self.kept for s in group])[None]

    def _masks(self, group: Sequence[Sequence[int]]) -> Tensor | dict[str, Tensor]:
        """The mask of all layers, or of each kind where some see only a window of the past."""
        mask = self._mask(group)
        window = getattr(self._model.config, "sliding_window", None)
        if _SLIDING not in _kinds(self._model.config) or window is None:
            return mask
        asked = self._positions(group)[0]
        known = torch.cat([torch.arange(self.kept), asked])
        near = asked[:, None] - known[None] < window
        return {_FULL: mask, _SLIDING: mask & near[None, None]}

    def _mask(self, group: Sequence[Sequence[int]]) -> Tensor:
        """(1, 1, tokens, kept + tokens): the prompt for all, of the rest only one's own past."""
        lengths = torch.tensor([len(s) for s in group])
        owner = torch.repeat_interleave(torch.arange(len(group)), lengths)
        own = (owner[:, None] == owner[None]).tril()
        seen = torch.ones(len(owner), self.kept, dtype=torch.bool)
        return torch.cat([seen, own], dim=1)[None, None]

    def _keep(self, count: int) -> None:
        self._ids = self._ids[:count]
        self._cut()

    def _cut(self) -> None:
        """Drop what the cache holds beyond the kept tokens; also after a pass that broke off."""
        extra = self._cache.get_seq_length() - self.kept
        if self.kept == 0:
            self._cache = _empty()
        elif extra > 0:
            self._cache.crop(-extra)


def shares(config: Any) -> bool:  # noqa: ANN401
    """Whether all layers attend to the past: a recurrent state can't be rolled back or shared."""
    return _kinds(config) <= {_FULL, _SLIDING}


def _kinds(config: Any) -> set[str]:  # noqa: ANN401
    return set(getattr(config, "layer_types", None) or [_FULL])


def _to(device: torch.device, value: Tensor | dict[str, Tensor]) -> Tensor | dict[str, Tensor]:
    if isinstance(value, dict):
        return {name: part.to(device) for name, part in value.items()}
    return value.to(device)


def _empty() -> Any:  # noqa: ANN401
    """A cache that keeps the whole past of every layer, so that it can be cut anywhere."""
    from transformers import DynamicCache  # noqa: PLC0415  slow to import

    return DynamicCache()


def _common(a: Sequence[int], b: Sequence[int]) -> int:
    """Length of the common start."""
    for place, (x, y) in enumerate(zip(a, b, strict=False)):
        if x != y:
            return place
    return min(len(a), len(b))


def _groups(suffixes: Sequence[Sequence[int]]) -> Iterator[list[Sequence[int]]]:
    """Suffixes in order, in groups of at most ``_CHUNK`` tokens."""
    group: list[Sequence[int]] = []
    for suffix in suffixes:
        if group and sum(map(len, group)) + len(suffix) > _CHUNK:
            yield group
            group = []
        group.append(suffix)
    if group:
        yield group
