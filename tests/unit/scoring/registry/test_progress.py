"""Progress of downloads."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from scoring.registry.progress import NullProgress, RichProgress


def test_a_terminal_gets_a_bar() -> None:
    """On a terminal the step is drawn with its title and how much is done."""
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=100, color_system=None)
    with RichProgress(console).step("Downloading tiny", 2000) as update:
        update(2000)
    assert "Downloading tiny" in out.getvalue()
    assert "2.0/2.0 kB" in out.getvalue()


def test_a_log_gets_one_line() -> None:
    """Without a terminal a step is one plain line, however often it is told."""
    out = io.StringIO()
    with RichProgress(Console(file=out)).step("Downloading tiny", None) as update:
        for done in range(100):
            update(done)
    assert out.getvalue() == "Downloading tiny ...\n"


def test_standard_output_stays_clean(capsys: pytest.CaptureFixture[str]) -> None:
    """Progress goes to stderr: standard output may be piped."""
    with RichProgress().step("Downloading tiny", 10) as update:
        update(10)
    assert capsys.readouterr().out == ""


def test_the_silent_one_is_silent(capsys: pytest.CaptureFixture[str]) -> None:
    """The service's own reporter shows nothing."""
    with NullProgress().step("Downloading tiny", 10) as update:
        update(10)
    assert capsys.readouterr() == ("", "")
