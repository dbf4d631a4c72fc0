"""The words of App Home and of the team's setup."""

from __future__ import annotations

from typing import Final

from bot.store.consent import Switch

INTRO: Final = (
    "*Check a reply before you send it.* You see how it may land with the customer, what works, "
    "and what small edit would help. Only you see the result."
)
CHECK: Final = "Check a reply"

TREND_HEADER: Final = "Your trend"
TREND_TITLE: Final = "Your scores"
TREND_BY_DRAFT: Final = "Your last {count} drafts, oldest first"
TREND_BY_WEEK: Final = "Weeks, by their Monday"
TREND_SERIES: Final = "Score"
TREND_AXIS: Final = "0 to 100"
TREND_NOTE_DRAFT: Final = "Each point is a draft as you last checked it. Only you see this."
TREND_NOTE_WEEK: Final = "Each point is the mean of a week's drafts. Only you see this."
TREND_TOO_FEW: Final = "Your trend appears here after your second scored draft."
TREND_OFF: Final = (
    "There is no trend, as your checks do not count. Turn the first switch below on to have one."
)

LAST_HEADER: Final = "Your last checks"
LAST_ROW: Final = "{when}   *{score}* · {band}"
LAST_ROW_RATED: Final = "{when}   *{score}* · {band} · your rating {rating} of 5"
LAST_ROW_NOT_SCORED: Final = "{when}   not scored"
LAST_NONE: Final = "None yet."

SWITCHES_HEADER: Final = "What may be kept of your checks"
SWITCHES: Final[dict[Switch, tuple[str, str]]] = {
    "checks_count": (
        "My checks count",
        "Numbers only, under a pseudonym: for your trend and team counts.",
    ),
    "keep_samples": (
        "Keep redacted samples of my replies",
        "For quality work. Names, numbers and addresses are masked first.",
    ),
    "train": (
        "Train on my samples and choices",
        "The scorer may learn from what is kept of yours.",
    ),
}
SWITCHES_NOTE: Final = (
    "Turning a switch off removes what it kept. `{command} privacy` shows what is stored about "
    "you, and deletes it if you like."
)

LEADS_SEE_HEADER: Final = "What leads see"
LEADS_SEE: Final = (
    "A weekly report about the whole team: how many checks, their mean and spread, the weakest "
    "features, how often suggestions are used. Anything about fewer than five people is left out. "
    "No names, no drafts, no ranking. Nobody sees your scores but you."
)

REPORT_OPEN: Final = "Last report"

TEAM_HEADER: Final = "Your team"
TEAM_NONE: Final = "No team is set up yet. A workspace admin can do that here."
TEAM_NONE_MAY: Final = "No team is set up yet. Name it, and choose when and where its report comes."
TEAM_NAME: Final = "*{name}*"
TEAM_UNNAMED: Final = "*Your team*"
TEAM_REPORT: Final = "Weekly report: {day}s at {hour} ({timezone}), {where}. Next: {next}"
TEAM_IN_CHANNEL: Final = "in <#{channel}>"
TEAM_TO_LEADS: Final = "to each lead directly"
TEAM_NO_REPORT: Final = "No weekly report is set up."
TEAM_LEADS: Final = "Leads: {leads}"
TEAM_NO_LEADS: Final = "Leads: none named; workspace admins can change this."
TEAM_GUIDELINES: Final = "Guidelines of the house: {state}"
TEAM_ESCALATION: Final = "Text shown first when someone may be in danger: {state}"
OWN_TEXT: Final = "your own"
DEFAULT_TEXT: Final = "the default"
NO_TEXT: Final = "none"
ADMINS_ONLY: Final = "Only admins of the workspace can do this; please ask one of them."
SET_UP: Final = "Set up"
CHANGE_SETUP: Final = "Change"
FOOTER: Final = "Scores are estimates by a model on your team's own machine. They can be wrong."

SETUP_TITLE: Final = "Set up your team"
SETUP_SAVE: Final = "Save"
SETUP_NAME: Final = "Team name"
SETUP_CHANNEL: Final = "Channel of the weekly report"
SETUP_CHANNEL_HINT: Final = (
    "Invite Warmline to it first. Empty: the report goes to each lead directly."
)
SETUP_CHANNEL_PLACEHOLDER: Final = "Choose a channel"
SETUP_DAY: Final = "Day of the weekly report"
SETUP_NO_DAY: Final = "No weekly report"
SETUP_HOUR: Final = "Hour"
SETUP_HOUR_HINT: Final = "In your time zone, {timezone}; summer time is followed."
SETUP_LEADS: Final = "Leads"
SETUP_LEADS_HINT: Final = "They may read the report and change this page, except for this list."
SETUP_LEADS_PLACEHOLDER: Final = "Choose people"
SETUP_GUIDELINES: Final = "Guidelines of the house"
SETUP_GUIDELINES_HINT: Final = (
    "One thing a line: “Avoid: kindly, unfortunately”, “Tone: plain and brief”, “Sign-off: Your "
    "parcel team”. Words to avoid are pointed out in drafts, and no suggestion adds one."
)
SETUP_ESCALATION: Final = "When someone may be in danger"
SETUP_ESCALATION_HINT: Final = (
    "Shown first on the card. Whom to call, and what to do before replying. Empty: the default."
)
SETUP_CUSTOMER: Final = "Keep the customer's message"
SETUP_CUSTOMER_OPTION: Final = "Keep it, redacted, beside samples of replies"
SETUP_CUSTOMER_HINT: Final = (
    "Only owners of the workspace see this. Redacted and encrypted, it is kept as long as the "
    "sample it belongs to, of people who keep samples. Customers have not agreed to it with "
    "Warmline: you need a legal basis of your own. Off deletes every one that was kept."
)
DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
TOO_MANY_LEADS: Final = "Choose at most {limit} leads."
LEADS_REFUSED: Final = (
    "Guests, apps and people from outside can't lead a team. Take them out of the list."
)
