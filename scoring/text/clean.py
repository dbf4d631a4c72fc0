"""What of a message is the message: quoted mail, signature, code and the like are taken out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.contract import Ignored, Span
from scoring.text import inline
from scoring.text.characters import canonical, squeezed
from scoring.text.code import code_spans
from scoring.text.instructions import instruction_spans, markup_spans
from scoring.text.lines import lines_of
from scoring.text.mapped import Mapped
from scoring.text.pad import Pad
from scoring.text.quotes import quoted_spans
from scoring.text.references import alone_spans, bracket_spans
from scoring.text.sentences import sentence_spans
from scoring.text.signature import legal_spans, signature_span
from scoring.text.tidy import tidy

#: Parts can hide one another (a signature above a quote above a notice), so the search is
#: repeated; no honest mail has more layers than this.
_MOST_ROUNDS = 8


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A cleaned text with the way back.

    Attributes:
        mapped: The cleaned text and the source range of each of its characters.
        ignored: What was taken out, as spans of the text as given.
    """

    mapped: Mapped
    ignored: tuple[Ignored, ...]

    @property
    def text(self) -> str:
        """The cleaned text: one paragraph, plainly written."""
        return self.mapped.text

    @property
    def offsets(self) -> Sequence[int]:
        """For each character of ``text`` the code point of the original it came from."""
        return self.mapped.starts

    def original_span(self, start: int, end: int) -> Span:
        """Range of the text as given behind ``text[start:end]``."""
        return self.mapped.span(start, end)


def clean(text: str) -> Cleaned:
    """Take out what is not the reply and write the rest plainly.

    Args:
        text: Any string, also one with lone surrogates, NUL or 200,000 characters.

    Returns:
        The cleaned text with offsets, and what was ignored. Never raises; linear in time.
    """
    pad = Pad(text)
    inline.decode(pad)
    pad.mapped = squeezed(canonical(pad.mapped))
    pad.cut_spans("instruction", markup_spans(pad.text))
    _strip_references(pad)
    inline.strip_markup(pad)
    _strip_references(pad)
    _strip_parts(pad)
    _strip_references(pad)
    inline.strip_inline(pad)
    inline.strip_format(pad)
    tidy(pad)
    return Cleaned(pad.mapped, pad.ignored())


def _strip_references(pad: Pad) -> None:
    """Cut references that stand alone; asked again where taking parts out has left one alone."""
    pad.cut_spans("id", bracket_spans(pad.text), "")
    pad.cut_spans("id", alone_spans(pad.text, lines_of(pad.text), sentence_spans(pad.text)))


def _strip_parts(pad: Pad) -> None:
    """Cut whole parts until none is left; closing parts last, as the rest can stand after them."""
    for _ in range(_MOST_ROUNDS):
        size = len(pad.text)
        lines = lines_of(pad.text)
        pad.cut_all([("code", code_spans(lines)), ("quote", quoted_spans(lines, size))])
        if len(pad.text) < size:
            continue
        sentences = sentence_spans(pad.text)
        legal = legal_spans(lines, sentences, pad.text)
        addressed = instruction_spans(pad.text, lines, sentences)
        pad.cut_all([("signature", legal), ("instruction", addressed)])
        if len(pad.text) == size:
            break
    for _ in range(_MOST_ROUNDS):
        closing = signature_span(lines_of(pad.text), len(pad.text))
        if closing is None:
            return
        pad.cut_spans("signature", [closing], "")
