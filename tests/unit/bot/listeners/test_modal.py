"""The modal: from a message, from anywhere, through working to the result and round again."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest

from bot.checks import CheckLimits
from bot.errors import ScorerUnavailableError
from bot.ids import ActionId, BlockId, FieldId, Shortcut, ViewId
from bot.sandbox import payloads
from bot.sandbox.driver import shown_text
from bot.sandbox.errors import DriverError
from bot.sandbox.model import Place, View
from tests.doubles.scorer import DoubleScorer
from tests.unit.bot.listeners.conftest import QUICK, WITH_NOTE, Desktop, desktop

pytestmark = pytest.mark.anyio
DRAFT = "We shipped it yesterday. Wait for the parcel."
CUSTOMER = "My parcel is ten days late & nobody answers <me>."


def value(view: View, block_id: str, field: str) -> object:
    """Read what an input holds."""
    return view.values.get(block_id, {}).get(field, {}).get("value")


async def opened(desk: Desktop) -> View:
    """Open the modal from anywhere."""
    await desk.ana.global_shortcut(Shortcut.CHECK_GLOBAL)
    return await desk.ana.sees_view(ViewId.INPUT)


async def checked(desk: Desktop, draft: str = DRAFT) -> View:
    """Check a draft in the modal and wait for the result."""
    form = desk.ana.fills(await opened(desk), {FieldId.CONTEXT: CUSTOMER, FieldId.DRAFT: draft})
    await form.submits()
    return await desk.ana.sees_view(ViewId.RESULT)


async def test_the_shortcut_on_a_message_brings_it_along(at_desk: Desktop) -> None:
    """The message is in the customer field, decoded, also in a thread."""
    root = at_desk.double.workspace.post(Place("C1", None, None), "U2", "root")
    text = "My parcel is ten days late &amp; nobody answers &lt;me&gt;."
    message = at_desk.double.workspace.post(Place("C1", root.ts, None), "U2", text)
    await at_desk.ana.shortcut(message, Shortcut.CHECK_MESSAGE)
    view = await at_desk.ana.sees_view(ViewId.INPUT)
    assert value(view, BlockId.CONTEXT, FieldId.CONTEXT) == CUSTOMER


async def test_a_submitted_draft_becomes_a_result_in_the_same_modal(at_desk: Desktop) -> None:
    """Draft and customer's message reach the scorer, and the result takes the modal."""
    view = await checked(at_desk)
    assert "of 100" in shown_text(view)
    [asked] = at_desk.scorer.asked
    assert (asked.reply, asked.context) == (DRAFT, CUSTOMER)


async def test_the_working_view_comes_first(tmp_path: Path) -> None:
    """The submission is acknowledged with the working view before the result is there."""
    async with desktop(tmp_path, DoubleScorer(seconds=0.15)) as desk:
        form = desk.ana.fills(await opened(desk), {FieldId.DRAFT: DRAFT})
        await form.submits()
        await desk.ana.sees_view(ViewId.WORKING)
        await desk.ana.sees_view(ViewId.RESULT)


async def test_a_blank_draft_is_pointed_out_in_the_modal(at_desk: Desktop) -> None:
    """Blanks alone are no draft: the field says so and nothing is scored."""
    form = at_desk.ana.fills(await opened(at_desk), {FieldId.DRAFT: "  \n "})
    await form.submits()
    view = await at_desk.ana.sees_view(ViewId.INPUT)
    assert "nothing to check" in view.errors[BlockId.DRAFT]
    assert at_desk.scorer.asked == []


async def test_a_submission_delivered_twice_is_checked_once(at_desk: Desktop) -> None:
    """One check, and the modal ends with the result, not with the working view."""
    form = at_desk.ana.fills(await opened(at_desk), {FieldId.DRAFT: DRAFT})
    at_desk.double.faults.duplicates = 1
    await form.submits()
    await at_desk.ana.sees_view(ViewId.RESULT)
    await at_desk.bot.pool.idle()
    assert len(at_desk.scorer.asked) == 1
    assert at_desk.ana.view().body["callback_id"] == ViewId.RESULT


