"""The table of the report: what, the number, what it means. Pure; a report in, plain text out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from bot.blocks.parts import whole
from bot.report import model as m
from bot.report.numbers import drafts_of, percent, points_of, signed
from bot.strings import report as words

__all__ = ["Fact", "facts"]

_SOME: Final = 2
_HALF: Final = 0.5


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of the table: what, the number, what it means."""

    name: str
    value: str
    note: str


def facts(report: m.Report) -> list[Fact]:
    """List the numbers, most wanted first; nothing of a report that shows none."""
    if report.withheld or report.empty:
        return []
    return [
        Fact(words.CHECKED, str(report.drafts), words.CHECKED_NOTE),
        Fact(words.PEOPLE, str(report.people), words.PEOPLE_NOTE),
        *_mean_facts(report),
        *_use_facts(report),
        *_said_facts(report),
        _case_mix(words.NEED, report.need, words.NEEDS),
        _case_mix(words.CHANNELS_NAME, report.channels, words.CHANNELS),
        *_model_facts(report),
    ]


def _mean_facts(report: m.Report) -> list[Fact]:
    found = []
    if report.mean:
        low, high = whole(report.mean.low), whole(report.mean.high)
        note = words.MEAN_NOTE.format(low=low, high=high) if low < high else words.MEAN_NOTE_SAME
        found.append(Fact(words.MEAN, str(whole(report.mean.mean)), note))
    if report.change:
        note = words.CHANGE_NOTE[report.change.verdict]
        points = signed(report.change.points)
        # A number beside "not comparable" would be compared all the same.
        value = words.NO_NUMBER if report.change.verdict == "model" else points
        found.append(Fact(words.CHANGE, value, note))
    if report.scored is not None and report.scored < report.drafts:
        count = str(report.drafts - report.scored)
        found.append(Fact(words.NOT_SCORED, count, words.NOT_SCORED_NOTE))
    return found


def _use_facts(report: m.Report) -> list[Fact]:
    found = []
    if again := report.rechecked:
        gain = _gain(again.gain or 0.0)
        note = gain.capitalize()
        if again.improved is not None:
            share = percent(again.improved / again.drafts)
            note = words.RECHECKED_NOTE.format(share=share, gain=gain)
        found.append(Fact(words.RECHECKED, str(again.drafts), note))
    if shown := report.suggestions:
        taken = [c.share for c in shown.choices if c.key in ("used", "edited")]
        known = [share for share in taken if share is not None]
        value = percent(sum(known)) if len(known) == _SOME else words.WITHHELD_SHORT
        choices = _split(shown.choices, words.CHOICES)
        template = words.SUGGESTED_NOTE if choices else words.SUGGESTED_NOTE_ONLY
        note = template.format(drafts=drafts_of(shown.drafts), choices=choices)
        found.append(Fact(words.SUGGESTED, value, note))
    return found


def _said_facts(report: m.Report) -> list[Fact]:
    found = []
    if said := report.agreement:
        note = words.AGREEMENT_NOTE_LEAN.format(lean=_lean(said.lean))
        if said.together is not None:
            said_so = next(w for floor, w in words.TOGETHER if said.together >= floor)
            together = words.TOGETHER_WITH.format(words=said_so, value=f"{said.together:.2f}")
            note = words.AGREEMENT_NOTE.format(together=together, lean=_lean(said.lean))
        found.append(Fact(words.AGREEMENT, str(said.ratings), note))
    if disputed := report.disputes:
        reasons = [r for r in disputed.reasons if r.drafts]
        note = words.DISPUTED_NOTE.format(
            reasons=_split(reasons, words.REASONS) or words.WITHHELD_SHORT,
            outcomes=_split(disputed.outcomes, words.OUTCOMES) or words.WITHHELD_SHORT,
        )
        found.append(Fact(words.DISPUTED, str(disputed.drafts), note))
    return found


def _model_facts(report: m.Report) -> list[Fact]:
    note = words.MODEL_CHANGED if len(report.models) > 1 else words.MODEL_NOTE
    if report.model_changes:
        days = dict.fromkeys(_day(change.day) for change in report.model_changes)
        note = words.MODEL_CHANGED_ON.format(days=_listed(list(days)))
    found = [Fact(words.MODEL, " → ".join(report.models), note)]
    if drift := report.drift:
        note = words.DRIFT_NOTE.format(
            anchors=drift.anchors, since=drift.since, largest=signed(drift.largest, 1)
        )
        found.append(Fact(words.DRIFT, signed(drift.mean, 1), note))
    return found


def _listed(names: Sequence[str]) -> str:
    if len(names) < _SOME:
        return words.LIST_JOIN.join(names)
    return words.LIST_END.format(first=words.LIST_JOIN.join(names[:-1]), last=names[-1])


def _day(written: str) -> str:
    day = date.fromisoformat(written)
    return f"{day.day} {day:%B}"


def _gain(points: float) -> str:
    return (words.GAIN if points > -_HALF else words.LOSS).format(points=points_of(points))


def _lean(lean: float) -> str:
    if whole(abs(lean)) == 0:
        return words.LEAN_NONE
    return (words.LEAN_UP if lean > 0 else words.LEAN_DOWN).format(points=points_of(lean))


def _split(shares: Sequence[m.Share], names: Mapping[str, str]) -> str:
    """Write the parts of a whole that may be shown, and that the rest may not."""
    shown = [
        names[share.key].format(share=percent(share.share))
        for share in shares
        if share.share is not None and share.drafts
    ]
    if shown and any(share.drafts is None for share in shares):
        shown.append(words.REST_WITHHELD)
    return words.LIST_JOIN.join(shown)


def _case_mix(name: str, shares: Sequence[m.Share], names: Mapping[str, str]) -> Fact:
    return Fact(name, _largest(shares, names), _split(shares, names) or words.ALL_WITHHELD)


def _largest(shares: Sequence[m.Share], names: Mapping[str, str]) -> str:
    known = [share for share in shares if share.drafts]
    if not known:
        return words.WITHHELD_SHORT
    most = max(known, key=lambda share: share.drafts or 0)
    return names[most.key].format(share=percent(most.share or 0.0))
