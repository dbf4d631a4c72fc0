"""Logs: they say what happened, and nothing that somebody wrote, whoever does the logging."""

from __future__ import annotations

import io
import json
import logging
import warnings
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import pytest
import structlog
from slack_sdk.errors import SlackApiError

from bot.errors import StoreError
from bot.logs import DROPPED, configure, redact

Lines = Callable[[], list[dict[str, Any]]]
LIBRARIES = (
    "slack_bolt.AsyncApp",
    "slack_sdk.web.async_client",
    "slack_sdk.socket_mode.aiohttp",
    "httpx",
    "httpcore.http11",
    "aiohttp.access",
    "sqlalchemy.engine.Engine",
    "alembic.runtime.migration",
    "apscheduler.executors.default",
    "asyncio",
    "a_library_nobody_thought_of",
)


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """Where the log goes; logging is as before afterwards."""
    root = logging.getLogger()
    before = (root.handlers[:], root.level, logging.raiseExceptions)
    yield io.StringIO()
    logging.captureWarnings(False)
    root.handlers[:], _, logging.raiseExceptions = before
    root.setLevel(before[1])
    structlog.reset_defaults()


@pytest.fixture
def lines(stream: io.StringIO) -> Lines:
    """Log everything as JSON; calling it reads the lines so far."""
    configure("debug", json=True, stream=stream)
    return lambda: [json.loads(line) for line in stream.getvalue().splitlines()]


def fail(error: Exception) -> NoReturn:
    """Raise."""
    raise error


def test_an_event_says_what_when_and_to_whom_it_happened(lines: Lines) -> None:
    """A line has the event, its level, a UTC time, its facts and the ids that are bound."""
    with structlog.contextvars.bound_contextvars(event_id="Ev1", work_id="w1"):
        structlog.get_logger().info("check.scored", ms=12.5, path=Path("x/y"))

    [line] = lines()
    assert datetime.fromisoformat(line.pop("timestamp")).tzinfo == UTC
    assert line == {
        "event": "check.scored",
        "level": "info",
        "event_id": "Ev1",
        "work_id": "w1",
        "ms": 12.5,
        "path": "x/y",
    }


@pytest.mark.parametrize("key", sorted(DROPPED | {"Text", "BODY"}))
def test_keys_that_hold_text_are_dropped(lines: Lines, key: str) -> None:
    """A key that could hold what people write is left out, also inside other values."""
    structlog.get_logger().info("x", **{key: "PLANTED"}, facts=[{"n": 1, key: {"a": "PLANTED"}}])

    [line] = lines()
    assert line["facts"] == [{"n": 1}]
    assert "PLANTED" not in json.dumps(line)


def test_objects_are_named_not_shown(lines: Lines) -> None:
    """A thing that is no plain value might print what it holds, so only its type is logged."""

    class Draft:
        def __repr__(self) -> str:
            return "PLANTED"

    structlog.get_logger().info("x", item=Draft(), raw=b"PLANTED", more={"deep": (Draft(),)})

    [line] = lines()
    assert (line["item"], line["raw"], line["more"]) == (
        "<Draft>",
        "<bytes>",
        {"deep": ["<Draft>"]},
    )


@pytest.mark.parametrize(
    "secret",
    [
        "xoxb-123456-abcDEF",
        "xoxp-1-2-3-abc",
        "xoxe.xoxp-1-abc",
        "xoxe-1-abc",
        "xapp-1-A1-2-abc",
        "https://hooks.slack.com/commands/T1/2/abc",
    ],
)
def test_tokens_are_blanked_out(lines: Lines, secret: str) -> None:
    """A Slack token shows in no value, key or event name."""
    structlog.get_logger().info(f"got {secret}", note=f"<{secret} >", deep={secret: [secret]})

    assert secret not in json.dumps(lines())
    assert "[secret]" in lines()[0]["event"]


def test_passwords_and_tickets_are_blanked_out() -> None:
    """The password of an address and the ticket of a socket are not shown; the rest is."""
    assert redact("postgresql://bot:hidden@db:5432/w") == "postgresql://[secret]@db:5432/w"
    assert redact("wss://wss.slack.com/link/?ticket=hidden&a=1") == (
        "wss://wss.slack.com/link/?ticket=[secret]&a=1"
    )
    assert redact("http://127.0.0.1:8420/v1/check") == "http://127.0.0.1:8420/v1/check"


def test_long_values_are_cut() -> None:
    """A value of the length of a draft is not logged whole."""
    assert len(redact("x" * 5000)) < 350
    assert redact("x" * 5000).endswith("[5000 characters]")