@pytest.mark.parametrize(
    ("errors", "shown", "said"),
    [
        ([], ViewId.RESULT, "of 100"),
        ([ScorerUnavailableError()], ViewId.ERROR, "did not work"),
    ],
)
async def test_a_repeat_that_reaches_another_process_is_answered(
    tmp_path: Path, errors: list[Exception], shown: ViewId, said: str
) -> None:
    """The repeat's *working* view gives way to the card, or to what went wrong."""
    from bot.app import open_bot
    from tests.unit.bot.listeners.conftest import settings_for, workspace

    scorer = DoubleScorer(error=errors)
    async with workspace() as double:
        settings = settings_for(double, tmp_path)
        ana = double.person("U1", double.workspace.channels["C1"])
        async with open_bot(settings, scorer=scorer, limits=QUICK) as bot:
            await ana.global_shortcut(Shortcut.CHECK_GLOBAL)
            form = ana.fills(await ana.sees_view(ViewId.INPUT), {FieldId.DRAFT: DRAFT})
            trigger = double.workspace.new_trigger("U1", form.view.id)
            repeat = deepcopy(payloads.view_submission(ana.member, form.view, trigger=trigger))
            await form.submits()
            await ana.sees_view(shown)
            await bot.pool.idle()
        await ana.waits_for(lambda: not double.hub.connections or None, "the connection's end")
        async with open_bot(settings, scorer=scorer, limits=QUICK):
            ack = await double.hub.deliver("interactive", repeat)
            assert ack is not None
            assert ana.delivery._obey(form.view, ack.payload)
            assert ana.view().body["callback_id"] == ViewId.WORKING
            await ana.sees_view(shown, said)
        assert len(scorer.asked) == 1


async def test_a_draft_changed_after_a_lost_acknowledgement_is_checked_as_changed(
    tmp_path: Path,
) -> None:
    """The second press is not taken for the first one: its words are what is scored."""
    async with desktop(tmp_path, DoubleScorer(seconds=2.5)) as desk:
        view = await opened(desk)
        desk.double.faults.dropped_acks = 1
        await desk.ana.fills(view, {FieldId.DRAFT: DRAFT}).submits()
        await desk.ana.fills(view, {FieldId.DRAFT: DRAFT + " Sorry."}).submits()
        await desk.bot.pool.idle()
        assert [asked.reply for asked in desk.scorer.asked] == [DRAFT, DRAFT + " Sorry."]


async def test_edit_and_recheck_keeps_the_texts_and_shows_the_difference(at_desk: Desktop) -> None:
    """The input comes back filled; the next result says how much it changed."""
    await checked(at_desk)
    await at_desk.ana.clicks(ActionId.EDIT)
    view = await at_desk.ana.sees_view(ViewId.INPUT)
    assert value(view, BlockId.DRAFT, FieldId.DRAFT) == DRAFT
    assert value(view, BlockId.CONTEXT, FieldId.CONTEXT) == CUSTOMER
    await at_desk.ana.fills(view, {FieldId.DRAFT: DRAFT + " I will call you."}).submits()
    await at_desk.ana.sees_view(ViewId.RESULT, "since your last check")


async def test_all_features_and_why_open_on_top_and_close_again(at_desk: Desktop) -> None:
    """Both views are pushed over the result, which is still there below."""
    await checked(at_desk)
    await at_desk.ana.clicks(ActionId.ALL_FEATURES)
    await at_desk.ana.sees_view(ViewId.FEATURES, "Names the feeling")
    await at_desk.ana.closes()
    await at_desk.ana.clicks(ActionId.WHY)
    await at_desk.ana.sees_view(ViewId.WHY, "double.1")
    await at_desk.ana.closes()
    assert at_desk.ana.view().body["callback_id"] == ViewId.RESULT


async def test_use_this_gives_the_text_and_checks_it_again(at_desk: Desktop) -> None:
    """The suggestion can be copied; submitted, it is checked with the same context."""
    await checked(at_desk)
    await at_desk.ana.clicks(ActionId.USE)
    view = await at_desk.ana.sees_view(ViewId.USE, "Copy it")
    assert str(value(view, BlockId.DRAFT, FieldId.DRAFT)).endswith(DRAFT)
    await at_desk.ana.submits(view)
    await at_desk.ana.sees_view(ViewId.RESULT, "since your last check")
    assert at_desk.scorer.asked[1].context == CUSTOMER
    assert at_desk.scorer.asked[1].reply.endswith(DRAFT)


