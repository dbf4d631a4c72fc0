"""What the double's workspace is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from bot.sandbox.schema import JsonObject

ChannelKind = Literal["public", "private", "im"]
Values = dict[str, dict[str, JsonObject]]

TEAM_ID = "T0SANDBOX"
TEAM_DOMAIN = "sandbox"
APP_ID = "A0WARMLINE"
BOT_ID = "B0WARMLINE"
BOT_TOKEN = "xoxb-sandbox"  # noqa: S105 - opens nothing but this double
APP_TOKEN = "xapp-sandbox"  # noqa: S105 - opens nothing but this double


@dataclass(frozen=True, slots=True)
class Member:
    """Someone who writes in the workspace.

    Attributes:
        bot_id: Set for apps; people have none.
        via: Name of the integration that posts for someone outside, such as a customer.
        tz: Time zone of their profile, as IANA names it.
        locale: Language and country of their client.
        admin: Whether they may administer the workspace.
        owner: Whether they own it.
        guest: Whether they were invited to some channels only.
        team: Their own workspace; another one's for a person from outside (Slack Connect).
    """

    id: str
    name: str
    real_name: str
    bot_id: str = ""
    via: str = ""
    tz: str = "Europe/London"
    locale: str = "en-GB"
    admin: bool = False
    owner: bool = False
    guest: bool = False
    team: str = TEAM_ID

    @property
    def is_bot(self) -> bool:
        """Whether an app writes under this name."""
        return bool(self.bot_id)

    @property
    def is_stranger(self) -> bool:
        """Whether they belong to another workspace."""
        return self.team != TEAM_ID


@dataclass(slots=True)
class Channel:
    """A place where messages stand.

    Attributes:
        members: Ids of those who are in it; who is not cannot be shown an ephemeral message.
        shared: Whether people of another workspace are in it too (Slack Connect).
        archived: Whether it is closed: it can be read, and nobody can write to it.
    """

    id: str
    name: str
    kind: ChannelKind
    members: set[str]
    topic: str = ""
    shared: bool = False
    archived: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where a message goes.

    Attributes:
        thread_ts: The message whose thread it stands in.
        shown_to: The one person an ephemeral message is shown to; ``None`` for everyone.
    """

    channel: str
    thread_ts: str | None = None
    shown_to: str | None = None


@dataclass(slots=True)
class File:
    """A file that was announced, sent, and maybe shared.

    Attributes:
        ticket: Last part of the address that takes its content.
        length: Its size, as announced.
        content: What was sent; ``None`` until it was.
    """

    id: str
    name: str
    ticket: str
    length: int
    alt: str = ""
    title: str = ""
    content: bytes | None = None

    def as_json(self) -> JsonObject:
        """The file as Slack puts it into payloads and answers."""
        return {"id": self.id, "name": self.name, "title": self.title, "alt_txt": self.alt}


@dataclass(slots=True)
class Message:
    """A message as its readers see it.

    Attributes:
        shown_to: The one person an ephemeral message is shown to; ``None`` for everyone.
        thread_ts: The message whose thread it stands in.
        attachments: Legacy attachments, as many integrations still send them.
        metadata: What an app keeps with it, unseen by people.
        stream: ``open`` while an app adds to it, ``stopped`` once its reader has stopped that.
        files: Files shared with it.
        values: What people chose in its menus, by block and action.
        revision: Grows with each change, so that a page redraws what changed.
    """

    ts: str
    channel: str
    author: str
    text: str
    blocks: list[JsonObject] = field(default_factory=list)
    attachments: list[JsonObject] = field(default_factory=list)
    metadata: JsonObject = field(default_factory=dict)
    stream: str = ""
    files: list[File] = field(default_factory=list)
    thread_ts: str | None = None
    shown_to: str | None = None
    edited: bool = False
    values: Values = field(default_factory=dict)
    revision: int = 0

    def as_json(self, author: Member) -> JsonObject:
        """The message as Slack puts it into payloads and answers."""
        found: JsonObject = {"type": "message", "text": self.text, "ts": self.ts, "team": TEAM_ID}
        if self.blocks:
            found["blocks"] = self.blocks
        if self.attachments:
            found["attachments"] = self.attachments
        if self.files:
            found["files"] = [file.as_json() for file in self.files]
        if self.thread_ts is not None:
            found["thread_ts"] = self.thread_ts
        return found | _author_fields(author)


@dataclass(slots=True)
class View:
    """A modal on someone's screen, or an app's Home tab.

    Attributes:
        body: The view as the app sent it, every block and action with an id.
        hash: Changes with each update.
        values: What the person typed and chose so far.
        errors: Sentences under inputs, by block id.
        trouble: Slack's own line when the app answered wrongly or not in time.
        waiting: True between submitting and the app's acknowledgement.
        revision: Grows with every change a page must redraw.
    """

    id: str
    user: str
    body: JsonObject
    hash: str
    root: str
    previous: str | None = None
    values: Values = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    trouble: str | None = None
    waiting: bool = False
    revision: int = 0

    @property
    def blocks(self) -> list[JsonObject]:
        """The view's blocks."""
        blocks = self.body.get("blocks")
        return blocks if isinstance(blocks, list) else []

    def as_json(self) -> JsonObject:
        """The view as Slack puts it into payloads and answers."""
        optional = {"title": None, "close": None, "submit": None}
        return {
            "clear_on_close": False,
            "notify_on_close": False,
            "private_metadata": "",
            "callback_id": "",
            "external_id": "",
            **optional,
            **self.body,
            "id": self.id,
            "team_id": TEAM_ID,
            "app_id": APP_ID,
            "app_installed_team_id": TEAM_ID,
            "bot_id": BOT_ID,
            "hash": self.hash,
            "root_view_id": self.root,
            "previous_view_id": self.previous,
            "state": {"values": self.values},
        }


@dataclass(slots=True)
class Agent:
    """What the app shows in the composer of one person's direct messages with it.

    Attributes:
        title: Line above the prompts.
        prompts: Suggested messages, each with a title and the words it sends.
        status: What the app says it is doing, by the thread it does it in.
        sessions: How far it is, by thread; ``processing`` shows a Stop button.
    """

    title: str = ""
    prompts: list[JsonObject] = field(default_factory=list)
    status: dict[str, str] = field(default_factory=dict)
    sessions: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """How a workflow's step ended.

    Attributes:
        outputs: What the app gave back; ``None`` when the step failed.
        error: What the app said went wrong.
    """

    outputs: JsonObject | None = None
    error: str = ""


@dataclass(slots=True)
class Trigger:
    """Leave to open a modal: for one person, for three seconds, once."""

    id: str
    user: str
    expires: float
    view: str | None = None
    used: bool = False


@dataclass(slots=True)
class ResponseUrl:
    """Leave to answer where something happened: five posts within half an hour.

    Attributes:
        message: Timestamp of the message it came from; only then can an answer replace it.
    """

    token: str
    user: str
    channel: str
    expires: float
    thread_ts: str | None = None
    message: str | None = None
    uses: int = 0


def _author_fields(author: Member) -> JsonObject:
    """An integration that posts for someone gives a name and no user."""
    if author.via:
        named: JsonObject = {"subtype": "bot_message", "username": author.real_name}
        return {**named, "bot_id": author.bot_id}
    apps: JsonObject = {"bot_id": author.bot_id, "app_id": APP_ID} if author.is_bot else {}
    return {"user": author.id, **apps}
