"""What may be shown of a group of people so that nothing can be worked out about one of them.

A cell is a set of drafts. It is *safe* when at least five people stand behind it and none of them
made more than two fifths of it; an empty cell is safe too. A report shows cells that split a whole
(bands, kinds of channel, what was done with suggestions). Hiding the unsafe ones is not enough:
what is shown can be subtracted from the whole. So the hidden cells together must be safe as well,
and more are hidden until they are.

Between reports the same is reached by never letting two of them overlap: see ``windows``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, Literal, TypeVar

__all__ = [
    "MAX_SHARE",
    "MIN_PEOPLE",
    "Cell",
    "Reason",
    "hidden_cells",
    "splits_safely",
    "why_unsafe",
]

#: Fewest people behind anything that is shown.
MIN_PEOPLE: Final = 5
#: Largest part of a cell that one person may have made.
MAX_SHARE: Final = 0.4

Reason = Literal["few_people", "one_person"]
#: How many of a cell's drafts each person made.
Cell = Counter[int]
KeyT = TypeVar("KeyT")


def why_unsafe(cell: Mapping[int, int]) -> Reason | None:
    """Say why a cell may not be shown; None when it may."""
    if not cell:
        return None
    if len(cell) < MIN_PEOPLE:
        return "few_people"
    return "one_person" if max(cell.values()) > MAX_SHARE * sum(cell.values()) else None


def hidden_cells(
    cells: Mapping[KeyT, Cell], groups: Sequence[Collection[KeyT]] = ()
) -> frozenset[KeyT]:
    """Choose which cells of a whole to hide: the unsafe ones, and as many more as it takes.

    The whole itself is shown, so the hidden ones together are as good as shown.

    Args:
        cells: The parts of the whole.
        groups: Parts whose sum is known from elsewhere: their hidden ones must be safe together
            wherever the group allows it.
    """
    hidden = {name for name, cell in cells.items() if why_unsafe(cell)}
    for group in groups:
        _cover({name: cells[name] for name in cells if name in group}, hidden)
    _cover(cells, hidden)
    return frozenset(hidden)


def _cover(cells: Mapping[KeyT, Cell], hidden: set[KeyT]) -> None:
    """Hide more, the smallest first, until what is hidden of these cells is safe together."""
    rest = [name for name, cell in cells.items() if cell and name not in hidden]
    rest.sort(key=lambda name: cells[name].total())
    while rest and why_unsafe(_joined(cells[name] for name in cells if name in hidden)):
        hidden.add(rest.pop(0))


def splits_safely(part: Cell, whole: Cell) -> bool:
    """Tell whether a part may be shown beside its whole: what is left must be safe too."""
    return why_unsafe(part) is None and why_unsafe(whole - part) is None


def _joined(cells: Iterable[Cell]) -> Cell:
    joined: Cell = Counter()
    for cell in cells:
        joined.update(cell)
    return joined