async def test_from_a_message_card_the_views_open_on_their_own(at_desk: Desktop) -> None:
    """The buttons of a private card open modals, there being none to push onto."""
    await at_desk.ana.types(f"/empathy {DRAFT}")
    await at_desk.ana.sees("of 100")
    await at_desk.ana.clicks(ActionId.WHY)
    await at_desk.ana.sees_view(ViewId.WHY, "double.1")
    await at_desk.ana.closes()
    await at_desk.ana.clicks(ActionId.EDIT)
    view = await at_desk.ana.sees_view(ViewId.INPUT)
    assert value(view, BlockId.DRAFT, FieldId.DRAFT) == DRAFT


async def test_a_slow_check_in_the_modal_can_be_cancelled(tmp_path: Path) -> None:
    """Cancel brings the draft back, and no result overwrites it."""
    async with desktop(tmp_path, DoubleScorer(seconds=5), WITH_NOTE) as desk:
        form = desk.ana.fills(await opened(desk), {FieldId.DRAFT: DRAFT})
        await form.submits()
        await desk.ana.sees_view(ViewId.WORKING, "Still checking")
        await desk.ana.clicks(ActionId.CANCEL)
        view = await desk.ana.sees_view(ViewId.INPUT)
        assert value(view, BlockId.DRAFT, FieldId.DRAFT) == DRAFT
        await desk.bot.pool.idle()
        assert len(desk.scorer.stopped) == 1


async def test_a_modal_closed_meanwhile_is_no_error(tmp_path: Path) -> None:
    """The work is finished and kept, and nothing is sent anywhere else."""
    async with desktop(tmp_path, DoubleScorer(seconds=0.15)) as desk:
        form = desk.ana.fills(await opened(desk), {FieldId.DRAFT: DRAFT})
        await form.submits()
        await desk.ana.closes()
        await desk.bot.pool.idle()
        assert desk.ana.view() is None
        assert desk.ana.ephemerals() == []
        assert list(await desk.bot.store.due()) == []


async def test_an_error_takes_the_modal_and_leads_back(tmp_path: Path) -> None:
    """The error view has the sentence, the id and the way back to the draft."""
    scorer = DoubleScorer(error=[ScorerUnavailableError(error_id="abc123")])
    async with desktop(tmp_path, scorer) as desk:
        form = desk.ana.fills(await opened(desk), {FieldId.DRAFT: DRAFT})
        await form.submits()
        await desk.ana.sees_view(ViewId.ERROR, "abc123")
        await desk.ana.clicks(ActionId.EDIT)
        view = await desk.ana.sees_view(ViewId.INPUT)
        assert value(view, BlockId.DRAFT, FieldId.DRAFT) == DRAFT


async def test_an_unforeseen_error_never_shows_its_text(tmp_path: Path) -> None:
    """What a bug raises may quote a draft: the person reads our sentence and an id."""
    scorer = DoubleScorer(error=[RuntimeError("secret words of a draft")])
    async with desktop(tmp_path, scorer) as desk:
        form = desk.ana.fills(await opened(desk), {FieldId.DRAFT: DRAFT})
        await form.submits()
        view = await desk.ana.sees_view(ViewId.ERROR, "Something went wrong on our side")
        assert "secret words" not in shown_text(view)


async def test_a_restart_finishes_what_was_accepted(tmp_path: Path) -> None:
    """A check that was running when the process ended is shown by the next one."""
    slow = DoubleScorer(seconds=30)
    limits = CheckLimits(lease=1.0, note_after=10.0, settle=0.01)
    from bot.app import open_bot
    from tests.unit.bot.listeners.conftest import settings_for, workspace

    async with workspace() as double:
        settings = settings_for(double, tmp_path)
        ana = double.person("U1", double.workspace.channels["C1"])
        async with open_bot(settings, scorer=slow, limits=limits, grace=0.05):
            await ana.types(f"/empathy {DRAFT}")
        assert slow.stopped
        async with open_bot(settings, scorer=DoubleScorer(), limits=limits):
            await ana.sees("of 100")
        assert len(ana.ephemerals()) == 1


async def test_a_person_cannot_read_another_persons_check(at_desk: Desktop) -> None:
    """A card's buttons work for its owner alone."""
    await at_desk.ana.types(f"/empathy {DRAFT}")
    card = await at_desk.ana.sees("of 100")
    ben = at_desk.double.person("U2", at_desk.double.workspace.channels["C1"])
    with pytest.raises(DriverError):
        await ben.clicks(ActionId.WHY)
    card.shown_to = "U2"
    await ben.clicks(ActionId.WHY)
    view = await ben.sees_view(ViewId.ERROR, "no longer here")
    assert "double.1" not in shown_text(view)
