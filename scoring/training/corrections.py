"""Chooses how an export's ratings are corrected; the rules themselves are in ``labels``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np

from scoring.training import labels as rules
from scoring.training.feedback import Line
from scoring.training.held_out import text_key
from scoring.training.labels import Vector

__all__ = ["METHODS", "Method", "corrected"]

#: ``none``: as rated; ``leniency``: each person's mean difference removed; ``far`` and ``soft``:
#: pulled towards the second source, which suits careless raters and not a taste of one's own;
#: ``consensus``: one rating a text over its raters, the second source and the shown score.
Method = Literal["none", "leniency", "far", "soft", "consensus"]
METHODS: tuple[Method, ...] = get_args(Method)
#: Without a dev split of its own, feedback takes the paper's alpha: two thirds of the range.
_ALPHA = 2 / 3


def corrected(rated: Sequence[Line], method: Method, second: Vector) -> Vector:
    """Correct ratings.

    Args:
        rated: Screened lines.
        method: How.
        second: The second source's ratings of the same lines, 0-1.

    Returns:
        A rating of 0-1 for each line.

    Raises:
        MissingExtraError: ``consensus`` needs cleanlab.
    """
    if not rated:
        return np.zeros(0)
    human = np.array([line.rating or 0.0 for line in rated])
    if method == "none":
        return human
    fair = rules.lenient_removed(human, second, [line.rater for line in rated])
    if method == "far":
        return rules.far_replaced(fair, second, _ALPHA)
    if method == "soft":
        return rules.weighted(fair, second)
    return fair if method == "leniency" else _consensus(rated, fair, second)


def _consensus(rated: Sequence[Line], fair: Vector, second: Vector) -> Vector:
    """Find each text's consensus: a row a text, a column a person, the second source the last."""
    texts, row = np.unique([text_key(x.context, x.reply) for x in rated], return_inverse=True)
    people, column = np.unique([x.rater for x in rated], return_inverse=True)
    cells = np.full((len(texts), len(people) + 1), np.nan)
    cells[row, column] = fair
    cells[row, -1] = rules.means_matched(fair, second)
    shown = np.empty(len(texts))
    shown[row] = [(x.score.overall or 0.0) / 100 for x in rated]
    return rules.consensus(cells, shown)[row]
