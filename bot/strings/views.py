"""The words of the modals and of the notes around the card. Titles and buttons: at most 24."""

from __future__ import annotations

from typing import Final

from bot.store.base import Reason

TITLE: Final = "Check my reply"
TITLE_RESULT: Final = "How it may land"
TITLE_ERROR: Final = "That did not work"
TITLE_FEATURES: Final = "All features"
TITLE_WHY: Final = "Why this score?"
TITLE_USE: Final = "Your text"
TITLE_DISAGREE: Final = "I disagree"
CLOSE: Final = "Close"
BACK: Final = "Back"
CANCEL: Final = "Cancel"
SUBMIT: Final = "Check"
RECHECK: Final = "Check this text"
SEND: Final = "Send"

CONTEXT_LABEL: Final = "What the customer wrote"
CONTEXT_HINT: Final = "With it, the check knows what the reply must answer."
CONTEXT_CUT_HINT: Final = "The message was long: its first {kept} characters are here."
CONTEXT_PLACEHOLDER: Final = "Paste the customer's message"
DRAFT_LABEL: Final = "Your draft"
DRAFT_HINT: Final = "Only you see the result. Nothing is sent to the customer."
DRAFT_PLACEHOLDER: Final = "Write or paste your reply"
DRAFT_EMPTY: Final = "There is nothing to check yet. Write or paste your reply."

WORKING: Final = "*Checking your draft*\nThis usually takes about a second."
STILL_WORKING: Final = "*Still checking*\nIt takes longer than usual. You can wait or cancel."
STILL_WORKING_BELOW: Final = (
    "*Still checking*\nIt takes longer than usual. The result will appear below, or you can cancel."
)
STILL_WORKING_TEXT: Final = "Still checking your draft."
CANCEL_CHECK: Final = "Cancel"
CANCELLED_DELETED: Final = "Cancelled. The draft was deleted."
LOADING: Final = "One moment…"

USE_INTRO: Final = "Copy it, or change it and check again."
USE_LONG_INTRO: Final = "Copy it from here."
USE_LABEL: Final = "Suggested reply"

DISAGREE_REASON: Final = "What is off?"
DISAGREE_FEATURE: Final = "Which part?"
DISAGREE_FEATURE_PLACEHOLDER: Final = "Choose a feature"
REASONS: Final[dict[Reason, str]] = {
    "wrong_score": "The score is wrong",
    "wrong_evidence": "The quoted words do not show that",
    "missing_context": "It does not know enough of the case",
    "missed_something": "It missed something",
}

HELP: Final = (
    "*Check how a reply may land before you send it*\n"
    "• `{command} your draft` checks the draft at once. Only you see the result.\n"
    "• `{command}` alone opens a window with room for the customer's message.\n"
    "• On a customer's message: *More actions* → *Check my reply*. This works in threads too.\n"
    "• Or write to Warmline directly, or mention it: the answer is for you alone.\n"
    "• `{command} report` opens the team's weekly report; *Home* of the app has your own trend.\n"
    "• `{command} privacy` says what is kept of your checks and lets you switch that off; "
    "`{command} forget-me` deletes it.\n\n"
    "Scores are made for English. They are estimates: you decide what to send."
)
DRAFT_TOO_LONG: Final = (
    "Your draft has {length} characters; a check here takes up to {limit}. "
    "Check the part you are unsure about on its own."
)
STEP_EMPTY: Final = "The step got no draft. Choose the variable that holds the reply."
EXPIRED: Final = (
    "The text of this check is no longer kept, so it can't be shown again. "
    "Run a new check with `{command}`."
)
RECORDED_ALONE: Final = "Recorded. Thank you."
