"""llama.cpp in this process: what is sent to it, and the real thing where a model is at hand."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring.errors import LlmAnswerError, LlmTimeoutError, WeightsError
from scoring.llm import gguf
from scoring.llm.base import Message, Question, Sampling
from scoring.llm.budget import Budget
from scoring.llm.gguf import GgufLlm
from scoring.llm.requests import Wire, open_client
from scoring.llm.server import Limits, ServerLlm
from scoring.registry.base_weights import cached_folder
from scoring.registry.entries import SMOLLM2_135M
from scoring.settings import Settings
from tests.doubles.llm_server import Script, Turn, make_app
from tests.doubles.server import serving

ASK = [Message("system", "Be brief."), Message("user", "Say hello.")]
DIGITS = tuple("0123456789")


@pytest.fixture
def script() -> Script:
    return Script()


@pytest.fixture
def llm(script: Script) -> Iterator[GgufLlm]:
    with serving(make_app(script)) as url:
        wire = Wire(open_client(url, "key", 1), retries=0)
        made = GgufLlm(object(), wire, ServerLlm(wire, "m", Limits(), prefix="/v1/"))
        yield made
        made.close()


def test_questions_follow_one_rendered_prompt(llm: GgufLlm, script: Script) -> None:
    """The prompt is the same start for all, its cache is asked for, only labels can be drawn."""
    script.turns = [Turn(top=(("1", 0.25), ("0", 0.75))), Turn(top=(("0", 0.5), ("1", 0.5)))]
    questions = [Question("warmth", ("0", "1")), Question("clarity", ("0", "1"))]
    weighed = llm.weigh(ASK, questions, Budget(60))
    assert [round(math.exp(v), 2) for w in weighed for v in w] == [0.75, 0.25, 0.5, 0.5]
    first, second = script.bodies
    assert first["prompt"] == "<system>Be brief.<user>Say hello.<assistant>warmth: "
    assert second["prompt"].removesuffix("clarity: ") == first["prompt"].removesuffix("warmth: ")
    assert first["cache_prompt"]
    assert [label for label, _ in first["logit_bias"]] == ["0", "1"]


def test_a_label_that_is_not_listed_is_no_label(llm: GgufLlm, script: Script) -> None:
    """A model whose tokenizer cuts a label in two can't judge on that scale."""
    script.turns = [Turn(top=(("1", 1.0),))]
    with pytest.raises(LlmAnswerError, match="no single token"):
        llm.weigh(ASK, [Question("warmth", ("1", "10"))], Budget(60))


def test_writing_goes_through_the_chat_interface(llm: GgufLlm, script: Script) -> None:
    """The same client as for any server."""
    script.turns = [Turn("Hello there.")]
    assert llm.complete(ASK, Sampling(), Budget(60)).text == "Hello there."
    assert script.keys == ["Bearer key"]


def test_it_gives_no_perplexity(llm: GgufLlm) -> None:
    """It is said, with what does."""
    with pytest.raises(LlmAnswerError, match="transformers"):
        llm.surprise("Hello.", Budget(60))


@pytest.fixture(scope="module")
def real() -> Iterator[GgufLlm]:
    pytest.importorskip("xllamacpp", reason="the extra llm is not installed")
    file = cached_folder(SMOLLM2_135M, Settings()) / SMOLLM2_135M.weights.name
    if not file.is_file():
        pytest.skip(f"run: warmline models fetch {SMOLLM2_135M.name}")
    made = gguf.load(file, Limits(answer=64, context=1024), threads=1)
    yield made
    made.close()


@pytest.mark.fetched
def test_a_real_model_writes_and_weighs(real: GgufLlm) -> None:
    """The smallest model of the registry, through llama.cpp."""
    assert real.complete(ASK, Sampling(max_tokens=12), Budget(120)).text
    questions = [Question("warmth", DIGITS), Question("presence", ("0", "1"))]
    first = real.weigh(ASK, questions, Budget(120))
    assert [len(w) for w in first] == [10, 2]
    assert sum(math.exp(v) for v in first[0]) == pytest.approx(1)
    again = real.weigh(ASK, questions, Budget(120))
    assert again[0] == pytest.approx(first[0], abs=0.05)  # 4-bit weights, other batch shapes


@pytest.mark.fetched
def test_a_real_model_is_left_at_the_deadline(real: GgufLlm) -> None:
    """And answers the next call."""
    with pytest.raises(LlmTimeoutError):
        real.complete(ASK, Sampling(max_tokens=64), Budget(0.01))
    assert real.complete(ASK, Sampling(max_tokens=4), Budget(120)).text


def test_a_file_that_is_no_model_is_named(tmp_path: Path) -> None:
    """In one sentence."""
    pytest.importorskip("xllamacpp", reason="the extra llm is not installed")
    file = tmp_path / "broken.gguf"
    file.write_bytes(b"GGUF" + bytes(64))
    with pytest.raises(WeightsError, match=r"broken\.gguf can't be loaded"):
        gguf.load(file, Limits(), threads=1)
