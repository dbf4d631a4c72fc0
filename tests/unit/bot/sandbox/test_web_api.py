"""The Web API as the real Slack client meets it."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.sandbox.faults import ApiFault
from bot.sandbox.model import APP_TOKEN, BOT_TOKEN
from tests.unit.bot.sandbox.conftest import World

SECTION = {"type": "section", "text": {"type": "mrkdwn", "text": "Hello"}}
MODAL: dict[str, Any] = {
    "type": "modal",
    "callback_id": "first",
    "title": {"type": "plain_text", "text": "A modal"},
    "blocks": [SECTION],
}


async def refusal(call: Any) -> Any:
    """The answer of a call that must be refused."""
    with pytest.raises(SlackApiError) as caught:
        await call
    return caught.value.response


# Tokens and scopes ------------------------------------------------------------------------


async def test_auth_test_names_the_app(world: World) -> None:
    """The app learns its own user id, which Bolt needs to ignore its own messages."""
    answer = await world.client.auth_test()
    assert answer["user_id"] == world.double.workspace.bot.id
    assert answer["team_id"].startswith("T")


@pytest.mark.parametrize(
    ("token", "error"),
    [("", "not_authed"), ("xoxb-other", "invalid_auth"), (APP_TOKEN, "not_allowed_token_type")],
)
async def test_a_wrong_token_is_refused(world: World, token: str, error: str) -> None:
    """Nothing is answered without the right token."""
    url = f"{world.double.base_url}auth.test"
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with httpx.AsyncClient() as plain:
        answer = (await plain.post(url, headers=headers)).json()
    assert answer == {"ok": False, "error": error}


async def test_a_missing_scope_is_named(world: World) -> None:
    """The refusal says what is needed and what the token has."""
    world.double.api.scopes = frozenset({"commands"})
    answer = await refusal(world.client.chat_postMessage(channel="C1", text="Hi"))
    assert answer["error"] == "missing_scope"
    assert (answer["needed"], answer["provided"]) == ("chat:write", "commands")


async def test_an_unknown_method_is_refused(world: World) -> None:
    """A misspelt method is not silently fine."""
    answer = await refusal(world.client.api_call("chat.postMesage"))
    assert answer["error"] == "unknown_method"


async def test_broken_json_is_refused(world: World) -> None:
    """A body that is no JSON gets Slack's answer to it."""
    async with httpx.AsyncClient() as plain:
        answer = await plain.post(
            f"{world.double.base_url}auth.test",
            content=b"{",
            headers={"Authorization": f"Bearer {BOT_TOKEN}", "Content-Type": "application/json"},
        )
    assert answer.json()["error"] == "invalid_json"


# Messages ---------------------------------------------------------------------------------


async def test_a_message_stands_in_its_channel(world: World) -> None:
    """What is posted is what people read."""
    answer = await world.client.chat_postMessage(channel="C1", text="Hi", blocks=[SECTION])
    (message,) = world.ana.messages()
    assert (message.text, message.ts) == ("Hi", answer["ts"])
    assert message.blocks[0]["block_id"]


@pytest.mark.parametrize(
    ("channel", "error"),
    [("C2", "not_in_channel"), ("G1", "channel_not_found"), ("C9", "channel_not_found")],
)
async def test_membership_decides_where_the_app_writes(
    world: World, channel: str, error: str
) -> None:
    """A private channel the app is not in does not exist for it."""
    answer = await refusal(world.client.chat_postMessage(channel=channel, text="Hi"))
    assert answer["error"] == error


async def test_writing_to_a_person_opens_their_conversation(world: World) -> None:
    """A user id as channel is the direct message with that person."""
    answer = await world.client.chat_postMessage(channel="U1", text="Hi")
    opened = await world.client.conversations_open(users="U1")
    assert answer["channel"] == opened["channel"]["id"]


@pytest.mark.parametrize("text", ["", "   "])
async def test_an_empty_message_is_refused(world: World, text: str) -> None:
    """Neither text nor blocks is no message."""
    answer = await refusal(
        world.client.api_call("chat.postMessage", json={"channel": "C1", "text": text})
    )
    assert answer["error"] == "no_text"


async def test_a_very_long_message_is_refused(world: World) -> None:
    """Slack takes 40,000 characters of text."""
    answer = await refusal(world.client.chat_postMessage(channel="C1", text="x" * 40_001))
    assert answer["error"] == "msg_too_long"


async def test_bad_blocks_come_back_with_a_pointer(world: World) -> None:
    """The app is told which block is wrong, and why."""
    long = {"type": "section", "text": {"type": "mrkdwn", "text": "x" * 3001}}
    answer = await refusal(world.client.chat_postMessage(channel="C1", text="a", blocks=[long]))
    assert answer["error"] == "invalid_blocks"
    assert answer["response_metadata"]["messages"] == [
        "[ERROR] must be less than 3001 characters [json-pointer:/blocks/0/text/text]"
    ]


