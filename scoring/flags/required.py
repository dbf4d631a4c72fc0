r"""Which words a text must hold for a pattern to match it, read off the pattern itself.

A pattern such as ``\b(?:end|take) (?:my|his) (?:own )?life\b`` can match only where *end* or *take*
occurs, *my* or *his*, and *life*. Looking words up is far cheaper than running the pattern, and
most patterns fail it on most texts. What is read off is always necessary, never sufficient.
"""

from __future__ import annotations

import re

from scoring.flags.pattern import (
    Edge,
    Group,
    Letter,
    Look,
    Node,
    OneOf,
    Repeat,
    Sequence,
    read_pattern,
)

#: Beginnings of words, or whole words with ``WHOLE`` behind: a text must hold one of them.
Clause = frozenset[str]
#: Stands behind a whole word.
WHOLE = " "
#: In nearly every text, so that a clause with one of these decides little.
_EVERYDAY = re.compile(
    "an?|the|i|he|she|they|it|you|we|my|me|his|him|hers?|them|their|yours?|our|is|are|was|be|been|"
    "am|have|has|had|don?|doesn|not?|to|of|in|on|at|for|with|from|and|or|if|so|that|this|there|"
    "what|when|will|would|can|could|just|all|any|more|up|out|off|s|t|m|ll|ve|d|re"
)


def required(pattern: str) -> frozenset[Clause]:
    """Read off what a text must hold for a pattern to match: something of every clause.

    Args:
        pattern: An expression for ``re``, in lower case.

    Raises:
        ValueError: It uses a construct that the flags do without.
    """
    return _of_node(read_pattern(pattern), starts=False, closed=False)


def _of_sequence(nodes: Sequence, *, starts: bool, closed: bool) -> frozenset[Clause]:
    """Read a sequence: ``starts``: no word runs into it; ``closed``: no word goes on behind."""
    clauses: set[Clause] = set()
    place = 0
    while place < len(nodes):
        run = _word(nodes[place:])
        place += len(run) or 1
        is_closed = _closes(nodes[place:], closed)
        if run and starts:
            clauses.add(frozenset({run + WHOLE if is_closed else run}))
        if not run:
            clauses |= _of_node(nodes[place - 1], starts=starts, closed=is_closed)
        starts = _starts_behind(nodes[place - 1], starts)
    return frozenset(clauses)


def _word(nodes: Sequence) -> str:
    letters: list[str] = []
    for node in nodes:
        if not (isinstance(node, Letter) and node.is_word):
            break
        letters.append(node.char)
    return "".join(letters)


def _of_node(node: Node, *, starts: bool, closed: bool) -> frozenset[Clause]:
    match node:
        case Group(branches):
            found = [_of_sequence(branch, starts=starts, closed=closed) for branch in branches]
            return found[0] if len(found) == 1 else _either(found)
        case Look(group, is_ahead, is_negative) if not is_negative:
            return _of_node(group, starts=starts and is_ahead, closed=False)
        case Repeat(inner, may_miss, may_recur) if not may_miss:
            return _of_node(inner, starts=starts, closed=closed and not may_recur)
    return frozenset()


def _either(found: list[frozenset[Clause]]) -> frozenset[Clause]:
    """Require the rarest clause of one branch or another, or nothing where a branch is free."""
    if not all(found):
        return frozenset()
    return frozenset({frozenset().union(*(min(clauses, key=_commonness) for clauses in found))})


def _commonness(clause: Clause) -> tuple[float, list[str]]:
    """Guess how many texts hold a clause; the words themselves settle a tie the same way always."""
    guesses = (1.0 if _EVERYDAY.fullmatch(w.strip()) else 0.5 ** len(w) for w in clause)
    return sum(guesses), sorted(clause)


def _closes(nodes: Sequence, closed: bool) -> bool:
    """Say whether no word goes on into these nodes."""
    if not nodes:
        return closed
    behind = _closes(nodes[1:], closed)
    match nodes[0]:
        case Group(branches):
            return all(_closes(branch, behind) for branch in branches)
        case Repeat(inner, may_miss, _):
            return _closes((inner,), behind) and (behind or not may_miss)
        case Look():
            return behind
        case other:
            return _separates(other)


def _starts_behind(node: Node, starts: bool) -> bool:
    """Say whether a word behind a node is a word from its first letter on."""
    match node:
        case Group(branches):
            return all(_starts_after(branch, starts) for branch in branches)
        case Repeat(inner, may_miss, may_recur):
            within = _starts_behind(inner, starts and not may_recur)
            return within and (starts or not may_miss)
        case Look():
            return starts
        case other:
            return _separates(other)


def _starts_after(nodes: Sequence, starts: bool) -> bool:
    for node in nodes:
        starts = _starts_behind(node, starts)
    return starts


def _separates(node: Node) -> bool:
    match node:
        case Letter():
            return not node.is_word
        case OneOf(separates):
            return separates
    return isinstance(node, Edge)
