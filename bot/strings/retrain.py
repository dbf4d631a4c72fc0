"""What the owner reads about retraining."""

from __future__ import annotations

from typing import Final

WHY_SCHEDULE: Final = "{fresh} new ratings; at least {floor} are wanted."
WHY_OWNER: Final = "the owner, in Slack"
TITLE: Final = "The scorer was retrained on your team's feedback"
PROMOTED: Final = (
    "{version} passed every check and is in use. To go back, run `warmline models rollback`."
)
PASSED: Final = "{version} passed every check and waits for you."
STOPPED: Final = "{version} did not pass and stays out; the one in use stays."
REASON: Final = "• *{name}*: {why}"
MORE: Final = "• and {count} more"
OVERRULE: Final = (
    "If you know better: `warmline models promote {version} --force` passes over the gate."
)
PAGE: Final = "With plots, on the machine that trained it: {page}"
FAILED: Final = "Retraining failed, and the scorer in use stays. {why} (id {id})"
BROKE_OFF: Final = "`warmline {command}` ended with {code}. {last}"
NO_ANSWER: Final = "`warmline {command}` gave no result that can be read."

PROMOTE: Final = "Promote"
REJECT: Final = "Reject"
COMPARE: Final = "Compare"
NOT_YET: Final = "Not yet"
CLOSE: Final = "Close"
CONFIRM_TITLE: Final = "Put it to use?"
CONFIRM: Final = (
    "{version} scores every check from now on. It can be undone with `warmline models rollback`."
)
DECIDED: Final = {
    "promoting": "It is being put to use.",
    "promoted": "You promoted it on {at}: it is in use. `warmline models rollback` goes back.",
    "rejected": "You rejected it on {at}: the one in use stays.",
}
COMPARE_TITLE: Final = "In use and new"
COMPARE_INTRO: Final = (
    "*{version}* beside the version in use, on the same drafts. Every line must hold."
)
FINDING: Final = "*{name}*: {mark}\nin use {before}, new {after}\n{why}"
#: What the gate's parts are called here; the rest of a finding's name follows.
PARTS: Final = {
    "frozen": "Rated drafts",
    "feedback": "Fresh feedback",
    "behaviour": "Behaviour cases",
    "calibration": "Interval",
    "styles": "Style of writing",
    "crisis": "People in danger",
    "accepted": "Suggestions people took",
    "anchors": "Anchors",
    "speed": "Speed",
}
MARKS: Final = {"pass": "✓ holds", "fail": "✕ fails", "missing": "? not measured"}
GATE_CLOSED: Final = (
    "The gate stopped this version, so it can't be put to use from here; *Compare* says why."
)
NOT_THE_OWNER: Final = (
    "Only the person named as the scorer's owner decides this; please ask whoever runs Warmline."
)
