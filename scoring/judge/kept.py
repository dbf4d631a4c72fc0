"""A judge that remembers: each judgement is kept as numbers under a hash of the texts.

It is written as soon as it is made, so that work that was ended goes on where it stopped, and a
second time needs no model. A model's and a prompt's own version have a file of their own.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Protocol

from scoring.judge.judge import Judge, Judgement
from scoring.judge.prompts import Prompt
from scoring.llm.budget import Budget

__all__ = ["Draft", "KeptJudge"]

#: A judge that takes longer than this for one draft is of no use on this machine.
_SECONDS = 600.0


class Draft(Protocol):
    """What is judged."""

    @property
    def context(self) -> str:
        """The customer's message."""

    @property
    def reply(self) -> str:
        """The draft."""


class KeptJudge:
    """Asks a judge once for each draft.

    Args:
        judge: The model and how it is asked.
        folder: Where judgements are kept; no text is.
    """

    def __init__(self, judge: Judge, folder: Path) -> None:
        self._judge = judge
        name = f"{_slug(judge.llm.name)}-{judge.prompt.name}-v{judge.prompt.version}"
        self._path = folder / f"{name}.jsonl"
        self._kept = _read(self._path, judge.prompt)

    def knows(self, draft: Draft) -> bool:
        """Tell whether it was judged before."""
        return _key(draft) in self._kept

    def judge(self, draft: Draft) -> Judgement:
        """Give the judgement that is kept, or make and keep one.

        Raises:
            LlmError: The model gave no answer.
        """
        key = _key(draft)
        if key not in self._kept:
            self._kept[key] = self._judge.judge(draft.context, draft.reply, Budget(_SECONDS))
            _append(self._path, key, self._kept[key])
        return self._kept[key]


def _read(path: Path, prompt: Prompt) -> dict[str, Judgement]:
    """What was kept; a line cut off by the end of a run is judged anew."""
    found: dict[str, Judgement] = {}
    if not path.is_file():
        return found
    wanted = {item.feature for item in prompt.items}
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            continue
        if set(row["items"]) == wanted:
            found[row["key"]] = Judgement(row["overall"], row["items"])
    return found


def _append(path: Path, key: str, judgement: Judgement) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    line = json.dumps({"key": key} | asdict(judgement))
    with path.open("a", encoding="utf-8") as out:
        # A run that was ended may have left half a line: a new one starts before, not only after.
        out.write(f"\n{line}\n")


def _key(draft: Draft) -> str:
    texts = json.dumps([draft.context, draft.reply]).encode()
    return hashlib.sha256(texts).hexdigest()[:24]


def _slug(name: str) -> str:
    return "".join(c if c.isalnum() or c in "._-" else "-" for c in name)
