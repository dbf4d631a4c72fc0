"""``files.*``: the three steps of sending a file: announce it, send it, share it."""

from __future__ import annotations

from bot.sandbox.errors import SlackError
from bot.sandbox.methods.call import Call, Method, channel_for_bot, invalid_arguments
from bot.sandbox.model import File, Place
from bot.sandbox.schema import JsonObject
from bot.sandbox.validate import objects

#: Longest description of a picture.
ALT_TEXT = 1000


def get_upload_url(call: Call) -> JsonObject:
    """``files.getUploadURLExternal``: an address that takes the content once."""
    name, length, ids = call.needs("filename"), call.needs("length"), call.workspace.ids
    if not length.isdigit() or int(length) == 0:
        raise invalid_arguments("[ERROR] length must be greater than 0")
    if len(call.text("alt_txt")) > ALT_TEXT:
        raise SlackError("alt_txt_too_large")
    file = File(ids.make("F"), name, ids.make("upload."), int(length), call.text("alt_txt"))
    call.workspace.files[file.id] = file
    return {"upload_url": f"{call.base}/upload/{file.ticket}", "file_id": file.id}


def complete_upload(call: Call) -> JsonObject:
    """``files.completeUploadExternal``: shares what was sent, in a channel or a thread."""
    files = [_sent(call, asked) for asked in objects(call.json("files"))]
    if not files:
        raise invalid_arguments("[ERROR] missing required field: files")
    if call.text("channel_id"):
        channel = channel_for_bot(call.workspace, call.text("channel_id"))
        place = Place(channel.id, call.text("thread_ts") or None)
        text, bot = call.text("initial_comment"), call.workspace.bot
        call.workspace.post(place, bot.id, text).files = files
    return {"files": [file.as_json() for file in files]}


def _sent(call: Call, asked: JsonObject) -> File:
    file = call.workspace.files.get(str(asked.get("id")))
    if file is None or file.content is None:
        raise SlackError("file_not_found")
    file.title = str(asked.get("title") or file.name)
    return file


METHODS = {
    "files.getUploadURLExternal": Method(get_upload_url, "files:write"),
    "files.completeUploadExternal": Method(complete_upload, "files:write"),
}
