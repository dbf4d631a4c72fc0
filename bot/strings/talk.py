"""The words of the app's own conversation, of a mention, and of the step in a workflow."""

from __future__ import annotations

from typing import Final

STATUS: Final = "is checking your draft…"
STREAM_BEGINS: Final = (
    "{result} A language model is looking for suggestions. Press Stop to see the result without "
    "them."
)
PROMPTS_TITLE: Final = "Paste a draft, or start with one of these"
ASK_HOW: Final = "How do I check a draft here?"
ASK_KEPT: Final = "What is kept of my checks?"
EXAMPLE: Final = (
    "> You charged me twice this month and my rent goes out tomorrow.\n"
    "The second payment was sent back today. It takes 3 working days."
)
#: Title and message of each prompt; the manifest has the same, and a test compares them.
PROMPTS: Final[tuple[tuple[str, str], ...]] = (
    ("How does it work?", ASK_HOW),
    ("Try an example", EXAMPLE),
    ("What is kept?", ASK_KEPT),
)
HOW: Final = (
    "*Write or paste a draft here and I check it.* Only you see the result.\n"
    "• To say what the customer wrote, quote it above your draft: begin its lines with `>`.\n"
    "• *Edit and re-check* on the result opens a form; the new result says what changed.\n"
    "• On a customer's message: *More actions* → *Check my reply*.\n"
    "• `{command}` works in any channel; `{command} help` says how.\n\n"
    "I am an automated check. Scores are made for English and can be wrong: you decide what to "
    "send."
)
NO_WORDS: Final = "I can only check words. Write or paste your draft here."
ONLY_QUOTE: Final = (
    "I see the customer's message, but no draft below it. Write both in one message: the quote "
    "first, then your draft."
)
MENTIONED: Final = (
    "*To check a reply, write it after my name.* Only you see the result. More privately: "
    "write to me directly, or use `{command}`."
)
