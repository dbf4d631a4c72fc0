"""The double's newer surfaces: status, prompts, steps of workflows, charts, roles, edits."""

from __future__ import annotations

from typing import Any

import pytest
from slack_sdk.errors import SlackApiError

from bot.sandbox import payloads
from bot.sandbox.errors import SlackError
from bot.sandbox.methods.call import checked_content
from bot.sandbox.model import Member, Place, Step
from bot.sandbox.validate import check_blocks
from tests.unit.bot.sandbox.conftest import World


async def refusal(call: Any) -> str:
    """The error code with which a call is refused."""
    with pytest.raises(SlackApiError) as refused:
        await call
    return str(refused.value.response["error"])


async def test_a_status_stands_until_the_app_answers(world: World) -> None:
    """An answer in the thread takes it away, and so does an empty status."""
    channel = world.double.workspace.direct_channel("U1").id
    agent = world.double.workspace.agent(channel)
    for ts in ("1.1", "1.2"):
        await world.client.assistant_threads_setStatus(
            channel_id=channel, thread_ts=ts, status="is thinking…"
        )
    await world.client.chat_postMessage(channel=channel, thread_ts="1.1", text="Done")
    assert agent.status == {"1.2": "is thinking…"}
    await world.client.assistant_threads_setStatus(channel_id=channel, thread_ts="1.2", status="")
    assert agent.status == {}


async def test_a_status_needs_a_conversation_with_the_app(world: World) -> None:
    """A channel has none."""
    call = world.client.assistant_threads_setStatus(channel_id="C1", thread_ts="1", status="x")
    assert await refusal(call) == "channel_not_found"


@pytest.mark.parametrize("prompts", [[], [{"title": "a", "message": "b"}] * 5, [{"title": "a"}]])
async def test_prompts_are_one_to_four_and_whole(
    world: World, prompts: list[dict[str, str]]
) -> None:
    """None, five, and one without a message are refused."""
    channel = world.double.workspace.direct_channel("U1").id
    call = world.client.assistant_threads_setSuggestedPrompts(channel_id=channel, prompts=prompts)
    assert await refusal(call) == "invalid_arguments"


async def test_a_step_ends_once(world: World) -> None:
    """Its outputs stand; a second end and an unknown execution are refused."""
    world.double.workspace.steps["Fx1"] = Step()
    await world.client.functions_completeSuccess(function_execution_id="Fx1", outputs={"a": 1})
    assert world.double.workspace.steps["Fx1"] == Step({"a": 1})
    again = world.client.functions_completeError(function_execution_id="Fx1", error="no")
    assert await refusal(again) == "function_execution_not_in_running_state"
    unknown = world.client.functions_completeError(function_execution_id="Fx2", error="no")
    assert await refusal(unknown) == "function_execution_not_found"


async def test_a_revoked_token_opens_nothing(world: World) -> None:
    """As after the app was removed from the workspace."""
    world.double.faults.revoked = True
    assert await refusal(world.client.auth_test()) == "account_inactive"


async def test_roles_are_in_a_persons_profile(world: World) -> None:
    """Admin, guest and stranger, as Slack names them."""
    space = world.double.workspace
    space.add_member(Member("U7", "ada", "Ada", admin=True, guest=True, team="T0OTHER"))
    user = (await world.client.users_info(user="U7"))["user"]
    assert (user["is_admin"], user["is_restricted"], user["is_stranger"]) == (True, True, True)
    assert user["team_id"] == "T0OTHER"


def test_a_person_from_outside_is_marked_in_events(world: World) -> None:
    """Only they carry a workspace of their own."""
    message = world.double.workspace.post(Place("C1"), "U1", "Hello")
    inside = payloads.message_event(message, Member("U1", "ana", "Ana"), world.channel)
    outside = Member("U1", "ana", "Ana", team="T0OTHER")
    marked = payloads.message_event(message, outside, world.channel)
    assert "user_team" not in inside
    assert marked["user_team"] == "T0OTHER"


def chart(**changed: Any) -> dict[str, Any]:
    """A line over two categories."""
    body: dict[str, Any] = {
        "type": "line",
        "series": [
            {"name": "s", "data": [{"label": "a", "value": 1}, {"label": "b", "value": 2.5}]}
        ],
        "axis_config": {"categories": ["a", "b"], "x_label": "x"},
    }
    return {"type": "data_visualization", "title": "t", "chart": {**body, **changed}}


def test_a_chart_passes() -> None:
    """In messages and on the Home tab."""
    assert check_blocks([chart()], "message") == ()
    assert check_blocks([chart()], "home") == ()


@pytest.mark.parametrize(
    "changed",
    [
        {"type": "radar"},
        {"axis_config": {"categories": ["a", "a"]}},
        {"axis_config": {"categories": ["a", "c"]}},
        {"axis_config": {"categories": ["a"]}},
        {"series": []},
        {"series": [{"name": "s" * 21, "data": [{"label": "a", "value": 1}]}]},
        {"series": [{"name": "s", "data": [{"label": "a", "value": "1"}]}]},
    ],
)
def test_a_chart_that_slack_could_not_draw_is_refused(changed: dict[str, Any]) -> None:
    """Unknown kinds, labels that do not match, too long names, words for numbers."""
    assert check_blocks([chart(**changed)], "message") != ()


def test_a_message_holds_two_charts_and_a_modal_none() -> None:
    """A Home tab holds more."""
    three = [chart(), chart(), chart()]
    assert check_blocks(three, "message") != ()
    assert check_blocks(three, "home") == ()
    assert check_blocks([chart()], "modal") != ()


def test_a_message_with_too_much_text_in_all_its_blocks_is_refused() -> None:
    """Each block is within its limit; together they are not."""
    section = {"type": "section", "text": {"type": "mrkdwn", "text": "x" * 2900}}
    assert checked_content("", [section] * 4)
    with pytest.raises(SlackError, match="msg_blocks_too_long"):
        checked_content("", [section] * 5)
