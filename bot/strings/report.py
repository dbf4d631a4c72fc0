"""The words of the weekly report, in all its forms."""

from __future__ import annotations

from typing import Final

from bot.report.privacy import Reason

TITLE: Final = "Weekly report"
TITLE_TEAM: Final = "{team}: weekly report"
WHEN: Final = "{days} · {week} · {timezone}"
WHEN_WINDOW: Final = (
    "{days} · {weeks} weeks up to {week} · {timezone}. One week alone had too few people."
)

#: The one sentence on top, and its parts.
SAID: Final = "{people} people checked {drafts}; {mean}{change}."
SAID_MEAN: Final = "the mean score was {mean} of 100"
SAID_NO_MEAN: Final = "too few of them could be scored for a mean"
SAID_NO_SCORE: Final = "none of them could be scored"
SAID_UP: Final = ", likely up by {points} on the four weeks before"
SAID_DOWN: Final = ", likely down by {points} on the four weeks before"
SAID_MODEL: Final = "; it can't be compared with the weeks before, as the model changed"
SAID_NOISE: Final = ", within noise of the four weeks before"
DRAFTS: Final = ("1 draft", "{count} drafts")
POINTS: Final = ("1 point", "{count} points")
EMPTY: Final = (
    "No draft was checked in this week by anyone whose checks count, so there is nothing to report."
)
WITHHELD: Final[dict[Reason, str]] = {
    "few_people": (
        "No numbers this week: fewer than five people checked drafts, and a number about so few "
        "would be about one of them."
    ),
    "one_person": (
        "No numbers this week: one person made more than two fifths of the checks, so a number "
        "about the team would be about that person."
    ),
}
WITHHELD_NEXT: Final = (
    "The next report takes up to four weeks together, if enough people checked in them."
)

NUMBERS: Final = "In numbers"
NUMBERS_HEAD: Final = ("What", "This week", "What it means")
NUMBERS_HEAD_WINDOW: Final = ("What", "These weeks", "What it means")
CHECKED: Final = "Drafts checked"
CHECKED_NOTE: Final = "Re-checks of a draft count once"
PEOPLE: Final = "People"
PEOPLE_NOTE: Final = "Whoever lets their checks count"
MEAN: Final = "Mean score"
MEAN_NOTE: Final = "The true mean is {low} to {high}, 19 times in 20; each person counts the same"
MEAN_NOTE_SAME: Final = "Everybody's own mean was about this, so it has no range"
CHANGE: Final = "Against the four weeks before"
CHANGE_NOTE: Final = {
    "up": "Likely change: people scored higher than they themselves did before",
    "down": "Likely change: people scored lower than they themselves did before",
    "noise": "Within noise",
    "unknown": "Too few people in both to tell",
    "model": "Not comparable: another model version scored before",
}
NOT_SCORED: Final = "Without a score"
NOT_SCORED_NOTE: Final = "Too short, another language, or not a reply"
RECHECKED: Final = "Drafts checked again"
RECHECKED_NOTE: Final = "{share} of them scored higher; {gain}"
GAIN: Final = "median gain {points}"
LOSS: Final = "median loss {points}"
SUGGESTED: Final = "Suggestions used or edited"
SUGGESTED_NOTE: Final = "Of {drafts} with suggestions: {choices}"
SUGGESTED_NOTE_ONLY: Final = "{drafts} had suggestions"
CHOICES: Final = {
    "used": "{share} used as they were",
    "edited": "{share} edited first",
    "refused": "{share} refused",
    "untouched": "{share} left alone",
}
AGREEMENT: Final = "People's own ratings"
AGREEMENT_NOTE: Final = "{together}; on average {lean}"
AGREEMENT_NOTE_LEAN: Final = "On average {lean}"
TOGETHER: Final = (
    (0.6, "They go closely with the score"),
    (0.35, "They go fairly well with the score"),
    (0.15, "They go loosely with the score"),
    (-1.0, "They hardly go with the score"),
)
TOGETHER_WITH: Final = "{words} (rank correlation {value})"
LEAN_UP: Final = "{points} kinder than the score"
LEAN_DOWN: Final = "{points} stricter than the score"
LEAN_NONE: Final = "as strict as the score"
DISPUTED: Final = "Drafts people disagreed on"
DISPUTED_NOTE: Final = "Why: {reasons}; outcome: {outcomes}"
REASONS: Final = {
    "wrong_score": "wrong score {share}",
    "wrong_evidence": "wrong evidence {share}",
    "missing_context": "missing context {share}",
    "missed_something": "missed something {share}",
}
OUTCOMES: Final = {
    "upheld": "{share} were right",
    "stands": "{share} score stands",
    "unclear": "{share} unclear",
    "open": "{share} open",
}
NEED: Final = "What customers' messages called for"
NEEDS: Final = {
    "low": "{share} plain facts",
    "some": "{share} some understanding",
    "much": "{share} much understanding",
}
CHANNELS_NAME: Final = "Where drafts were checked from"
CHANNELS: Final = {
    "public": "{share} public channels",
    "private": "{share} private channels",
    "group_dm": "{share} group messages",
    "dm": "{share} direct messages",
    "none": "{share} App Home and shortcuts",
}
MODEL: Final = "Model"
MODEL_NOTE: Final = "One version all through"
MODEL_CHANGED: Final = "It changed: scores before and after are not quite the same measure"
MODEL_CHANGED_ON: Final = (
    "It changed on {days}: scores before and after are not quite the same measure"
)
DRIFT: Final = "Drift of the scorer"
DRIFT_NOTE: Final = (
    "Mean change of {anchors} fixed replies, rescored each week, since {since}; largest {largest}"
)
DRIFT_NONE: Final = "The {anchors} fixed replies were not rescored this week"
WITHHELD_SHORT: Final = "withheld"
REST_WITHHELD: Final = "the rest withheld"
ALL_WITHHELD: Final = "Withheld, so that no number is about a few people"
LIST_JOIN: Final = ", "
LIST_END: Final = "{first} and {last}"

