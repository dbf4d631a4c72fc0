"""The client of OpenAI-compatible servers, against a local one that misbehaves on demand."""

from __future__ import annotations

import logging
import math
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from scoring.errors import (
    LlmAnswerError,
    LlmError,
    LlmStoppedError,
    LlmTimeoutError,
    LlmTooLongError,
    LlmUnreachableError,
)
from scoring.llm.base import Message, Question, Sampling
from scoring.llm.budget import Budget
from scoring.llm.requests import Wire, open_client
from scoring.llm.server import Limits, ServerLlm
from tests.doubles.llm_server import Script, Turn, make_app
from tests.doubles.server import serving

SECRET = "my parcel from Larkspur Lane"
ASK = [Message("system", "Be brief."), Message("user", SECRET)]
DIGITS = tuple("0123456789")


@pytest.fixture
def script() -> Script:
    return Script()


@pytest.fixture
def url(script: Script) -> Iterator[str]:
    with serving(make_app(script)) as address:
        yield f"{address}/v1"


@pytest.fixture
def llm(url: str) -> Iterator[ServerLlm]:
    wire = Wire(open_client(url, "key-1", 4), retries=2, jitter=lambda: 0.0)
    made = ServerLlm(wire, limits=Limits(answer=50, context=2048, parallel=4))
    yield made
    made.close()


def test_an_answer_is_joined_and_stripped(llm: ServerLlm, script: Script) -> None:
    """The pieces of the stream make one text; model, key and limits go with the request."""
    script.turns = [Turn("  I will look into it today.  ")]
    answer = llm.complete(ASK, Sampling(max_tokens=400, seed=7, stop=("###",)), Budget(60))
    assert (answer.text, answer.finish) == ("I will look into it today.", "stop")
    sent = script.bodies[0]
    assert sent["model"] == "double-1b"
    assert (sent["max_tokens"], sent["seed"], sent["stop"]) == (50, 7, ["###"])
    assert script.keys == ["Bearer key-1"]


def test_thoughts_are_left_out(llm: ServerLlm, script: Script) -> None:
    """A model that thinks aloud first is heard only after that."""
    script.turns = [Turn("<think> hm, hm </think>\n\nDone.")]
    assert llm.complete(ASK, Sampling(), Budget(60)).text == "Done."
    script.turns = [Turn("<think> never ends", finish="length")]
    assert llm.complete(ASK, Sampling(), Budget(60)).text == ""


def test_a_cut_answer_says_so(llm: ServerLlm, script: Script) -> None:
    """``length`` is passed on."""
    script.turns = [Turn(finish="length")]
    assert llm.complete(ASK, Sampling(), Budget(60)).finish == "length"


@pytest.mark.parametrize("turn", [Turn(hang=30), Turn("word " * 200, drip=0.05)])
def test_a_slow_model_costs_its_budget_and_no_more(
    llm: ServerLlm, script: Script, turn: Turn
) -> None:
    """A model that hangs, or drips, is left at the deadline, and the server sees it."""
    script.turns = [turn]
    start = time.monotonic()
    with pytest.raises(LlmTimeoutError, match=r"within 0\.4 seconds"):
        llm.complete(ASK, Sampling(), Budget(0.4))
    assert time.monotonic() - start < 10
    _eventually(lambda: script.gone == 1)


def test_work_can_be_stopped_from_another_thread(llm: ServerLlm, script: Script) -> None:
    """Cancelling the budget ends the wait at once."""
    script.turns = [Turn(hang=30)]
    budget = Budget(30)
    threading.Timer(0.2, budget.cancel).start()
    start = time.monotonic()
    with pytest.raises(LlmStoppedError):
        llm.complete(ASK, Sampling(), budget)
    assert time.monotonic() - start < 20


def test_a_cancelled_budget_asks_nothing(llm: ServerLlm, script: Script) -> None:
    """No request leaves for work that nobody wants."""
    budget = Budget(60)
    budget.cancel()
    with pytest.raises(LlmStoppedError):
        llm.complete(ASK, Sampling(), budget)
    assert script.bodies == []


