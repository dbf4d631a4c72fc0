"""The network over prepared pairs."""

from __future__ import annotations

import numpy as np
import torch

from scoring.features.registry import FEATURES
from scoring.models.build import Built
from scoring.models.inputs import collate, encode
from scoring.models.predictor import EncoderPredictor
from scoring.text.prepare import prepare

PAIRS = [
    prepare("where is my refund?", "We sent it, sorry."),
    prepare("thanks!", "You are welcome. Please write again if the refund is late."),
    prepare("please help", "No."),
]


def test_same_text_same_score_alone_or_in_a_batch(predictor: EncoderPredictor) -> None:
    """Batching changes nothing that would show at the printed precision."""
    together = predictor.predict(PAIRS)
    alone = [predictor.predict([p])[0] for p in PAIRS]
    for a, b in zip(together, alone, strict=True):
        assert abs(a.overall - b.overall) < 1e-5
        np.testing.assert_allclose(a.features, b.features, atol=1e-5)
        np.testing.assert_allclose(a.evidence, b.evidence, atol=1e-4)


def test_evidence_of_the_sentences_adds_up_to_the_features_logit(
    built: Built, predictor: EncoderPredictor
) -> None:
    """The quoted evidence is the score's own arithmetic: parts plus bias give the logit."""
    prediction = predictor.predict([PAIRS[1]])[0]
    logits = np.log(prediction.features / (1 - prediction.features))
    bias = built.network.features.bias.detach().numpy()
    np.testing.assert_allclose(prediction.evidence.sum(1) + bias, logits, atol=1e-3)
    assert prediction.evidence.shape == (len(FEATURES), 2)


def test_need_reads_the_message_and_not_only_its_attention_mask(
    predictor: EncoderPredictor,
) -> None:
    """Another message to the same reply moves the predicted need."""
    one = predictor.predict([prepare("thanks", "We sent it.")])[0]
    other = predictor.predict([prepare("sorry, please, the refund is not here!", "We sent it.")])[0]
    assert one.need != other.need


def test_an_empty_reply_still_gets_a_need(predictor: EncoderPredictor) -> None:
    """Abstained drafts still tell how much the message calls for; nothing is infinite."""
    prediction = predictor.predict([prepare("please help, the refund is not here", "")])[0]
    assert 0 < prediction.need < 1
    assert np.isfinite(prediction.features).all()
    assert prediction.evidence.shape == (len(FEATURES), 0)


def test_a_windowed_reply_merges_into_one_prediction(predictor: EncoderPredictor) -> None:
    """A reply over the model's length gives one prediction with evidence for every sentence."""
    long = prepare("hello", " ".join(["we refund you."] * 150))
    prediction = predictor.predict([long])[0]
    assert prediction.evidence.shape[1] == len(long.sentences) == 150
    assert (np.abs(prediction.evidence).sum(0) > 0).all()


def test_quantiles_lie_on_both_sides_of_the_score(built: Built) -> None:
    """The raw interval never excludes the score it is about."""
    windows = [w for p in PAIRS for w in encode(p, built.tokenizer)]
    built.network.eval()
    with torch.inference_mode():
        quantiles = built.network(collate(windows, built.pad)).quantiles
    assert (quantiles[:, 0] < 0).all()
    assert (quantiles[:, 1] > 0).all()