async def test_an_ephemeral_message_is_for_one_person(world: World) -> None:
    """Only the person it is meant for has it on their screen."""
    world.channel.members.add("U2")
    await world.client.chat_postEphemeral(channel="C1", user="U1", text="For Ana")
    ben = world.double.person("U2", world.channel)
    assert [m.text for m in world.ana.ephemerals()] == ["For Ana"]
    assert ben.messages() == []


async def test_an_ephemeral_message_needs_its_reader_in_the_channel(world: World) -> None:
    """Someone who is not there cannot be shown anything there."""
    answer = await refusal(world.client.chat_postEphemeral(channel="C1", user="U2", text="Hi"))
    assert answer["error"] == "user_not_in_channel"


async def test_only_own_lasting_messages_can_be_changed(world: World) -> None:
    """People's messages and ephemeral ones are out of reach."""
    own = await world.client.chat_postMessage(channel="C1", text="One")
    await world.client.chat_update(channel="C1", ts=own["ts"], text="Two")
    theirs = await world.ana.types("Mine")
    private = await world.client.chat_postEphemeral(channel="C1", user="U1", text="Hi")
    assert theirs is not None
    for ts, error in (
        (theirs.ts, "cant_update_message"),
        (private["message_ts"], "message_not_found"),
    ):
        answer = await refusal(world.client.chat_update(channel="C1", ts=ts, text="x"))
        assert answer["error"] == error
    assert world.ana.messages()[0].text == "Two"


async def test_an_update_without_blocks_keeps_them(world: World) -> None:
    """Only an empty list takes the blocks away."""
    own = await world.client.chat_postMessage(channel="C1", text="One", blocks=[SECTION])
    where = {"channel": "C1", "ts": own["ts"]}
    await world.client.chat_update(**where, text="Two")
    (message,) = world.ana.messages()
    assert (message.text, len(message.blocks)) == ("Two", 1)
    await world.client.chat_update(**where, text="Three", blocks=[])
    assert message.blocks == []


async def test_a_deleted_message_is_gone(world: World) -> None:
    """After deleting, the second try finds nothing."""
    own = await world.client.chat_postMessage(channel="C1", text="One")
    await world.client.chat_delete(channel="C1", ts=own["ts"])
    assert world.ana.messages() == []
    answer = await refusal(world.client.chat_delete(channel="C1", ts=own["ts"]))
    assert answer["error"] == "message_not_found"


# People -----------------------------------------------------------------------------------


async def test_a_person_has_a_timezone_and_a_locale_if_asked(world: World) -> None:
    """``locale`` comes only when it is asked for, as in Slack."""
    plain = await world.client.users_info(user="U1")
    full = await world.client.users_info(user="U1", include_locale=True)
    assert plain["user"]["tz"] == "Europe/London"
    assert "locale" not in plain["user"]
    assert full["user"]["locale"] == "en-GB"
    assert (await refusal(world.client.users_info(user="U9")))["error"] == "user_not_found"


async def test_a_private_channel_is_hidden_from_the_app(world: World) -> None:
    """The app is told about public channels, and not whether a private one exists."""
    info = await world.client.conversations_info(channel="C2")
    assert info["channel"]["is_member"] is False
    answer = await refusal(world.client.conversations_info(channel="G1"))
    assert answer["error"] == "channel_not_found"


# Views ------------------------------------------------------------------------------------


def trigger(world: World, view: str | None = None) -> str:
    """A fresh trigger_id, as if Ana had clicked."""
    return world.double.workspace.new_trigger("U1", view)


async def test_a_trigger_opens_one_modal(world: World) -> None:
    """A trigger_id works once."""
    made = trigger(world)
    await world.client.views_open(trigger_id=made, view=MODAL)
    view = world.ana.view()
    assert view is not None
    assert view.body["callback_id"] == "first"
    answer = await refusal(world.client.views_open(trigger_id=made, view=MODAL))
    assert answer["error"] == "exchanged_trigger_id"


async def test_a_trigger_lives_three_seconds(world: World) -> None:
    """At three seconds it still works, later it does not."""
    early, late = trigger(world), trigger(world)
    world.clock.advance(3.0)
    await world.client.views_open(trigger_id=early, view=MODAL)
    world.clock.advance(0.1)
    answer = await refusal(world.client.views_open(trigger_id=late, view=MODAL))
    assert answer["error"] == "expired_trigger_id"


