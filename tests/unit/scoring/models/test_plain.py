"""What is plainly cold lowers a draft, whatever the network says."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from scoring.features.cold import cold_sentence
from scoring.features.registry import FEATURE_IDS
from scoring.models.base import Prediction
from scoring.models.plain import PlainReader
from scoring.text.prepare import prepare
from scoring.text.prepared import Prepared

DISMISSES = FEATURE_IDS.index("dismisses")


class _Network:
    """Predicts the same middling draft for everything."""

    def __init__(self, need: float) -> None:
        self._need = need

    def predict(self, pairs: Sequence[Prepared]) -> list[Prediction]:
        return [
            Prediction(
                overall=0.6,
                low=0.4,
                high=0.8,
                need=self._need,
                crisis=0.0,
                features=np.full(37, 0.2, np.float32),
                evidence=np.zeros((37, len(pair.sentences)), np.float32),
            )
            for pair in pairs
        ]


def _predicted(reply: str, need: float = 1.0) -> Prediction:
    return PlainReader(_Network(need)).predict([prepare("Where is my parcel?!", reply)])[0]


@pytest.mark.parametrize(
    "sentence",
    [
        "We're not sorry for what this did to you.",
        "I am not really sorry.",
        "I can't say I'm concerned.",
        "I don't understand why you're so furious about a delay.",
        "We can\N{RIGHT SINGLE QUOTATION MARK}t see why you are upset.",
        "I don't share your worries.",
        "Honestly, we don't care.",
        "We won't apologise for that.",
        "I can't take your complaint seriously.",
        "It doesn't matter to us that you waited.",
        "You have no reason to be angry with us.",
        "It isn't fair to be disappointed after one day.",
        "That wasn't wrong of us.",
    ],
)
def test_sympathy_that_is_taken_back_is_cold(sentence: str) -> None:
    assert cold_sentence(sentence, distress=False)


@pytest.mark.parametrize(
    "sentence",
    [
        "We're so sorry for what this did to you.",
        "There is no reason to be ashamed or afraid.",
        "I can't see why you were charged twice, so I am asking the bank.",
        "I can't imagine how worried you must be.",
        "We can't apologise enough.",
        "It isn't right that you were left waiting.",
        "Please don't apologise, it's our mistake.",
        "It doesn't matter which form you use.",
        "I don't care for the wording of that letter either.",
        "I understand why you're furious, and I'm not going to leave this.",
        "It doesn't matter to us which carrier you use for the return.",
        "We're not bothered about the missing receipt, so just send it back.",
        "We can't take this seriously enough.",
        "If it feels as if we don't care, I'm sorry.",
        "I don't want you to feel we don't care about this.",
        "It may seem like we don't care, but we do.",
        "We can't apologise more than we already have.",
        "We don't appreciate the frustration this caused enough.",
        "I don't see why you should be worried about the deadline.",
        "It isn't fair to be hurt like that by a courier.",
    ],
)
def test_kind_and_plain_sentences_with_a_not_are_not_cold(sentence: str) -> None:
    assert not cold_sentence(sentence, distress=True)


def test_laughing_faces_are_cold_beside_distress_alone() -> None:
    assert cold_sentence("Sorry for your loss. \U0001f602", distress=True)
    assert not cold_sentence("Enjoy the party! \U0001f389", distress=False)


def test_a_cold_sentence_lowers_the_score_and_is_the_evidence() -> None:
    read = _predicted("A new one is on its way. We are not sorry for the wait.")
    assert read.overall == pytest.approx(0.35)
    assert (read.low, read.high) == (pytest.approx(0.15), pytest.approx(0.55))
    assert read.features[DISMISSES] == pytest.approx(0.75)
    assert int(np.argmax(read.evidence[DISMISSES])) == 1


def test_a_draft_without_one_comes_out_as_the_network_says() -> None:
    read = _predicted("A new one is on its way. We are sorry for the wait.")
    assert read.overall == 0.6
    assert read.features[DISMISSES] == pytest.approx(0.2)
