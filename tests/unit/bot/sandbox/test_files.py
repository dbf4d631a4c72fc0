"""Files and history of the double, as the real Slack client meets them."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from slack_sdk.errors import SlackApiError

from tests.unit.bot.sandbox.conftest import World

PICTURE = b"\x89PNG picture"
NOTE: dict[str, Any] = {"event_type": "noted", "event_payload": {"key": "k1"}}


async def code(call: Any) -> str:
    """Slack's name for what is wrong with a call."""
    with pytest.raises(SlackApiError) as caught:
        await call
    return str(caught.value.response["error"])


async def share(world: World, **where: Any) -> Any:
    """Upload a picture and share it."""
    return await world.client.files_upload_v2(
        filename="a.png", content=PICTURE, title="A picture", alt_txt="A line.", **where
    )


async def test_a_picture_is_shared_in_a_thread_and_shown_by_the_page(world: World) -> None:
    """All three steps of the SDK, and the picture itself at the page's address."""
    report = await world.client.chat_postMessage(channel="C1", text="Report")
    await share(world, channel="C1", thread_ts=report["ts"])
    message = world.double.workspace.messages[-1]
    assert (message.channel, message.thread_ts) == ("C1", report["ts"])
    [file] = message.files
    assert (file.title, file.alt, file.content) == ("A picture", "A line.", PICTURE)
    async with httpx.AsyncClient() as browser:
        shown = await browser.get(f"{world.double.base}/files/{file.id}")
        other = await browser.get(f"{world.double.base}/files/F0")
    assert (shown.content, shown.headers["content-type"]) == (PICTURE, "image/png")
    assert other.status_code == 404


async def test_a_file_needs_its_scope(world: World) -> None:
    """An app that was installed before it asked for files can't upload."""
    world.double.api.scopes -= {"files:write"}
    assert await code(share(world, channel="C1")) == "missing_scope"


async def test_a_file_that_was_never_sent_is_not_found(world: World) -> None:
    """Announced is not enough, and what is not as long as announced is not taken."""
    announced = await world.client.files_getUploadURLExternal(filename="a.png", length=3)
    async with httpx.AsyncClient() as sender:
        wrong = await sender.post(announced["upload_url"], content=PICTURE)
        lost = await sender.post(f"{world.double.base}/upload/none", content=PICTURE)
    assert (wrong.status_code, lost.status_code) == (400, 404)
    done = world.client.files_completeUploadExternal(files=[{"id": announced["file_id"]}])
    assert await code(done) == "file_not_found"


async def test_an_upload_keeps_slacks_rules(world: World) -> None:
    """No empty file, no endless description, no sharing where the app is not."""
    empty = world.client.files_getUploadURLExternal(filename="a.png", length=0)
    assert await code(empty) == "invalid_arguments"
    described = {"filename": "a.png", "length": 3, "alt_txt": "x" * 1001}
    assert await code(world.client.files_getUploadURLExternal(**described)) == "alt_txt_too_large"
    assert await code(share(world, channel="C2")) == "not_in_channel"
    nothing = world.client.files_completeUploadExternal(files=[])
    assert await code(nothing) == "invalid_arguments"


async def test_a_message_is_found_again_by_its_metadata(world: World) -> None:
    """Newest first, page by page; threads and private messages are left out."""
    world.double.api.scopes |= {"channels:history"}
    client = world.client
    noted = await client.chat_postMessage(channel="C1", text="Noted", metadata=NOTE)
    await client.chat_postMessage(channel="C1", text="In thread", thread_ts=noted["ts"])
    await client.chat_postEphemeral(channel="C1", user="U1", text="Private")
    world.clock.advance(5)
    last = await client.chat_postMessage(channel="C1", text="Last")

    first = await client.conversations_history(channel="C1", limit=1, include_all_metadata=True)
    assert [m["text"] for m in first["messages"]] == ["Last"]
    cursor = first["response_metadata"]["next_cursor"]
    rest = await client.conversations_history(
        channel="C1", cursor=cursor, include_all_metadata=True
    )
    assert [(m["ts"], m["metadata"]) for m in rest["messages"]] == [(noted["ts"], NOTE)]
    assert rest["response_metadata"]["next_cursor"] == ""
    plain = await client.conversations_history(channel="C1", oldest=noted["ts"])
    assert [m["ts"] for m in plain["messages"]] == [last["ts"]]


@pytest.mark.parametrize(
    ("channel", "needed"), [("C1", "channels:history"), ("U1", None), ("G1", None)]
)
async def test_reading_needs_the_scope_of_the_place(
    world: World, channel: str, needed: str | None
) -> None:
    """Direct messages are open to the app; a channel is not, and a hidden one does not exist."""
    call = world.client.conversations_history(channel=channel)
    if channel == "U1":
        assert (await call)["messages"] == []
        return
    with pytest.raises(SlackApiError) as caught:
        await call
    expected = "missing_scope" if needed else "channel_not_found"
    assert (caught.value.response["error"], caught.value.response.get("needed")) == (
        expected,
        needed,
    )


@pytest.mark.parametrize("metadata", [{"event_type": "noted"}, {"event_payload": {}}])
async def test_metadata_needs_a_name_and_a_payload(world: World, metadata: dict[str, Any]) -> None:
    """Half of it is refused."""
    call = world.client.chat_postMessage(channel="C1", text="Hi", metadata=metadata)
    assert await code(call) == "invalid_metadata_format"
