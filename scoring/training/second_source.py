"""The second source of labels for feedback: the language model that is set up, as a judge.

Its ratings are kept, so that a run that was ended goes on, and next month's export asks only for
what is new. A draft that does not fit the model is left with the score that was shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scoring.errors import LlmTooLongError
from scoring.judge.judge import Judge
from scoring.judge.kept import KeptJudge
from scoring.training.feedback import Line
from scoring.training.from_feedback import Second

__all__ = ["judged_by"]

#: Told how many drafts are judged, of how many.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class _Draft:
    context: str
    reply: str


def judged_by(judge: Judge, lines: Sequence[Line], folder: Path, progress: Progress) -> Second:
    """Rate drafts of an export.

    Args:
        judge: The model and how it is asked.
        lines: Lines with a text.
        folder: Where judgements are kept.
        progress: Told each draft.

    Raises:
        LlmError: The model gave no answer; what it gave before is kept.
    """
    kept, ratings = KeptJudge(judge, folder), {}
    for done, line in enumerate(lines, start=1):
        try:
            said = kept.judge(_Draft(line.context or "", line.reply or ""))
        except LlmTooLongError:
            continue
        finally:
            progress(done, len(lines))
        ratings[line.id] = said.overall
    name = f"{judge.llm.name}, prompt {judge.prompt.name} v{judge.prompt.version}"
    return Second(name, ratings)
