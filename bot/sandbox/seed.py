"""The workspace the browser page starts with: a support team, and six customers waiting.

Every person and message here is invented. The messages call for different things on purpose: a
plain question wants no sympathy at all, and one message comes from someone who may be in danger.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.sandbox.double import BOT_USER, Double
from bot.sandbox.model import Channel, Member, Message, Place
from bot.sandbox.payloads import escape

YOU = "U0YOU"
INBOX = "C0INBOX"
_TEAMMATE = "U0BEN"
_HELPDESK = "B0HELPDESK"


@dataclass(frozen=True, slots=True)
class Ticket:
    """A customer's message.

    Attributes:
        minutes: How long before the sandbox starts it was written.
        thread: What was said below it, each by customer or colleague.
        subject: Set where the helpdesk posts as many do: a short text for notifications, and the
            customer's words in an attachment.
    """

    name: str
    minutes: int
    text: str
    thread: tuple[tuple[str, str], ...] = ()
    subject: str = ""


TICKETS = (
    Ticket(
        "Priya Raman",
        172,
        "Hi, two quick questions: which days over the holidays is the Leeds shop open, and can I "
        "return an online order there? It's order 48213. Thanks!",
    ),
    Ticket(
        "Tom Hargreaves",
        121,
        "This is the third time I'm writing about the same parcel. Your tracking has said “out for "
        "delivery” since Monday, I took a day off work for it, and nobody has answered my last two "
        "emails. I want to know where it is.",
        (
            ("Ben Okafor", "The courier's depot scanned it this morning, so it isn't lost."),
            (
                "Tom Hargreaves",
                "I just got another automatic email saying it was delivered. It was not. I was at "
                "home all day.",
            ),
        ),
    ),
    Ticket(
        "Joanna Kowalczyk",
        88,
        "You took the payment twice this month, 89.00 on the 2nd and again on the 3rd. My rent "
        "goes out tomorrow and now there isn't enough in the account. Please, when will the "
        "second one be back?",
    ),
    Ticket(
        "Samir Haddad",
        54,
        "Hello, sorry for my english. The machine arrive good, but the app ask me a code of six "
        "number and I don't know where is this code. I try already two evenings. My daughter "
        "usually help me but she moved.",
        subject="The code",
    ),
    Ticket(
        "Ruth Ellery",
        31,
        "My dad passed away on the 9th. He had a family plan with you, and reminders addressed to "
        "him keep arriving. I'd like to close his account, but your form asks me to log in as "
        "him. What do you need from me?",
    ),
    Ticket(
        "Daniel Price",
        9,
        "I've been off work since my accident and I can't keep up with the payments. I haven't "
        "slept properly in weeks, and lately I don't see the point of going on. I don't know why "
        "I'm telling you this. Could you just say how much I still owe?",
    ),
)


def fill(double: Double) -> Channel:
    """Put the team, the channel and the customers' messages into a double.

    Returns:
        The channel that is open first.
    """
    space = double.workspace
    space.add_member(Member(YOU, "you", "You", admin=True, owner=True))
    double.join(_TEAMMATE, "ben", "Ben Okafor")
    topic = "Messages from customers, posted by the helpdesk"
    members = {YOU, _TEAMMATE, BOT_USER}
    inbox = space.add_channel(Channel(INBOX, "support-inbox", "public", members, topic))
    space.direct_channel(YOU)
    for ticket in TICKETS:
        _post(double, ticket)
    return inbox


def _post(double: Double, ticket: Ticket) -> None:
    first = _write(double, ticket.name, ticket.text, ticket.minutes, None)
    if ticket.subject:
        first.text = f"New ticket from {ticket.name}"
        first.attachments = [
            {"fallback": first.text, "title": ticket.subject, "text": escape(ticket.text)}
        ]
    for later, (name, text) in enumerate(ticket.thread, start=1):
        _write(double, name, text, ticket.minutes - 4 * later, first.ts)


def _write(double: Double, name: str, text: str, minutes: int, thread_ts: str | None) -> Message:
    author = _author(double, name)
    message = double.workspace.post(Place(INBOX, thread_ts), author.id, text)
    message.ts = double.workspace.ids.ts(double.workspace.clock.now() - 60 * minutes)
    return message


def _author(double: Double, name: str) -> Member:
    known = {member.real_name: member for member in double.workspace.members.values()}
    if name in known:
        return known[name]
    handle = name.split(maxsplit=1)[0].lower()
    author = Member(f"U0{handle.upper()}", handle, name, bot_id=_HELPDESK, via="Helpdesk")
    return double.workspace.add_member(author)
