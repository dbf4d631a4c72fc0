"""Every click and every form there is, sent by somebody it is not for.

A client can send whatever it likes: here a colleague without any role sends the ids, values and
hidden data of Ana's card and windows. A new action or form is tried without being listed here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.ids import SUBMITTED_VIEWS, ActionId, FieldId, ViewId
from bot.sandbox.deliver import control
from bot.sandbox.driver import Person, shown_text
from bot.sandbox.model import Message, View
from bot.sandbox.schema import JsonObject
from bot.store.base import Person as PersonKey
from bot.store.base import TeamSettings
from tests.doubles.scorer import DoubleScorer
from tests.unit.bot.listeners.conftest import Desktop, desktop

pytestmark = pytest.mark.anyio
DRAFT = "Hi Zoltan, sorry for the delay, your parcel left today."
#: What opens each form on Ana's screen, and what Ben fills in.
FORMS: Mapping[ViewId, tuple[ActionId, dict[str, object]]] = {
    ViewId.INPUT: (ActionId.EDIT, {FieldId.DRAFT: "Words of his own, sent today."}),
    ViewId.USE: (ActionId.USE, {}),
    ViewId.DISAGREE: (ActionId.DISAGREE, {FieldId.REASON: "wrong_score"}),
    ViewId.SETUP: (ActionId.HOME_SETUP, {FieldId.TEAM_NAME: "Taken over"}),
}
#: About Ben's own; they answer in place of the message, which at Slack is one that he can see.
IN_PLACE = {ActionId.FORGET, ActionId.PRIVACY_SWITCHES}


@pytest.fixture
async def ana(at_desk: Desktop) -> PersonKey:
    """An admin with a finished check, as the store knows her."""
    members = at_desk.double.workspace.members
    members["U1"] = replace(members["U1"], admin=True)
    at_desk.ana.member = members["U1"]
    await at_desk.ana.types(f"/empathy {DRAFT}")
    await at_desk.ana.sees("of 100")
    await at_desk.bot.pool.idle()
    return PersonKey(str((await at_desk.bot.client.auth_test())["team_id"]), "U1")


@pytest.fixture
def ben(at_desk: Desktop, ana: PersonKey) -> Person:
    """Her colleague, at his own screen."""
    return at_desk.double.person("U2", at_desk.double.workspace.channels["C1"])


async def kept_of(desk: Desktop, person: PersonKey) -> dict[str, Any]:
    """All that is stored of somebody, but for who looked."""
    found = dict(await desk.bot.store.export(person))
    found.pop("audit", None)
    return found


def click(card: Message | View, action_id: ActionId) -> JsonObject:
    """The click as Ana's own screen would send it; of what is not on it, with her check's id."""
    button = control(card.blocks, ActionId.WHY) or {}
    found = control(card.blocks, action_id) or {"type": "button", "action_id": action_id}
    chosen = {"text": {"type": "plain_text", "text": "1"}, "value": "1"}
    given = {"selected_option": chosen, "selected_options": [chosen]}
    return {"block_id": "b", "value": button.get("value", ""), **given, **found}


async def settled(desk: Desktop, ben: Person) -> str:
    """Let the click have all the effect it has; returns what Ben can read."""
    await asyncio.sleep(0.1)
    await desk.bot.pool.idle()
    space = desk.double.workspace
    seen: list[Message | View] = [*ben.ephemerals(), *space.stack("U2")]
    seen += ben.messages(space.direct_channel("U2"))
    seen += [home] if (home := ben.home()) else []
    return "\n".join(shown_text(one) for one in seen)


@pytest.mark.parametrize("action_id", list(ActionId))
async def test_no_click_on_anothers_card_reads_or_changes_anything(
    at_desk: Desktop, ana: PersonKey, ben: Person, action_id: ActionId
) -> None:
    """Neither on the card itself nor with a window of hers behind it."""
    [card] = at_desk.ana.ephemerals()
    await at_desk.ana.clicks(ActionId.USE)
    window = deepcopy(await at_desk.ana.sees_view(ViewId.USE))
    before, kept = shown_text(card), await kept_of(at_desk, ana)
    await ben.delivery.message_action(ben.member, card, click(card, action_id))
    await ben.delivery.view_action(ben.member, window, click(card, action_id))
    read = await settled(at_desk, ben)
    assert "Zoltan" not in read
    assert "of 100" not in read
    assert shown_text(card) == before or action_id in IN_PLACE
    assert await kept_of(at_desk, ana) == kept


@pytest.mark.parametrize("form", SUBMITTED_VIEWS)
async def test_no_form_of_anothers_does_what_it_does_for_her(
    at_desk: Desktop, ana: PersonKey, ben: Person, form: ViewId
) -> None:
    """Sent by Ben it is his own, or refused: hers, and the team's, stay as they were."""
    opened_by, answers = FORMS[form]
    if form == ViewId.SETUP:
        await at_desk.ana.opens_home()
        await at_desk.ana.sees_home("Your team")
        await at_desk.ana.clicks_home(opened_by)
    else:
        await at_desk.ana.clicks(opened_by)
    window = deepcopy(await at_desk.ana.sees_view(form))
    kept = await kept_of(at_desk, ana)
    ben.fills(window, answers)
    await ben.delivery.submission(ben.member, window)
    assert "Zoltan" not in await settled(at_desk, ben)
    assert await kept_of(at_desk, ana) == kept
    assert await at_desk.bot.store.team_settings(ana) == TeamSettings()
    assert (await at_desk.bot.store.team_setup(ana)).name == ""


async def test_nobody_cancels_anothers_check(tmp_path: Path) -> None:
    """While it runs, Ben sends its *Cancel*: Ana's card comes all the same."""
    async with desktop(tmp_path, DoubleScorer(seconds=0.6)) as desk:
        ben = desk.double.person("U2", desk.double.workspace.channels["C1"])
        await desk.ana.types(f"/empathy {DRAFT}")
        await desk.scorer.started.wait()
        [work_id] = [item.id for item in desk.scorer.asked]
        post = await ben.types("Good morning")
        assert post is not None
        click = {"type": "button", "action_id": ActionId.CANCEL, "block_id": "b", "value": work_id}
        await ben.delivery.message_action(ben.member, post, click)
        await desk.ana.sees("of 100")
