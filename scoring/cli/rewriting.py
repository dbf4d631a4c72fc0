"""``warmline benchmark --only rewrite``: suggestions for weak drafts, with what judges them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import track

if TYPE_CHECKING:
    from scoring.benchmarks.rewriting import Check
    from scoring.contract import CheckItem, CheckResult
    from scoring.engine import Engine
    from scoring.llm.kept import KeptLlm
    from scoring.settings import Settings

_PIECE = 64


def rewriting(settings: Settings, folder: Path, drafts: int) -> list[dict[str, Any]]:
    """Measure suggestions on our own drafts and on the research sets of a folder.

    With a language model set up, on a part of each set: by edits alone, by the model alone, and by
    both.
    """
    from scoring.extras import needs  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415

    with needs("scorer,train"):
        from scoring.benchmarks.rewriting import rewriting_table, sets_of, subset  # noqa: PLC0415
        from scoring.engine_factory import load_engine  # noqa: PLC0415
    sets = sets_of(folder)
    engine = load_engine(settings, RichProgress())
    checks: dict[str, Check] = {"edits alone": _check(engine)}
    if settings.llm == "off":
        return rewriting_table(sets, checks, _second_scorer(settings))
    ways = _with_model(settings, engine)
    checks |= ways.checks
    return rewriting_table(subset(sets, drafts), checks, _second_scorer(settings), ways.gates)


@dataclass(frozen=True, slots=True)
class _Ways:
    """Ways of making suggestions by their titles, and what each can tell of its gates."""

    checks: dict[str, Check]
    gates: dict[str, Callable[[], dict[str, int]]]


def _with_model(settings: Settings, engine: Engine) -> _Ways:
    """The ways that need the language model; what it says is kept for both, and the next run."""
    from scoring.benchmarks.written import Tally  # noqa: PLC0415
    from scoring.engine_factory import suggester_on  # noqa: PLC0415
    from scoring.llm.kept import KeptLlm  # noqa: PLC0415
    from scoring.llm.load import load_llm  # noqa: PLC0415
    from scoring.registry.progress import RichProgress  # noqa: PLC0415

    llm = load_llm(settings, RichProgress())
    assert llm is not None  # noqa: S101  settings.llm is not off
    kept, ways = KeptLlm(llm, settings.cache_dir / "llm"), _Ways({}, {})
    for title, edits in ((f"{llm.name} alone", False), (f"edits and {llm.name}", True)):
        found = suggester_on(kept, settings.llm_timeout, edits=edits)
        assert found.write is not None  # noqa: S101  it was just made
        tally = Tally(found.write)
        ways.checks[title] = _check(engine.with_suggester(replace(found, write=tally)), kept)
        ways.gates[title] = tally.take
    return ways


def _check(checker: Engine, kept: KeptLlm | None = None) -> Check:
    """Give a function that checks one draft after the other, with a progress bar.

    What a kept answer took when it was given counts as time of the draft it is for.
    """

    def one(item: CheckItem, *, rewrites: bool) -> CheckResult:
        before = kept.saved if kept else 0.0
        [result] = checker.check([item], rewrites=rewrites)
        ms = result.elapsed_ms.rewrite + 1000 * (kept.saved - before if kept else 0.0)
        elapsed = result.elapsed_ms.model_copy(update={"rewrite": round(ms, 1)})
        return result.model_copy(update={"elapsed_ms": elapsed})

    def check(items: Sequence[CheckItem], *, rewrites: bool = True) -> list[CheckResult]:
        bar = track(items, "rewriting", console=Console(stderr=True), transient=True)
        return [one(item, rewrites=rewrites) for item in bar]

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
