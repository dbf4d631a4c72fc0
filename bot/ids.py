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


class Step(StrEnum):
    """Callback ids of the steps that workflows can use."""

    SCORE_DRAFT = "score_draft"


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
    STORED = "stored_about_me"
    SETUP = "team_setup"
    DISPUTES = "disagreements"
    COMPARE = "compare_models"


#: Views with a submit button: the ones that come back as ``view_submission``.
SUBMITTED_VIEWS: Final = (ViewId.INPUT, ViewId.USE, ViewId.DISAGREE, ViewId.SETUP)


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
    PRIVACY_SWITCHES = "privacy_switches"
    STORED = "what_is_stored"
    FORGET = "forget_me"
    EXPORT = "send_me_a_copy"
    REFUSE = "refuse_suggestion"
    HOME_CHECK = "home_check"
    HOME_SWITCHES = "home_switches"
    HOME_SETUP = "home_setup"
    HOME_REPORT = "home_report"
    HOME_BACK = "home_back"
    HOME_DISPUTES = "home_disagreements"
    OUTCOME = "outcome_of_disagreement"
    MODEL_PROMOTE = "promote_model"
    MODEL_REJECT = "reject_model"
    MODEL_COMPARE = "compare_models"


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
    NO_SUGGESTION = "no_suggestion"
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
    TREND = "trend"
    LAST = "last_checks"
    SWITCHES = "switches"
    TEAM = "team"
    TEAM_NAME = "team_name"
    CHANNEL = "report_channel"
    DAY = "report_day"
    HOUR = "report_hour"
    LEADS = "leads"
    GUIDELINES = "guidelines"
    CRISIS_TEXT = "escalation_text"
    CUSTOMER_TEXT = "customer_text"
    DISPUTE = "disagreement"
    ADMIN = "admin_actions"
    REPORT = "weekly_report"
    NUMBERS = "report_numbers"
    VERDICT = "gate_verdict"
    MODEL = "model_actions"


class FieldId(StrEnum):
    """Action ids of the inputs inside a view, read at submission."""

    CONTEXT = "context_text"
    DRAFT = "draft_text"
    REASON = "reason_choice"
    FEATURE = "feature_choice"
    TEAM_NAME = "team_name_text"
    CHANNEL = "report_channel_choice"
    DAY = "report_day_choice"
    HOUR = "report_hour_choice"
    LEADS = "leads_choice"
    GUIDELINES = "guidelines_text"
    CRISIS_TEXT = "escalation_words"
    CUSTOMER_TEXT = "customer_text_switch"
