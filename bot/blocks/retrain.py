"""The gate's verdict on a retrained version, for its owner: reasons, and what can be done."""

from __future__ import annotations

from typing import Any, Final

from bot.blocks.forms import modal
from bot.blocks.parts import Block, View, actions, button, context, escape, plain, section
from bot.ids import ActionId, BlockId, ViewId
from bot.store.learning import TrainingRun
from bot.strings import retrain as words
from bot.when import slack_date

__all__ = ["compare_view", "verdict_blocks", "verdict_text"]

_REASONS: Final = 10
_FINDINGS: Final = 60
_PIECE: Final = 800


def verdict_text(run: TrainingRun) -> str:
    """Say it in a sentence, for notifications and screen readers."""
    return _said(run).format(version=run.version)


def verdict_blocks(run: TrainingRun) -> list[Block]:
    """Draw the verdict with its buttons; of a decided one, what was decided in their place."""
    said = _said(run).format(version=escape(run.version))
    blocks = [section(f"*{words.TITLE}*\n{said}", block_id=BlockId.VERDICT)]
    if run.passed is False:
        blocks.append(section(_reasons(run)))
        blocks.append(context([words.OVERRULE.format(version=escape(run.version))]))
    if run.page:
        blocks.append(context([words.PAGE.format(page=escape(run.page))]))
    blocks.append(actions(_buttons(run), block_id=BlockId.MODEL))
    if run.decision is not None:
        blocks.append(context([_decided(run)]))
    return blocks


def compare_view(run: TrainingRun) -> View:
    """Draw all that the gate judged: the figure of the version in use beside the new one's."""
    intro = section(words.COMPARE_INTRO.format(version=escape(run.version)))
    rows = [section(_finding(finding)) for finding in run.findings[:_FINDINGS]]
    foot = [context([words.PAGE.format(page=escape(run.page))])] if run.page else []
    return modal(ViewId.COMPARE, words.COMPARE_TITLE, [intro, *rows, *foot], close=words.CLOSE)


def _said(run: TrainingRun) -> str:
    if run.promoted:
        return words.PROMOTED
    return words.PASSED if run.passed else words.STOPPED


def _reasons(run: TrainingRun) -> str:
    against = [finding for finding in run.findings if finding["status"] != "pass"]
    lines = [
        words.REASON.format(name=_name(one), why=escape(one["why"], _PIECE // 4))
        for one in against[:_REASONS]
    ]
    if len(against) > _REASONS:
        lines.append(words.MORE.format(count=len(against) - _REASONS))
    return "\n".join(lines)


def _buttons(run: TrainingRun) -> list[Block]:
    compare = button(words.COMPARE, ActionId.MODEL_COMPARE, value=run.id)
    if not run.passed or run.promoted or run.decision is not None:
        return [compare]
    promote = button(words.PROMOTE, ActionId.MODEL_PROMOTE, value=run.id, style="primary")
    confirm = {
        "title": plain(words.CONFIRM_TITLE, 100),
        "text": plain(words.CONFIRM.format(version=run.version), 300),
        "confirm": plain(words.PROMOTE, 30),
        "deny": plain(words.NOT_YET, 30),
    }
    reject = button(words.REJECT, ActionId.MODEL_REJECT, value=run.id)
    return [promote | {"confirm": confirm}, reject, compare]


def _decided(run: TrainingRun) -> str:
    at = slack_date(run.decided_at, "UTC", "en-GB") if run.decided_at else ""
    return words.DECIDED[run.decision or ""].format(at=at)


def _name(finding: dict[str, Any]) -> str:
    """In plain words; a part that is not known here, of a newer scorer, as it is."""
    part, colon, rest = finding["name"].partition(": ")
    return escape(f"{words.PARTS.get(part, part)}{colon}{rest}", _PIECE)


def _finding(finding: dict[str, Any]) -> str:
    mark = words.MARKS[finding["status"]]
    figures = [finding.get("champion"), finding.get("candidate")]
    before, after = ("–" if value is None else f"{value:.3g}" for value in figures)
    return words.FINDING.format(
        name=_name(finding),
        mark=mark,
        before=before,
        after=after,
        why=escape(finding["why"], _PIECE),
    )
