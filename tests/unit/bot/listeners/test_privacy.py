"""What people do about what is kept of them, and what an uninstall leaves: nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.ids import ActionId, FieldId, ViewId
from bot.sandbox.driver import Person, shown_text
from bot.sandbox.model import View
from bot.store.base import NewChoice, TeamSettings
from bot.store.base import Person as PersonKey
from tests.doubles.scorer import DoubleScorer
from tests.unit.bot.listeners.conftest import Desktop, desktop

pytestmark = pytest.mark.anyio
DRAFT = "Hi Zoltan, sorry for the delay, your parcel left today. Call 020 7946 0958."


@pytest.fixture
async def ana(at_desk: Desktop) -> PersonKey:
    """Ana as the store knows her."""
    return PersonKey(str((await at_desk.bot.client.auth_test())["team_id"]), "U1")


@pytest.fixture
def ben(at_desk: Desktop, ana: PersonKey) -> tuple[Person, PersonKey]:
    """Her colleague, at his own screen."""
    channel = at_desk.double.workspace.channels["C1"]
    return at_desk.double.person("U2", channel), PersonKey(ana.team_id, "U2")


async def checked(desk: Desktop, person: Person) -> None:
    """Check a draft to the end."""
    await person.types(f"/empathy {DRAFT}")
    await person.sees("of 100")
    await desk.bot.pool.idle()


async def test_privacy_shows_the_switches_and_turns_them(at_desk: Desktop, ana: PersonKey) -> None:
    """One private message whose switches go both ways, and only the one that was clicked."""
    store = at_desk.bot.store
    await at_desk.ana.types("/empathy privacy")
    note = await at_desk.ana.sees("What Warmline keeps")
    assert note.shown_to == "U1"
    await at_desk.ana.selects(ActionId.PRIVACY_SWITCHES, ["checks_count", "keep_samples"])
    await at_desk.ana.waits_for(lambda: "keep_samples" in shown_ids(at_desk) or None, "a redraw")
    assert (await store.consent(ana)).keep_samples
    await store.set_switch(ana, "train", on=True)  # elsewhere, such as in App Home
    await at_desk.ana.selects(ActionId.PRIVACY_SWITCHES, ["keep_samples"])
    await at_desk.ana.waits_for(lambda: "train" in shown_ids(at_desk) or None, "a redraw")
    consent = await store.consent(ana)
    assert (consent.checks_count, consent.keep_samples, consent.train) == (False, True, True)
    assert len(at_desk.ana.ephemerals()) == 1


def shown_ids(desk: Desktop) -> str:
    """The ids of the blocks on the one private message."""
    return json.dumps([block.get("block_id") for block in desk.ana.ephemerals()[0].blocks])


async def test_a_sample_is_kept_redacted_where_it_is_allowed(
    at_desk: Desktop, ana: PersonKey
) -> None:
    """From the command to the export: no name and no number of the draft is in the sample."""
    await at_desk.bot.store.set_switch(ana, "keep_samples", on=True)
    await checked(at_desk, at_desk.ana)
    [sample] = (await at_desk.bot.store.export(ana))["samples"]
    assert sample["reply"] == (
        "Hi [name], sorry for the delay, your parcel left today. Call [phone]."
    )
    assert sample["customer"] is None


async def test_no_sample_is_kept_without_the_switch(at_desk: Desktop, ana: PersonKey) -> None:
    """As everybody begins."""
    await checked(at_desk, at_desk.ana)
    assert (await at_desk.bot.store.export(ana))["samples"] == []


async def test_what_is_stored_opens_with_numbers(at_desk: Desktop) -> None:
    """The button opens a window with what is stored about the person who pressed it."""
    await checked(at_desk, at_desk.ana)
    await at_desk.ana.types("/empathy privacy")
    await at_desk.ana.sees("What Warmline keeps")
    await at_desk.ana.clicks(ActionId.STORED)
    view = await at_desk.ana.sees_view(ViewId.STORED)
    assert "1 check*" in shown_text(view)


async def test_what_is_stored_is_each_persons_own(
    at_desk: Desktop, ben: tuple[Person, PersonKey]
) -> None:
    """A colleague who presses the same button sees nothing of Ana's."""
    await checked(at_desk, at_desk.ana)
    person, _ = ben
    await person.types("/empathy privacy")
    await person.sees("What Warmline keeps")
    await person.clicks(ActionId.STORED)
    assert "Nothing is stored" in shown_text(await person.sees_view(ViewId.STORED))