def test_an_exception_shows_types_and_places_only(lines: Lines) -> None:
    """A failure can be found by type, place and id, without any message or value."""
    planted = "PLANTED"
    try:
        try:
            fail(SlackApiError(f"failed: {planted}", {"error": planted}))  # type: ignore[no-untyped-call]
        except SlackApiError as cause:
            raise StoreError(error_id="e1") from cause
    except StoreError:
        structlog.get_logger().exception("store.failed")

    [line] = lines()
    assert line["error"] == "StoreError < SlackApiError"
    assert line["error_id"] == "e1"
    assert any(place.startswith("test_logs.py:") for place in line["at"])
    assert planted not in json.dumps(line)


@pytest.mark.parametrize("level", [logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR])
@pytest.mark.parametrize("name", LIBRARIES)
def test_libraries_cannot_log_text_at_any_level(
    lines: Lines, name: str, level: int, request: pytest.FixtureRequest
) -> None:
    """Whatever a library logs, and however, the line shows who and where and nothing else."""
    logger = logging.getLogger(name)
    request.addfinalizer(partial(logger.setLevel, logger.level))
    logger.setLevel(logging.DEBUG)  # as somebody might who looks for a fault
    logger.log(level, "PLANTED")
    logger.log(level, "Sending %s to %s", {"text": "PLANTED"}, "xoxb-PLANTED")
    logger.log(level, {"text": "PLANTED"})
    logger.log(level, "broken %d", "PLANTED")
    logger.log(level, "A new session (PLANTED) has been established")
    try:
        fail(ValueError("PLANTED"))
    except ValueError:
        logger.log(level, "failed: PLANTED", exc_info=True, extra={"draft": "PLANTED"})

    found = lines()
    assert len(found) == 6
    assert "PLANTED" not in json.dumps(found)
    assert {line["logger"] for line in found} == {name}
    assert found[0]["event"] == "library.message"
    assert found[0]["place"].startswith("test_logs:")
    assert found[4]["event"] == "A new session"
    assert found[5]["error"] == "ValueError"


def test_a_level_of_a_librarys_own_is_rounded_down(lines: Lines) -> None:
    """A library's odd level neither breaks logging nor loses the line."""
    logging.getLogger("odd").log(25, "PLANTED")
    logging.getLogger("odd").log(99, "PLANTED")

    assert [line["level"] for line in lines()] == ["info", "critical"]


def test_the_real_sdk_at_debug_shows_nothing(lines: Lines) -> None:
    """The real client's own debug lines, which hold whole requests, come out empty."""
    from slack_sdk import WebClient

    client = WebClient("xoxb-PLANTED", base_url="http://127.0.0.1:1/", timeout=1, retry_handlers=[])
    client.logger.setLevel(logging.DEBUG)
    with pytest.raises(OSError, match="refused"):
        client.chat_postMessage(channel="C1", text="PLANTED")

    found = lines()
    assert any(line["logger"].startswith("slack_sdk") for line in found)
    assert "PLANTED" not in json.dumps(found)


def test_our_own_standard_loggers_are_rendered(lines: Lines) -> None:
    """The scorer's lines, written by us, come out in words, tokens blanked out."""
    logging.getLogger("scoring.engine").warning("device %s, because %s", "cpu", "xoxb-1")

    [line] = lines()
    assert line["event"] == "device cpu, because [secret]"
    assert line["logger"] == "scoring.engine"


def test_warnings_go_the_same_way(lines: Lines) -> None:
    """A Python warning that quotes a value is logged without it."""
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        logging.captureWarnings(True)
        warnings.warn("PLANTED", stacklevel=1)

    assert [line["logger"] for line in lines()] == ["py.warnings"]
    assert "PLANTED" not in json.dumps(lines())


def test_the_level_holds_for_all(stream: io.StringIO) -> None:
    """Below the level nothing is logged, by us or by a library."""
    configure("warning", json=True, stream=stream)
    structlog.get_logger().info("x")
    logging.getLogger("slack_sdk").info("x")
    structlog.get_logger().warning("shown")

    assert [json.loads(line)["event"] for line in stream.getvalue().splitlines()] == ["shown"]


def test_the_form_for_people_is_as_discreet(stream: io.StringIO) -> None:
    """Console lines are one line each, without colours away from a terminal, and drop the same."""
    configure("info", json=False, stream=stream)
    structlog.get_logger().info("check.scored", text="PLANTED", token="xoxb-1", n=3)
    try:
        fail(ValueError("PLANTED"))
    except ValueError:
        structlog.get_logger().exception("check.broke")

    printed = stream.getvalue()
    assert "check.scored" in printed
    assert "n=3" in printed
    assert "PLANTED" not in printed
    assert "\x1b" not in printed
    assert len(printed.splitlines()) == 2


def test_logs_stay_off_stdout(stream: io.StringIO, capsys: pytest.CaptureFixture[str]) -> None:
    """Standard output belongs to the command's own answer."""
    configure("info", json=False)
    structlog.get_logger().info("check.scored")

    out, err = capsys.readouterr()
    assert out == ""
    assert "check.scored" in err
