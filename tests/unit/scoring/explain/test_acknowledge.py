"""Sentences on a customer's situation: every kind of trouble has its own."""

from __future__ import annotations

from typing import get_args

import pytest

from scoring.explain import acknowledge
from scoring.explain.situation import Situation
from scoring.explain.topics import Kind, Topic
from scoring.explain.voice import voice_of


@pytest.mark.parametrize("kind", get_args(Kind))
def test_every_kind_of_trouble_can_be_spoken_of(kind):
    """A kind without a question or a judgement would end a check."""
    situation = Situation(topic=Topic("x", kind, "being told no", "the decision"))
    voice = voice_of("We looked into it.")
    assert acknowledge.open_question(situation, voice).endswith("?")
    assert acknowledge.on_feeling(situation, voice)
