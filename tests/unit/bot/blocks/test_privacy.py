"""What is kept of a person, as that person reads it."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.blocks.privacy import (
    REBUILD_DAYS,
    forget_blocks,
    forgotten_blocks,
    privacy_blocks,
    shown_switches,
    stored_view,
)
from bot.store.base import Consent, Forgotten, Stored
from bot.store.parts import Limits
from tests.unit.bot.blocks.oracle import all_text, faults

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
MUCH = Stored(
    Consent(True, NOON, True, True),
    since=NOON,
    checks=12,
    first_check=NOON,
    last_check=NOON,
    ratings=1,
    suggestions=20,
    choices={"used": 3, "edited": 1},
    samples=2,
    customer_messages=1,
    samples_until=NOON,
    drafts=1,
    drafts_until=NOON,
    used_in_training=4,
)


def test_the_switches_show_what_holds() -> None:
    """A switch is ticked if it is on, and the block's id says the same."""
    boxes = privacy_blocks(Consent(True, None, train=True))[1]
    ticked = [one["value"] for one in boxes["elements"][0]["initial_options"]]
    assert ticked == ["checks_count", "train"]
    assert shown_switches(boxes["block_id"]) == {"checks_count", "train"}


def test_nothing_ticked_is_no_empty_list() -> None:
    """Slack refuses an empty list of ticked options."""
    boxes = privacy_blocks(Consent(False, None))[1]
    assert "initial_options" not in boxes["elements"][0]


def test_a_customers_message_is_spoken_of_where_it_is_kept() -> None:
    """Only people of a workspace whose owner keeps it read that it is."""
    said = "customer's redacted message is kept"
    assert said in all_text(privacy_blocks(Consent(True, None, customer_text=True)))
    assert said not in all_text(privacy_blocks(Consent(True, None)))


def test_numbers_are_said_in_words() -> None:
    """Each number has its sentence, in singular and plural."""
    view = stored_view(MUCH)
    text = all_text(view["blocks"])
    assert faults(view["blocks"], modal=True) == []
    for said in (
        "12 checks",
        "1 rating*",
        "20 suggestions",
        "3 used, 1 edited, 0 refused",
        "2 redacted samples",
        "1 with the customer's",
        "1 draft*",
        "4 checks",
    ):
        assert said in text, said


def test_what_was_never_done_is_not_listed() -> None:
    """A person without ratings or suggestions reads of neither."""
    once = Stored(Consent(True, NOON), since=NOON, checks=1, first_check=NOON, last_check=NOON)
    text = all_text(stored_view(once)["blocks"])
    assert "1 check*" in text
    assert "rating" not in text
    assert "suggestion" not in text


def test_somebody_unknown_reads_that_nothing_is_stored() -> None:
    """No list of zeros."""
    assert all_text(stored_view(Stored(Consent(True, None)))["blocks"]) == (
        "Nothing is stored about you."
    )


def test_zeros_are_said_as_nothing() -> None:
    """Who has been told and has checked nothing reads so."""
    text = all_text(stored_view(Stored(Consent(True, NOON), since=NOON))["blocks"])
    assert all(word in text for word in ("No checks", "No samples", "No drafts", "Nothing"))


def test_forgetting_asks_for_certainty() -> None:
    """The button brings Slack's own dialog first, and says how long models may take."""
    blocks = forget_blocks()
    [button] = blocks[-1]["elements"]
    assert faults(blocks, modal=False) == []
    assert "can't be undone" in button["confirm"]["text"]["text"]
    assert "within 30 days" in all_text(blocks)


def test_forgotten_says_what_went_and_when_models_follow() -> None:
    """Counts of what was deleted, and a date where a model learned from it."""
    blocks = forgotten_blocks(Forgotten(1, checks=3, samples=1, drafts=0, to_rebuild=2), NOON)
    text = all_text(blocks)
    assert "3 checks, 1 redacted sample, your switches" in text
    assert "30 Dec" in text
    assert "Nothing was stored" in all_text(forgotten_blocks(Forgotten(), NOON))


def test_the_promised_days_are_the_stores() -> None:
    """What people read is what the store does."""
    assert Limits().rebuild_within.days == REBUILD_DAYS
