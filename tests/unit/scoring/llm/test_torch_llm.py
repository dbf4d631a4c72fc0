"""A model in this process: what is shared between questions changes none of their answers."""

from __future__ import annotations

import math
import threading
import time
from types import SimpleNamespace

import pytest
import torch

from scoring.errors import LlmAnswerError, LlmStoppedError, LlmTimeoutError, LlmTooLongError
from scoring.llm.base import Message, Question, Sampling
from scoring.llm.budget import Budget
from scoring.llm.torch_cache import shares
from scoring.llm.torch_llm import TorchLlm
from tests.fixtures.tiny_llm import tiny_llm

RUBRIC = Message("system", "You rate replies. " * 20)
DIGITS = tuple("0123456789")
QUESTIONS = [Question(t, DIGITS) for t in ("warmth in tone", "clarity", "offering help", "x")]


@pytest.fixture(scope="module")
def llm() -> TorchLlm:
    return tiny_llm()


def about(text: str) -> list[Message]:
    return [RUBRIC, Message("user", text)]


def alone(llm: TorchLlm, messages: list[Message], question: Question) -> torch.Tensor:
    """Log-probabilities over the vocabulary, computed from scratch without any cache."""
    model = llm.cache._model
    ids = llm.chat.prompt(messages) + llm.chat.question(question)
    with torch.inference_mode():
        logits = model(input_ids=torch.tensor([ids]), use_cache=False).logits[0, -1]
    return torch.log_softmax(logits.float(), -1)


def test_shared_work_gives_what_each_question_alone_gives(llm: TorchLlm) -> None:
    """Prompt computed once, questions side by side: the same log-probabilities within 1e-2."""
    for text in ("Where is my parcel?", "I was charged twice and nobody answers."):
        messages = about(text)
        llm.cache.extend(llm.chat.prompt(messages), Budget(250))
        suffixes = [llm.chat.question(q) for q in QUESTIONS]
        together = llm.cache.after_each(suffixes, Budget(250))
        for question, weighed in zip(QUESTIONS, together, strict=True):
            assert torch.allclose(weighed, alone(llm, messages, question), atol=1e-2, rtol=0)
        assert (together[0] - together[1]).abs().max() > 0.1  # the model does tell them apart


def test_layers_that_see_a_window_of_the_past_see_no_more() -> None:
    """Also where the prompt is longer than the window."""
    llm = tiny_llm(window=64)
    messages = about("Where is my parcel?")
    llm.cache.extend(llm.chat.prompt(messages), Budget(250))
    together = llm.cache.after_each([llm.chat.question(q) for q in QUESTIONS], Budget(250))
    for question, weighed in zip(QUESTIONS, together, strict=True):
        assert torch.allclose(weighed, alone(llm, messages, question), atol=1e-2, rtol=0)
    wide = tiny_llm()
    assert (alone(wide, messages, QUESTIONS[0]) - together[0]).abs().max() > 0.1


def test_recurrent_layers_are_not_shared() -> None:
    """A state that has read a question can't forget it."""
    attending = SimpleNamespace(layer_types=["full_attention", "sliding_attention"])
    assert shares(attending)
    assert shares(SimpleNamespace())
    assert not shares(SimpleNamespace(layer_types=["linear_attention", "full_attention"]))


def test_the_rubric_is_kept_between_replies(llm: TorchLlm) -> None:
    """A second reply costs its own tokens only, and the same reply again gives the same."""
    llm.cache.forget()
    first = llm.weigh(about("Sorry to hear that."), QUESTIONS, Budget(250))
    seen: list[int] = []
    forward = llm.cache._forward

    def counted(ids, **more):
        seen.append(len(ids))
        return forward(ids, **more)

    llm.cache._forward = counted
    try:
        llm.weigh(about("We will look."), QUESTIONS, Budget(250))
        again = llm.weigh(about("Sorry to hear that."), QUESTIONS, Budget(250))
    finally:
        del llm.cache._forward
    whole = len(llm.chat.prompt(about("We will look.")))
    assert sum(seen[:2]) < whole / 2
    assert again == [pytest.approx(f, abs=1e-4) for f in first]


def test_weights_are_over_the_labels_alone(llm: TorchLlm) -> None:
    """The probabilities of a question's labels sum to one."""
    weighed = llm.weigh(about("Hello."), [Question("presence", ("0", "1"))], Budget(250))
    assert sum(math.exp(v) for v in weighed[0]) == pytest.approx(1)
    assert len(weighed[0]) == 2


def test_many_questions_go_in_several_passes(llm: TorchLlm) -> None:
    """More questions than one pass takes are weighed like few."""
    many = [Question("overall quality of the reply as a whole", DIGITS)] * 20
    weighed = llm.weigh(about("Hello."), many, Budget(250))
    assert len(weighed) == 20
    assert weighed[19] == pytest.approx(weighed[0], abs=1e-4)