@pytest.mark.parametrize(
    ("action_id", "answer"),
    [
        (ActionId.ALL_FEATURES, None),
        (ActionId.WHY, None),
        (ActionId.USE, None),
        (ActionId.EDIT, None),
        (ActionId.THUMBS_UP, None),
        (ActionId.OWN_RATING, "1"),
        (ActionId.DISAGREE, None),
    ],
)
async def test_a_forged_click_on_anothers_card_shows_and_changes_nothing(
    at_desk: Desktop,
    ana: PersonKey,
    ben: tuple[Person, PersonKey],
    action_id: ActionId,
    answer: str | None,
) -> None:
    """Who sends the ids of a colleague's card reads neither draft nor score, and rates nothing."""
    await checked(at_desk, at_desk.ana)
    [card] = at_desk.ana.ephemerals()
    before = shown_text(card)
    person, _ = ben
    await person.acts(card, action_id, "", answer)
    if action_id in {ActionId.ALL_FEATURES, ActionId.WHY, ActionId.USE, ActionId.EDIT}:
        await person.sees_view(ViewId.ERROR)
    elif action_id != ActionId.DISAGREE:
        await person.sees("This check was not kept")

    seen = [shown_text(message) for message in person.ephemerals()]
    if (view := person.view()) is not None:
        seen.append(shown_text(view))
    assert not [text for text in seen if "Zoltan" in text or "of 100" in text]
    assert (await at_desk.bot.store.export(ana))["feedback"] == []
    assert shown_text(card) == before


@pytest.mark.parametrize("typed", ["forget-me", "Forget me"])
async def test_forget_me_deletes_after_the_click(
    at_desk: Desktop, ana: PersonKey, typed: str
) -> None:
    """The command alone deletes nothing; the button does, and says what went."""
    await checked(at_desk, at_desk.ana)
    await at_desk.ana.types(f"/empathy {typed}")
    await at_desk.ana.sees("It can't be undone")
    assert (await at_desk.bot.store.stored_about(ana)).checks == 1
    await at_desk.ana.clicks(ActionId.FORGET)
    await at_desk.ana.sees("Deleted: 1 check, 1 draft, your switches")
    assert (await at_desk.bot.store.stored_about(ana)).since is None


async def test_a_card_of_somebody_forgotten_is_only_a_picture(
    at_desk: Desktop, ana: PersonKey
) -> None:
    """Its buttons say that the check is no longer here."""
    await checked(at_desk, at_desk.ana)
    await at_desk.bot.store.forget(ana)
    await at_desk.ana.clicks(ActionId.ALL_FEATURES)
    await at_desk.ana.sees_view(ViewId.ERROR)


async def test_a_suggestion_used_edited_and_refused_is_noted(
    at_desk: Desktop, ana: PersonKey
) -> None:
    """The last thing a person did with it stays."""
    await checked(at_desk, at_desk.ana)

    async def chosen() -> set[str | None]:
        found = (await at_desk.bot.store.export(ana))["suggestions"]
        return {one["choice"] for one in found}

    await at_desk.ana.clicks(ActionId.USE)
    view = await at_desk.ana.sees_view(ViewId.USE)
    await until(chosen, {"used"})
    await at_desk.ana.fills(view, {FieldId.DRAFT: "Sorry! It left today."}).submits()
    await until(chosen, {"edited", None})


async def test_a_refused_suggestion_is_noted(at_desk: Desktop, ana: PersonKey) -> None:
    """*Not for me* stands beside the suggestion, and thanks."""
    await checked(at_desk, at_desk.ana)
    await at_desk.ana.clicks(ActionId.USE)
    await at_desk.ana.sees_view(ViewId.USE)
    await at_desk.ana.clicks(ActionId.REFUSE)
    await at_desk.ana.sees_view(ViewId.ERROR, "Noted")
    [suggestion] = (await at_desk.bot.store.export(ana))["suggestions"]
    assert suggestion["choice"] == "refused"


