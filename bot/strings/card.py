"""The words of the result card."""

from __future__ import annotations

from typing import Final

from scoring.contract import AbstainReason, Band, FlagName, IgnoredKind, Outcome, RewriteKind

BAND: Final[dict[Band, str]] = {
    "needs_work": "Needs work",
    "okay": "Okay",
    "good": "Good",
    "excellent": "Excellent",
}
SCORE_LINE: Final = "{band} · {score} of 100"
#: Read aloud and shown in notifications in place of the blocks.
FALLBACK_SCORE: Final = "Your draft: {band}, {score} of 100 (likely {low} to {high})."
FALLBACK_CRISIS: Final = "Someone may be in danger. Read what to do in the card before you reply."
FALLBACK_ABSTAINED: Final = "Your draft was not scored: {message}"
INTERVAL: Final = "Likely between {low} and {high}"
NEED: Final[tuple[str, str, str]] = (
    "this message needs clear help more than sympathy",
    "this message calls for some empathy",
    "this message calls for a lot of empathy",
)
CHANGE_UP: Final = "Up {points} since your last check."
CHANGE_DOWN: Final = "Down {points} since your last check."
CHANGE_NONE: Final = "No change since your last check."

CRISIS_SCORE: Final = "The score below is about tone. It matters less now than the person's safety."

ESCALATION_TITLE: Final = "Before you reply"
FLAGS_TITLE: Final = ":warning: *Look at this first*"
FLAG: Final[dict[FlagName, str]] = {
    "crisis": "Someone may be in danger",
    "safety": "Safety",
    "unfilled_placeholder": "Placeholder still empty",
    "internal_note": "Looks like an internal note",
    "possible_wrong_recipient": "Perhaps the wrong recipient",
    "house_word": "Your house avoids this",
    "no_context": "No customer message",
    "pii": "Personal data in the draft",
}
MORE_FLAGS: Final = "and {count} more"
NO_CONTEXT: Final = (
    "Scored without the customer's message. Add it with *Edit and re-check* for a surer score."
)

STRENGTH_TITLE: Final = "What works"
WEAK_TITLE: Final = "What would help most"
WEAKNESS: Final = "{name}. "
TRY: Final = "Try: "
SUGGESTIONS_TITLE: Final = "Suggestions"
SUGGESTIONS_NOTE: Final = (
    "Names, numbers, dates and links stay as you wrote them. ~Struck~ goes, *bold* is new."
)
#: Why there is no suggestion; nothing is said where none was asked for.
NO_SUGGESTION: Final[dict[Outcome, str]] = {
    "good_as_it_is": "*Good as it is.* Nothing we tried reads clearly better.",
    "none_passed": (
        "*No suggestion this time.* Nothing we tried was both clearly better and true to every "
        "fact of your draft."
    ),
}
SUGGESTION: Final[dict[RewriteKind, str]] = {
    "light": "Lightest edit",
    "warmer": "Warmer",
    "full": "Fuller rewrite",
}
SUGGESTION_SCORE: Final = "{before} → {after} expected"
SUGGESTION_SCORE_ONLY: Final = "{after} expected"

IGNORED_NOTE: Final = "Not scored: {parts}."
IGNORED: Final[dict[IgnoredKind, str]] = {
    "signature": "signature",
    "quote": "quoted text",
    "code": "code",
    "url": "links",
    "id": "reference numbers",
    "instruction": "instructions to the scorer",
}

ABSTAINED_TITLE: Final = "No score this time"
ABSTAINED: Final[dict[AbstainReason, str]] = {
    "too_short": "Write a sentence or two and check again.",
    "too_long": "Check the part you are unsure about on its own.",
    "not_a_reply": "Paste the reply as the customer will read it.",
    "language": "Scores are made for English. Other languages are not judged.",
    "no_text": "There are no words to judge. Add the text of your reply.",
}

EDIT: Final = "Edit and re-check"
ALL_FEATURES: Final = "All features"
WHY: Final = "Why?"
USE: Final = "Use this"
THUMBS_UP: Final = "👍 Helpful"
THUMBS_DOWN: Final = "👎 Not helpful"
THUMBS_UP_LABEL: Final = "This check was helpful"
THUMBS_DOWN_LABEL: Final = "This check was not helpful"
RATING_PLACEHOLDER: Final = "My rating"
RATINGS: Final[tuple[str, ...]] = (
    "1 · poor",
    "2 · weak",
    "3 · fair",
    "4 · good",
    "5 · very good",
)
DISAGREE: Final = "I disagree…"
FOOTER: Final = "An estimate by a model. It can be wrong; you decide what to send."

FIRST_USE: Final = (
    "Warmline keeps the numbers of your checks, never the text, for counts of the whole team. "
    "Nobody sees yours. The draft is deleted within a day."
)
DONT_COUNT: Final = "Don't keep mine"
NOT_COUNTED: Final = "Your checks are no longer kept, and those kept before were removed."
RECORDED: Final = "Recorded: {what}. Thank you."
RECORDED_UP: Final = "helpful"
RECORDED_DOWN: Final = "not helpful"
RECORDED_RATING: Final = "your rating {rating} of 5"
RECORDED_DISAGREE: Final = "you disagree ({reason})"
RECORDED_DISAGREE_FEATURE: Final = "you disagree ({reason}, about “{feature}”)"

FEATURE_ROW: Final = "{meter}  *{name}*  {value} · usual {expected}"
FEATURE_ROW_FAULT: Final = "{meter}  *{name}* ↓  {value} · usual {expected}"
FEATURES_INTRO: Final = (
    "Each line: your draft, then what is usual in good replies to such messages, from 0 to 100. "
    "↓ means the less the better."
)
NO_FEATURES: Final = "There is no table, as this draft was not scored."

WHY_INTRO: Final = (
    "The score is {score} of 100. In 8 of 10 drafts like this one, a careful rating on our rubric "
    "lies between {low} and {high}."
)
WHY_NOT: Final = "This draft was not scored, so there is nothing to take apart."
WHY_SHARES: Final = "*What moved the score most*"
WHY_SHARE_ROW: Final = "{meter}  *{name}* · {share} %"
WHY_SHARE_ROW_SIDE: Final = "{meter}  *{name}* · {share} % · {side}"
WHY_LIKE_GOOD: Final = "as in good replies"
WHY_LESS: Final = "less than in good replies"
WHY_MORE: Final = "more than in good replies"
WHY_REST: Final = "All other features"
WHY_RESIDUAL: Final = "What no single feature explains"
WHY_MODEL: Final = (
    "Model {id} ({kind}), fingerprint {sha}. The same text always gets the same score."
)
