"""What the card says, and in which order."""

from __future__ import annotations

from typing import Any

import pytest

from bot.blocks.card import Card, card_blocks, change_text, fallback_text
from bot.blocks.details import why_blocks
from bot.blocks.feedback import recorded_text
from bot.blocks.state import CardState, block_name
from bot.ids import ActionId, BlockId
from bot.strings.features import FEATURE_TEXT
from scoring.contract import (
    BANDS,
    FEATURE_IDS,
    CheckResult,
    Edit,
    Facts,
    Ignored,
    Outcome,
    Rewrite,
    Weakness,
)
from tests.unit.bot.blocks.oracle import all_text
from tests.unit.bot.blocks.results import (
    CUSTOMER,
    DRAFT,
    abstained,
    flag,
    result_for,
    with_score,
)

NOT_ON_A_CARD = {
    ActionId.CANCEL,
    ActionId.DONT_COUNT,
    ActionId.EXPORT,
    ActionId.FORGET,
    ActionId.HOME_BACK,
    ActionId.HOME_CHECK,
    ActionId.HOME_DISPUTES,
    ActionId.HOME_REPORT,
    ActionId.HOME_SETUP,
    ActionId.HOME_SWITCHES,
    ActionId.MODEL_COMPARE,
    ActionId.MODEL_PROMOTE,
    ActionId.MODEL_REJECT,
    ActionId.OUTCOME,
    ActionId.PRIVACY_SWITCHES,
    ActionId.REFUSE,
    ActionId.STORED,
}
ESCALATION = "Tell *the person on call* first."


def draw(result: CheckResult, draft: str = DRAFT, **more: Any) -> list[dict[str, Any]]:
    """Draw a card with defaults."""
    return card_blocks(Card(result=result, draft=draft, state=CardState("c1"), **more))


def order(blocks: list[dict[str, Any]]) -> list[str]:
    """Name the blocks that have ids, top to bottom."""
    return [block_name(block["block_id"]) for block in blocks if "block_id" in block]


def actions_of(blocks: list[dict[str, Any]]) -> set[str]:
    """Collect the action ids of a card."""
    found = set()
    for block in blocks:
        inside = [block.get("accessory"), *block.get("elements", [])]
        found |= {e["action_id"] for e in inside if e and "action_id" in e}
    return found


def test_the_parts_come_in_the_order_that_matters() -> None:
    """Flags, score, strength, weaknesses, suggestions, buttons, feedback."""
    result = with_score(result_for(DRAFT), flags=[flag("pii", (0, 2))])
    assert order(draw(result)) == [
        BlockId.FLAGS,
        BlockId.SCORE,
        BlockId.STRENGTH,
        f"{BlockId.WEAKNESS}.0",
        f"{BlockId.SUGGESTION}.0",
        f"{BlockId.SUGGESTION_TEXT}.0",
        BlockId.ACTIONS,
        BlockId.FEEDBACK,
    ]


def test_a_crisis_shows_the_workspaces_own_text_before_anything_else() -> None:
    """On a crisis the escalation text is on top, above other flags and the score."""
    flags = [flag("pii"), flag("crisis", (0, 9), "context")]
    result = with_score(result_for(DRAFT), flags=flags)
    blocks = draw(result, customer=CUSTOMER, escalation=ESCALATION)
    assert order(blocks)[0] == BlockId.ESCALATION
    assert [b["type"] for b in blocks[:2]] == ["header", "section"]
    assert blocks[1]["text"]["text"] == ESCALATION
    assert "My parcel" in all_text(blocks[:3])


def test_a_crisis_is_shown_even_when_there_is_no_score() -> None:
    """Abstaining hides no flag."""
    result = with_score(abstained(), flags=[flag("crisis")])
    assert order(draw(result, escalation=ESCALATION))[0] == BlockId.ESCALATION


@pytest.mark.parametrize("where", ["context", "reply"])
def test_in_a_crisis_there_is_no_praise_and_nothing_to_sell(where: str) -> None:
    """Escalation and flags, then that the score matters less, then score and weaknesses."""
    weak = Weakness(id="names_feeling", quote="", span=(0, 0), why="W h y.", edit="E d.")
    flags = [flag("pii"), flag("crisis", (0, 9), where)]
    plain = with_score(result_for(DRAFT), weakest=[weak])
    assert plain.score.strengths
    assert plain.rewrites
    blocks = draw(with_score(plain, flags=flags), customer=CUSTOMER, escalation=ESCALATION)
    assert order(blocks) == [
        BlockId.ESCALATION,
        BlockId.FLAGS,
        BlockId.CRISIS,
        BlockId.SCORE,
        f"{BlockId.WEAKNESS}.0",
        BlockId.ACTIONS,
        BlockId.FEEDBACK,
    ]
    assert "matters less now" in all_text(blocks)
    assert ActionId.USE not in actions_of(blocks)