async def test_an_invented_trigger_is_refused(world: World) -> None:
    """A trigger_id that Slack never gave opens nothing."""
    answer = await refusal(world.client.views_open(trigger_id="1.2.3", view=MODAL))
    assert answer["error"] == "invalid_trigger_id"


async def test_a_bad_view_comes_back_with_a_pointer(world: World) -> None:
    """The refusal leaves the trigger unused, so the app can open an error modal with it."""
    made = trigger(world)
    long = {**MODAL, "title": {"type": "plain_text", "text": "x" * 25}}
    answer = await refusal(world.client.views_open(trigger_id=made, view=long))
    assert answer["error"] == "invalid_arguments"
    assert answer["response_metadata"]["messages"] == [
        "[ERROR] must be less than 25 characters [json-pointer:/view/title/text]"
    ]
    assert (await world.client.views_open(trigger_id=made, view=MODAL))["ok"]


async def test_a_huge_view_is_too_large(world: World) -> None:
    """The refusal names the size, not one of the blocks."""
    block = {"type": "section", "text": {"type": "mrkdwn", "text": "x" * 3000}}
    huge = {**MODAL, "blocks": [block] * 100}
    answer = await refusal(world.client.views_open(trigger_id=trigger(world), view=huge))
    assert answer["error"] == "view_too_large"


async def test_three_modals_lie_on_each_other_at_most(world: World) -> None:
    """The fourth is refused."""
    first = await world.client.views_open(trigger_id=trigger(world), view=MODAL)
    root = first["view"]["id"]
    for _ in range(2):
        pushed = await world.client.views_push(trigger_id=trigger(world, root), view=MODAL)
        assert pushed["view"]["root_view_id"] == root
    answer = await refusal(world.client.views_push(trigger_id=trigger(world, root), view=MODAL))
    assert answer["error"] == "push_limit_reached"


async def test_pushing_needs_a_click_inside_a_modal(world: World) -> None:
    """A trigger from a message cannot lay a modal on another."""
    await world.client.views_open(trigger_id=trigger(world), view=MODAL)
    answer = await refusal(world.client.views_push(trigger_id=trigger(world), view=MODAL))
    assert answer["error"] == "not_found"


async def test_an_old_hash_conflicts(world: World) -> None:
    """Two updates that start from the same state: the second is told."""
    opened = (await world.client.views_open(trigger_id=trigger(world), view=MODAL))["view"]
    where = {"view_id": opened["id"], "hash": opened["hash"]}
    await world.client.views_update(view=MODAL, **where)
    answer = await refusal(world.client.views_update(view=MODAL, **where))
    assert answer["error"] == "hash_conflict"


async def test_a_closed_modal_is_not_found(world: World) -> None:
    """Updating what the person closed fails, as it does in Slack."""
    opened = (await world.client.views_open(trigger_id=trigger(world), view=MODAL))["view"]
    await world.ana.closes()
    answer = await refusal(world.client.views_update(view_id=opened["id"], view=MODAL))
    assert answer["error"] == "not_found"


async def test_an_external_id_is_unique_while_open(world: World) -> None:
    """The app's own name for a view finds it, and cannot be given twice."""
    named = {**MODAL, "external_id": "mine"}
    first = (await world.client.views_open(trigger_id=trigger(world), view=named))["view"]["id"]
    await world.client.views_update(external_id="mine", view=named)
    answer = await refusal(world.client.views_push(trigger_id=trigger(world, first), view=named))
    assert answer["error"] == "duplicate_external_id"


async def test_typed_text_survives_an_update(world: World) -> None:
    """An input with the same ids keeps what was typed; its initial_value has no say."""

    def form(initial: str, block: str = "draft") -> dict[str, Any]:
        element = {"type": "plain_text_input", "action_id": "text", "initial_value": initial}
        label = {"type": "plain_text", "text": "Draft"}
        ask = {"type": "input", "block_id": block, "label": label, "element": element}
        submit = {"type": "plain_text", "text": "Go"}
        return {**MODAL, "blocks": [ask], "submit": submit}

    await world.client.views_open(trigger_id=trigger(world), view=form("one"))
    view = world.ana.view()
    assert view is not None
    world.ana.fills(view, {"text": "typed"})
    await world.client.views_update(view_id=view.id, view=form("two"))
    assert view.values["draft"]["text"]["value"] == "typed"
    await world.client.views_update(view_id=view.id, view=form("two", block="other"))
    assert view.values == {"other": {"text": {"type": "plain_text_input", "value": "two"}}}


