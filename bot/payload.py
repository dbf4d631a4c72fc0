"""What a check carries through the database: the sealed payload of its work item."""

from __future__ import annotations

from typing import Final

from pydantic import BaseModel, ConfigDict

from bot.store.base import ChannelKind

#: The kind of the only work there is so far.
CHECK: Final = "check"


class Place(BaseModel):
    """Where the person is looking; ``user_id`` alone means their direct messages with the app.

    Attributes:
        user_id: Who to write to when nothing else can be reached.
        view_id: The modal's id.
        response_url: Where to answer a slash command; good for 30 minutes and five answers.
        channel_id: The conversation it was written in: their own with the app, or one in which
            they mentioned it.
        thread_ts: The thread to answer in.
        step_id: The execution of a workflow's step that waits for the score; nobody is looking.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    user_id: str
    view_id: str | None = None
    response_url: str | None = None
    channel_id: str | None = None
    thread_ts: str | None = None
    step_id: str | None = None


def stop_mark(place: Place) -> str:
    """Name the mark by which somebody stops what is being written in a thread."""
    return f"stop:{place.channel_id}:{place.thread_ts}"


class CheckPayload(BaseModel):
    """One draft to check. Everything a restart needs to finish it and show the card.

    Attributes:
        draft: The draft, decoded, exactly as it is scored.
        customer: The customer's message; empty when unknown.
        session_id: The same for a draft and its re-checks.
        previous: Overall score (0-100) of the check before this one in the session.
        channel_kind: Kind of conversation it was asked from.
        place: Where the card goes.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    draft: str
    customer: str = ""
    session_id: str
    previous: float | None = None
    channel_kind: ChannelKind = "none"
    place: Place
