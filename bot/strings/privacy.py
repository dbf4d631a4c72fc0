"""The words about what is kept of a person, and of their leave."""

from __future__ import annotations

from typing import Final

TITLE: Final = "*What Warmline keeps of your checks*"
TEXT: Final = (
    "• Draft, customer's message and result are encrypted and deleted within a day. They are there "
    "so that a restart loses nothing and the card's buttons work.\n"
    "• Everything else is yours to decide, below. Nobody sees your scores but you."
)
NOTE: Final = (
    "The second and third switch need the first. Turning one off removes what it kept. A "
    "customer's message is kept only if the workspace's owner has switched that on as well."
)
CUSTOMER_ON: Final = (
    "In this workspace the customer's redacted message is kept beside a sample: its owner has "
    "switched that on."
)
FALLBACK: Final = "What Warmline keeps of your checks. {switches}"
SHOW_STORED: Final = "What is stored about me"
FORGET: Final = "Forget me"
FORGET_TITLE: Final = "Forget me?"
FORGET_CONFIRM: Final = (
    "All that is stored about you here is deleted at once: checks, ratings, samples, drafts and "
    "your switches. It can't be undone."
)
FORGET_YES: Final = "Forget me"
FORGET_NO: Final = "Keep it"
FORGET_ME: Final = (
    "*Forget me*\nThis deletes all that Warmline stores about you in this workspace: your checks "
    "and ratings, samples, drafts and switches. Models that learned from a sample of yours are "
    "rebuilt or retired within {days} days. It can't be undone."
)
FORGET_ME_TEXT: Final = "Delete all that Warmline stores about you in this workspace?"
FORGOTTEN: Final = (
    "Done. {what} If you use Warmline again, you begin as somebody new, with *My checks count* "
    "switched on."
)
FORGOTTEN_TEXT: Final = "Done. Nothing is stored about you any more."
FORGOTTEN_NOTHING: Final = "Nothing was stored about you."
FORGOTTEN_ALL: Final = "Deleted: {parts}. Nothing is stored about you any more."
FORGOTTEN_REBUILD: Final = (
    "{count} had been used to train the scorer; models that know them are rebuilt or retired by "
    "{date}."
)

STORED_TITLE: Final = "Stored about me"
STORED_NOTHING: Final = "Nothing is stored about you."
STORED_INTRO: Final = "Stored under a pseudonym. Only you see this."
STORED_CHECKS: Final = "*{checks}* as numbers, from {first} to {last}."
STORED_NO_CHECKS: Final = "*No checks.*"
STORED_RATINGS: Final = "*{ratings}*: what you said with the card's buttons."
STORED_SUGGESTIONS: Final = (
    "*{suggestions}* shown to you: {used} used, {edited} edited, {refused} refused."
)
STORED_SAMPLES: Final = "*{samples}* of your replies, the last of them until {until}."
STORED_NO_SAMPLES: Final = "*No samples* of your replies."
STORED_CUSTOMER: Final = "{count} with the customer's redacted message."
STORED_DRAFTS: Final = "*{drafts}*, encrypted, for re-checks; all are deleted by {until}."
STORED_NO_DRAFTS: Final = "*No drafts.*"
STORED_TRAINING: Final = "*{count}* used to train the scorer."
STORED_NO_TRAINING: Final = "*Nothing* was used to train the scorer."
STORED_SINCE: Final = "Besides: your Slack id, encrypted, since {since}, and your switches."
EXPORT: Final = "Send me a copy"
EXPORT_TITLE: Final = "Send you a copy?"
EXPORT_CONFIRM: Final = (
    "A file with all of it, kept drafts included, is put into your own messages with Warmline. "
    "Slack keeps it there until you delete it."
)
EXPORT_YES: Final = "Send it"
EXPORT_NO: Final = "Don't"
EXPORT_FILE: Final = "warmline-about-me.json"
EXPORT_FILE_TITLE: Final = "What Warmline stores about you"
EXPORT_COMMENT: Final = (
    "All that Warmline stores about you in this workspace, as a file that any text editor opens. "
    "Only you see it. Delete this message when you have saved it: Slack keeps it otherwise."
)
EXPORT_SENT: Final = "The file is in your messages with Warmline, tab *Messages*."
NOUNS: Final[dict[str, tuple[str, str]]] = {
    "check": ("check", "checks"),
    "rating": ("rating", "ratings"),
    "suggestion": ("suggestion", "suggestions"),
    "sample": ("redacted sample", "redacted samples"),
    "draft": ("draft", "drafts"),
}
NOT_FOR_ME: Final = "Not for me"
REFUSED: Final = "Noted. Thank you, that helps to suggest better ones."
