"""What the switches gate, in code and in the documentation."""

from __future__ import annotations

from itertools import product
from pathlib import Path

from bot.store.consent import GATES, NEEDS_OWNER, SWITCHES, Consent, Kept, gated_by
from bot.strings.home import SWITCHES as WORDS

GUIDE = Path(__file__).resolve().parents[4] / "docs" / "privacy.md"


def documented() -> dict[str, set[str]]:
    """Read the guide's table: for each thing, the switches that are said to be needed."""
    found = {}
    for line in GUIDE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 5 and cells[0].startswith("`") and "`:" in cells[0]:
            names = (*SWITCHES, "customer_text")
            ticked = zip(names, cells[1:], strict=True)
            found[cells[0].split("`")[1]] = {name for name, cell in ticked if cell == "yes"}
    return found


def test_the_guide_says_what_the_code_does() -> None:
    """Every line of the table is the code's, and none is missing."""
    expected = {
        what: set(needed) | ({"customer_text"} if what in NEEDS_OWNER else set())
        for what, needed in GATES.items()
    }
    assert documented() == expected


def test_a_thing_is_allowed_exactly_under_all_its_switches() -> None:
    """No switch too many and none too few, in all sixteen settings."""
    for positions in product((False, True), repeat=4):
        *own, owner = positions
        consent = Consent(own[0], None, own[1], own[2], owner)
        on = {name for name, there in zip(SWITCHES, own, strict=True) if there}
        on |= {"customer_text"} if owner else set()
        for what, needed in documented().items():
            assert consent.allows(_kept(what)) == (needed <= on)


def test_a_switch_takes_back_all_it_gates() -> None:
    """The first gates everything, the others their own."""
    assert set(gated_by("checks_count")) == set(GATES)
    assert gated_by("keep_samples") == ("sample", "customer")
    assert gated_by("train") == ("training",)


def test_every_switch_has_its_words() -> None:
    """People are shown the switches there are."""
    assert set(WORDS) == set(SWITCHES)


def _kept(name: str) -> Kept:
    [found] = [what for what in GATES if what == name]
    return found
