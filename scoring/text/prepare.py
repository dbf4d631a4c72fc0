"""From a pair as given to what the model sees; the one way in for training and serving."""

from __future__ import annotations

from scoring.contract import Span
from scoring.text.clean import Cleaned, clean
from scoring.text.mask import Side
from scoring.text.prepared import Prepared, Sentence
from scoring.text.sentences import sentence_spans
from scoring.text.signature import signed_names

_AROUND = " \t\r\n-*\u2022>"


def prepare(context: str, reply: str) -> Prepared:
    """Clean and mask a pair and split the reply into sentences.

    Names learnt from one side (a greeting, a signature of the customer) are masked on both.

    Args:
        context: The customer's message; may be empty.
        reply: The draft.

    Returns:
        The same result for the same pair, always. Never raises; linear in the length.
    """
    asked, answered = clean(context), clean(reply)
    left, right = Side.of(asked.mapped), Side.of(answered.mapped)
    known = left.names | right.names | _signed(asked, context)
    seen = right.masked(known)
    spans = ((a, b, seen.span(a, b)) for a, b in sentence_spans(seen.text))
    sentences = tuple(Sentence(a, b, _trimmed(reply, span)) for a, b, span in spans)
    return Prepared(
        context=left.masked(known).text,
        reply=seen.text,
        cleaned_reply=answered.text,
        sentences=sentences,
        ignored=answered.ignored,
    )


def _trimmed(text: str, span: Span) -> Span:
    """Leave line ends and bullets round a sentence out of what is quoted."""
    part = text[span[0] : span[1]]
    end = span[0] + len(part.rstrip(_AROUND))
    start = span[1] - len(part.lstrip(_AROUND))
    return (start, end) if start < end else span


def _signed(cleaned: Cleaned, original: str) -> frozenset[str]:
    """Names of the customer's own signature."""
    parts = (original[i.span[0] : i.span[1]] for i in cleaned.ignored if i.kind == "signature")
    return frozenset(name for part in parts for name in signed_names(part[:400]))
