"""What is kept of a person, said to that person: switches, numbers, and the way out."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from bot.blocks.parts import (
    TITLE_MAX,
    Block,
    View,
    actions,
    button,
    context,
    option,
    plain,
    section,
)
from bot.ids import ActionId, BlockId, ViewId
from bot.store.base import Consent, Forgotten, Stored, Switch
from bot.store.consent import SWITCHES
from bot.strings import home
from bot.strings import privacy as words
from bot.strings import views as view_words
from bot.when import short_day

#: How soon a model that knows a forgotten sample is rebuilt or retired; the store's own limit.
REBUILD_DAYS: Final = 30


def privacy_blocks(consent: Consent) -> list[Block]:
    """Say what is kept, with the person's switches and the two buttons that act on it."""
    about = [section(f"{words.TITLE}\n{words.TEXT}"), _switches(consent), context([words.NOTE])]
    if consent.customer_text:
        about.append(context([words.CUSTOMER_ON]))
    stored = button(words.SHOW_STORED, ActionId.STORED)
    return [*about, actions([stored, _forget_button()], block_id=BlockId.PRIVACY)]


def privacy_text(consent: Consent) -> str:
    """Say it in a few words, for notifications and screen readers."""
    states = [
        f"{home.SWITCHES[name][0]}: {'on' if getattr(consent, name) else 'off'}."
        for name in SWITCHES
    ]
    return words.FALLBACK.format(switches=" ".join(states))


def shown_switches(block_id: str) -> frozenset[str]:
    """Read from a block's id which switches it showed as on."""
    return frozenset(block_id.split(".")[1:])


def forget_blocks() -> list[Block]:
    """Ask for certainty, with the button that does it."""
    return [
        section(words.FORGET_ME.format(days=REBUILD_DAYS)),
        actions([_forget_button()], block_id=BlockId.PRIVACY),
    ]


def forgotten_blocks(gone: Forgotten, now: datetime) -> list[Block]:
    """Say what was deleted."""
    parts = [
        _count(count, noun)
        for count, noun in (
            (gone.checks, "check"),
            (gone.samples, "sample"),
            (gone.drafts, "draft"),
        )
        if count
    ]
    listed = ", ".join([*parts, "your switches"])
    what = words.FORGOTTEN_ALL.format(parts=listed) if gone.people else words.FORGOTTEN_NOTHING
    blocks = [section(words.FORGOTTEN.format(what=what))]
    if gone.to_rebuild:
        count = _count(gone.to_rebuild, "check")
        due = datetime.fromtimestamp(now.timestamp() + REBUILD_DAYS * 86_400, now.tzinfo)
        blocks.append(context([words.FORGOTTEN_REBUILD.format(count=count, date=_day(due))]))
    return blocks


def stored_view(stored: Stored) -> View:
    """Draw *what is stored about me*."""
    if stored.since is None:
        blocks = [section(words.STORED_NOTHING)]
    else:
        lines = "\n".join(f"• {line}" for line in _lines(stored))
        since = words.STORED_SINCE.format(since=_day(stored.since))
        copy = button(words.EXPORT, ActionId.EXPORT) | {"confirm": _export_confirm()}
        blocks = [
            context([words.STORED_INTRO]),
            section(lines),
            section(since),
            actions([copy], block_id=BlockId.PRIVACY),
        ]
    return {
        "type": "modal",
        "callback_id": ViewId.STORED,
        "title": plain(words.STORED_TITLE, TITLE_MAX),
        "close": plain(view_words.CLOSE, TITLE_MAX),
        "blocks": blocks,
    }


def _switches(consent: Consent) -> Block:
    options = {
        name: option(title, name, description=about)
        for name, (title, about) in home.SWITCHES.items()
    }
    on: list[Switch] = [name for name in SWITCHES if getattr(consent, name)]
    boxes: dict[str, Any] = {
        "type": "checkboxes",
        "action_id": ActionId.PRIVACY_SWITCHES,
        "options": [options[name] for name in SWITCHES],
    }
    if on:
        boxes["initial_options"] = [options[name] for name in on]
    # The id says what is shown: a click changes that one switch, whatever changed elsewhere since.
    return actions([boxes], block_id=".".join([BlockId.SWITCHES, *on]))


def _forget_button() -> Block:
    confirm = {
        "title": plain(words.FORGET_TITLE, 100),
        "text": plain(words.FORGET_CONFIRM, 300),
        "confirm": plain(words.FORGET_YES, 30),
        "deny": plain(words.FORGET_NO, 30),
        "style": "danger",
    }
    return button(words.FORGET, ActionId.FORGET, style="danger") | {"confirm": confirm}


def _export_confirm() -> Block:
    return {
        "title": plain(words.EXPORT_TITLE, 100),
        "text": plain(words.EXPORT_CONFIRM, 300),
        "confirm": plain(words.EXPORT_YES, 30),
        "deny": plain(words.EXPORT_NO, 30),
    }


def _lines(stored: Stored) -> list[str]:
    return [*_numbers(stored), _samples(stored), _drafts(stored), _training(stored)]


def _numbers(stored: Stored) -> list[str]:
    if not stored.checks or stored.first_check is None or stored.last_check is None:
        return [words.STORED_NO_CHECKS]
    lines = [
        words.STORED_CHECKS.format(
            checks=_count(stored.checks, "check"),
            first=_day(stored.first_check),
            last=_day(stored.last_check),
        )
    ]
    if stored.ratings:
        lines.append(words.STORED_RATINGS.format(ratings=_count(stored.ratings, "rating")))
    if stored.suggestions:
        done = {name: stored.choices.get(name, 0) for name in ("used", "edited", "refused")}
        shown = _count(stored.suggestions, "suggestion")
        lines.append(words.STORED_SUGGESTIONS.format(suggestions=shown, **done))
    return lines


def _samples(stored: Stored) -> str:
    if not stored.samples or stored.samples_until is None:
        return words.STORED_NO_SAMPLES
    kept = words.STORED_SAMPLES.format(
        samples=_count(stored.samples, "sample"), until=_day(stored.samples_until)
    )
    if not stored.customer_messages:
        return kept
    return f"{kept} {words.STORED_CUSTOMER.format(count=stored.customer_messages)}"


def _drafts(stored: Stored) -> str:
    if not stored.drafts or stored.drafts_until is None:
        return words.STORED_NO_DRAFTS
    return words.STORED_DRAFTS.format(
        drafts=_count(stored.drafts, "draft"), until=_day(stored.drafts_until)
    )


def _training(stored: Stored) -> str:
    if not stored.used_in_training:
        return words.STORED_NO_TRAINING
    return words.STORED_TRAINING.format(count=_count(stored.used_in_training, "check"))


def _count(count: int, noun: str) -> str:
    one, many = words.NOUNS[noun]
    return f"{count} {one if count == 1 else many}"


def _day(moment: datetime) -> str:
    """Write a day; Slack shows it in the reader's own zone and language."""
    return f"<!date^{int(moment.timestamp())}^{{date_short}}|{short_day(moment, 'UTC', 'en-GB')}>"
