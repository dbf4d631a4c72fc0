"""What the model sees of a draft: cleaned, masked text with the way back to the original."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.contract import Ignored, Span


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of the reply.

    Attributes:
        start: First code point in ``Prepared.reply``.
        end: One past the last, in ``Prepared.reply``.
        span: The same sentence in the reply exactly as it was given.
    """

    start: int
    end: int
    span: Span


@dataclass(frozen=True, slots=True)
class Prepared:
    """A pair ready for the model: the same function makes it in training and serving.

    Attributes:
        context: The customer's message, cleaned and masked.
        reply: The draft, cleaned and masked; empty when nothing is left to score.
        cleaned_reply: The draft, cleaned but not masked (language and length are judged on it).
        sentences: Sentences of ``reply`` in order.
        ignored: Spans of the draft as given that were not scored.
    """

    context: str
    reply: str
    cleaned_reply: str
    sentences: tuple[Sentence, ...]
    ignored: tuple[Ignored, ...]
