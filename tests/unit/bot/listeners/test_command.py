"""``/empathy`` in every form."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.errors import ScorerUnavailableError
from bot.ids import ActionId, FieldId, ViewId
from bot.sandbox.driver import shown_text
from bot.sandbox.faults import ApiFault
from tests.doubles.scorer import DoubleScorer
from tests.unit.bot.listeners.conftest import WITH_NOTE, Desktop, desktop

pytestmark = pytest.mark.anyio
DRAFT = "Sorry for the delay, your parcel left today."


async def test_a_draft_gets_a_private_card(at_desk: Desktop) -> None:
    """The command with a draft answers with a card only its writer sees."""
    await at_desk.ana.types(f"/empathy {DRAFT}")
    card = await at_desk.ana.sees("of 100")
    assert card.shown_to == "U1"
    assert at_desk.scorer.asked[0].reply == DRAFT


async def test_without_a_draft_it_opens_the_modal(at_desk: Desktop) -> None:
    """The bare command opens the modal and asks the scorer nothing."""
    await at_desk.ana.types("/empathy")
    await at_desk.ana.sees_view(ViewId.INPUT)
    assert at_desk.scorer.asked == []


@pytest.mark.parametrize("word", ["help", "HELP", "?"])
async def test_help_says_how_to_use_it(at_desk: Desktop, word: str) -> None:
    """Help is a private note, not a draft."""
    await at_desk.ana.types(f"/empathy {word}")
    note = await at_desk.ana.sees("before you send it")
    assert note.shown_to == "U1"
    assert at_desk.scorer.asked == []


async def test_a_draft_that_is_too_long_is_refused_in_words(at_desk: Desktop) -> None:
    """Nothing is cut silently: the person is told how long it is and what to do."""
    await at_desk.ana.types("/empathy " + "word " * 700)
    note = await at_desk.ana.sees("takes up to 3000")
    assert "3499" in shown_text(note)
    assert at_desk.scorer.asked == []


async def test_the_same_command_delivered_twice_has_effect_once(at_desk: Desktop) -> None:
    """One check and one card, however often Slack delivers it."""
    at_desk.double.faults.duplicates = 1
    await at_desk.ana.types(f"/empathy {DRAFT}")
    await at_desk.ana.sees("of 100")
    await at_desk.bot.pool.idle()
    assert len(at_desk.scorer.asked) == 1
    assert len(at_desk.ana.ephemerals()) == 1


async def test_a_slow_check_says_so_and_the_card_follows(tmp_path: Path) -> None:
    """A private note with Cancel appears, then the card; a late Cancel only removes the note."""
    async with desktop(tmp_path, DoubleScorer(seconds=0.6), WITH_NOTE) as desk:
        await desk.ana.types(f"/empathy {DRAFT}")
        await desk.ana.sees("Still checking")
        await desk.ana.sees("of 100")
        await desk.bot.pool.idle()
        await desk.ana.clicks(ActionId.CANCEL)
        await desk.ana.waits_for(lambda: len(desk.ana.ephemerals()) == 1 or None, "one message")
        assert "of 100" in shown_text(desk.ana.ephemerals()[0])


async def test_a_slow_check_can_be_cancelled(tmp_path: Path) -> None:
    """Cancel stops the work, says so, and no card comes later."""
    async with desktop(tmp_path, DoubleScorer(seconds=5), WITH_NOTE) as desk:
        await desk.ana.types(f"/empathy {DRAFT}")
        await desk.ana.sees("Still checking")
        await desk.ana.clicks(ActionId.CANCEL)
        await desk.ana.sees("Cancelled. The draft was deleted.")
        await desk.bot.pool.idle()
        assert len(desk.scorer.stopped) == 1
        assert await stored(desk) == []
        assert list(await desk.bot.store.due()) == []
        [only] = desk.ana.ephemerals()
        assert "Cancelled" in shown_text(only)


async def test_a_check_of_another_replica_can_be_cancelled(tmp_path: Path) -> None:
    """The click may reach a process that does not have the check: no card follows all the same."""
    scorer, limits = DoubleScorer(seconds=1.0), replace(WITH_NOTE, lease=0.3)
    async with desktop(tmp_path, scorer, limits) as desk:
        await desk.ana.types(f"/empathy {DRAFT}")
        await desk.ana.sees("Still checking")
        desk.bot.desk.runner.interrupt = lambda _: None  # type: ignore[method-assign]
        await desk.ana.clicks(ActionId.CANCEL)
        await desk.ana.sees("Cancelled")
        await desk.bot.pool.idle()
        [only] = desk.ana.ephemerals()
        assert "Cancelled" in shown_text(only)
        assert await stored(desk) == []


async def stored(desk: Desktop) -> list[object]:
    """Read the ids of the drafts on disk."""
    engine = create_async_engine(desk.settings.resolved_database_url)
    async with engine.connect() as connection:
        found = (await connection.execute(text("SELECT id FROM work_item"))).all()
    await engine.dispose()
    return list(found)


async def test_help_names_the_switch(at_desk: Desktop) -> None:
    """Who looks for it finds it."""
    await at_desk.ana.types("/empathy help")
    await at_desk.ana.sees("/empathy privacy")


async def test_a_scorer_that_is_down_is_said_plainly_with_an_id(tmp_path: Path) -> None:
    """The person reads one sentence and a reference, and gets the draft back."""
    scorer = DoubleScorer(error=[ScorerUnavailableError(error_id="abc123")])
    async with desktop(tmp_path, scorer) as desk:
        await desk.ana.types(f"/empathy {DRAFT}")
        note = await desk.ana.sees("The scorer does not answer")
        assert "abc123" in shown_text(note)
        await desk.ana.clicks(ActionId.EDIT)
        view = await desk.ana.sees_view(ViewId.INPUT)
        assert view.values["draft"][FieldId.DRAFT]["value"] == DRAFT


async def test_an_answer_that_slack_takes_no_more_goes_to_direct_messages(tmp_path: Path) -> None:
    """When the response URL has expired the card arrives by direct message."""
    async with desktop(tmp_path, DoubleScorer(seconds=0.15)) as desk:
        await desk.ana.types(f"/empathy {DRAFT}")
        desk.double.workspace.response_urls.clear()
        card = await desk.ana.sees("of 100")
        assert desk.double.workspace.channels[card.channel].kind == "im"


async def test_a_modal_that_slack_does_not_open_is_explained(at_desk: Desktop) -> None:
    """When Slack itself fails, the person is told to try again."""
    at_desk.double.faults.on("views.open", ApiFault("server_error"), ApiFault("server_error"))
    await at_desk.ana.types("/empathy")
    note = await at_desk.ana.sees("Please try again")
    assert note.shown_to == "U1"


async def test_entities_are_decoded_once(at_desk: Desktop) -> None:
    """What a person types is what is scored, brackets and ampersands included."""
    await at_desk.ana.types("/empathy Use <b> & &lt; in Tom & Co's form, please.")
    await at_desk.ana.sees("of 100")
    assert at_desk.scorer.asked[0].reply == "Use <b> & &lt; in Tom & Co's form, please."


async def test_many_people_at_once_each_get_their_own_card(at_desk: Desktop) -> None:
    """Checks run side by side and never mix."""
    ben = at_desk.double.person("U2", at_desk.double.workspace.channels["C1"])
    people = [at_desk.ana, ben]
    await asyncio.gather(*(p.types(f"/empathy {DRAFT} {p.member.name}") for p in people))
    for person in people:
        await person.sees("of 100")
        assert len(person.ephemerals()) == 1
