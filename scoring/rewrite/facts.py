"""The fact gate: does a candidate say the same things as the draft, no more and no less?

Deterministic. Hard items (numbers, names, links, ...) and stances (refusals, conditions, promises,
requests) are compared as multisets, items also in their order, so that two swapped amounts are
seen. What the customer wrote may be said back in new sentences; nothing else may appear.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from scoring.contract import Facts
from scoring.explain.flip import straight
from scoring.explain.markers import SELF_FOCUS, is_stock, put_downs
from scoring.explain.soften import is_bare_put_down
from scoring.rewrite.actions import stem
from scoring.rewrite.items import Item, items_of
from scoring.rewrite.stances import Stance, actions_of, relations_of, sentences_of, stances_of

#: Kinds of item that may come back from the customer's own message.
_FROM_CUSTOMER = frozenset(
    {"number", "name", "date", "month", "ordinal", "money", "time", "amount", "id", "percent"}
)
#: Stances an acknowledgement of the customer's own words may repeat: "your parcel never arrived".
_ECHOED = frozenset({"negation", "polarity", "hedge", "outcome"})
#: Least share of a sentence's content words that must be found again.
_KEPT_SHARE = 0.5
_CONTENT = re.compile(r"[a-z]{4,}")
_EMPTY_TURNS = frozenset({"calm", "told", "obvious"})
#: What a sentence may hold and still say nothing.
_SOFT_ITEMS = frozenset({"amount", "name"})
_SOFT_STANCES = frozenset({"statement", "hedge"})
#: Hedges that bind: "someone must be home" is an instruction, however curt.
_BINDS = re.compile(r"(?:must|ha(?:ve|s) to|needs? to|only|always|at (?:least|most)|up to|no more|"
                    r"no less|minimum|maximum|exactly)\b")  # fmt: skip
_EDGES = " .!?,;:"
#: A shorter piece than this may stand anywhere, so it is not told by its words.
_SHORTEST_SPARE = 8
_LOOSE = frozenset(
    """
    percent euro euros dollar dollars pound pounds
    this that with from have been your they their them there here would could should will what
    when where which were just also very really please about into because thing some more other
    than then only
    """.split()  # noqa: SIM905 - a word list reads better as text
)


def compare(
    draft: str, candidate: str, *, context: str = "", spare: frozenset[str] = frozenset()
) -> Facts:
    """Compare a candidate with the draft it would take the place of.

    Args:
        draft: The draft as given.
        candidate: The suggested text.
        context: The customer's message, whose numbers, names and words may be said back.
        spare: Sentences of the draft that hurt and may go, as far as they hold nothing hard.

    Returns:
        ``kept`` when nothing is missing and nothing added; both lists name what was found.
    """
    if draft == candidate:
        return Facts(kept=True)
    draft, candidate = _without_leads(draft), _without_leads(candidate)
    items = _compare_items(draft, candidate, context)
    stances = _compare_stances(draft, _without_their_words(candidate, context), context, spare)
    missing = [
        *items[0],
        *stances[0],
        *_lost_sentences(draft, candidate, spare),
    ]
    added = [*items[1], *stances[1], *_new_actions(draft, candidate, context)]
    return Facts(kept=not missing and not added, missing=_unique(missing), added=_unique(added))


def _unique(found: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(found))


def _without_leads(text: str) -> str:
    """The text without put-downs that say nothing: "as I told you", "obviously", "calm down"."""
    empty = [p for p in put_downs(straight(text)) if p.kind in _EMPTY_TURNS]
    for found in sorted(empty, key=lambda p: -p.start):
        text = text[: found.start] + text[found.end :]
    return text


def _without_their_words(candidate: str, context: str) -> str:
    """The candidate without quotations of the customer, who speaks for themselves."""
    for item in items_of(candidate):
        if _quotes(item, context):
            candidate = candidate.replace(item.shown, "")
    return candidate


def _compare_items(draft: str, candidate: str, context: str) -> tuple[list[str], list[str]]:
    before, after = items_of(draft), items_of(candidate)
    ours, theirs = _counted(before), _counted(after)
    said = {_id(i) for i in items_of(context) if i.kind in _FROM_CUSTOMER}
    missing = [
        i.shown for i in before if theirs[_id(i)] < ours[_id(i)] and not _named(i, candidate)
    ]
    new = (
        i
        for i in after
        if ours[_id(i)] < theirs[_id(i)] and _id(i) not in said and not _quotes(i, context)
    )
    added = [i.shown for i in new if not _named(i, f"{draft} {context}")]
    if not missing and not added:
        missing = _out_of_order(before, after)
    return missing, added


def _quotes(item: Item, context: str) -> bool:
    """Whether a quotation is of the customer's own words."""
    words = " ".join(straight(item.shown).strip('"').split()).lower()
    return item.kind == "quote" and words in " ".join(straight(context).split()).lower()


