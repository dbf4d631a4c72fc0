"""Which redactor a setting names: the rules alone, or the rules and then Presidio's recognisers.

Presidio (``pip install 'warmline[presidio]'`` and a spaCy model of your choice) finds names and
places by a language model. It only ever adds to what the rules remove.
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal, Protocol

from bot.errors import SettingsError
from bot.redact.redact import redact
from bot.redact.values import Redacted, Redactor

__all__ = ["Analyzer", "Engine", "Finding", "PresidioRedactor", "make_redactor"]

Engine = Literal["rules", "presidio"]

#: Presidio's names of what we ask for, and the stand-ins for them.
KINDS: Final = {"PERSON": "name", "LOCATION": "place", "NRP": "group"}
#: Least certainty at which a finding is removed; missing a name is the worse mistake.
LEAST_SCORE: Final = 0.4


class Finding(Protocol):
    """Something that Presidio found."""

    entity_type: str
    start: int
    end: int
    score: float


class Analyzer(Protocol):
    """The part of Presidio's ``AnalyzerEngine`` that is used."""

    def analyze(self, text: str, language: str, entities: list[str]) -> Sequence[Finding]:
        """Find entities in a text."""


class PresidioRedactor:
    """Redacts by rules, then removes what an analyzer still finds.

    Args:
        analyzer: Finds names and places.
    """

    def __init__(self, analyzer: Analyzer) -> None:
        self._analyzer = analyzer

    def __call__(self, text: str) -> Redacted:
        """Redact a text."""
        first = redact(text)
        removed, clean = Counter(first.removed), first.text
        for finding in self._findings(clean):
            kind = KINDS[finding.entity_type]
            removed[kind] += 1
            clean = f"{clean[: finding.start]}[{kind}]{clean[finding.end :]}"
        return Redacted(clean, dict(removed), f"{first.redactor}+presidio")

    def _findings(self, text: str) -> list[Finding]:
        """Give what is to be removed, from the end, so that the places before stay right."""
        found = self._analyzer.analyze(text=text, language="en", entities=list(KINDS))
        chosen: list[Finding] = []
        for finding in sorted(found, key=lambda f: (f.start, -f.end)):
            inside_stand_in = "[" in text[max(0, finding.start - 1) : finding.end]
            overlaps = bool(chosen) and finding.start < chosen[-1].end
            if finding.score >= LEAST_SCORE and not inside_stand_in and not overlaps:
                chosen.append(finding)
        return chosen[::-1]


def make_redactor(engine: Engine) -> Redactor:
    """Make the redactor that a setting names.

    Raises:
        SettingsError: Presidio is asked for and not installed, or has no language model.
    """
    return redact if engine == "rules" else PresidioRedactor(_load_presidio())


def _load_presidio() -> Analyzer:
    try:
        analyzer: Analyzer = importlib.import_module("presidio_analyzer").AnalyzerEngine()
    except (ImportError, OSError) as error:
        raise SettingsError(
            "WARMLINE_REDACTOR=presidio needs Presidio and its language model; run "
            "`pip install 'warmline[presidio]'` and `python -m spacy download en_core_web_lg`, "
            "or set WARMLINE_REDACTOR=rules."
        ) from error
    return analyzer
