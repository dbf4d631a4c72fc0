"""All flags of a pair: what matters more than any number."""

from __future__ import annotations

from scoring.contract import Flag, FlagName, Span
from scoring.contract import Where as Side
from scoring.flags.crisis import crisis_span
from scoring.flags.parts import parts_of
from scoring.flags.pii import pii_span
from scoring.flags.placeholders import placeholder_spans
from scoring.flags.recipient import wrong_recipient_span
from scoring.flags.safety import life_danger_span, safety_span
from scoring.text.characters import canonical, squeezed
from scoring.text.mapped import Mapped
from scoring.text.notes import note_span

_MESSAGES: dict[FlagName, str] = {
    "house_word": "The guidelines of your house say not to write this.",
    "crisis": (
        "Somebody's life may be at risk: follow your team's crisis procedure before anything else."
    ),
    "safety": (
        "Somebody may be in danger: make sure they are safe before you deal with the request."
    ),
    "unfilled_placeholder": "A placeholder is still in the draft: fill it in or take it out.",
    "internal_note": (
        "This reads like a note to colleagues: make sure it does not go to the customer."
    ),
    "possible_wrong_recipient": (
        "The greeting names somebody else than the customer who signed: check whom this goes to."
    ),
    "no_context": (
        "Without the customer's message the score is less certain: add the message this answers."
    ),
    "pii": (
        "The draft shows private data such as a card number, password or contact: take it out if "
        "you can."
    ),
}
#: More flags of one kind than this on one text help nobody.
_MOST_PLACEHOLDERS = 10


def find_flags(context: str, reply: str) -> list[Flag]:
    """Find all flags, the gravest first.

    Args:
        context: The customer's message as given.
        reply: The draft as given.

    Returns:
        Flags with spans in code points of the text they are in. Never raises; linear in time.
    """
    asked, drafted = (squeezed(canonical(Mapped.of(text))) for text in (context, reply))
    flags = [*_dangers(asked, "context"), *_dangers(drafted, "reply")]
    flags.sort(key=lambda flag: flag.name != "crisis")
    slots = placeholder_spans(drafted.text)[:_MOST_PLACEHOLDERS]
    flags += [_flag("unfilled_placeholder", drafted, span) for span in slots]
    others: tuple[tuple[FlagName, Span | None], ...] = (
        ("internal_note", note_span(drafted.text)),
        ("possible_wrong_recipient", wrong_recipient_span(asked.text, drafted.text)),
        ("pii", pii_span(asked.text, drafted.text)),
    )
    flags += [_flag(name, drafted, span) for name, span in others if span is not None]
    if not any(map(str.isalnum, context)):
        flags.append(Flag(name="no_context", message=_MESSAGES["no_context"], where="context"))
    return flags


def house_word(span: Span) -> Flag:
    """Make the flag of a word that the house avoids."""
    return Flag(name="house_word", message=_MESSAGES["house_word"], span=span)


def crisis_in_message() -> Flag:
    """Make the crisis flag of a message that no rule put a finger on, but the network did."""
    return Flag(name="crisis", message=_MESSAGES["crisis"], where="context")


def _dangers(text: Mapped, where: Side) -> list[Flag]:
    parts = parts_of(text.text)
    crisis = crisis_span(parts) or life_danger_span(parts)
    safety = safety_span(parts)
    flags = [_flag("crisis", text, crisis, where)] if crisis else []
    return flags + ([_flag("safety", text, safety, where)] if safety else [])


def _flag(name: FlagName, text: Mapped, span: Span, where: Side = "reply") -> Flag:
    return Flag(name=name, message=_MESSAGES[name], span=text.span(*span), where=where)
