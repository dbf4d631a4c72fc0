"""From what a person does to what the app is told, and from its acknowledgement to the screen."""

from __future__ import annotations

from dataclasses import dataclass

from bot.sandbox import payloads
from bot.sandbox.errors import SlackError
from bot.sandbox.manifest import Command, Manifest
from bot.sandbox.model import Channel, Member, Message, ResponseUrl, Step, View
from bot.sandbox.schema import JsonObject
from bot.sandbox.socket import Ack, SocketHub
from bot.sandbox.state import Workspace
from bot.sandbox.validate import check_view, interactive, view_too_large
from bot.sandbox.web_api import WebApi

#: Scope that a token needs to be sent an event; the others need none.
EVENT_SCOPES = {
    "app_mention": "app_mentions:read",
    "message.im": "im:history",
    "message.channels": "channels:history",
}
#: What Slack's client shows when the app answered wrongly, or not at all.
TROUBLE = "We had some trouble connecting. Try again?"


@dataclass(slots=True)
class Delivery:
    """Carries what people do to the app.

    Attributes:
        base: Address of the double, for the response_url it hands out.
    """

    workspace: Workspace
    hub: SocketHub
    api: WebApi
    manifest: Manifest
    base: str = ""

    async def command(self, member: Member, channel: Channel, command: Command, text: str) -> None:
        """A slash command; what the acknowledgement carries is shown to the person alone."""
        place = self.workspace.new_response_url(member.id, channel.id)
        payload = payloads.command(self._scene(member, place), command.command, text)
        connected = bool(self.hub.connections)
        ack = await self.hub.deliver("slash_commands", payload)
        if ack is None:
            reason = "operation_timeout" if connected else "dispatch_failed"
            line = f'{command.command} failed with the error "{reason}"'
            self.workspace.notify(member.id, line)
            return
        self._say(ack, place)

    def _scene(self, member: Member, place: ResponseUrl) -> payloads.Scene:
        return payloads.Scene(
            member=member,
            channel=self.workspace.channels[place.channel],
            trigger=self.workspace.new_trigger(member.id),
            response_url=f"{self.base}/response/{place.token}",
            ts=self._ts(),
        )

    def _say(self, ack: Ack, place: ResponseUrl) -> None:
        body = {"text": ack.payload} if isinstance(ack.payload, str) else ack.payload
        if isinstance(body, dict) and (body.get("text") or body.get("blocks")):
            try:
                self.api.answer(place, body)
            except SlackError:
                self.workspace.notify(place.user, TROUBLE)

    async def message_shortcut(self, member: Member, message: Message, callback_id: str) -> None:
        """An entry of a message's menu."""
        place = self.workspace.new_response_url(member.id, message.channel, message.thread_ts)
        scene, author = self._scene(member, place), self.workspace.members[message.author]
        payload = payloads.message_shortcut(scene, message, callback_id, author)
        await self._interact(member, payload)

    async def global_shortcut(self, member: Member, callback_id: str) -> None:
        """An entry of the composer's menu."""
        trigger = self.workspace.new_trigger(member.id)
        payload = payloads.global_shortcut(member, callback_id, trigger=trigger, ts=self._ts())
        await self._interact(member, payload)

    async def message_action(self, member: Member, message: Message, action: JsonObject) -> None:
        """A click in a message."""
        place = self.workspace.new_response_url(
            member.id, message.channel, message.thread_ts, message.ts
        )
        scene, author = self._scene(member, place), self.workspace.members[message.author]
        await self._interact(member, payloads.message_actions(scene, message, action, author))

    async def view_action(self, member: Member, view: View, action: JsonObject) -> None:
        """A click in a modal or on the Home tab."""
        trigger = self.workspace.new_trigger(member.id, view.id)
        action = {**action, "action_ts": self._ts()}
        payload = payloads.view_actions(member, view, action, trigger=trigger)
        if await self.hub.deliver("interactive", payload) is None:
            view.trouble = TROUBLE
            self._redraw(view)

    async def submission(self, member: Member, view: View) -> None:
        """A submitted modal; the acknowledgement says what becomes of it."""
        view.errors, view.trouble, view.waiting = {}, None, True
        self._redraw(view)
        trigger = self.workspace.new_trigger(member.id, view.id)
        payload = payloads.view_submission(member, view, trigger=trigger)
        ack = await self.hub.deliver("interactive", payload)
        view.waiting = False
        if ack is None or not self._obey(view, ack.payload):
            view.trouble = TROUBLE
        self._redraw(view)

    async def closed(self, member: Member, views: list[View], *, cleared: bool) -> None:
        """Closed modals; only those that asked for it tell the app."""
        for view in views:
            if view.body.get("notify_on_close"):
                payload = payloads.view_closed(member, view, cleared=cleared)
                await self.hub.deliver("interactive", payload)

    async def event(self, inner: JsonObject) -> None:
        """An event, if the app's manifest subscribes to its kind."""
        kind = str(inner["type"])
        place = {"im": "message.im", "channel": "message.channels"}
        name = place[str(inner["channel_type"])] if kind == "message" else kind
        if name in self.manifest.events and self._may_hear(name):
            channel = self.workspace.channels.get(str(inner.get("channel")))
            await self.hub.deliver_event(
                payloads.event(
                    inner,
                    shared=channel is not None and channel.shared,
                    event_id=self.workspace.ids.make("Ev"),
                    now=self.workspace.clock.now(),
                    bot=self.workspace.bot,
                )
            )

    def _may_hear(self, event: str) -> bool:
        """Whether the app's token has the scope that this event asks for."""
        needed = EVENT_SCOPES.get(event)
        return needed is None or needed in self.api.scopes

    async def step(self, callback_id: str, inputs: JsonObject) -> str:
        """Run the app's step of a workflow; returns the name of the execution."""
        execution = self.workspace.ids.make("Fx")
        self.workspace.steps[execution] = Step()
        await self.event(payloads.function_executed(callback_id, execution, inputs))
        return execution

    async def _interact(self, member: Member, payload: JsonObject) -> None:
        if await self.hub.deliver("interactive", payload) is None:
            self.workspace.notify(member.id, TROUBLE)

    def _obey(self, view: View, payload: object) -> bool:
        """Do what a ``response_action`` says; false when Slack would not understand it."""
        body = payload if isinstance(payload, dict) else {}
        action = body.get("response_action")
        if action is None:
            self.workspace.pop_view(view)
        elif action == "clear":
            self.workspace.clear_views(view.user)
        elif action == "errors":
            return self._show_errors(view, body.get("errors"))
        else:
            return self._show_view(view, str(action), body.get("view"))
        return True

    def _show_errors(self, view: View, errors: object) -> bool:
        inputs = {b.get("block_id") for b in view.blocks if b.get("type") == "input"}
        if not isinstance(errors, dict) or not errors or not set(errors) <= inputs:
            return False
        view.errors = {str(name): str(line) for name, line in errors.items()}
        return True

    def _show_view(self, view: View, action: str, body: object) -> bool:
        """A view inside an acknowledgement: a bad one raises nothing, as in Slack."""
        if not isinstance(body, dict) or check_view(body) or view_too_large(body):
            return False
        if action == "update" and self.workspace.find_view(view.id) is not None:
            self.workspace.replace_view(view, body)
            return True
        if action != "push":
            return False
        try:
            self.workspace.push_view(view.user, body)
        except SlackError:
            return False
        return True

    def _redraw(self, view: View) -> None:
        view.revision += 1
        self.workspace.changed()

    def _ts(self) -> str:
        return self.workspace.ids.ts(self.workspace.clock.now())


def control(blocks: list[JsonObject], action_id: str, block_id: str = "") -> JsonObject | None:
    """The control with an action id among some blocks, with its block's id beside it."""
    for block in blocks:
        for element in interactive(block):
            wanted = not block_id or block.get("block_id") == block_id
            if element.get("action_id") == action_id and wanted:
                return {**element, "block_id": block["block_id"]}
    return None
