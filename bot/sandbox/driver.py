"""A person in front of Slack: what they can do, and what they see.

The browser page and the tests use the same class, so a test clicks exactly what the page offers::

    ana = double.person("U0ANA")
    await ana.types("/empathy We shipped it yesterday.")
    card = await ana.sees("okay")
    await ana.clicks("thumbs_up")

Waiting always has a deadline, and what a person cannot do raises a ``DriverError``.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.sandbox import payloads
from bot.sandbox.deliver import Delivery, control
from bot.sandbox.errors import DriverError
from bot.sandbox.model import Channel, Message, Place, Step, View
from bot.sandbox.schema import JsonObject
from bot.sandbox.screen import Screen, shown_text
from bot.sandbox.values import client_errors, hold

__all__ = ["Form", "Person", "shown_text"]


@dataclass(slots=True)
class Form:
    """A modal in which some inputs are filled, ready to be submitted."""

    person: Person
    view: View

    async def submits(self) -> None:
        """Press the modal's submit button.

        Raises:
            DriverError: Slack's client itself stops it: a required input is empty, or a text is
                longer or shorter than the input allows.
        """
        stopped = client_errors(self.view)
        if stopped:
            self.view.errors = stopped
            self.view.revision += 1
            self.person.workspace.changed()
            raise DriverError("; ".join(f"{name}: {line}" for name, line in stopped.items()))
        await self.person.delivery.submission(self.person.member, self.view)


@dataclass(slots=True)
class Person(Screen):
    """One person, what they see of the channel they are looking at, and what they do there."""

    delivery: Delivery

    async def types(self, text: str, thread_ts: str | None = None) -> Message | None:
        """Send what was typed into the composer: a slash command or a message.

        Returns:
            The message, if it was one.
        """
        name, _, rest = text.partition(" ")
        if not name.startswith("/"):
            return await self._says(text, thread_ts)
        command = self.delivery.manifest.command(name)
        if command is None:
            self.workspace.notify(self.member.id, f"{name} is not a valid command")
        elif thread_ts is not None:
            line = f"{name} is not supported in threads. Sorry!"
            self.workspace.notify(self.member.id, line)
        else:
            await self.delivery.command(self.member, self.channel, command, rest.strip())
        return None

    async def _says(self, text: str, thread_ts: str | None) -> Message:
        bot = self.workspace.bot
        if self.channel.kind == "im" and self.delivery.manifest.messages_read_only:
            raise DriverError("Sending messages to this app has been turned off.")
        shown = payloads.escape(text).replace(f"@{bot.name}", f"<@{bot.id}>")
        post = self.workspace.post(Place(self.channel.id, thread_ts), self.member.id, shown)
        if bot.id in self.channel.members:
            scene = (post, self.member, self.channel)
            await self.delivery.event(payloads.message_event(*scene))
            if self.channel.kind != "im" and f"<@{bot.id}>" in shown:
                await self.delivery.event(payloads.mention_event(*scene))
        return post

    async def dms(self, text: str, thread_ts: str | None = None) -> Message:
        """Write to the app itself."""
        self.goes_to(self.workspace.direct_channel(self.member.id))
        return await self._says(text, thread_ts)

    async def stops(self, thread_ts: str) -> None:
        """Press Stop in a thread of one's own conversation with the app.

        Raises:
            DriverError: There is no such button: the app says that it does nothing there.
        """
        channel = self.workspace.direct_channel(self.member.id)
        if self.workspace.agent(channel.id).sessions.get(thread_ts) != "processing":
            raise DriverError("There is no Stop button in this thread.")
        here = [m for m in self.messages(channel) if m.thread_ts == thread_ts]
        streams = [m for m in here if m.stream == "open"]
        for message in streams:
            message.stream = "stopped"
        self.workspace.changed()
        stopped = [message.ts for message in streams]
        await self.delivery.event(
            payloads.session_stopped(self.member, channel, thread_ts, stopped)
        )

    async def edits(self, message: Message, text: str) -> None:
        """Change one's own message; Slack tells the app as an event of its own."""
        channel = self.workspace.channels[message.channel]
        before = payloads.message_event(message, self.member, channel)
        self.workspace.rewrite(message, payloads.escape(text), [])
        after = payloads.message_event(message, self.member, channel)
        edited = {"edited": {"user": self.member.id, "ts": message.ts}}
        kept = {name: before[name] for name in ("channel", "channel_type", "event_ts")}
        await self.delivery.event(
            {
                "type": "message",
                "subtype": "message_changed",
                "hidden": True,
                "message": {**after, **edited},
                "previous_message": before,
                **kept,
            }
        )

    def goes_to(self, channel: Channel) -> None:
        """Look at another channel."""
        self.channel = channel

    async def opens_home(self) -> None:
        """Open the app's Home tab."""
        await self._opens("home")

    async def opens_messages(self) -> None:
        """Open the app's Messages tab, where one writes to it."""
        self.goes_to(self.workspace.direct_channel(self.member.id))
        await self._opens("messages")

    async def _opens(self, tab: str) -> None:
        channel = self.workspace.direct_channel(self.member.id)
        await self.delivery.event(payloads.home_opened(self.member, channel, tab))

    async def runs_step(self, callback_id: str, inputs: JsonObject) -> Step:
        """Let a workflow run the app's step, and wait for its end."""
        execution = await self.delivery.step(callback_id, inputs)

        def ended() -> Step | None:
            step = self.workspace.steps[execution]
            return None if step == Step() else step

        return await self.waits_for(ended, "the end of the step")

    async def shortcut(self, message: Message, callback_id: str = "") -> None:
        """Choose an entry of a message's menu; the only one, unless it is named."""
        chosen = self._shortcut("message", callback_id)
        await self.delivery.message_shortcut(self.member, message, chosen)

    async def global_shortcut(self, callback_id: str = "") -> None:
        """Choose an entry of the composer's menu; the only one, unless it is named."""
        await self.delivery.global_shortcut(self.member, self._shortcut("global", callback_id))

    def _shortcut(self, kind: str, callback_id: str) -> str:
        offered = [s.callback_id for s in self.delivery.manifest.shortcuts if s.kind == kind]
        if callback_id and callback_id not in offered:
            raise DriverError(f"The app's manifest has no {kind} shortcut {callback_id}.")
        if not callback_id and len(offered) != 1:
            raise DriverError(f"The app's manifest has {len(offered)} {kind} shortcuts; name one.")
        return callback_id or offered[0]

    def fills(self, view: View, answers: dict[str, object]) -> Form:
        """Fill inputs of an open modal.

        Args:
            view: The modal.
            answers: Text, or the value of an option (a list of values where several can be
                chosen), by action id.
        """
        for action_id, answer in answers.items():
            element = self._control(view.blocks, action_id)
            hold(view.values, element, answer)
        return Form(self, view)

    async def submits(self, view: View) -> None:
        """Submit an open modal as it stands."""
        await Form(self, view).submits()

    async def acts(
        self, place: Message | View, action_id: str, block_id: str, answer: object = None
    ) -> None:
        """Use one control of a message or modal: press it, or choose an answer in it."""
        element = control(place.blocks, action_id, block_id)
        if element is None:
            raise DriverError("This control is no longer there.")
        if answer is not None:
            hold(place.values, element, answer)
        await self._acts(place, element)

    async def clicks(self, action_id: str, block_id: str = "") -> None:
        """Press a button: of the topmost modal, or of the newest message that has it."""
        place, element = self._find(action_id, block_id)
        await self._acts(place, element)

    async def selects(self, action_id: str, answer: object, block_id: str = "") -> None:
        """Choose from a menu outside an input, by the option's value."""
        place, element = self._find(action_id, block_id)
        hold(place.values, element, answer)
        await self._acts(place, element)

    async def _acts(self, place: Message | View, element: JsonObject) -> None:
        held = place.values.get(str(element["block_id"]), {}).get(str(element["action_id"]), {})
        action = {
            name: element[name]
            for name in ("type", "action_id", "block_id", "text", "value", "style")
            if name in element
        } | held
        if isinstance(place, View):
            await self.delivery.view_action(self.member, place, action)
        else:
            await self.delivery.message_action(self.member, place, action)

    async def closes(self, view: View | None = None, *, everything: bool = False) -> None:
        """Close the topmost modal, or all of them at once."""
        top = view or self.view()
        if top is None:
            raise DriverError("No modal is open.")
        if everything or top.body.get("clear_on_close"):
            closed = self.workspace.clear_views(self.member.id)
            await self.delivery.closed(self.member, closed, cleared=True)
            return
        self.workspace.pop_view(top)
        await self.delivery.closed(self.member, [top], cleared=False)

    def dismisses(self, message: Message) -> None:
        """Take an ephemeral message off the screen."""
        if message.shown_to != self.member.id:
            raise DriverError("Only a message that is visible to you alone can be dismissed.")
        self.workspace.remove(message)

    async def clicks_home(self, action_id: str, answer: object = None) -> None:
        """Use a control of the app's Home tab."""
        home = self.home()
        if home is None:
            raise DriverError("The app has not filled its Home tab.")
        await self.acts(home, action_id, "", answer)

    def _find(self, action_id: str, block_id: str) -> tuple[Message | View, JsonObject]:
        view = self.view()
        places: list[Message | View] = [view] if view else [*reversed(self._readable())]
        for place in places:
            element = control(place.blocks, action_id, block_id)
            if element is not None:
                return place, element
        raise DriverError(f"There is no {action_id} to click on the screen.")

    def _control(self, blocks: list[JsonObject], action_id: str) -> JsonObject:
        element = control(blocks, action_id)
        if element is None:
            raise DriverError(f"There is no input {action_id} in this modal.")
        return element
