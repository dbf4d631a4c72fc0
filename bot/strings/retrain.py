"""What the owner reads about retraining."""

from __future__ import annotations

from typing import Final

WHY_SCHEDULE: Final = "{fresh} new ratings; at least {floor} are wanted."
PROMOTED: Final = (
    "The scorer was retrained on your team's feedback, and {version} is in use: it passed every "
    "check. To go back, run `warmline models rollback`. Report: {page}"
)
PASSED: Final = (
    "The scorer was retrained on your team's feedback. {version} passed every check and waits for "
    "you.\n• Compare: {page}\n• Promote: `warmline models promote {version}`\n"
    "• Reject: nothing to do; `warmline models prune` removes it in time."
)
STOPPED: Final = (
    "The scorer was retrained on your team's feedback, and {version} stays out; the one in use "
    "stays.\n{reasons}\n• Compare: {page}"
)
FAILED: Final = "Retraining failed, and the scorer in use stays. {why} (id {id})"
BROKE_OFF: Final = "`warmline {command}` ended with {code}. {last}"
NO_ANSWER: Final = "`warmline {command}` gave no result that can be read."