def test_in_a_crisis_the_notification_is_about_the_person() -> None:
    """A screen reader does not hear a score first."""
    text = fallback_text(with_score(result_for(DRAFT), flags=[flag("crisis")]))
    assert "danger" in text
    assert "of 100" not in text


def test_without_a_crisis_nothing_plays_the_score_down() -> None:
    """The line is for crises alone."""
    blocks = draw(with_score(result_for(DRAFT), flags=[flag("safety")]))
    assert BlockId.CRISIS not in order(blocks)


def test_the_escalation_text_cannot_call_the_channel() -> None:
    """The workspace's own words keep their links but broadcast to nobody."""
    result = with_score(result_for(DRAFT), flags=[flag("crisis")])
    text = draw(result, escalation="<!channel> see <https://x.example|steps>")[1]["text"]["text"]
    assert "<!" not in text
    assert "<https://x.example|steps>" in text


def test_the_score_is_a_whole_number_in_words() -> None:
    """Band and number stand together; the interval has no decimals."""
    result = with_score(result_for(DRAFT), overall=71.5, interval=[62.6, 79.4], band="good")
    text = all_text(draw(result))
    assert "Good · 72 of 100" in text
    assert "Likely between 63 and 79" in text


@pytest.mark.parametrize("band", [name for _, name in BANDS])
def test_every_band_has_a_name_in_the_fallback(band: str) -> None:
    """Screen readers hear band, score and interval in one sentence."""
    result = with_score(result_for(DRAFT), overall=50.0, interval=[41, 60], band=band)
    text = fallback_text(result)
    assert "50 of 100" in text
    assert "41 to 60" in text


def test_a_weakness_reads_quote_why_edit() -> None:
    """Each weakness quotes the draft, then says why, then what to write."""
    weak = Weakness(
        id="names_feeling", quote="Wait for the parcel.", span=(25, 45), why="W h y.", edit="E d."
    )
    block = next(
        b
        for b in draw(with_score(result_for(DRAFT), weakest=[weak]))
        if b.get("block_id") == f"{BlockId.WEAKNESS}.0"
    )
    text = all_text([block])
    places = [
        text.index(part) for part in ("Wait for", "The feeling is not named", "W h y.", "E d.")
    ]
    assert places == sorted(places)
    assert [part["type"] for part in block["elements"]].count("rich_text_quote") == 1


def test_without_weaknesses_there_is_no_empty_heading() -> None:
    """A reply without a weakness shows none."""
    text = all_text(draw(with_score(result_for(DRAFT), weakest=[])))
    assert "What would help most" not in text


def test_without_the_customers_message_nothing_is_said_of_its_need() -> None:
    """A card without context says that it has none, and claims nothing about the message."""
    result = with_score(result_for(DRAFT), flags=[flag("no_context")], need=1.8)
    text = all_text(draw(result))
    assert "Scored without the customer's message" in text
    assert "calls for" not in text


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        ("good_as_it_is", "Good as it is."),
        ("none_passed", "No suggestion this time."),
        ("not_asked", ""),
    ],
)
def test_a_card_without_suggestions_says_why(outcome: Outcome, said: str) -> None:
    """Good as it is, or nothing passed; silence where nobody looked."""
    update = {"rewrites": [], "outcome": outcome}
    blocks = draw(result_for(DRAFT).model_copy(update=update))
    assert (BlockId.NO_SUGGESTION in order(blocks)) is bool(said)
    assert said in all_text(blocks)


def test_a_suggestion_strikes_what_goes_and_bolds_what_comes() -> None:
    """The difference is visible, with the score expected."""
    rewrite = Rewrite(
        kind="light",
        text="We shipped it yesterday. You will have it tomorrow.",
        edits=[Edit(span=(25, 45), text="You will have it tomorrow.")],
        overall=80.0,
        delta=10.0,
        facts=Facts(kept=True),
        source="edits",
    )
    result = with_score(result_for(DRAFT), overall=70.0).model_copy(update={"rewrites": [rewrite]})
    blocks = draw(result)
    shown = next(b for b in blocks if b.get("block_id") == f"{BlockId.SUGGESTION_TEXT}.0")
    [section] = shown["elements"]
    styles = [(e["text"], e.get("style")) for e in section["elements"]]
    assert styles == [
        ("We shipped it yesterday. ", None),
        ("Wait for the parcel.", {"strike": True}),
        ("You will have it tomorrow.", {"bold": True}),
    ]
    assert "70 → 80 expected" in all_text(blocks)