def test_a_busy_server_is_asked_again(llm: ServerLlm, script: Script) -> None:
    """429 and 503 are tried again, with the pause asked for."""
    script.turns = [
        Turn(status=503),
        Turn(status=429, headers=(("Retry-After", "1"),)),
        Turn("At last."),
    ]
    start = time.monotonic()
    assert llm.complete(ASK, Sampling(), Budget(60)).text == "At last."
    assert len(script.bodies) == 3
    assert time.monotonic() - start > 1.0


def test_tries_end(llm: ServerLlm, script: Script) -> None:
    """After the last try the status is told."""
    script.turns = [Turn(status=500)]
    with pytest.raises(LlmUnreachableError, match="answered 500"):
        llm.complete(ASK, Sampling(), Budget(60))
    assert len(script.bodies) == 3


def test_pauses_count_against_the_budget(llm: ServerLlm, script: Script) -> None:
    """A server that asks for a minute's patience does not get it."""
    script.turns = [Turn(status=429, headers=(("Retry-After", "60"),))]
    with pytest.raises(LlmTimeoutError):
        llm.complete(ASK, Sampling(), Budget(0.5))


@pytest.mark.parametrize(
    ("turn", "error", "words"),
    [
        (Turn(status=401), LlmUnreachableError, "SCORER_LLM_KEY_FILE"),
        (Turn(status=404), LlmUnreachableError, "SCORER_LLM_MODEL"),
        (Turn(status=400, error=SECRET), LlmUnreachableError, "refused the request"),
        (Turn(status=400, error="maximum context length is 4"), LlmTooLongError, "context"),
        (Turn(raw=b"data: {{{\n\n"), LlmAnswerError, "expected form"),
        (Turn(raw=b'data: {"choices": [{"delta": 4}]}\n\n'), LlmAnswerError, "expected form"),
        (Turn(raw=b"data: \xff\xfe\n\n"), LlmAnswerError, "no text"),
        (Turn(raw=b"<html>hello</html>"), LlmAnswerError, "broke off"),
        (Turn(raw=b"x" * 2_000_000), LlmAnswerError, "no event stream"),
        (Turn(breaks=True), LlmAnswerError, "broke off"),
        (Turn(endless=True), LlmAnswerError, "far more"),
    ],
)
def test_what_is_no_answer_is_said_in_a_sentence(
    llm: ServerLlm, script: Script, turn: Turn, error: type[LlmError], words: str
) -> None:
    """Garbage, refusals and broken streams end in one plain sentence, and are not tried again."""
    script.turns = [turn]
    with pytest.raises(error, match=words) as caught:
        llm.complete(ASK, Sampling(), Budget(60))
    assert SECRET not in str(caught.value)
    assert caught.value.__cause__ is None
    assert len(script.bodies) == 1


def test_a_server_that_is_not_there(caplog: pytest.LogCaptureFixture) -> None:
    """A refused connection is a sentence; nothing of the prompt is logged on the way."""
    caplog.set_level(logging.DEBUG)
    llm = ServerLlm(Wire(open_client("http://127.0.0.1:9/v1", None, 2), 1, lambda: 0.0), "m")
    with pytest.raises(LlmUnreachableError, match="can't be reached"):
        llm.complete(ASK, Sampling(), Budget(60))
    llm.close()
    assert SECRET not in caplog.text


def test_a_prompt_beyond_any_context_is_not_sent(llm: ServerLlm, script: Script) -> None:
    """What can't fit is refused here."""
    with pytest.raises(LlmTooLongError, match="SCORER_LLM_CONTEXT"):
        llm.complete([Message("user", "x" * 20_000)], Sampling(), Budget(60))
    assert script.bodies == []


def test_a_model_that_is_a_file_there_goes_by_the_files_name(url: str) -> None:
    """llama.cpp names it by its path, which is nobody's business; others name an owner."""
    wire = Wire(open_client(url, None, 1))
    assert ServerLlm(wire, "/home/me/models/small.gguf").name == "small.gguf"
    assert ServerLlm(wire, "owner/model").name == "owner/model"
    assert ServerLlm(wire).name == "the server's model"