def _named(item: Item, text: str) -> bool:
    """Whether a word taken for a name stands there too: "Submit" and "submit" are one word."""
    if item.kind != "name":
        return False
    return re.search(rf"(?<!\w){re.escape(item.key)}(?!\w)", straight(text).lower()) is not None


def _id(item: Item) -> tuple[str, str]:
    return item.kind, item.key


def _counted(items: Sequence[Item]) -> Counter[tuple[str, str]]:
    return Counter(_id(i) for i in items)


def _out_of_order(draft: Sequence[Item], candidate: Sequence[Item]) -> list[str]:
    """Items that changed places within their kind: "£20 for A, £50 for B" with the sums swapped."""
    shown = []
    for kind in {i.kind for i in draft}:
        after = [i.key for i in candidate if i.kind == kind]
        before = [i for i in draft if i.kind == kind and i.key in after]
        if not _is_subsequence([i.key for i in before], after):
            shown += [i.shown for i in before]
    return shown


def _is_subsequence(wanted: list[str], given: list[str]) -> bool:
    rest = iter(given)
    return all(key in rest for key in wanted)


def _compare_stances(
    draft: str, candidate: str, context: str, spare: frozenset[str]
) -> tuple[list[str], list[str]]:
    ours, theirs = stances_of(draft), stances_of(candidate)
    echo = {(s.kind, s.key) for s in stances_of(context) if s.kind in _ECHOED}
    lost = [*_beyond(ours, theirs), *_lost_relations(draft, candidate)]
    idle = _idle(draft, spare) if lost else set()
    missing = [s.shown for s in lost if (s.kind, s.key) not in idle]
    added = [s.shown for s in _beyond(theirs, ours) if (s.kind, s.key) not in echo]
    return missing, added


def _beyond(first: Sequence[Stance], second: Sequence[Stance]) -> list[Stance]:
    left = Counter(_whole(s) for s in second)
    rest = []
    for stance in first:
        if left[_whole(stance)] > 0:
            left[_whole(stance)] -= 1
        else:
            rest.append(stance)
    return rest


def _whole(stance: Stance) -> tuple[str, str, str]:
    return stance.kind, stance.key, stance.subject


def _idle(draft: str, spare: frozenset[str]) -> set[tuple[str, str]]:
    """Stances that stand only in lines that say nothing, and so may go with the line."""
    idle: set[tuple[str, str]] = set()
    held: set[tuple[str, str]] = set()
    for sentence in dict.fromkeys(sentences_of(straight(draft))):
        keys = {(s.kind, s.key) for s in (*stances_of(sentence), *relations_of(sentence))}
        (idle if _is_disposable(sentence, spare) else held).update(keys)
    return idle - held


def _lost_relations(draft: str, candidate: str) -> list[Stance]:
    kept = Counter(s.key for s in relations_of(candidate))
    return [s for s in relations_of(draft) if kept[s.key] == 0]


def _new_actions(draft: str, candidate: str, context: str) -> list[str]:
    return sorted(actions_of(candidate) - actions_of(draft) - actions_of(context))


def _lost_sentences(draft: str, candidate: str, spare: frozenset[str]) -> list[str]:
    """Sentences of which less than half the content is found again."""
    have = _content(candidate)
    lost = []
    for sentence in sentences_of(straight(draft)):
        words = _content(sentence)
        little = len(words & have) < _KEPT_SHARE * len(words)
        if words and little and not _is_disposable(sentence, spare):
            lost.append(sentence[:80])
    return lost


def _content(text: str) -> set[str]:
    return {stem(w) for w in _CONTENT.findall(straight(text).lower()) if w not in _LOOSE}


def _is_disposable(sentence: str, spare: frozenset[str]) -> bool:
    """Whether a sentence says nothing a customer needs: courtesy, put-downs, the writer's story."""
    bare = sentence.strip()
    if any(i.kind not in _SOFT_ITEMS for i in items_of(bare)):
        return False
    if is_stock(bare):
        return True
    core = bare.strip(_EDGES)
    hurts = len(core) >= _SHORTEST_SPARE and any(core in s for s in spare)
    empty = hurts or SELF_FOCUS.search(bare) is not None or is_bare_put_down(bare)
    return empty and all(s.kind in _SOFT_STANCES and not _binds(s) for s in stances_of(bare))


def _binds(stance: Stance) -> bool:
    return stance.kind == "hedge" and _BINDS.match(stance.key) is not None
