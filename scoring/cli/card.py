"""The human card of ``warmline check``: a result as text for a terminal of 80 columns.

Pure: result and draft in, something rich can print out. Nothing is said by colour alone, and text
of a draft never reaches the terminal as control codes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from scoring.cli.diff import pieces
from scoring.contract import (
    BY_ID,
    CheckItem,
    CheckResult,
    Flag,
    Outcome,
    Rewrite,
    Score,
    Weakness,
)

__all__ = ["WIDTH", "card", "suggestions", "visible", "words"]

WIDTH = 80
_BAR = 50
_LONGEST_QUOTE = 240
_BAND_STYLE = {
    "needs_work": "bold red",
    "okay": "bold yellow",
    "good": "bold green",
    "excellent": "bold cyan",
}
_KIND = {"light": "Small edit", "warmer": "Warmer", "full": "Full rewrite"}
_NO_SUGGESTION: dict[Outcome, str] = {
    "good_as_it_is": "Good as it is: nothing we tried reads clearly better.",
    "none_passed": (
        "No suggestion this time: nothing we tried was both clearly better and true to every fact "
        "of the draft."
    ),
}
_NEED = ((0.5, "low"), (1.25, "medium"), (2.1, "high"))
#: Bidirectional overrides could show a reader another text than the one scored.
_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069]")
_CONTROL = {c: 0x2400 + c for c in range(0x20) if chr(c) not in "\n\t"} | {0x7F: 0x2421}
_CONTROL |= dict.fromkeys((*range(0x80, 0xA0), *range(0xD800, 0xE000)), 0xFFFD)


def visible(text: str) -> str:
    """Make control codes, lone surrogates and bidirectional overrides visible and harmless."""
    return _BIDI.sub("\ufffd", text).translate(_CONTROL)


def card(item: CheckItem, result: CheckResult) -> RenderableType:
    """Lay out one result: flags first, then score, strength, weakness, suggestions, the rest."""
    score = result.score
    parts: list[RenderableType] = [_flag(flag, item) for flag in score.flags]
    if parts:
        parts.append(Text())
    parts.extend(_verdict(score))
    parts.extend(_findings(score))
    parts.extend(suggestions(item, result))
    parts.extend(_footer(item, result))
    return Group(*parts)


def suggestions(item: CheckItem, result: CheckResult) -> Iterator[RenderableType]:
    """Lay out the suggestions, or say in one sentence why there are none."""
    for number, rewrite in enumerate(result.rewrites, 1):
        yield from _suggestion(number, rewrite, item.reply, result.score.overall)
    if not result.rewrites and (why := _NO_SUGGESTION.get(result.outcome)):
        yield Text()
        yield Text(why)


def words(result: CheckResult) -> Iterator[RenderableType]:
    """The edits in words, or why there is no score to mend."""
    if (abstained := result.score.abstained) is not None:
        yield Text(visible(abstained.message))
    for weakness in result.score.weakest:
        yield Text(visible(weakness.edit))


def _flag(flag: Flag, item: CheckItem) -> RenderableType:
    where = "" if flag.where == "reply" else " in the customer's message"
    line = Text.assemble(
        (f"! {_words(flag.name)}{where}: ", "bold red"), visible(flag.message), overflow="fold"
    )
    if flag.span is None:
        return line
    source = item.reply if flag.where == "reply" else item.context
    return Group(line, Padding(_quote(source[slice(*flag.span)]), (0, 0, 0, 2)))


def _verdict(score: Score) -> Iterator[RenderableType]:
    if score.abstained is not None:
        reason = _words(score.abstained.reason)
        yield Text.assemble(("No score", "bold"), f" ({reason.lower()})")
        yield Text(visible(score.abstained.message))
        return
    if score.overall is None or score.interval is None or score.band is None:
        return
    low, high = score.interval
    yield Text.assemble(
        (_words(score.band), _BAND_STYLE[score.band]),
        (f"  {score.overall:.1f}", "bold"),
        f" of 100, most likely {low:.0f} to {high:.0f}",
    )
    yield _bar(score.overall, low, high)
    level = next(name for limit, name in _NEED if score.need < limit)
    yield Text(f"The customer's need for empathy is {level} ({score.need:.1f} of 2).")


def _bar(overall: float, low: float, high: float) -> Text:
    """A ruler of 0 to 100: the interval between brackets, the score as a block."""

    def at(value: float) -> int:
        return min(_BAR - 1, int(value / 100 * _BAR))

    cells = ["-"] * _BAR
    cells[at(low) : at(high) + 1] = "=" * (at(high) - at(low) + 1)
    cells[at(low)], cells[at(high)] = "[", "]"
    cells[at(overall)] = "#"
    return Text.assemble("0 ", "".join(cells), " 100")


def _findings(score: Score) -> Iterator[RenderableType]:
    if not score.strengths and not score.weakest:
        return
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for name in score.strengths[:1]:
        table.add_row("Strength", _words(name))
    for number, weakness in enumerate(score.weakest):
        _add_weakness(table, weakness, "Weakest" if number == 0 else "Also weak")
    yield Text()
    yield table


def _add_weakness(table: Table, weakness: Weakness, title: str) -> None:
    table.add_row(title, BY_ID[weakness.id].lack or _words(weakness.id))
    if weakness.quote.strip():
        table.add_row("", _quote(weakness.quote))
    table.add_row("  why", visible(weakness.why))
    table.add_row("  edit", visible(weakness.edit))


def _suggestion(
    number: int, rewrite: Rewrite, draft: str, overall: float | None
) -> Iterator[RenderableType]:
    before = "" if overall is None else f"{overall:.1f} to "
    yield Text()
    yield Text.assemble(
        (f"Suggestion {number}", "bold"),
        f"  {_KIND[rewrite.kind]}: {before}{rewrite.overall:.1f} ({rewrite.delta:+.1f})",
    )
    if not rewrite.facts.kept:
        lost = ", ".join(visible(f) for f in (*rewrite.facts.missing, *rewrite.facts.added))
        yield Text(f"  ! Check the facts: {lost}", style="bold red")
    yield Padding(_changes(draft, rewrite), (0, 0, 0, 2))


def _changes(draft: str, rewrite: Rewrite) -> Text:
    """The suggestion with [-what goes-] and {+what comes+} marked."""
    text = Text(overflow="fold")
    for piece in pieces(draft, rewrite):
        shown = visible(piece.text)
        if piece.kind == "removed":
            text.append(f"[-{shown}-]", "red strike")
        elif piece.kind == "added":
            text.append(f"{{+{shown}+}}", "green")
        else:
            text.append(shown)
    return text


def _footer(item: CheckItem, result: CheckResult) -> Iterator[RenderableType]:
    yield Text()
    for part in result.score.ignored:
        quote = _quote(item.reply[slice(*part.span)], 60)
        yield Text.assemble(f"Not scored ({part.kind}): ", quote, style="dim")
    model, elapsed = result.score.model, result.elapsed_ms
    took = elapsed.score + elapsed.rewrite
    yield Text(f"Model {model.id} ({model.kind}, {model.sha256[:8]}), {took:.0f} ms", style="dim")


def _quote(text: str, longest: int = _LONGEST_QUOTE) -> Text:
    flat = " ".join(visible(text).split())
    if len(flat) > longest:
        flat = flat[: longest - 3].rstrip() + "..."
    return Text(f'"{flat}"', overflow="fold")


def _words(name: str) -> str:
    """An id as words: ``names_feeling`` -> ``Names feeling``."""
    return name.replace("_", " ").capitalize()
