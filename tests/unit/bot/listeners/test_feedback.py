"""What a person says of a check is kept, once, and the card shows it."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.ids import ActionId, FieldId, ViewId
from bot.sandbox.driver import shown_text
from bot.store.base import Person
from tests.unit.bot.listeners.conftest import Desktop, desktop
from tests.unit.bot.listeners.test_modal import checked

pytestmark = pytest.mark.anyio
DRAFT = "We shipped it yesterday. Wait for the parcel."


async def rows(desk: Desktop) -> list[dict[str, object]]:
    """Read the feedback table as it is on disk."""
    engine = create_async_engine(desk.settings.resolved_database_url)
    async with engine.connect() as connection:
        found = await connection.execute(text("SELECT * FROM feedback"))
        kept = [dict(row) for row in found.mappings()]
    await engine.dispose()
    return kept


@pytest.fixture
async def with_card(at_desk: Desktop) -> Desktop:
    """Ana with a private card in front of her."""
    await at_desk.ana.types(f"/empathy {DRAFT}")
    await at_desk.ana.sees("of 100")
    await at_desk.bot.pool.idle()
    return at_desk


@pytest.mark.parametrize(
    ("action", "thumb", "said"),
    [(ActionId.THUMBS_UP, "up", ": helpful"), (ActionId.THUMBS_DOWN, "down", ": not helpful")],
)
async def test_a_thumb_is_kept_and_shown(
    with_card: Desktop, action: str, thumb: str, said: str
) -> None:
    """The same private card says what was recorded."""
    await with_card.ana.clicks(action)
    await with_card.ana.sees(said)
    [row] = await rows(with_card)
    assert row["thumb"] == thumb
    assert len(with_card.ana.ephemerals()) == 1


async def test_a_rating_and_a_thumb_stay_together(with_card: Desktop) -> None:
    """What was said before is still on the card after the next answer."""
    await with_card.ana.clicks(ActionId.THUMBS_DOWN)
    await with_card.ana.sees("not helpful")
    await with_card.ana.selects(ActionId.OWN_RATING, "2")
    await with_card.ana.sees("not helpful, your rating 2 of 5")
    [row] = await rows(with_card)
    assert (row["thumb"], row["rating"]) == ("down", 2)


async def test_a_click_delivered_twice_is_recorded_once(with_card: Desktop) -> None:
    """A repeated envelope changes nothing."""
    with_card.double.faults.duplicates = 1
    await with_card.ana.clicks(ActionId.THUMBS_UP)
    await with_card.ana.sees(": helpful")
    assert len(await rows(with_card)) == 1


async def test_disagreeing_takes_a_reason_and_shows_it(with_card: Desktop) -> None:
    """The reason and the feature are kept, the view closes, the card says so."""
    await with_card.ana.clicks(ActionId.DISAGREE)
    view = await with_card.ana.sees_view(ViewId.DISAGREE)
    answers = {FieldId.REASON: "wrong_evidence", FieldId.FEATURE: "affirm"}
    await with_card.ana.fills(view, answers).submits()
    card = await with_card.ana.sees("you disagree")
    assert "Affirms" in shown_text(card)
    assert with_card.ana.view() is None
    [row] = await rows(with_card)
    assert "wrong_evidence" in str(row["reasons"])
    assert row["disputed_feature"] == "affirm"


async def test_in_the_modal_the_result_below_is_redrawn(at_desk: Desktop) -> None:
    """Thumb and disagreement show on the result, which stays open."""
    await checked(at_desk)
    await at_desk.ana.clicks(ActionId.THUMBS_UP)
    await at_desk.ana.sees_view(ViewId.RESULT, ": helpful")
    await at_desk.ana.clicks(ActionId.DISAGREE)
    view = await at_desk.ana.sees_view(ViewId.DISAGREE)
    await at_desk.ana.fills(view, {FieldId.REASON: "missing_context"}).submits()
    await at_desk.ana.sees_view(ViewId.RESULT, "you disagree")


async def test_a_person_who_does_not_want_to_be_counted_is_not(at_desk: Desktop) -> None:
    """The first card offers it; afterwards nothing is kept, and a thumb says why."""
    await at_desk.ana.types(f"/empathy {DRAFT}")
    await at_desk.ana.sees("never the text")
    await at_desk.ana.clicks(ActionId.DONT_COUNT)
    await at_desk.ana.sees("no longer kept")
    consent = await at_desk.bot.store.consent(Person(await _team(at_desk), "U1"))
    assert not consent.checks_count
    await at_desk.ana.clicks(ActionId.THUMBS_UP)
    await at_desk.ana.sees("This check was not kept")
    assert await rows(at_desk) == []


async def test_the_first_card_alone_tells_what_is_kept(with_card: Desktop) -> None:
    """The notice comes once."""
    await with_card.ana.types(f"/empathy {DRAFT} Again.")
    await with_card.bot.pool.idle()
    newest = with_card.ana.ephemerals()[-1]
    assert "never the text" not in shown_text(newest)


async def test_a_thumb_leaves_the_notice_and_its_switch_on_the_card(with_card: Desktop) -> None:
    """Who answers first can still read what is kept and switch it off."""
    await with_card.ana.clicks(ActionId.THUMBS_UP)
    card = await with_card.ana.sees(": helpful")
    assert "never the text" in shown_text(card)
    await with_card.ana.clicks(ActionId.DONT_COUNT)
    await with_card.ana.sees("no longer kept")


async def test_feedback_outlives_the_process(tmp_path: Path) -> None:
    """A card from before a restart still takes a thumb."""
    from bot.app import open_bot
    from tests.doubles.scorer import DoubleScorer

    async with desktop(tmp_path) as desk:
        await desk.ana.types(f"/empathy {DRAFT}")
        await desk.ana.sees("of 100")
        await desk.bot.pool.idle()
        async with open_bot(desk.settings, scorer=DoubleScorer()):
            await desk.ana.clicks(ActionId.THUMBS_UP)
            await desk.ana.sees(": helpful")
        assert len(await rows(desk)) == 1


async def _team(desk: Desktop) -> str:
    answer = await desk.bot.client.auth_test()
    return str(answer["team_id"])