async def test_used_is_written_before_not_for_me_can_be_pressed(
    at_desk: Desktop, ana: PersonKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the database takes over the first word, the second is the one that stays."""
    await checked(at_desk, at_desk.ana)
    store = at_desk.bot.store
    record, seen = store.record_choice, []

    async def slow(event_key: str, choice: NewChoice, owner: PersonKey) -> bool:
        if choice.choice == "used":
            await asyncio.sleep(0.3)
        seen.append(choice.choice)
        return await record(event_key, choice, owner)

    monkeypatch.setattr(store, "record_choice", slow, raising=False)
    await at_desk.ana.clicks(ActionId.USE)
    await at_desk.ana.sees_view(ViewId.USE)
    await at_desk.ana.clicks(ActionId.REFUSE)
    await at_desk.ana.sees_view(ViewId.ERROR, "Noted")
    assert seen == ["used", "refused"]
    [suggestion] = (await store.export(ana))["suggestions"]
    assert suggestion["choice"] == "refused"


@pytest.mark.parametrize(
    "event",
    [
        {"type": "app_uninstalled"},
        {"type": "tokens_revoked", "tokens": {"bot": ["U0BOT"], "oauth": []}},
    ],
)
async def test_an_uninstalled_workspace_is_deleted(
    at_desk: Desktop, ana: PersonKey, event: dict[str, object]
) -> None:
    """People, checks and the team's settings go when the app does."""
    await checked(at_desk, at_desk.ana)
    await at_desk.bot.store.save_team_settings(ana, TeamSettings("Call 5555 first."))
    await at_desk.double.delivery.event(event)

    async def left() -> bool:
        stored = await at_desk.bot.store.stored_about(ana)
        return stored.since is not None

    await until(left, False)
    assert await at_desk.bot.store.team_settings(ana) == TeamSettings()


async def test_a_persons_own_token_is_not_the_workspaces(at_desk: Desktop, ana: PersonKey) -> None:
    """Somebody's revoked user token deletes nothing."""
    await checked(at_desk, at_desk.ana)
    await at_desk.double.delivery.event(
        {"type": "tokens_revoked", "tokens": {"oauth": ["U1"], "bot": []}}
    )
    await at_desk.ana.types("/empathy help")
    await at_desk.ana.sees("before you send it")
    assert (await at_desk.bot.store.stored_about(ana)).checks == 1


async def until(read: Callable[[], Awaitable[object]], wanted: object) -> None:
    """Wait until something reads as wanted."""
    async with asyncio.timeout(5):
        while await read() != wanted:  # noqa: ASYNC110 - the store tells nobody
            await asyncio.sleep(0.02)


async def test_forgetting_while_a_check_runs_leaves_nothing(tmp_path: Path) -> None:
    """The check under way ends without a card and without a trace."""
    async with desktop(tmp_path, DoubleScorer(seconds=0.5)) as desk:
        me = PersonKey(str((await desk.bot.client.auth_test())["team_id"]), "U1")
        await desk.ana.types(f"/empathy {DRAFT}")
        assert (await desk.bot.store.stored_about(me)).drafts == 1
        await desk.bot.store.forget(me)
        await desk.bot.pool.idle()
        assert (await desk.bot.store.stored_about(me)).since is None
        assert not [m for m in desk.ana.ephemerals() if "of 100" in shown_text(m)]


async def open_stored(desk: Desktop) -> View:
    """Look at what is stored."""
    await desk.ana.types("/empathy privacy")
    await desk.ana.sees("What Warmline keeps")
    await desk.ana.clicks(ActionId.STORED)
    return await desk.ana.sees_view(ViewId.STORED, "Send me a copy")


async def test_a_copy_of_everything_comes_as_a_file_into_ones_own_messages(
    at_desk: Desktop, ana: PersonKey
) -> None:
    """All that the store has, once, however often Slack delivers the click; the audit knows."""
    await at_desk.bot.store.set_switch(ana, "keep_samples", on=True)
    await checked(at_desk, at_desk.ana)
    await open_stored(at_desk)
    at_desk.double.faults.duplicates = 1
    await at_desk.ana.clicks(ActionId.EXPORT)
    await at_desk.ana.sees_view(ViewId.ERROR, "in your messages with Warmline")
    own = at_desk.double.workspace.direct_channel("U1")
    [message] = [m for m in at_desk.ana.messages(own) if m.files]
    [file] = message.files
    assert file.content is not None
    found = json.loads(file.content)
    assert found["person"]["user_id"] == "U1"
    assert found["drafts"][0]["payload"]["draft"] == DRAFT
    assert "[name]" in found["samples"][0]["reply"]
    again = await at_desk.bot.store.export(ana)
    assert again["audit"][-1]["action"] == "person_exported"


async def test_a_copy_without_the_scope_says_which_is_missing(at_desk: Desktop) -> None:
    """In the window where it was asked for."""
    await checked(at_desk, at_desk.ana)
    await open_stored(at_desk)
    at_desk.double.api.scopes = at_desk.double.api.scopes - {"files:write"}
    await at_desk.ana.clicks(ActionId.EXPORT)
    await at_desk.ana.sees_view(ViewId.ERROR, "files:write")
