"""The values that go into the store: numbers and names from fixed lists, no room for text."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from bot.errors import SettingsError
from bot.store.base import NewCheck, NewFeedback, Person, WorkItem
from bot.store.engine import parse_url
from bot.store.parts import Limits
from scoring.contract import (
    Abstention,
    CheckResult,
    ElapsedMs,
    Feature,
    Flag,
    ModelInfo,
    Score,
    Weakness,
)
from tests.doubles.clock import HandClock

MODEL = ModelInfo(id="2026-11-30.1", kind="encoder", sha256="ab" * 32)


def check(**changed: Any) -> NewCheck:
    """A check with some values changed."""
    values: dict[str, Any] = {
        "session_id": "s1",
        "channel_kind": "dm",
        "overall": 63.0,
        "interval": (54.0, 71.0),
        "band": "okay",
        "need": 1.4,
        "model_id": "m1",
        "model_sha256": "ab",
    }
    return NewCheck(**{**values, **changed})


def test_a_result_leaves_its_texts_behind() -> None:
    """From a scorer's result only numbers and names are taken."""
    score = Score(
        overall=63.0,
        interval=(54.0, 71.0),
        band="okay",
        need=1.4,
        flags=[
            Flag(name="pii", message="PLANTED", span=(0, 4)),
            Flag(name="pii", message="PLANTED", span=(9, 12)),
            Flag(name="crisis", message="PLANTED", where="context"),
        ],
        features=[
            Feature(id="affirm", family="miti", value=0.25, expected=0.5, weight=0.1, fault=False)
        ],
        weakest=[
            Weakness(id="affirm", quote="PLANTED", span=(0, 7), why="PLANTED", edit="PLANTED")
        ],
        model=MODEL,
    )
    result = CheckResult(id="PLANTED", score=score, elapsed_ms=ElapsedMs(score=1, rewrite=1))

    kept = NewCheck.from_result(result, session_id="s1", channel_kind="none")

    assert kept.features == {"affirm": 0.25}
    assert kept.flags == ("pii", "crisis")
    assert (kept.overall, kept.interval, kept.band, kept.need) == (63.0, (54.0, 71.0), "okay", 1.4)
    assert (kept.model_id, kept.model_sha256) == (MODEL.id, MODEL.sha256)
    assert "PLANTED" not in kept.model_dump_json()


def test_an_abstention_keeps_its_reason_alone() -> None:
    """A result without a score is kept as its reason, not its sentence."""
    score = Score(
        overall=None,
        interval=None,
        band=None,
        need=0.0,
        abstained=Abstention(reason="too_short", message="PLANTED"),
        model=MODEL,
    )
    result = CheckResult(score=score, elapsed_ms=ElapsedMs(score=1, rewrite=0))
    kept = NewCheck.from_result(result, session_id="s1", channel_kind="none")

    assert (kept.abstained, kept.overall, kept.features) == ("too_short", None, {})
    assert "PLANTED" not in kept.model_dump_json()


@pytest.mark.parametrize(
    "wrong",
    [
        {"features": {"Dear Zoe, I am sorry": 0.5}},
        {"features": {"affirm": 1.5}},
        {"features": {"affirm": "a lot"}},
        {"flags": ("Dear Zoe",)},
        {"session_id": "Dear Zoe, I am sorry"},
        {"session_id": ""},
        {"model_id": "x" * 101},
        {"overall": 101.0},
        {"overall": float("nan")},
        {"need": 3},
        {"channel_kind": "general"},
        {"note": "Dear Zoe"},
    ],
)
def test_a_check_has_no_room_for_text(wrong: dict[str, Any]) -> None:
    """Whatever is not a number in range or a known name is refused."""
    with pytest.raises(ValidationError):
        check(**wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        {"thumb": "sideways"},
        {"rating": 0},
        {"rating": 6},
        {"reasons": ("I just disagree",)},
        {"disputed_feature": "the tone"},
        {"check_id": "not an id"},
        {"note": "Dear Zoe"},
    ],
)
def test_feedback_has_no_room_for_text(wrong: dict[str, Any]) -> None:
    """Feedback takes the listed answers and nothing else."""
    with pytest.raises(ValidationError):
        NewFeedback(**{"check_id": "c1", **wrong})


def test_a_work_item_does_not_print_what_people_wrote() -> None:
    """An item that ends up in a log line shows neither draft, result nor person."""
    now = HandClock()()
    item = WorkItem(
        id="w1",
        kind="check",
        state="scored",
        attempts=1,
        owner=Person("T1", "U-PLANTED"),
        payload={"reply": "PLANTED"},
        result={"quote": "PLANTED"},
        created_at=now,
        expires_at=now,
    )

    assert "PLANTED" not in repr(item)


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("nonsense hidden-word", "not a database address"),
        ("mysql://u:hidden-word@h/d", "sqlite: or postgresql:"),
        ("sqlite://", "must name a file"),
        ("sqlite:///:memory:", "must name a file"),
    ],
)
def test_an_unusable_address_is_refused_without_repeating_it(address: str, says: str) -> None:
    """An address that will not do is explained, and its password is not shown."""
    with pytest.raises(SettingsError, match=says) as caught:
        parse_url(address)
    assert "hidden-word" not in f"{caught.value!r}{caught.value.__cause__!r}"


def test_limits_cannot_keep_drafts_longer_than_a_day() -> None:
    """Neither a longer life of drafts nor a shorter memory of events can be set."""
    with pytest.raises(ValueError, match="24 hours"):
        Limits(work_ttl=timedelta(hours=25))
    with pytest.raises(ValueError, match="an hour"):
        Limits(event_memory=timedelta(minutes=59))
