"""What a person in front of Slack sees, and how long they wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from bot.sandbox.errors import DriverError
from bot.sandbox.model import Channel, Member, Message, View
from bot.sandbox.state import Workspace
from bot.sandbox.validate import strings

__all__ = ["PATIENCE", "Screen", "shown_text"]

T = TypeVar("T")

#: Seconds a wait lasts unless told otherwise.
PATIENCE = 15.0


@dataclass(slots=True)
class Screen:
    """A person's eyes on a workspace."""

    workspace: Workspace
    member: Member
    channel: Channel

    def home(self) -> View | None:
        """The app's Home tab, if the app has filled it."""
        return self.workspace.homes.get(self.member.id)

    async def sees_home(self, text: str, timeout: float = PATIENCE) -> View:  # noqa: ASYNC109
        """The app's Home tab, once it contains some text."""

        def found() -> View | None:
            home = self.home()
            return home if home is not None and text in shown_text(home) else None

        return await self.waits_for(found, f"a Home tab with {text!r}", timeout)

    def view(self) -> View | None:
        """The topmost modal."""
        stack = self.workspace.stack(self.member.id)
        return stack[-1] if stack else None

    def messages(self, channel: Channel | None = None) -> list[Message]:
        """Every message this person can read in a channel, the oldest first."""
        place = (channel or self.channel).id
        mine = (None, self.member.id)
        return [m for m in self.workspace.messages if m.channel == place and m.shown_to in mine]

    def ephemerals(self) -> list[Message]:
        """Messages only this person is shown, in any channel, the oldest first."""
        return [m for m in self.workspace.messages if m.shown_to == self.member.id]

    def notices(self) -> list[str]:
        """Lines Slack itself showed this person."""
        return self.workspace.notices.get(self.member.id, [])

    async def sees(self, text: str, timeout: float = PATIENCE) -> Message:  # noqa: ASYNC109
        """The newest message containing some text, once it is there."""
        return await self.waits_for(
            lambda: next((m for m in reversed(self._readable()) if text in shown_text(m)), None),
            f"a message with {text!r}",
            timeout,
        )

    async def sees_view(
        self,
        callback_id: str = "",
        text: str = "",
        timeout: float = PATIENCE,  # noqa: ASYNC109
    ) -> View:
        """The topmost modal, once it has that callback id and contains that text."""

        def found() -> View | None:
            view = self.view()
            if view is None or callback_id not in ("", view.body.get("callback_id")):
                return None
            return view if text in shown_text(view) else None

        return await self.waits_for(found, f"a modal {callback_id} with {text!r}", timeout)

    async def waits_for(
        self,
        look: Callable[[], T | None],
        what: str,
        timeout: float = PATIENCE,  # noqa: ASYNC109 - the deadline is part of the question
    ) -> T:
        """What ``look`` finds, as soon as it finds anything.

        Raises:
            DriverError: It was not there in time.
        """
        try:
            async with asyncio.timeout(timeout):
                while (found := look()) is None:
                    await self.workspace.wait_for_change(self.workspace.version)
        except TimeoutError:
            raise DriverError(f"{self.member.name} waited {timeout} s for {what}.") from None
        return found

    def _readable(self) -> list[Message]:
        mine = (None, self.member.id)
        known = self.workspace.channels
        return [
            m
            for m in self.workspace.messages
            if m.shown_to in mine and self.member.id in known[m.channel].members
        ]


def shown_text(place: Message | View) -> str:
    """Everything a message or modal says, as one string to look for words in."""
    if isinstance(place, Message):
        return "\n".join([place.text, *strings([*place.blocks, *place.attachments])])
    return "\n".join(strings([place.body.get("title"), *place.blocks]))
