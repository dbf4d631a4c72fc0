"""``warmline benchmark --only rewrite``: suggestions for weak drafts, with what judges them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import track

if TYPE_CHECKING:
    from scoring.benchmarks.rewriting import Check
    from scoring.contract import CheckItem, CheckResult
    from scoring.settings import Settings

_PIECE = 64


def rewriting(settings: Settings, folder: Path, drafts: int) -> list[dict[str, Any]]:
    """Measure suggestions on our own drafts and on the research sets of a folder.

    With a language model set up, on a part of each set: by edits alone, and with the model.
    """
    from scoring.extras import needs  # noqa: PLC0415

    with needs("scorer,train"):
        from scoring.benchmarks.rewriting import rewriting_table, sets_of, subset  # noqa: PLC0415
    sets = sets_of(folder)
    checks = {"edits alone": _check(settings.model_copy(update={"llm": "off"}))}
    if settings.llm != "off":
        sets = subset(sets, drafts)
        checks[f"edits and {settings.llm_model or 'the server'}"] = _check(settings)
    return rewriting_table(sets, checks, _second_scorer(settings))


def _check(settings: Settings) -> Check:
    """Give a function that checks one draft after the other, with a progress bar."""
    from scoring.extras import load_checker  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415

    checker = load_checker(settings, RichProgress())

    def check(items: Sequence[CheckItem], *, rewrites: bool = True) -> list[CheckResult]:
        bar = track(items, "rewriting", console=Console(stderr=True), transient=True)
        return [checker.check([item], rewrites=rewrites)[0] for item in bar]

    return check


def _second_scorer(
    settings: Settings,
) -> Callable[[Sequence[CheckItem]], list[float | None]] | None:
    """Another model version than the one in use, to judge what the one in use picked."""
    from scoring.extras import load_checker  # noqa: PLC0415
    from scoring.registry import versions  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415

    current = versions.current(settings.weights_dir or versions.SHIPPED)
    others = [p.parent for p in current.parent.glob("*/manifest.json") if p.parent != current]
    if not others:
        return None
    other = settings.model_copy(update={"weights_dir": max(others), "llm": "off"})
    checker = load_checker(other, RichProgress())

    def score(items: Sequence[CheckItem]) -> list[float | None]:
        pieces = (items[at : at + _PIECE] for at in range(0, len(items), _PIECE))
        return [r.score.overall for p in pieces for r in checker.check(p, rewrites=False)]

    return score
