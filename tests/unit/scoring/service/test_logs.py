"""Log lines of the service."""

from __future__ import annotations

import json

import pytest
import structlog

from scoring.service.logs import configure, frames_of

SECRET = "zebra-crossing-secret"


def failing(text: str) -> None:
    """Raise with text in message and locals."""
    raise ValueError(text)


def test_frames_name_places_only() -> None:
    """Where an error came from is file, line and function; never its message."""
    with pytest.raises(ValueError, match=SECRET) as caught:
        failing(SECRET)
    places = frames_of(caught.value)
    assert places.endswith("failing")
    assert "test_logs.py:" in places
    assert SECRET not in places


def test_json_lines_go_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    """As JSON, each line is one document on stderr; standard output stays for results."""
    before = structlog.get_config()
    try:
        configure(as_json=True)
        structlog.get_logger().info("hello", n=1)
    finally:
        structlog.configure(**before)
    out, err = capsys.readouterr()
    line = json.loads(err)
    assert out == ""
    assert (line["event"], line["n"], line["level"]) == ("hello", 1, "info")
    assert line["timestamp"].endswith("Z")
