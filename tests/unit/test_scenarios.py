"""The list of scenarios with their results is the one that a run writes today."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "scenarios.md").read_text("utf-8")
SUITE = """<testsuites><testsuite>
<testcase name="test_whole"/>
<testcase name="test_broken"><failure/></testcase>
<testcase name="test_many[a]"/><testcase name="test_many[b]"><error/></testcase>
<testcase name="test_many[c]"/>
<testcase name="test_left_out"><skipped/></testcase>
</testsuite></testsuites>"""


@pytest.fixture(scope="module")
def script() -> ModuleType:
    """The script that runs them and writes the page."""
    spec = importlib.util.spec_from_file_location("scenarios", ROOT / "scripts" / "scenarios.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # a dataclass looks its module up there
    spec.loader.exec_module(module)
    return module


def test_the_page_lists_todays_scenarios_and_all_of_them_passed(script: ModuleType) -> None:
    """Whoever adds or renames a scenario runs `make scenarios`."""
    scenarios = list(script.listed())
    day = re.search(r"Last run on (\d{4}-\d\d-\d\d)", PAGE)
    assert day is not None
    assert script.page(scenarios, {one.name: "passed" for one in scenarios}, day[1]) == PAGE


def test_every_scenario_says_what_happens(script: ModuleType) -> None:
    """In a sentence, or the list would have an empty line."""
    assert [one.name for one in script.listed() if not one.sentence.endswith(".")] == []


def test_a_run_that_did_not_go_well_is_told_as_it_was(script: ModuleType) -> None:
    """The worst of a scenario's parameters counts."""
    assert script.ended(SUITE) == {
        "test_whole": "passed",
        "test_broken": "failed",
        "test_many": "failed",
        "test_left_out": "skipped",
    }


def test_what_was_not_run_has_not_passed(script: ModuleType) -> None:
    """Neither in its row nor in the sum."""
    one = script.Scenario("test_a", "A day.", "test_report_07_it_holds", "It does.")
    written = script.page([one], {}, "2026-12-01")
    assert "**0 of 1 passed**" in written
    assert "| 7 | **It holds.** It does. | not run |" in written
