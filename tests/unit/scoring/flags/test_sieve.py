"""The sieve finds what one big alternation finds, and is cheap."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.flags import find_flags, oblique
from scoring.flags.constructions import CRISIS, SIGNALS
from scoring.flags.dangers import HARM, LIFE
from scoring.flags.parts import parts_of
from scoring.flags.pattern import alternatives
from scoring.flags.required import required
from scoring.flags.sieve import Sieve, beginnings
from scoring.flags.signs import STRONG
from scoring.text.prepare import prepare
from tests.fixtures.timing import least_seconds
from tests.unit.scoring.flags.crisis_texts import GENUINE, IDIOMS, PROFESSIONAL, SAFETY

_DEV = Path(__file__).parent / "dev_crisis.jsonl"
_PATTERNS = (*STRONG, *CRISIS, *oblique.CRISIS, *LIFE, *HARM, *SIGNALS.values())
_SIEVE = Sieve(*_PATTERNS)
_BIG = re.compile("|".join(_PATTERNS))
_TEXTS = [
    *(text.lower() for text in (*GENUINE, *IDIOMS, *SAFETY, *PROFESSIONAL)),
    *(json.loads(line)["text"].lower() for line in _DEV.read_text("utf-8").splitlines()),
]
_WORDS = sorted({word for text in _TEXTS for word in text.split()})


def _both(text: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    sieved = _SIEVE.finditer(text, beginnings(text))
    return [m.span() for m in sieved], [m.span() for m in _BIG.finditer(text)]


def test_sieve_finds_what_one_alternation_finds() -> None:
    """On every known text the matches are the same, in the same places."""
    found = [_both(text) for text in _TEXTS]
    assert [sieved for sieved, _ in found] == [big for _, big in found]
    assert sum(bool(big) for _, big in found) > 200


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(_WORDS), max_size=40).map(" ".join))
def test_sieve_loses_nothing_in_jumbled_words(text: str) -> None:
    """Words of danger in any order are matched the same."""
    sieved, big = _both(text)
    assert sieved == big


def test_few_patterns_are_left_for_an_ordinary_text() -> None:
    """Its words rule out all but a few of the hundreds of patterns."""
    left = [len(_SIEVE.able(beginnings(text.lower()))) for text in PROFESSIONAL]
    assert max(left) < 12


@pytest.mark.parametrize(
    ("pattern", "clauses"),
    [
        (r"\bsuicid\w*", {"suicid"}),
        (r"\b(?:end|take) my (?:own )?life\b", {"end |take ", "my ", "life "}),
        (r"\bpills?\b(?! back)", {"pill"}),
        (r"\b(?:no|without) way(?= out\b)", {"no |without ", "way", "out "}),
        (r"\b(?:i |a )?gun\b(?<!top gun)", {"gun "}),
        (r"\b(?:very)+ sad", {"very", "sad"}),
        (r"\w*kill|die", set()),
        (r"\bself[- ]harm", {"self ", "harm"}),
        (r"(?:^|, )die\b", {"die "}),
    ],
)
def test_required_words_are_read_off_a_pattern(pattern: str, clauses: set[str]) -> None:
    """Whole words end in a space, beginnings do not, and what may be missing is not asked for."""
    assert required(pattern) == {frozenset(clause.split("|")) for clause in clauses}


@pytest.mark.parametrize("pattern", [r"(?P<name>a)", r"(a", r"a)", r"\Ba", "[a", "(?i:a)", "Die"])
def test_unknown_constructs_are_refused(pattern: str) -> None:
    """A pattern the reader cannot follow is an error and never a silent miss."""
    with pytest.raises(ValueError, match=r"pattern|place|Do without"):
        required(pattern)


def test_only_outermost_bars_split_a_pattern() -> None:
    """Bars in groups, classes and behind a backslash stay."""
    assert alternatives(r"a(?:b|c)|[|]d|\|e") == [r"a(?:b|c)", "[|]d", r"\|e"]


def test_letters_that_only_look_large_are_read() -> None:
    """Capitals of other alphabets that ``re`` takes for a Latin letter hide nothing."""
    text = "I WANT TO \u212aİLL MY\u017fELF"
    (part,) = parts_of(text)
    assert part.text == "i want to kill myself"
    assert "crisis" in {flag.name for flag in find_flags(text, "")}


@pytest.mark.parametrize("length", [100, 3_990, 8_000, 30_000])
def test_a_sign_is_found_wherever_it_stands(length: int) -> None:
    """A sign at the seam of two parts or deep in a long text is found in its place."""
    text = "well " * (length // 5) + "I want to die." + " well" * 2_000
    flag = find_flags(text, "")[0]
    assert flag.name == "crisis"
    assert flag.span is not None
    assert "want to die" in text[slice(*flag.span)]


def _seconds(work: Callable[[str, str], object], pairs: list[tuple[str, str]]) -> float:
    return least_seconds(lambda: [work(*pair) for pair in pairs])


def test_flags_cost_little_beside_reading_the_pair() -> None:
    """Ordinary pairs cost at most three times what cleaning and masking them costs."""
    asked = [". ".join(IDIOMS[n : n + 5]) for n in range(0, 100, 5)]
    pairs = list(zip(asked, PROFESSIONAL, strict=True))
    assert _seconds(find_flags, pairs) <= 3 * _seconds(prepare, pairs)


@pytest.mark.parametrize(
    "seed",
    [
        "i have pills ",
        "I'll burn your office down in the game. ",
        "he said he'll kill me, kidding ",
        "my son says he wants to end it, kidding ",
        "my ex is outside and he has a knife, please help in the game. ",
        "{{ name ",
        "4111 1111 ",
        "a.b@c.example ",
        " ".join(_WORDS) + " ",
    ],
)
def test_hostile_text_is_read_in_half_a_second(seed: str) -> None:
    """40,000 characters, all of them read, take less than half a second on either side."""
    text = (seed * (40_000 // len(seed) + 1))[:40_000]
    assert _seconds(find_flags, [(text, "")]) < 0.5
    assert _seconds(find_flags, [("", text)]) < 0.5
