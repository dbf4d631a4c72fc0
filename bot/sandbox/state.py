"""The workspace: who is in it, what stands where, and what each person has open."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field

from bot.sandbox.clock import Clock, Ids, SystemClock
from bot.sandbox.errors import SlackError
from bot.sandbox.limits import RESPONSE_SECONDS, RESPONSE_USES, STACK, TRIGGER_SECONDS
from bot.sandbox.model import (
    Agent,
    Channel,
    File,
    Member,
    Message,
    Place,
    ResponseUrl,
    Step,
    Trigger,
    View,
)
from bot.sandbox.schema import JsonObject
from bot.sandbox.validate import interactive, objects
from bot.sandbox.values import initial_values, merge_values


@dataclass(slots=True)
class Workspace:
    """All state of the double, in memory; it ends with the process.

    Attributes:
        bot: The app's bot user.
        members: Everyone, by id.
        agents: What the app shows in its direct messages, by channel.
        steps: How steps of workflows ended, by execution.
        files: Files that were announced, by id.
        notices: One-line messages Slack itself shows a person, such as a failed command.
        version: Grows with each change.
    """

    bot: Member
    clock: Clock = field(default_factory=SystemClock)
    ids: Ids = field(default_factory=Ids)
    members: dict[str, Member] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
    messages: list[Message] = field(default_factory=list)
    stacks: dict[str, list[View]] = field(default_factory=dict)
    homes: dict[str, View] = field(default_factory=dict)
    triggers: dict[str, Trigger] = field(default_factory=dict)
    response_urls: dict[str, ResponseUrl] = field(default_factory=dict)
    agents: dict[str, Agent] = field(default_factory=dict)
    steps: dict[str, Step] = field(default_factory=dict)
    files: dict[str, File] = field(default_factory=dict)
    notices: dict[str, list[str]] = field(default_factory=dict)
    version: int = 0
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.members[self.bot.id] = self.bot

    # Changes ------------------------------------------------------------------------------

    def changed(self) -> None:
        """Tell everyone who waits that something is different now."""
        self.version += 1
        self._changed.set()
        self._changed = asyncio.Event()

    async def wait_for_change(self, since: int) -> None:
        """Return once the version is past ``since``."""
        while self.version <= since:
            await self._changed.wait()

    # People and places --------------------------------------------------------------------

    def add_member(self, member: Member) -> Member:
        """Let someone join the workspace."""
        self.members[member.id] = member
        return member

    def add_channel(self, channel: Channel) -> Channel:
        """Make a channel."""
        self.channels[channel.id] = channel
        return channel

    def direct_channel(self, user: str) -> Channel:
        """The conversation between the app and one person, made when it is first asked for."""
        name = f"D{user[1:]}"
        if name not in self.channels:
            self.add_channel(Channel(name, user, "im", {user, self.bot.id}))
        return self.channels[name]

    def agent(self, channel: str) -> Agent:
        """What the app shows in its conversation with one person."""
        return self.agents.setdefault(channel, Agent())

    # Messages -----------------------------------------------------------------------------

    def post(
        self, place: Place, author: str, text: str, blocks: Iterable[JsonObject] = ()
    ) -> Message:
        """Put a message into a channel, for everyone or for one person only."""
        message = Message(
            ts=self.ids.ts(self.clock.now()),
            channel=place.channel,
            author=author,
            text=text,
            blocks=self.with_ids(blocks),
            thread_ts=place.thread_ts,
            shown_to=place.shown_to,
        )
        message.values = initial_values(message.blocks)
        self.messages.append(message)
        if author == self.bot.id and place.channel in self.agents:
            self.agents[place.channel].status.pop(place.thread_ts or "", None)
        self.changed()
        return message

    def message(self, channel: str, ts: str) -> Message | None:
        """The message at a timestamp, if it is still there."""
        return next((m for m in self.messages if m.channel == channel and m.ts == ts), None)

    def rewrite(self, message: Message, text: str, blocks: Iterable[JsonObject]) -> None:
        """Change what a message says, in place."""
        message.text, message.blocks, message.edited = text, self.with_ids(blocks), True
        message.values = initial_values(message.blocks)
        message.revision += 1
        self.changed()

    def remove(self, message: Message) -> None:
        """Take a message away."""
        self.messages.remove(message)
        self.changed()

    def notify(self, user: str, line: str) -> None:
        """Show a person a line from Slack itself."""
        self.notices.setdefault(user, []).append(line)
        self.changed()

    # Leave to act -------------------------------------------------------------------------

    def new_trigger(self, user: str, view: str | None = None) -> str:
        """A trigger_id for something the person just did."""
        made = Trigger(self.ids.make("trigger."), user, self.clock.now() + TRIGGER_SECONDS, view)
        self.triggers[made.id] = made
        return made.id

    def use_trigger(self, trigger_id: object) -> Trigger:
        """Use a trigger_id up.

        Raises:
            SlackError: It is unknown, too old, or was used before.
        """
        trigger = self.triggers.get(str(trigger_id))
        if trigger is None:
            raise SlackError("invalid_trigger_id")
        if trigger.used:
            raise SlackError("exchanged_trigger_id")
        if self.clock.now() > trigger.expires:
            raise SlackError("expired_trigger_id")
        trigger.used = True
        return trigger

    def new_response_url(
        self, user: str, channel: str, thread_ts: str | None = None, message: str | None = None
    ) -> ResponseUrl:
        """Leave to answer where something happened."""
        expires = self.clock.now() + RESPONSE_SECONDS
        made = ResponseUrl(self.ids.make("R"), user, channel, expires, thread_ts, message)
        self.response_urls[made.token] = made
        return made

    def use_response_url(self, token: str) -> ResponseUrl:
        """Use one of a response_url's five posts.

        Raises:
            SlackError: It is unknown, too old, or was used five times.
        """
        found = self.response_urls.get(token)
        if found is None:
            raise SlackError("invalid_url", status=404)
        if self.clock.now() > found.expires:
            raise SlackError("expired_url", status=404)
        if found.uses >= RESPONSE_USES:
            raise SlackError("used_url", status=404)
        found.uses += 1
        return found

    # Views --------------------------------------------------------------------------------

    def stack(self, user: str) -> list[View]:
        """The modals a person has open, the lowest first."""
        return self.stacks.setdefault(user, [])

    def open_view(self, user: str, body: JsonObject) -> View:
        """Open a modal, in place of any that is open."""
        self._no_double_external_id(body)
        self.stack(user).clear()
        return self._put_on_top(user, body)

    def push_view(self, user: str, body: JsonObject) -> View:
        """Lay a modal on top of the open one.

        Raises:
            SlackError: Three lie there already, or none does.
        """
        stack = self.stack(user)
        if not stack:
            raise SlackError("not_found")
        if len(stack) >= STACK:
            raise SlackError("push_limit_reached")
        self._no_double_external_id(body)
        return self._put_on_top(user, body)

    def _put_on_top(self, user: str, body: JsonObject) -> View:
        stack = self.stack(user)
        name = self.ids.make("V")
        view = View(
            id=name,
            user=user,
            body=self._with_view_ids(body),
            hash=self.ids.ts(self.clock.now()),
            root=stack[0].id if stack else name,
            previous=stack[-1].id if stack else None,
        )
        view.values = initial_values(view.blocks)
        stack.append(view)
        self.changed()
        return view

    def _no_double_external_id(self, body: JsonObject) -> None:
        name = body.get("external_id")
        if name and self.find_view(external_id=str(name)):
            raise SlackError("duplicate_external_id")

    def replace_view(self, view: View, body: JsonObject) -> None:
        """Give an open view new content.

        What a person typed stays where block id and action id stay the same, as in Slack: an
        ``initial_value`` sent for such an input has no effect.
        """
        kept = view.values
        view.body = self._with_view_ids(body)
        view.values = merge_values(initial_values(view.blocks), kept)
        view.hash = self.ids.ts(self.clock.now())
        view.errors, view.trouble, view.waiting = {}, None, False
        view.revision += 1
        self.changed()

    def publish_home(self, user: str, body: JsonObject) -> View:
        """Show a person the app's Home tab."""
        known = self.homes.get(user)
        if known is not None:
            self.replace_view(known, body)
            return known
        name = self.ids.make("V")
        view = View(name, user, self._with_view_ids(body), self.ids.ts(self.clock.now()), name)
        view.values = initial_values(view.blocks)
        self.homes[user] = view
        self.changed()
        return view

    def find_view(self, view_id: str = "", external_id: str = "") -> View | None:
        """An open view or a Home tab; ``None`` once the person closed it."""
        for view in [v for stack in self.stacks.values() for v in stack] + [*self.homes.values()]:
            if view.id == view_id or (external_id and view.body.get("external_id") == external_id):
                return view
        return None

    def pop_view(self, view: View) -> None:
        """Take a modal off its stack, with everything that lies on it."""
        stack = self.stack(view.user)
        if view in stack:
            del stack[stack.index(view) :]
            self.changed()

    def clear_views(self, user: str) -> list[View]:
        """Close all of a person's modals; the topmost comes first in the answer."""
        closed = self.stack(user)[::-1]
        self.stack(user).clear()
        self.changed()
        return closed

    # Ids ----------------------------------------------------------------------------------

    def _with_view_ids(self, body: JsonObject) -> JsonObject:
        return {**body, "blocks": self.with_ids(objects(body.get("blocks")))}

    def with_ids(self, blocks: Iterable[JsonObject]) -> list[JsonObject]:
        """A copy of blocks in which each block and each control has an id, as Slack gives them."""
        named = []
        for block in deepcopy(list(blocks)):
            block.setdefault("block_id", self.ids.make("b"))
            for element in interactive(block):
                element.setdefault("action_id", self.ids.make("a"))
            named.append(block)
        return named
