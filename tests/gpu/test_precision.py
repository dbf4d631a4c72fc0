"""The shipped model says the same in every number format, alone and in a batch.

Half precision on a GPU may move a figure a little, but never by what a person would notice; and no
draft's score depends on the drafts that happen to be checked with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest
import torch

from scoring.contract import CheckItem, CheckResult
from scoring.engine import Engine
from scoring.models.device import DeviceChoice, DtypeChoice, choose
from scoring.models.shipped import load_version
from scoring.registry import versions
from scoring.registry.base_weights import locate
from scoring.registry.progress import NullProgress
from scoring.settings import Settings

pytestmark = pytest.mark.weights

_MESSAGES = (
    "My parcel was due on Monday and it is still not here. I am really disappointed.",
    "How do I change the address on my account?",
    "You charged me twice and nobody answers the phone. This is the third time I write!",
    "",
    "My father passed away and I need to close his account. I don't know where to start.",
)
_REPLIES = (
    "We have got your request.",
    "I can see why that is upsetting, and I'm sorry. I have asked the depot where it is and will "
    "write to you by 5 pm today.",
    "Please read our terms before you complain. There is nothing we can do for you here.",
    "Thank you for telling me. Which of the two would suit you better: a refund, or a new one? If "
    "you are not sure, take your time.\n\nYou can answer here and I will take care of the rest.",
)
ITEMS = [
    CheckItem(id=f"{m}.{r}", context=message, reply=reply)
    for m, message in enumerate(_MESSAGES)
    for r, reply in enumerate(_REPLIES)
]


@cache
def engine(device: DeviceChoice, dtype: DtypeChoice) -> Engine:
    """The shipped model on a device in a number format."""
    version = versions.current()
    manifest, info = versions.read_manifest(version)
    placement = choose(device, dtype)
    base = locate(manifest.base, Settings(), NullProgress())
    loaded = load_version(version, base, placement)
    return Engine(loaded.predictor, loaded.combination, info, str(placement))


def overall(results: Sequence[CheckResult]) -> list[float]:
    """The scores; every one of the drafts has one."""
    scores = [result.score.overall for result in results if result.score.overall is not None]
    assert len(scores) == len(ITEMS)
    return scores


def features(results: Sequence[CheckResult]) -> list[float]:
    """All features of all drafts in order."""
    return [feature.value for result in results for feature in result.score.features]


def check_alone_and_together(checker: Engine) -> None:
    """Assert that each draft has the same score alone as among the others."""
    together = overall(checker.check(ITEMS, rewrites=False))
    alone = overall([checker.check([item], rewrites=False)[0] for item in ITEMS])
    assert alone == pytest.approx(together, abs=0.1 + 1e-9)


class TestCpu:
    """What holds on every machine."""

    def test_a_draft_scores_the_same_alone_and_in_a_batch(self) -> None:
        """In full precision a score does not depend on the batch, to the tenth that is shown."""
        check_alone_and_together(engine("cpu", "float32"))


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="torch sees no CUDA device")
class TestGpu:
    """What holds on a GPU as well."""

    @pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
    def test_half_precision_moves_no_figure_a_person_would_notice(self, dtype: DtypeChoice) -> None:
        """Scores stay within one point of full precision, features within 0.02."""
        exact = engine("cuda", "float32").check(ITEMS, rewrites=False)
        half = engine("cuda", dtype).check(ITEMS, rewrites=False)
        assert overall(half) == pytest.approx(overall(exact), abs=1.0)
        assert features(half) == pytest.approx(features(exact), abs=0.02)

    @pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float16"])
    def test_a_draft_scores_the_same_alone_and_in_a_batch(self, dtype: DtypeChoice) -> None:
        """A score does not depend on the batch, to the tenth that is shown."""
        check_alone_and_together(engine("cuda", dtype))

    def test_the_gpu_agrees_with_the_cpu(self) -> None:
        """Full precision gives the same scores on both, to the tenth that is shown."""
        here = overall(engine("cpu", "float32").check(ITEMS, rewrites=False))
        there = overall(engine("cuda", "float32").check(ITEMS, rewrites=False))
        assert there == pytest.approx(here, abs=0.1 + 1e-9)
