"""Socket Mode and what people do, with the real Bolt app on the other end."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncIterator
from typing import Any

import pytest
from slack_bolt.adapter.socket_mode.async_handler import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.errors import SlackApiError

from bot.sandbox.deliver import TROUBLE
from bot.sandbox.errors import DriverError
from bot.sandbox.model import APP_TOKEN, Message
from tests.unit.bot.sandbox.conftest import World

TITLE = {"type": "plain_text", "text": "A modal"}
FORM: dict[str, Any] = {
    "type": "modal",
    "callback_id": "form",
    "title": TITLE,
    "submit": {"type": "plain_text", "text": "Send"},
    "notify_on_close": True,
    "blocks": [
        {
            "type": "input",
            "block_id": "words",
            "label": {"type": "plain_text", "text": "Words"},
            "element": {"type": "plain_text_input", "action_id": "text", "max_length": 10},
        }
    ],
}


def note(text: str) -> dict[str, Any]:
    """A small modal that says something."""
    block = {"type": "section", "text": {"type": "plain_text", "text": text}}
    return {"type": "modal", "callback_id": "note", "title": TITLE, "blocks": [block]}


BUTTONS = {
    "type": "actions",
    "block_id": "row",
    "elements": [
        {"type": "button", "action_id": "go", "value": "1", "text": TITLE},
        {
            "type": "static_select",
            "action_id": "pick",
            "options": [{"text": TITLE, "value": "a"}, {"text": TITLE, "value": "b"}],
        },
    ],
}


@pytest.fixture
async def app(world: World) -> AsyncIterator[AsyncApp]:
    """A Bolt app connected to the double."""
    bolt = AsyncApp(client=world.client)
    handler = AsyncSocketModeHandler(bolt, APP_TOKEN, web_client=world.client)
    await handler.connect_async()
    await world.ana.waits_for(lambda: world.double.hub.connections or None, "a connection")
    yield bolt
    await handler.close_async()


async def test_a_command_reaches_the_app_escaped(world: World, app: AsyncApp) -> None:
    """Typed text arrives with Slack's three entities, and the answer is shown privately."""
    seen: list[dict[str, Any]] = []

    @app.command("/try")
    async def _(ack: Any, command: dict[str, Any]) -> None:
        seen.append(command)
        await ack("Heard you")

    await world.ana.types("/try <b> & more")
    assert (await world.ana.sees("Heard you")).shown_to == "U1"
    assert seen[0]["text"] == "&lt;b&gt; &amp; more"
    assert seen[0]["channel_name"] == "inbox"


async def test_a_command_opens_a_modal_in_time(world: World, app: AsyncApp) -> None:
    """The trigger of a command opens the modal that is then submitted."""
    seen: list[dict[str, Any]] = []

    @app.command("/try")
    async def _(ack: Any, client: Any, command: dict[str, Any]) -> None:
        await ack()
        await client.views_open(trigger_id=command["trigger_id"], view=FORM)

    @app.view("form")
    async def _(ack: Any, view: dict[str, Any]) -> None:
        seen.append(view["state"]["values"])
        await ack(response_action="update", view=note("Working"))

    await world.ana.types("/try")
    await world.ana.fills(await world.ana.sees_view("form"), {"text": "hello"}).submits()
    await world.ana.sees_view("note", "Working")
    assert seen == [{"words": {"text": {"type": "plain_text_input", "value": "hello"}}}]


async def test_slacks_client_stops_an_empty_required_input(world: World, app: AsyncApp) -> None:
    """The app hears nothing; the person sees a line under the input."""
    world.double.workspace.open_view("U1", FORM)
    view = await world.ana.sees_view("form")
    with pytest.raises(DriverError, match="words: Please complete this required field"):
        await world.ana.submits(view)
    with pytest.raises(DriverError, match="at most 10 characters"):
        await world.ana.fills(view, {"text": "x" * 11}).submits()
    assert "words" in view.errors
    del app