def test_a_person_sees_what_was_not_scored_once_per_kind() -> None:
    """Ignored parts are named, each kind once."""
    ignored = [Ignored(kind="url", span=(0, 1)), Ignored(kind="url", span=(2, 3))]
    blocks = draw(with_score(result_for(DRAFT), ignored=ignored))
    [note] = [block for block in blocks if block.get("block_id") == BlockId.IGNORED]
    assert all_text([note]).count("links") == 1


def test_an_abstention_says_why_and_shows_no_number() -> None:
    """A draft that can't be judged gets a reason and a next step, and can still be edited."""
    blocks = draw(abstained(), "Ok so")
    text = all_text(blocks)
    assert "Two words are too few." in text
    assert "Write a sentence or two" in text
    assert "of 100" not in text
    assert ActionId.EDIT in actions_of(blocks)
    assert not actions_of(blocks) & {ActionId.OWN_RATING, ActionId.DISAGREE, ActionId.WHY}


def test_the_card_offers_everything_it_promises() -> None:
    """A scored card can be edited, opened up, rated and disagreed with."""
    expected = set(ActionId) - NOT_ON_A_CARD
    assert actions_of(draw(result_for(DRAFT))) == expected


def test_at_first_use_the_card_says_what_is_kept() -> None:
    """The first card tells what is kept and offers to stop it."""
    blocks = draw(result_for(DRAFT), first_use=True)
    assert ActionId.DONT_COUNT in actions_of(blocks)
    assert "never the text" in all_text(blocks)


def test_user_text_reaches_slack_as_plain_text_only() -> None:
    """No words of a draft land in mrkdwn, where they could ping or format."""
    draft = "<!channel> *bold* <@U1> please wait for the parcel."
    blocks = draw(result_for(draft), draft)
    for block in blocks:
        for text in [block.get("text"), *block.get("elements", [])]:
            if isinstance(text, dict) and text.get("type") == "mrkdwn":
                assert "<!channel>" not in text["text"]
                assert "<@U1>" not in text["text"]
    assert "<!channel>" in all_text(blocks)


def test_the_difference_is_that_of_the_numbers_shown() -> None:
    """62.4 and 63.6 were shown as 62 and 64, so the difference is 2."""
    assert "2" in change_text(62.4, 63.6)
    assert change_text(63.6, 62.4).startswith("Down 2")
    assert "No change" in change_text(63.0, 63.2)


def test_what_was_recorded_is_said() -> None:
    """Thumb, rating and reason appear together."""
    state = CardState("c1", "down", 2, "wrong_evidence", "names_feeling")
    text = recorded_text(state)
    assert "not helpful" in text
    assert "2 of 5" in text
    assert "Names the feeling" in text
    assert recorded_text(CardState("c1")) == ""


def test_every_feature_has_a_plain_name_and_words_of_praise() -> None:
    """The catalogue covers the vocabulary, no more and no less, and names are all different."""
    assert set(FEATURE_TEXT) == set(FEATURE_IDS)
    assert len({text.name for text in FEATURE_TEXT.values()}) == len(FEATURE_IDS)
    assert all(len(text.name) <= 30 for text in FEATURE_TEXT.values())
    assert all(
        text.praise.endswith(".") and text.meaning.endswith(".") for text in FEATURE_TEXT.values()
    )


def test_why_adds_up_and_names_the_model() -> None:
    """Shown shares cover the whole, and the model version is named."""
    result = result_for(DRAFT)
    text = all_text(why_blocks(result))
    shares = [
        int(line.split("·")[1].strip(" %"))
        for line in text.splitlines()
        if "▰" in line or "▱" in line
    ]
    assert abs(sum(shares) - 100) <= len(shares) / 2
    assert "double.1" in text


def test_why_says_on_which_side_of_good_replies_a_feature_lies() -> None:
    """A share alone does not tell whether a feature helps or hurts; the words beside it do."""
    result = result_for(DRAFT)
    first = result.score.features[0]
    for value, expected, side in (
        (0.9, 0.2, "more than in good replies"),
        (0.1, 0.8, "less than in good replies"),
        (0.5, 0.52, "as in good replies"),
    ):
        shown = first.model_copy(update={"value": value, "expected": expected, "weight": 1.0})
        others = [f.model_copy(update={"weight": 0.0}) for f in result.score.features[1:]]
        text = all_text(why_blocks(with_score(result, features=[shown, *others])))
        line = next(row for row in text.splitlines() if "100 %" in row)
        assert line.endswith(side)