def test_a_label_of_two_tokens_is_refused(llm: TorchLlm) -> None:
    """A scale that the model does not say in one token can't be read off."""
    with pytest.raises(LlmAnswerError, match="10 is not one of its tokens"):
        llm.weigh(about("Hello."), [Question("warmth", ("9", "10"))], Budget(250))


def test_writing_is_the_same_with_and_without_a_kept_prompt(llm: TorchLlm) -> None:
    """Greedy and seeded answers repeat, whatever the cache held before."""
    llm.cache.forget()
    fresh = llm.complete(about("Hi."), Sampling(max_tokens=12), Budget(250))
    llm.weigh(about("Something else."), QUESTIONS, Budget(250))
    assert llm.complete(about("Hi."), Sampling(max_tokens=12), Budget(250)) == fresh
    assert llm.complete(about("Hi."), Sampling(max_tokens=12), Budget(250)) == fresh
    draw = Sampling(max_tokens=12, temperature=1.0, top_p=0.9, seed=3)
    assert llm.complete(about("Hi."), draw, Budget(250)) == llm.complete(
        about("Hi."), draw, Budget(250)
    )


def test_an_answer_is_cut_at_its_limit_and_at_a_stop(llm: TorchLlm) -> None:
    """The settings' limit holds over the caller's; a stop text ends the answer before it."""
    # Random weights end some answers by themselves; which ones differs from machine to machine.
    for word in (
        "Hi.",
        "Hello.",
        "Late again.",
        "Thanks!",
        "Where is it?",
        "Why?",
        "No.",
        "Please.",
    ):
        whole = llm.complete(about(word), Sampling(max_tokens=5000), Budget(250))
        if whole.finish == "length":
            break
    assert whole.finish == "length"
    middle = whole.text[3]
    cut = llm.complete(about(word), Sampling(max_tokens=5000, stop=(middle,)), Budget(250))
    assert cut.finish == "stop"
    assert whole.text.startswith(cut.text)
    assert middle not in cut.text


def test_a_prompt_beyond_the_context_is_refused(llm: TorchLlm) -> None:
    """It is counted in the model's own tokens before anything is computed."""
    with pytest.raises(LlmTooLongError, match="SCORER_LLM_CONTEXT"):
        llm.weigh(about("x" * 1100), QUESTIONS, Budget(250))


def test_the_budget_ends_work_between_tokens(llm: TorchLlm) -> None:
    """No time left: no answer, and the next call is not harmed."""
    before = llm.weigh(about("Hello."), QUESTIONS, Budget(250))
    llm.cache.forget()
    ticks = iter([0.0, *(0.1 * n for n in range(1000))])
    with pytest.raises(LlmTimeoutError):
        llm.complete(about("Hello."), Sampling(), Budget(0.35, lambda: next(ticks)))
    assert llm.weigh(about("Hello."), QUESTIONS, Budget(250)) == [
        pytest.approx(b, abs=1e-4) for b in before
    ]


def test_waiting_for_another_call_can_be_stopped(llm: TorchLlm) -> None:
    """A call behind a long one gives up at its deadline or when it is cancelled."""
    with llm._lock:
        with pytest.raises(LlmTimeoutError):
            llm.weigh(about("Hello."), QUESTIONS, Budget(0.2))
        budget = Budget(250)
        threading.Timer(0.1, budget.cancel).start()
        start = time.monotonic()
        with pytest.raises(LlmStoppedError):
            llm.weigh(about("Hello."), QUESTIONS, budget)
        assert time.monotonic() - start < 50


def test_surprise_is_the_mean_loss_of_a_text(llm: TorchLlm) -> None:
    """As computed a token at a time; the kept prompt is not touched."""
    llm.cache.extend(llm.chat.prompt(about("Where is it?")), Budget(250))
    kept = llm.cache.kept
    text = "We will look into it."
    ids = [min(llm._ends), *llm.chat.tokens(text)]
    losses = []
    with torch.inference_mode():
        for end in range(1, len(ids)):
            logits = llm.cache._model(input_ids=torch.tensor([ids[:end]])).logits[0, -1]
            losses.append(-float(torch.log_softmax(logits.float(), -1)[ids[end]]))
    assert llm.surprise(text, Budget(250)) == pytest.approx(sum(losses) / len(losses), abs=1e-3)
    assert llm.cache.kept == kept


def test_no_text_has_no_surprise(llm: TorchLlm) -> None:
    """Nothing to read is said, not guessed."""
    with pytest.raises(LlmAnswerError):
        llm.surprise("", Budget(250))
