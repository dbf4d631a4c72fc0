"""The redactor that a setting names."""

from __future__ import annotations

import importlib
from dataclasses import dataclass

import pytest

from bot.errors import SettingsError
from bot.redact import redact
from bot.redact.engines import PresidioRedactor, make_redactor


@dataclass(frozen=True, slots=True)
class Found:
    """A finding in Presidio's form."""

    entity_type: str
    start: int
    end: int
    score: float = 0.9


class Listed:
    """Finds what it was told to find."""

    def __init__(self, *words: tuple[str, str, float]) -> None:
        self._words = words

    def analyze(self, text: str, language: str, entities: list[str]) -> list[Found]:
        """Find each word where it stands."""
        assert language == "en"
        return [
            Found(kind, text.index(word), text.index(word) + len(word), score)
            for word, kind, score in self._words
            if word in text and kind in entities
        ]


def test_rules_are_the_default() -> None:
    """Nothing else is loaded for them."""
    assert make_redactor("rules") is redact


def test_an_engine_only_adds_to_the_rules() -> None:
    """The rules go first; what the engine finds besides goes too, and both are counted."""
    engine = PresidioRedactor(
        Listed(("Chidi", "PERSON", 0.9), ("Enugu", "LOCATION", 0.6), ("parcel", "PERSON", 0.1))
    )
    made = engine("As Chidi in Enugu wrote from chidi@example.com, the parcel is late.")
    assert made.text == "As [name] in [place] wrote from [email], the parcel is late."
    assert dict(made.removed) == {"email": 1, "name": 1, "place": 1}
    assert made.redactor == "rules-1+presidio"


def test_what_overlaps_is_removed_once() -> None:
    """Two findings over the same words leave one stand-in and no remains."""
    engine = PresidioRedactor(Listed(("Chidi Eze", "PERSON", 0.9), ("Eze", "NRP", 0.9)))
    assert engine("so says Chidi Eze today").text == "so says [name] today"


def test_a_stand_in_is_not_taken_for_a_name() -> None:
    """What a rule has put there stays whole."""
    engine = PresidioRedactor(Listed(("email", "PERSON", 0.9)))
    assert engine("write to a@example.com").text == "write to [email]"


def test_an_engine_that_is_not_there_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence that names the setting and both commands."""

    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(SettingsError, match=r"pip install 'warmline\[presidio\]'"):
        make_redactor("presidio")