async def test_a_home_tab_is_published_per_person(world: World) -> None:
    """Ana's Home tab is hers; a modal is refused there."""
    home = {"type": "home", "blocks": [SECTION]}
    answer = await world.client.views_publish(user_id="U1", view=home)
    assert list(world.double.workspace.homes) == ["U1"]
    old = answer["view"]["hash"]
    await world.client.views_publish(user_id="U1", view=home, hash=old)
    conflict = await refusal(world.client.views_publish(user_id="U1", view=home, hash=old))
    assert conflict["error"] == "hash_conflict"
    wrong = await refusal(world.client.views_publish(user_id="U1", view=MODAL))
    assert wrong["error"] == "invalid_arguments"


# response_url -----------------------------------------------------------------------------


def address(world: World, message: str | None = None) -> tuple[AsyncWebhookClient, str]:
    """A response_url of Ana's, and its token."""
    made = world.double.workspace.new_response_url("U1", "C1", message=message)
    return AsyncWebhookClient(f"{world.double.base}/response/{made.token}"), made.token


async def test_a_response_url_answers_privately_five_times(world: World) -> None:
    """The sixth post is refused."""
    hook, _ = address(world)
    for number in range(5):
        assert (await hook.send(text=f"Answer {number}")).status_code == 200
    sixth = await hook.send(text="Answer 5")
    assert (sixth.status_code, "used_url" in sixth.body) == (404, True)
    assert [m.text for m in world.ana.ephemerals()] == [f"Answer {n}" for n in range(5)]


async def test_a_response_url_ends_after_half_an_hour(world: World) -> None:
    """Late answers are refused."""
    hook, _ = address(world)
    world.clock.advance(30 * 60 + 1)
    late = await hook.send(text="Late")
    assert (late.status_code, "expired_url" in late.body) == (404, True)


async def test_a_response_url_works_where_the_app_is_no_member(world: World) -> None:
    """It is the person's leave that counts, not the app's membership."""
    made = world.double.workspace.new_response_url("U1", "G1")
    hook = AsyncWebhookClient(f"{world.double.base}/response/{made.token}")
    assert (await hook.send(text="Here")).status_code == 200
    assert world.ana.ephemerals()[0].channel == "G1"


async def test_a_click_can_replace_or_delete_its_message(world: World) -> None:
    """From a button in a message, the message itself can be changed, an ephemeral one too."""
    posted = await world.client.chat_postEphemeral(channel="C1", user="U1", text="One")
    hook, _ = address(world, posted["message_ts"])
    await hook.send(text="Two", replace_original=True)
    assert [m.text for m in world.ana.ephemerals()] == ["Two"]
    await hook.send(delete_original=True)
    assert world.ana.ephemerals() == []


async def test_a_command_has_no_message_to_replace(world: World) -> None:
    """Slack ignores replace_original there (bolt-js#2287, bolt-python#1268): both answers stay."""
    hook, _ = address(world)
    await hook.send(text="One")
    await hook.send(text="Two", replace_original=True)
    assert [m.text for m in world.ana.ephemerals()] == ["One", "Two"]


async def test_a_response_url_checks_blocks_too(world: World) -> None:
    """What is refused in a message is refused there."""
    hook, _ = address(world)
    answer = await hook.send(text="a", blocks=[{"type": "sectoin"}])
    assert (answer.status_code, "invalid_blocks" in answer.body) == (404, True)


# Faults -----------------------------------------------------------------------------------


async def test_a_rate_limit_says_when_to_come_back(world: World) -> None:
    """One call is told to wait; the next is answered."""
    world.double.faults.on("auth.test", ApiFault("rate_limited", 7))
    with pytest.raises(SlackApiError) as caught:
        await world.client.auth_test()
    assert caught.value.response.status_code == 429
    assert caught.value.response.headers["Retry-After"] == "7"
    assert (await world.client.auth_test())["ok"]


async def test_a_server_error_happens_once(world: World) -> None:
    """A plain 500, then all is well."""
    world.double.faults.on("auth.test", ApiFault("server_error"))
    async with httpx.AsyncClient() as plain:
        headers = {"Authorization": f"Bearer {BOT_TOKEN}"}
        url = f"{world.double.base_url}auth.test"
        codes = [(await plain.post(url, headers=headers)).status_code for _ in range(2)]
    assert codes == [500, 200]


async def test_a_slow_answer_arrives_late(world: World) -> None:
    """The call is answered, but not before the asked-for delay."""
    world.double.faults.on("auth.test", ApiFault("slow", 0.2))
    call = asyncio.create_task(world.client.auth_test())
    await asyncio.sleep(0.1)
    assert not call.done()
    assert (await call)["ok"]


async def test_calls_are_remembered_by_name(world: World) -> None:
    """A test can ask which methods the app used."""
    await world.client.auth_test()
    await world.client.users_info(user="U1")
    assert world.double.api.calls == ["auth.test", "users.info"]
