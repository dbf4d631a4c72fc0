"""Every name Slack sends back to the app: one place, so that code, views and manifest agree.

A test compares these with ``manifest.json``, with what the listeners register and with what the
view builders emit.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

#: The slash command of the manifest.
COMMAND: Final = "/empathy"


class Shortcut(StrEnum):
    """Callback ids of the shortcuts in the manifest."""

    CHECK_MESSAGE = "check_reply_to_message"
    CHECK_GLOBAL = "check_reply"


class ViewId(StrEnum):
    """Callback ids of the views the app opens."""

    INPUT = "check_input"
    WORKING = "check_working"
    RESULT = "check_result"
    ERROR = "check_error"
    LOADING = "loading"
    FEATURES = "all_features"
    WHY = "why_this_score"
    USE = "use_suggestion"
    DISAGREE = "disagree"


#: Views with a submit button: the ones that come back as ``view_submission``.
SUBMITTED_VIEWS: Final = (ViewId.INPUT, ViewId.USE, ViewId.DISAGREE)


class ActionId(StrEnum):
    """Action ids of buttons and selects. The value of each is the id of the check."""

    THUMBS_UP = "thumbs_up"
    THUMBS_DOWN = "thumbs_down"
    OWN_RATING = "own_rating"
    DISAGREE = "open_disagree"
    EDIT = "edit_and_recheck"
    USE = "use_suggestion"
    ALL_FEATURES = "all_features"
    WHY = "why"
    CANCEL = "cancel_check"
    DONT_COUNT = "dont_count"
    COUNT_OFF = "count_off"
    COUNT_ON = "count_on"


class BlockId(StrEnum):
    """Block ids that the app reads or that a test looks for."""

    CONTEXT = "context"
    DRAFT = "draft"
    ESCALATION = "escalation"
    FLAGS = "flags"
    CRISIS = "crisis"
    SCORE = "score"
    STRENGTH = "strength"
    WEAKNESS = "weakness"
    SUGGESTION = "suggestion"
    SUGGESTION_TEXT = "suggestion_text"
    IGNORED = "ignored"
    ABSTAINED = "abstained"
    ACTIONS = "card_actions"
    FEEDBACK = "feedback"
    RATING = "rating"
    RECORDED = "recorded"
    FIRST_USE = "first_use"
    PRIVACY = "privacy"
    WORKING = "working"
    REASON = "reason"
    FEATURE = "feature"


class FieldId(StrEnum):
    """Action ids of the inputs inside a view, read at submission."""

    CONTEXT = "context_text"
    DRAFT = "draft_text"
    REASON = "reason_choice"
    FEATURE = "feature_choice"
