"""A checker without a model: a full, valid, deterministic result from the text alone.

The numbers come from a hash of the text, so the same text gives the same result alone, in a batch
and in another process; nothing about them says how warm a reply is.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from scoring.contract import (
    FEATURES,
    Abstention,
    CheckItem,
    CheckResult,
    Edit,
    ElapsedMs,
    Facts,
    Feature,
    Flag,
    Ignored,
    ModelInfo,
    Outcome,
    Rewrite,
    Score,
    Weakness,
    band_of,
)
from scoring.llm.budget import Stop

__all__ = ["MODEL", "DoubleChecker"]

MODEL = ModelInfo(id="double.1", kind="double", sha256="0" * 64)
_OPENING = "I can see why this is frustrating. "
_CRISIS = re.compile(r"\b(suicide|kill myself|end my life)\b", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"\{\{.*?\}\}", re.DOTALL)
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
_URL = re.compile(r"https?://\S+")


@dataclass
class DoubleChecker:
    """Checks drafts by hash.

    Attributes:
        before: Called with the items before each batch; blocks or raises as a test wants.
        model: The model named in every result.
        batches: Sizes of the batches seen so far.
        threads: Names of the threads that called.
        stops: What each call was given to be stopped by.
    """

    before: Callable[[Sequence[CheckItem]], None] | None = None
    model: ModelInfo = MODEL
    device: str = "cpu, float32 (a double needs no GPU)"
    writes: bool = False
    batches: list[int] = field(default_factory=list)
    threads: set[str] = field(default_factory=set)
    stops: list[Stop | None] = field(default_factory=list)

    def check(
        self, items: Sequence[CheckItem], *, rewrites: bool = True, stop: Stop | None = None
    ) -> list[CheckResult]:
        """Give each item its result, in order."""
        self.batches.append(len(items))
        self.stops.append(stop)
        self.threads.add(threading.current_thread().name)
        if self.before is not None:
            self.before(items)
        return [self._result(item, rewrites=rewrites) for item in items]

    def _result(self, item: CheckItem, *, rewrites: bool) -> CheckResult:
        elapsed = ElapsedMs(score=1.0, rewrite=1.0 if rewrites else 0.0)
        abstained = _abstention(item.reply)
        if abstained is not None:
            score = Score(
                overall=None,
                interval=None,
                band=None,
                need=0.0,
                abstained=abstained,
                flags=_flags(item),
                model=self.model,
            )
            return CheckResult(id=item.id, score=score, elapsed_ms=elapsed)
        score = _score(item, self.model)
        suggestions = [_rewrite(item, score.overall or 0.0)] if rewrites else []
        outcome: Outcome = "offered" if rewrites else "not_asked"
        return CheckResult(
            id=item.id, score=score, rewrites=suggestions, outcome=outcome, elapsed_ms=elapsed
        )


def _abstention(reply: str) -> Abstention | None:
    if not reply.strip():
        return Abstention(reason="no_text", message="There is no text to score.")
    if len(reply.split()) < 3:
        return Abstention(reason="too_short", message="Fewer than three words say too little.")
    if len(reply) > 20_000:
        return Abstention(reason="too_long", message="Over 20,000 characters is too long to score.")
    return None


def _score(item: CheckItem, model: ModelInfo) -> Score:
    overall = round(20 + 70 * _unit(item, "overall"), 1)
    sentences = [(m.start(), m.end()) for m in _SENTENCE.finditer(item.reply) if m.group().strip()]
    span = sentences[0] if sentences else (0, len(item.reply))
    return Score(
        overall=overall,
        interval=(round(overall - 9, 1), round(overall + 8, 1)),
        band=band_of(overall),
        need=round(2 * _unit(item, "need"), 1),
        flags=_flags(item),
        ignored=[Ignored(kind="url", span=m.span()) for m in _URL.finditer(item.reply)],
        features=_features(item, span),
        residual=0.2,
        strengths=["owns_next_step"],
        weakest=[
            Weakness(
                id="names_feeling",
                quote=item.reply[span[0] : span[1]],
                span=span,
                why="It answers the request but not how the customer feels about it.",
                edit="Name the feeling in a few words before the answer.",
            )
        ],
        model=model,
    )


def _features(item: CheckItem, span: tuple[int, int]) -> list[Feature]:
    raw = {spec.id: _unit(item, "w" + spec.id) for spec in FEATURES}
    total = sum(raw.values()) / 0.8
    return [
        Feature(
            id=spec.id,
            family=spec.family,
            value=round(_unit(item, spec.id), 3),
            expected=0.1 if spec.fault else 0.7,
            weight=raw[spec.id] / total,
            fault=spec.fault,
            spans=[span] if spec.family == "skill" else [],
        )
        for spec in FEATURES
    ]


def _flags(item: CheckItem) -> list[Flag]:
    flags = []
    if crisis := _CRISIS.search(item.context):
        message = "The customer may be in danger: follow your team's crisis steps first."
        flags.append(Flag(name="crisis", message=message, span=crisis.span(), where="context"))
    if hole := _PLACEHOLDER.search(item.reply):
        message = "A placeholder is not filled in."
        flags.append(Flag(name="unfilled_placeholder", message=message, span=hole.span()))
    if not item.context.strip():
        message = "Without the customer's message the score rests on the draft alone."
        flags.append(Flag(name="no_context", message=message))
    return flags


def _rewrite(item: CheckItem, overall: float) -> Rewrite:
    better = min(100.0, round(overall + 8.5, 1))
    return Rewrite(
        kind="light",
        text=_OPENING + item.reply,
        edits=[Edit(span=(0, 0), text=_OPENING)],
        overall=better,
        delta=round(better - overall, 1),
        facts=Facts(kept=True),
        source="edits",
    )


def _unit(item: CheckItem, salt: str) -> float:
    """A number of 0-1 that depends on the texts and the salt alone."""
    text = "\0".join((salt, item.context, item.reply)).encode("utf-8", "replace")
    return int.from_bytes(hashlib.sha256(text).digest()[:4], "big") / 0xFFFFFFFF