BANDS: Final = "Drafts by band"
BANDS_WITHHELD: Final = "Withheld, so that no number is about a few people: {names}."
BAND_NONE: Final = "No score"
TREND: Final = "Mean score by week, with its 95 % range"
TREND_SERIES: Final = "Mean"
TREND_LOW: Final = "Low (95 %)"
TREND_HIGH: Final = "High (95 %)"
TREND_BREAK: Final = "The model changed in {weeks}: a step there may be the model's."
TREND_BREAK_MARK: Final = "new model"
TREND_GAP: Final = "Weeks without a point had too few people, or nothing that was scored."
AXIS: Final = "0 to 100"
AXIS_DRAFTS: Final = "Drafts"
AXIS_WEEK: Final = "ISO week"

FEATURES: Final = "What would help most"
FEATURE: Final = "Named as weakest on {share} of drafts"
FEATURE_BEFORE: Final = "Before: “{text}”"
FEATURE_AFTER: Final = "After: “{text}”"
FEATURES_NOTE: Final = "The examples are composed; none is anybody's draft."
FEATURES_NONE: Final = "No feature was named as weakest by enough people to be shown."
STRONGEST: Final = "*What works best:* {name}, praised on {share} of drafts."
STRONGEST_PLAIN: Final = "What works best: {name}, praised on {share} of drafts."

HOW: Final = "How to read this"
HOW_LINES: Final = (
    "Start with the sentence on top. “Likely” means that fewer than 1 in 20 unchanged weeks would "
    "look like this; everything else may be chance.",
    "The mean takes each person's mean once, so nobody weighs more for checking more. The wider "
    "the range, the less the number says.",
    "A draft counts in the week of its first check, with its last score of that week.",
)
CANT: Final = "What this can't tell"
CANT_LINES: Final = (
    "How customers felt, or whether a reply was sent: only drafts that somebody checked are in it.",
    "Anything about one person. What fewer than five people, or mostly one, stand behind is "
    "withheld, and as much beside it as keeps it from being worked out by subtracting.",
    "Whether harder cases or the team made the difference: compare the case mix before you judge.",
    "The score is a model's estimate for English and can be wrong.",
)
SAME_FOR_ALL: Final = "Everyone in the team can open exactly this report: `{command} report {week}`"
FOOTER: Final = "Warmline · {week} · everyone in the team can open exactly this report"
NO_NUMBER: Final = "–"

ALT: Final = "Two charts. Left: {trend} Right: {bands}"
ALT_TREND: Final = "mean score by week, from {first} in {first_week} to {last} in {last_week}."
ALT_NO_TREND: Final = "no mean could be shown yet."
ALT_BANDS: Final = "drafts by band: {parts}."

NOT_A_WEEK: Final = "That is no week. Write it like {example}, or leave it out for the last one."
PREVIEW: Final = "Only you see this. The same report comes to {where} on {day}s."
PREVIEW_NONE: Final = (
    "Only you see this. No weekly report is set up; a lead can do that in App Home."
)
IN_CHANNEL: Final = "<#{channel}>"
TO_LEADS: Final = "the leads' direct messages"
ELSEWHERE: Final = (
    "The weekly report could not be posted in <#{channel}> ({why}), so it comes to you. Choose "
    "another channel in App Home, or invite Warmline to this one."
)
UNSURE: Final = (
    "Warmline was interrupted while it posted the weekly report in <#{channel}>, and can't see "
    "whether it arrived there. So it comes to you too, and not a second time to the channel; "
    "please share it there if it is missing."
)
ELSEWHERE_NO_DM: Final = (
    "The weekly report could not be sent to your direct messages, so it is shown here."
)
WHY_CLOSED: Final = {
    "is_archived": "it is archived",
    "channel_not_found": "Warmline can't see it",
    "not_in_channel": "Warmline is not in it",
    "restricted_action": "posting there is restricted",
}
WHY_OTHER: Final = "Slack refused"
HOME_BACK: Final = "Back"
CLI_NO_TEAM: Final = "Name the team with --team T…, or use --demo for a simulated one."
CLI_BAD_FORMAT: Final = "Choose one of these formats: {formats}."
CLI_NO_CHARTS: Final = "PNG charts need matplotlib: pip install 'warmline[report]'"
CLI_BINARY: Final = "Write the picture to a file with --out."
CLI_UNWRITABLE: Final = "{path} can't be written ({why}); choose another file with --out."
