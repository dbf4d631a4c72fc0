"""Baselines that read no meaning: what length and word lists alone can tell of a rating."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from scoring.training.examples import TrainingExample

Vector = NDArray[np.float64]
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Words people expect of an empathic reply.
KEYWORDS = _listed(
    "sorry apologise apologize apologies understand understandable feel feeling frustrating "
    "frustration upset difficult hard worry worried appreciate thank thanks hope care help happy "
    "glad please"
)
#: Too common to tell that a reply took something up.
_COMMON = _listed(
    "the a an and or but if of to in on at for from with by is are was were be been it this that i "
    "you we they he she my your our me us them so as not no do does did have has had will would "
    "can could there here what when which who how all any just"
)


def words(text: str) -> list[str]:
    """Lower-case words of a text."""
    return [w.lower() for w in _WORD.findall(text)]


def length(example: TrainingExample) -> float:
    """Logarithm of the reply's number of words."""
    return float(np.log1p(len(words(example.reply))))


def keyword_share(example: TrainingExample) -> float:
    """Number of words people expect of an empathic reply, on a log scale."""
    return float(np.log1p(sum(w in KEYWORDS for w in words(example.reply))))


def overlap(example: TrainingExample) -> float:
    """Share of the message's telling words that the reply uses too."""
    message = set(words(example.context)) - _COMMON
    return len(message & set(words(example.reply))) / max(1, len(message))


def column(
    measure: Callable[[TrainingExample], float], examples: Sequence[TrainingExample]
) -> Vector:
    """One measure of every example, as a matrix of one column."""
    return np.array([[measure(e)] for e in examples])
