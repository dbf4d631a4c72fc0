"""Whatever is pasted, Slack takes the card: every limit, on every surface."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.blocks import views
from bot.blocks.card import Card, card_blocks, fallback_text
from bot.blocks.details import features_blocks, why_blocks
from bot.blocks.privacy import privacy_blocks, privacy_text
from bot.blocks.state import CardState
from bot.ids import ViewId
from bot.store.base import Consent
from tests.unit.bot.blocks.oracle import faults, view_faults
from tests.unit.bot.blocks.results import (
    CUSTOMER,
    HOSTILE,
    abstained,
    result_for,
    with_score,
    worst,
)

STATE = CardState("c" * 36, "down", 5, "missing_context", "acknowledgment_of_experience", 100.0)
META = views.InputMeta(session_id="s" * 100, previous=63.2, channel_kind="group_dm", check_id="c")


def full_card(draft: str, *, crisis: bool = True) -> Card:
    """Make the largest card of a draft, in a crisis or with suggestions and praise."""
    full = worst(draft)
    calm = [flag for flag in full.score.flags if flag.name != "crisis"]
    return Card(
        result=full if crisis else with_score(full, flags=calm),
        draft=draft,
        state=STATE,
        customer=draft,
        escalation="Call *Ana* now. " * 150,
        first_use=True,
    )


@pytest.mark.parametrize("crisis", [True, False])
@pytest.mark.parametrize("name", HOSTILE)
def test_the_largest_card_fits_a_message(name: str, crisis: bool) -> None:
    """No draft makes a card that a message can't hold."""
    assert faults(card_blocks(full_card(HOSTILE[name], crisis=crisis)), modal=False) == []


@pytest.mark.parametrize("crisis", [True, False])
@pytest.mark.parametrize("name", HOSTILE)
def test_the_largest_card_fits_a_modal(name: str, crisis: bool) -> None:
    """No draft makes a card that a modal can't hold."""
    assert view_faults(views.result_view(full_card(HOSTILE[name], crisis=crisis))) == []


@pytest.mark.parametrize("name", HOSTILE)
def test_an_ordinary_card_fits(name: str) -> None:
    """The checker's own results make cards that fit."""
    card = Card(result=result_for(HOSTILE[name]), draft=HOSTILE[name], state=CardState("c1"))
    assert faults(card_blocks(card), modal=False) == []
    assert 1 <= len(fallback_text(card.result)) <= 500


@pytest.mark.parametrize("name", HOSTILE)
def test_the_draft_fits_the_views_it_comes_back_in(name: str) -> None:
    """Input and *Use this* hold any draft, cut or in pieces."""
    draft = HOSTILE[name]
    assert view_faults(views.input_view(META, customer=draft * 3, draft=draft)) == []
    assert view_faults(views.use_view(META, draft)) == []
    assert view_faults(views.use_view(META, draft * 3)) == []


@settings(max_examples=60, deadline=None)
@given(draft=st.text(alphabet=st.characters(), min_size=1, max_size=400), crisis=st.booleans())
def test_any_text_at_all_fits(draft: str, crisis: bool) -> None:
    """Random Unicode, surrogates and controls included, fits and can be sent as UTF-8."""
    view = views.result_view(full_card(draft, crisis=crisis))
    assert view_faults(view) == []
    json.dumps(view, ensure_ascii=False).encode()


def test_every_other_view_fits() -> None:
    """The views without a person's text are within the limits."""
    meta = views.DisagreeMeta(
        state=STATE.block_id("feedback"), view_id="V1", response_url="https://x/" + "y" * 300
    )
    made = [
        views.working_view(),
        views.still_working_view("c" * 36),
        views.error_view("e" * 3000, "i" * 100, "c" * 36),
        views.loading_view("Check my reply"),
        views.features_view(result_for("We are on it now.")),
        views.features_view(abstained()),
        views.why_view(result_for("We are on it now.")),
        views.why_view(abstained()),
        views.disagree_view(meta),
        views.note_view("Cancelled."),
        views.result_view(Card(result=abstained(), draft="Ok so", state=STATE)),
    ]
    assert [view_faults(view) for view in made] == [[]] * len(made)
    assert {view["callback_id"] for view in made} <= set(ViewId)


def test_details_fit_on_their_own() -> None:
    """The table has a line for each of the 37 features, within the limits."""
    result = result_for("We are on it now.", CUSTOMER)
    table = "\n".join(b["text"]["text"] for b in features_blocks(result) if b["type"] == "section")
    assert len(table.splitlines()) == 37
    assert faults(features_blocks(result), modal=True) == []
    assert faults(why_blocks(result), modal=True) == []


@pytest.mark.parametrize("on", [True, False])
def test_what_is_kept_fits_a_message(on: bool) -> None:
    """Every switch on and every switch off, with the owner's besides."""
    consent = Consent(on, None, on, on, customer_text=on)
    assert faults(privacy_blocks(consent), modal=False) == []
    assert privacy_text(consent).count(": on.") == 3 * on


def test_slack_alone_marks_an_input_as_optional() -> None:
    """Slack adds the word to the label of an optional input: ours don't say it again."""
    made = [views.input_view(META), views.use_view(META, "A draft.")]
    made.append(views.disagree_view(views.DisagreeMeta(state="s")))
    labels = [
        block["label"]["text"] for view in made for block in view["blocks"] if "label" in block
    ]
    assert len(labels) == 5
    assert not [label for label in labels if "optional" in label.lower()]


def test_the_acknowledged_view_is_tiny() -> None:
    """The view inside an acknowledgement stays far from the size Slack drops silently."""
    assert len(json.dumps(views.working_view())) < 1000
