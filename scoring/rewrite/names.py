"""Names in a text: people, products, places, menu labels. Anything capitalised that needn't be."""

from __future__ import annotations

import re

from scoring.text.gazetteer import bases, everyday, is_name

#: Words that open a sentence and are no names; other capitals at a start count as names unless
#: their ending says they are ordinary English.
_COMMON = frozenset(
    """
    haha hah hmm wow aww a about above accept according actually after again all allow also
    although always am an and another any anyone anything apologies are as ask at back based be
    because been before being below best better both bring but by call can cancelled card case
    chat check cheers choose claim clear click close code come complete confirm congratulations
    contact could customer customers day days dear deliveries delivery did do does don't done down
    download draft driver drop due during each either else email emails end enjoy enough enter
    even every everyone everything except faq fee few fill find first five follow for form forward
    four free from full further get give go good great guest half happy has have having he hello
    help her here hey hi his hold hope hours how however i i'd i'll i'm i've if in install instead
    into is it it's its just keep kind kindly know last late later least less let let's like link
    log look lots love luck madam mail make many may maybe me meanwhile message might mine more
    morning most my name need neither never new next nice nine no nobody none noon nor not note
    nothing now number of off office often oh ok okay old on once one only open or order orders
    other otherwise our ours out over own page paid part parcel parcels pay payment per perhaps
    phone photo pick plan please policy press price provide put question questions rate rather re
    read reach ready really refund refunds regards regarding reinstall remember reply request
    reset restart return returns right same save say scroll search see select send sent set seven
    she ship should show sign simply since sir six so some someone something soon sorry stay step
    still stock stop sure switch take talk tap team tell ten thank thanks that that's the their
    them then there there's therefore these they thing this those though three through thus ticket
    time times to today together tomorrow tonight too total track transfer try turn two type under
    understood unless until up update upload us use user usually very via visit wait was watch way
    we we'd we'll we're we've welcome well were what what's when whenever where which while who
    why will wish with within without won't would write wrong yes yesterday yet you you'd you'll
    you're you've your yours zero account app appointment article cable can't couldn't didn't
    doesn't hasn't haven't isn't item items invoice internet line router server service shop store
    subscription support system website weren't wasn't aren't hotel flight room booking tickets
    train bag bags luggage money bill bank cash credit debit deposit device doctor doctors
    engineer engineers error access address agent agents answer batch box button content data date
    dates evening afternoon night week weeks weekend month months year years food gift guarantee
    hang heads holiday house insurance issue issues job key keys kitchen laptop letter light list
    login mobile model notes offer option options package password people place points point power
    problem problems product programme project proof receipt record records repair report reports
    result results sales screen seat section seller settings size sleep software staff stage stand
    start status surgery technician test text tool tools travel trip updates upgrade version video
    view voucher water work sincerely warm warmly absolutely cc ps fyi ie eg vs faqs fees charges
    claims calm relax took whichever whatever whoever whether against around across among toward
    upon beside besides beyond despite unlike near past plus
    """.split()  # noqa: SIM905 - a word list reads better as text
)
_ORDINARY_END = re.compile(
    r"(?:ing|ed|ly|tion|sion|ment|ness|able|ible|ful|less|ous|ity|ance|ence|ship|n't|'ll|'ve|'re|'d)$"
)
#: Code points before a word that tell whether it opens a sentence.
_LOOK_BACK = 12
_WORD = re.compile(r"[^\W\d_][\w'&-]*")
_LABELLED = re.compile(r"(?:[a-z] |> ?|→ ?)$")
_START = re.compile(r"(?:\A\W*|[.!?:;\n…*•\"“(-]\s*)[\"'“(*_]*$")


def names_of(text: str) -> list[str]:
    """Names in order of appearance, possessive endings removed.

    Args:
        text: A text with straight apostrophes.

    Returns:
        The names, one word each; a shouted ordinary word is no name.
    """
    found = []
    for match in _WORD.finditer(text):
        word = re.sub(r"'s$|'$", "", match.group())
        if (
            word[:1].isupper()
            and _is_name(word, text[max(0, match.start() - _LOOK_BACK) : match.start()])
        ) or re.search(r"[a-z][A-Z]", word):
            found.append(word)
    return found


def _is_name(word: str, before: str) -> bool:
    low = word.lower()
    # "Settings > Account" and "the Account page": a capital nobody had to write is a label.
    if _LABELLED.search(before) and low not in {"i", "ok"} and "'" not in low:
        return True
    if low in _COMMON or low.startswith(
        ("i'", "we'", "you'", "it'", "that'", "they'", "there'", "let'")
    ):
        return False
    if _START.search(before) is None:
        return True
    return not _ORDINARY_END.search(low) and not _is_word(low)


def _is_word(low: str) -> bool:
    """Whether a sentence may open with it without naming anyone: English, and nobody's name."""
    return not is_name(low) and any(base in everyday() for base in bases(low))