async def test_errors_stand_under_their_inputs(world: World, app: AsyncApp) -> None:
    """``response_action: errors`` keeps the modal open."""

    @app.view("form")
    async def _(ack: Any) -> None:
        await ack(response_action="errors", errors={"words": "Say more"})

    view = world.double.workspace.open_view("U1", FORM)
    await world.ana.fills(view, {"text": "a"}).submits()
    assert view.errors == {"words": "Say more"}
    assert world.ana.view() is view


@pytest.mark.parametrize(
    ("answer", "left"),
    [({}, 1), ({"response_action": "clear"}, 0), ({"response_action": "push"}, 3)],
)
async def test_an_acknowledgement_decides_what_stays_open(
    world: World, app: AsyncApp, answer: dict[str, Any], left: int
) -> None:
    """An empty one closes the modal, ``clear`` closes all, ``push`` lays one on top."""

    @app.view("form")
    async def _(ack: Any) -> None:
        await ack(**answer, **({"view": note("Next")} if "push" in answer.values() else {}))

    world.double.workspace.open_view("U1", note("Below"))
    view = world.double.workspace.push_view("U1", FORM)
    await world.ana.fills(view, {"text": "a"}).submits()
    assert len(world.double.workspace.stack("U1")) == left


@pytest.mark.parametrize(
    "answer",
    [
        {"response_action": "update", "view": note("x" * 3001)},
        {"response_action": "update", "view": {**note("x"), "private_metadata": "x" * 3001}},
        {"response_action": "errors", "errors": {"nowhere": "x"}},
        {"response_action": "explode"},
    ],
)
async def test_a_bad_acknowledgement_raises_nothing_and_shows_trouble(
    world: World, app: AsyncApp, answer: dict[str, Any]
) -> None:
    """The app never learns of it; the person sees that something went wrong."""
    failures: list[Exception] = []

    @app.error
    async def _(error: Exception) -> None:
        failures.append(error)

    @app.view("form")
    async def _(ack: Any) -> None:
        await ack(**answer)

    view = world.double.workspace.open_view("U1", FORM)
    await world.ana.fills(view, {"text": "a"}).submits()
    assert view.trouble == TROUBLE
    assert world.ana.view() is view
    assert failures == []


async def test_a_late_acknowledgement_shows_trouble(world: World, app: AsyncApp) -> None:
    """After the time Slack grants, the person is told."""
    held = asyncio.Event()

    @app.view("form")
    async def _(ack: Any) -> None:
        await held.wait()
        await ack()

    view = world.double.workspace.open_view("U1", FORM)
    await world.ana.fills(view, {"text": "a"}).submits()
    assert view.trouble == TROUBLE
    held.set()


async def test_a_shortcut_carries_the_message_and_its_thread(world: World, app: AsyncApp) -> None:
    """Text and thread of the message arrive; the answer goes into the same thread."""
    seen: list[dict[str, Any]] = []

    @app.shortcut("look")
    async def _(ack: Any, shortcut: dict[str, Any], respond: Any) -> None:
        await ack()
        seen.append(shortcut)
        await respond("Looked")

    parent = await world.ana.types("A question")
    assert parent is not None
    reply = await world.ana.types("A detail", thread_ts=parent.ts)
    assert reply is not None
    await world.ana.shortcut(reply)
    answer = await world.ana.sees("Looked")
    assert seen[0]["message"]["text"] == "A detail"
    assert seen[0]["message"]["thread_ts"] == answer.thread_ts == parent.ts


async def test_a_global_shortcut_knows_no_channel(world: World, app: AsyncApp) -> None:
    """It carries a trigger and no place."""
    seen: list[dict[str, Any]] = []

    @app.shortcut("look_anywhere")
    async def _(ack: Any, shortcut: dict[str, Any], client: Any) -> None:
        seen.append(shortcut)
        await ack()
        await client.views_open(trigger_id=shortcut["trigger_id"], view=note("Here"))

    await world.ana.global_shortcut()
    await world.ana.sees_view("note")
    assert "channel" not in seen[0]
    assert "response_url" not in seen[0]


