"""The page about other apps' faults and the tests it speaks of are the same list."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "slack-reports.md").read_text("utf-8")
SCENARIOS = (ROOT / "tests" / "scenario").glob("test_*.py")
TESTS = "".join(path.read_text("utf-8") for path in SCENARIOS)


def test_every_report_is_driven_or_explained() -> None:
    """1 to 39, each with a test or with a reason, and none with both."""
    listed = {int(n) for n in re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)}
    explained = {int(n) for n in re.findall(r"^- \*\*(\d+)\.\*\*", PAGE, re.MULTILINE)}
    driven = {int(n) for n in re.findall(r"def test_report_(\d\d)_", TESTS)}
    assert listed == set(range(1, 40))
    assert driven | explained == listed
    assert driven & explained == set()
