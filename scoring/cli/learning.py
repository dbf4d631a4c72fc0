"""``warmline train --from-feedback``: the champion, taught what this team says."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from scoring.errors import InputError, ScorerError

if TYPE_CHECKING:
    from scoring.training.checkpoint import Checkpoints
    from scoring.training.feedback import Line
    from scoring.training.from_feedback import FeedbackSet, Second
    from scoring.training.loop import Progress
    from scoring.training.run import Run

__all__ = ["AskJudge", "Lesson", "learn", "next_step", "study"]

#: Rates lines of an export; may take hours the first time.
AskJudge: TypeAlias = "Callable[[Sequence[Line]], Second]"
#: Corrections that rest on the second source; for the others the shown score will do.
_JUDGED = frozenset({"far", "soft", "consensus"})


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is learned and how.

    Attributes:
        file: The export.
        method: How labels are corrected.
        replay: Examples of the base set learned again beside each fresh one.
        out: Folder the new version is written to.
        champion: Folder of the version it starts from.
        extra: How many drafts that nobody rated are learned with the judge's rating.
        judge: Rates lines of the export, where a language model is set up.
        machine: Folder whose lock is held meanwhile: one retraining on this machine, wherever it
            writes, so that two do not share the device.
    """

    file: Path
    method: str
    replay: float
    out: Path
    champion: Path
    extra: int = 0
    judge: AskJudge | None = None
    machine: Path | None = None


def study(lesson: Lesson) -> FeedbackSet:
    """Read an export and correct its labels, by what the judge says where that is asked for.

    Raises:
        InputError: The export can't be used, or there is no such correction.
        LlmError: The judge gave no answer; what it said before is kept for the next time.
    """
    from scoring.training.feedback import read_feedback  # noqa: PLC0415 - keeps --help fast
    from scoring.training.from_feedback import METHODS, learn_from, to_judge  # noqa: PLC0415

    method = next((m for m in METHODS if m == lesson.method), None)
    if method is None:
        raise InputError(f"There is no correction {lesson.method}; choose {', '.join(METHODS)}.")
    if lesson.extra and lesson.judge is None:
        raise InputError("--extra-drafts needs a language model to rate them: set SCORER_LLM.")
    lines, second = read_feedback(lesson.file), None
    if lesson.judge is not None and (method in _JUDGED or lesson.extra):
        second = lesson.judge(to_judge(lines, extra=lesson.extra))
    return learn_from(lines, method, second, extra=lesson.extra)


def learn(job: Run, lesson: Lesson, learned: FeedbackSet, progress: Progress) -> Path:
    """Train from the champion on feedback and replayed base examples; go on after a kill.

    Args:
        job: The run on the base corpus.
        lesson: What is added to it.
        learned: What ``study`` made of the export.
        progress: Told each step.

    Returns:
        The new version's folder.

    Raises:
        ScorerError: Another retraining runs on this machine or in that folder.
    """
    from scoring.training.run import run  # noqa: PLC0415 - keeps --help fast

    folders = [lesson.machine or lesson.out, lesson.out] if job.workers.rank == 0 else []
    with ExitStack() as held:
        for folder in dict.fromkeys(folder.resolve() for folder in folders):
            held.enter_context(_alone(folder))
        return run(_with(job, lesson, learned), lesson.out, progress)


def next_step(version: Path, lesson: Lesson | None) -> str:
    """Say what to do with a new version: what learned from feedback must pass the gate."""
    if lesson is None:
        return f"SCORER_WEIGHTS_DIR={version} makes it the one in use"
    return f"next: warmline models gate {version} --feedback {lesson.file}"


def _with(job: Run, lesson: Lesson, learned: FeedbackSet) -> Run:
    """Add feedback to the corpus: head and calibration see all of it, the steps a replayed part."""
    from scoring.registry.versions import sha256  # noqa: PLC0415
    from scoring.training.from_feedback import replayed  # noqa: PLC0415
    from scoring.training.sources import Corpus  # noqa: PLC0415

    base, seed = job.corpus, job.settings.seed
    again = replayed(base.split("train"), len(learned.examples), lesson.replay, seed)
    corpus = Corpus(
        [*base.examples, *learned.examples],
        [*base.pairs, *learned.pairs],
        base.files | {"feedback": sha256(lesson.file)},
    )
    return replace(
        job,
        corpus=corpus,
        champion=lesson.champion,
        learned=[*again, *learned.examples],
        samples=learned.samples,
        sheet=learned.sheet,
        checkpoints=_checkpoints(job, learned, lesson),
    )


def _checkpoints(job: Run, learned: FeedbackSet, lesson: Lesson) -> Checkpoints:
    """A run is the same run when data, settings and champion are the same.

    The export itself is left out: its random ids are other ones each time, and the labels the same.
    """
    from scoring.registry.versions import MANIFEST, sha256  # noqa: PLC0415
    from scoring.training.checkpoint import Checkpoints  # noqa: PLC0415

    told = [
        asdict(job.settings),
        job.corpus.files,
        [(e.id, round(e.overall, 6)) for e in learned.examples],
        [pair.id for pair in learned.pairs],
        sha256(lesson.champion / MANIFEST),
        lesson.replay,
    ]
    name = hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
    return Checkpoints(lesson.out / ".training.safetensors", name)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the folder for one training at a time."""
    from filelock import FileLock, Timeout  # noqa: PLC0415

    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / ".training.lock", timeout=0):
            yield
    except Timeout:
        message = f"Another training holds {folder}: wait until it has ended."
        raise ScorerError(message) from None