async def test_clicks_in_a_message_reach_the_app(world: World, app: AsyncApp) -> None:
    """Button value and chosen option arrive; an ephemeral message is not sent along."""
    seen: list[dict[str, Any]] = []

    @app.action("go")
    async def _(ack: Any, body: dict[str, Any], respond: Any) -> None:
        await ack()
        seen.append(body)
        await respond("Done", replace_original=True)

    @app.action("pick")
    async def _(ack: Any, body: dict[str, Any]) -> None:
        await ack()
        seen.append(body)

    await world.client.chat_postEphemeral(channel="C1", user="U1", text="Card", blocks=[BUTTONS])
    await world.ana.selects("pick", "b")
    await world.ana.clicks("go")
    await world.ana.sees("Done")
    chosen, clicked = seen
    assert chosen["actions"][0]["selected_option"]["value"] == "b"
    assert chosen["state"]["values"]["row"]["pick"]["selected_option"]["value"] == "b"
    assert clicked["actions"][0]["value"] == "1"
    assert clicked["container"]["is_ephemeral"] is True
    assert "message" not in clicked
    assert len(world.ana.ephemerals()) == 1


async def test_a_click_in_a_lasting_message_brings_the_message(world: World, app: AsyncApp) -> None:
    """Everyone can read it, so the app is shown it again."""
    seen: list[dict[str, Any]] = []

    @app.action("go")
    async def _(ack: Any, body: dict[str, Any]) -> None:
        await ack()
        seen.append(body)

    await world.client.chat_postMessage(channel="C1", text="Card", blocks=[BUTTONS])
    await world.ana.clicks("go")
    assert seen[0]["message"]["text"] == "Card"
    assert seen[0]["message"]["bot_id"].startswith("B")
    assert seen[0]["container"]["is_ephemeral"] is False


async def test_a_click_in_a_modal_can_push(world: World, app: AsyncApp) -> None:
    """The trigger of a click inside a modal may lay another on top."""

    @app.action("go")
    async def _(ack: Any, client: Any, body: dict[str, Any]) -> None:
        await ack()
        await client.views_push(trigger_id=body["trigger_id"], view=note("On top"))

    world.double.workspace.open_view("U1", {**note("Below"), "blocks": [BUTTONS]})
    await world.ana.clicks("go")
    await world.ana.sees_view("note", "On top")
    assert len(world.double.workspace.stack("U1")) == 2


async def test_closing_is_told_only_when_asked_for(world: World, app: AsyncApp) -> None:
    """``notify_on_close`` decides; closing everything says so."""
    seen: list[bool] = []

    @app.view_closed("form")
    async def _(ack: Any, body: dict[str, Any]) -> None:
        await ack()
        seen.append(body["is_cleared"])

    world.double.workspace.open_view("U1", FORM)
    world.double.workspace.push_view("U1", note("On top"))
    await world.ana.closes()
    await world.ana.closes()
    assert seen == [False]
    world.double.workspace.open_view("U1", FORM)
    await world.ana.closes(everything=True)
    assert seen == [False, True]
    with pytest.raises(DriverError, match="No modal is open"):
        await world.ana.closes()


async def test_a_duplicate_is_delivered_twice_with_one_trigger(world: World, app: AsyncApp) -> None:
    """The second delivery finds the trigger used up."""
    errors: list[str] = []
    done = asyncio.Event()

    @app.command("/try")
    async def _(ack: Any, client: Any, command: dict[str, Any]) -> None:
        await ack()
        try:
            await client.views_open(trigger_id=command["trigger_id"], view=FORM)
        except SlackApiError as e:
            errors.append(e.response["error"])
            done.set()

    world.double.faults.duplicates = 1
    await world.ana.types("/try")
    await asyncio.wait_for(done.wait(), 5)
    assert errors == ["exchanged_trigger_id"]


async def test_a_lost_acknowledgement_fails_the_command_but_not_the_app(
    world: World, app: AsyncApp
) -> None:
    """The person reads that the command timed out, although the app did its work."""
    ran: list[str] = []

    @app.command("/try")
    async def _(ack: Any, command: dict[str, Any]) -> None:
        ran.append(command["text"])
        await ack()

    world.double.faults.dropped_acks = 1
    await world.ana.types("/try once")
    assert world.ana.notices() == ['/try failed with the error "operation_timeout"']
    assert ran == ["once"]


