"""The trainer as a process of its own: the same commands a person would give.

A process, because training takes hours and memory, may be killed, and belongs to the model side,
which the bot does not import.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot.errors import TrainingError
from bot.jobs.retrain import Outcome
from bot.strings import retrain as words

__all__ = ["CommandTrainer", "Ended", "run_command"]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended: its exit code, standard output, and the last line it complained with."""

    code: int
    output: str
    complaint: str


#: Versions that stay on the shelf.
_KEEP: Final = 5
Run = Callable[[Sequence[str]], Awaitable[Ended]]


async def run_command(arguments: Sequence[str]) -> Ended:
    """Run a ``warmline`` command in a process of its own; it is stopped if this is cancelled."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        *arguments,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        output, errors = await process.communicate()
    except asyncio.CancelledError:
        process.terminate()
        await process.wait()
        raise
    lines = errors.decode("utf-8", "replace").strip().splitlines()
    code = process.returncode or 0
    return Ended(code, output.decode("utf-8", "replace"), lines[-1] if lines else "")


class CommandTrainer:
    """Trains, holds against the version in use, and promotes where that is set.

    Args:
        folder: Where new versions, checkpoints and pages go.
        cases: Behaviour cases for the gate.
        promote: Whether a version that passes is put to use at once.
        labels: How ratings are corrected.
        run: Runs a command.
    """

    def __init__(
        self,
        folder: Path,
        cases: Path | None,
        *,
        promote: bool,
        labels: str = "leniency",
        run: Run = run_command,
    ) -> None:
        self._folder = folder
        self._cases = cases
        self._promote = promote
        self._labels = labels
        self._run = run

    async def train(self, export: Path) -> Outcome:
        """Do it; see ``Trainer.train``."""
        # Also tells in a second, not after hours of training, that there is no folder for versions.
        await self._good(["models", "prune", "--keep", str(_KEEP)])
        asked = ["train", "--from-feedback", str(export), "--labels", self._labels]
        trained = await self._json([*asked, "--out", str(self._folder), "--json"])
        page = self._folder / f"gate-{trained['version']}.html"
        asked = ["models", "gate", trained["folder"], "--feedback", str(export)]
        asked += ["--page", str(page), "--json"]
        if self._cases is not None:
            asked += ["--cases", str(self._cases)]
        verdict = await self._json(asked, fine=(0, 1))
        promoted = bool(verdict["passed"]) and self._promote
        if promoted:
            await self._good(["models", "promote", trained["version"], "--why", "retraining"])
        reasons = tuple(
            f"{finding['name']}: {finding['why']}"
            for finding in verdict["findings"]
            if finding["status"] != "pass"
        )
        return Outcome(
            trained["version"],
            verdict["passed"],
            reasons,
            promoted,
            str(page.absolute()),
            tuple(verdict["findings"]),
        )

    async def _json(self, arguments: Sequence[str], fine: Sequence[int] = (0,)) -> dict[str, Any]:
        ended = await self._good(arguments, fine)
        try:
            found: dict[str, Any] = json.loads(ended.output)
        except ValueError:
            why = ended.complaint or words.NO_ANSWER.format(command=arguments[0])
            raise TrainingError(why) from None
        return found

    async def _good(self, arguments: Sequence[str], fine: Sequence[int] = (0,)) -> Ended:
        ended = await self._run(arguments)
        if ended.code not in fine:
            command = " ".join(arguments[:2] if arguments[0] == "models" else arguments[:1])
            raise TrainingError(
                words.BROKE_OFF.format(command=command, code=ended.code, last=ended.complaint)
            )
        return ended