def test_labels_are_weighed_from_the_likeliest_tokens(llm: ServerLlm, script: Script) -> None:
    """Variants of a label add up, others are left out, and what is unlisted gets the least."""
    script.turns = [Turn(top=(("4", 0.3), (" 4", 0.1), ("5", 0.2), ("The", 0.3), ("zz", 0.001)))]
    weighed = llm.weigh(ASK, [Question("warmth", ("3", "4", "5"))], Budget(60))
    assert [round(math.exp(v), 3) for v in weighed[0]] == [0.002, 0.666, 0.333]
    assert script.bodies[0]["top_logprobs"] == 20
    assert script.bodies[0]["messages"][-1]["content"].startswith(SECRET)


def test_questions_are_asked_at_once_after_the_first(llm: ServerLlm, script: Script) -> None:
    """The first fills the prefix cache; the others come back in order, few enough at a time."""
    script.turns = [Turn(hang=0.1, top=((d, 0.9), ("x", 0.01))) for d in ("1", *"222222222")]
    weighed = llm.weigh(ASK, [Question(f"q{n}", DIGITS) for n in range(9)], Budget(60))
    assert [max(range(10), key=w.__getitem__) for w in weighed] == [1] + [2] * 8
    assert script.most_open == 4
    assert script.bodies[0]["messages"][-1]["content"].endswith(
        "q0? Answer with 0, 1, 2, 3, 4, 5, 6, 7, 8, 9: one of them, nothing else."
    )


def test_a_server_without_log_probabilities_can_not_judge(llm: ServerLlm, script: Script) -> None:
    """It is said, also when many questions fail at once."""
    script.turns = [Turn(top=(("1", 0.9),)), Turn()]
    questions = [Question(f"q{n}", DIGITS) for n in range(5)]
    with pytest.raises(LlmAnswerError, match="no log-probabilities"):
        llm.weigh(ASK, questions, Budget(60))
    script.turns = [Turn(top=(("The", 0.9),))]
    with pytest.raises(LlmAnswerError, match="none of those"):
        llm.weigh(ASK, questions[:1], Budget(60))


def _eventually(true: object) -> None:
    assert callable(true)
    for _ in range(100):
        if true():
            return
        time.sleep(0.02)
    message = "it did not become true"
    raise AssertionError(message)


def test_a_server_that_echoes_tells_how_odd_a_text_is(llm: ServerLlm, script: Script) -> None:
    """The mean over the text's tokens: neither its first, which has none, nor the written one."""
    echoed = b'{"choices": [{"logprobs": {"token_logprobs": [null, -1.0, -3.0, -9.0]}}]}'
    script.turns = [Turn(raw=echoed)]
    assert llm.surprise("Three tokens here", Budget(60)) == 2.0
    assert script.bodies[0]["echo"] is True
    assert script.bodies[0]["prompt"] == "Three tokens here"


@pytest.mark.parametrize(
    "raw", [b'{"choices": [{"text": "x"}]}', b'{"choices": []}', b"[]", b"<html>"]
)
def test_a_server_that_does_not_echo_says_so(llm: ServerLlm, script: Script, raw: bytes) -> None:
    """No perplexity is no answer, not a wrong figure."""
    script.turns = [Turn(raw=raw)]
    with pytest.raises(LlmAnswerError):
        llm.surprise(SECRET, Budget(60))


_FORGETFUL = """
import sys
from scoring.llm.base import Budget, Message, Sampling
from scoring.llm.requests import Wire, open_client
from scoring.llm.server import ServerLlm

llm = ServerLlm(Wire(open_client(sys.argv[1], None, 1)))
print(llm.complete([Message("user", "Hi.")], Sampling(), Budget(60)).text)
kept = [llm]
kept.append(kept)  # held by a circle: found only when the interpreter ends
"""


def test_a_program_that_closes_nothing_ends(url: str, script: Script) -> None:
    """Its last line is printed and its exit does not wait for a thread that is gone."""
    script.turns = [Turn("Hello.")]
    command = [sys.executable, "-c", _FORGETFUL, url]
    done = subprocess.run(  # noqa: S603 - our own interpreter and a text of ours
        command, capture_output=True, timeout=60, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("Hello.\n", "")