async def test_an_event_comes_again_until_it_is_acknowledged(world: World, app: AsyncApp) -> None:
    """Same event id, a retry number, and silence after the acknowledgement."""
    seen: list[str] = []

    @app.event("message")
    async def _(body: dict[str, Any]) -> None:
        seen.append(body["event_id"])

    world.double.faults.dropped_acks = 2
    await world.ana.dms("Hello")
    await _until(lambda: len(seen) == 3)
    await asyncio.sleep(0.2)
    assert len(seen) == 3
    assert len(set(seen)) == 1


async def _until(ready: Any) -> None:
    async with asyncio.timeout(5):
        while not ready():  # noqa: ASYNC110 - what is waited for has no event
            await asyncio.sleep(0.01)


async def test_without_the_app_a_command_fails_at_once(world: World) -> None:
    """No connection is not the same as no answer."""
    await world.ana.types("/try")
    assert world.ana.notices() == ['/try failed with the error "dispatch_failed"']


async def test_only_commands_of_the_manifest_exist(world: World) -> None:
    """Anything else, or a command in a thread, is refused by Slack itself."""
    await world.ana.types("/other")
    await world.ana.types("/try this", thread_ts="1.1")
    assert world.ana.notices() == [
        "/other is not a valid command",
        "/try is not supported in threads. Sorry!",
    ]


async def test_the_app_reconnects_when_asked_to(world: World, app: AsyncApp) -> None:
    """After a refresh the next command reaches the app over its new connection."""

    @app.command("/try")
    async def _(ack: Any) -> None:
        await ack("Still here")

    before = list(world.double.hub.connections)
    await world.double.hub.refresh()
    await _until(lambda: world.double.hub.connections and world.double.hub.connections != before)
    await world.ana.types("/try")
    assert isinstance(await world.ana.sees("Still here"), Message)


async def test_waiting_has_a_deadline_and_says_for_what(world: World) -> None:
    """A test that waits in vain reads what it waited for."""
    with pytest.raises(DriverError, match=r"ana waited 0\.05 s for a message with 'never'"):
        await world.ana.sees("never", timeout=0.05)


async def test_a_person_cannot_click_what_is_not_there(world: World) -> None:
    """The driver does no more than a person could."""
    with pytest.raises(DriverError, match="no thumbs_up to click"):
        await world.ana.clicks("thumbs_up")
    view = world.double.workspace.open_view("U1", FORM)
    with pytest.raises(DriverError, match="no input nothing"):
        world.ana.fills(view, {"nothing": "x"})


async def test_an_app_that_reads_no_messages_gets_none(world: World) -> None:
    """The manifest can switch writing to the app off; then nobody can."""
    closed = dataclasses.replace(world.double.manifest, messages_read_only=True)
    world.double.delivery.manifest = closed
    with pytest.raises(DriverError, match="turned off"):
        await world.ana.dms("Hello")


async def test_only_offered_options_can_be_chosen(world: World) -> None:
    """A select holds what it lists and nothing else."""
    view = world.double.workspace.open_view("U1", {**note("x"), "blocks": [BUTTONS]})
    with pytest.raises(DriverError, match="pick has no option 'z'"):
        await world.ana.selects("pick", "z")
    assert view.values["row"]["pick"]["selected_option"] is None


async def test_a_shortcut_must_stand_in_the_manifest(world: World) -> None:
    """What Slack does not list in a menu, nobody can choose."""
    with pytest.raises(DriverError, match="no global shortcut other"):
        await world.ana.global_shortcut("other")


async def test_another_persons_private_message_is_out_of_reach(world: World) -> None:
    """It can be neither read nor dismissed."""
    world.channel.members.add("U2")
    await world.client.chat_postEphemeral(channel="C1", user="U1", text="For Ana")
    ben = world.double.person("U2", world.channel)
    (message,) = world.ana.ephemerals()
    assert ben.messages() == []
    with pytest.raises(DriverError, match="visible to you alone"):
        ben.dismisses(message)
