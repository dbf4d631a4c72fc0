"""Runs every scenario and writes down how each ended: docs/scenarios.md.

    .venv/bin/python scripts/scenarios.py

PostgreSQL is started for the run (``scripts/test.sh``): some scenarios need it, and what is left
out has not passed. What a scenario is about is the first sentence of its test; how it ended comes
from pytest's own report of the run. The page of a run in which something failed says so, and the
command fails too.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET  # the report of our own run
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "tests" / "scenario"
PAGE = ROOT / "docs" / "scenarios.md"
REPORT = re.compile(r"test_report_(\d\d)_")
HEAD = """\
# Scenarios, and how they ended

Each drives the real app, over the real SDK and Socket Mode or HTTP, against the local Slack double,
from the first click to the last word; only the model is a double. `make scenarios` runs them all
and writes this page. What is in bold is the test's name. Last run on {day}:
**{passed} of {all} passed**.
"""
REPORTED = """
## Faults other Slack apps were reported with

All {count} of [slack-reports.md](slack-reports.md) can touch Warmline, so none is left out.

| # | what happens here | result |
|---|---|---|
"""
SECTION = "\n## {title}\n\n| what happens | result |\n|---|---|\n"


@dataclass(frozen=True, slots=True)
class Scenario:
    """One test.

    Attributes:
        file: Name of its module.
        title: What its module is about.
        name: Name of the function.
        sentence: What happens in it.
    """

    file: str
    title: str
    name: str
    sentence: str

    @property
    def report(self) -> str:
        """The number of the reported fault it drives the app into, or nothing."""
        found = REPORT.match(self.name)
        return found[1] if found else ""

    @property
    def words(self) -> str:
        """Its name as a sentence."""
        words = REPORT.sub("test_", self.name).removeprefix("test_").replace("_", " ")
        return words[0].upper() + words[1:]


def main() -> int:
    """Run, write, and say whether all passed."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--out", type=Path, default=PAGE)
    out = asked.parse_args().out
    results, scenarios = ran(), list(listed())
    out.write_text(page(scenarios, results, datetime.now(UTC).date().isoformat()), "utf-8")
    return 0 if all(results.get(one.name) == "passed" for one in scenarios) else 1


def listed(folder: Path = FOLDER) -> Iterator[Scenario]:
    """Read the scenarios from their source, in its order."""
    for path in sorted(folder.glob("test_*.py")):
        module = ast.parse(path.read_text("utf-8"))
        title = _first(module)
        for part in module.body:
            function = isinstance(part, ast.AsyncFunctionDef | ast.FunctionDef)
            if function and part.name.startswith("test_"):
                yield Scenario(path.stem, title, part.name, _first(part))


def ran(folder: Path = FOLDER) -> Mapping[str, str]:
    """Run the scenarios; tell of each how it ended, the worst of its parameters."""
    with tempfile.TemporaryDirectory() as place:
        report = Path(place) / "report.xml"
        command = ["scripts/test.sh", "-q", str(folder), f"--junitxml={report}"]
        subprocess.run(command, cwd=ROOT, check=False)
        return ended(report.read_text("utf-8"))


def ended(report: str) -> Mapping[str, str]:
    """Read pytest's report."""
    results: dict[str, str] = {}
    for case in ET.fromstring(report).iter("testcase"):  # noqa: S314 - written by pytest
        name = case.attrib["name"].split("[")[0]
        result = "passed"
        for tag, word in (("failure", "failed"), ("error", "failed"), ("skipped", "skipped")):
            if case.find(tag) is not None:
                result = word
        if results.get(name, "passed") == "passed":
            results[name] = result
    return results


def page(scenarios: Sequence[Scenario], results: Mapping[str, str], day: str) -> str:
    """Write the page."""
    result = {one.name: results.get(one.name, "not run") for one in scenarios}
    reported = sorted((one for one in scenarios if one.report), key=lambda one: one.name)
    passed = sum(word == "passed" for word in result.values())
    text = HEAD.format(day=day, passed=passed, all=len(scenarios))
    text += REPORTED.format(count=len({one.report for one in reported}))
    text += "".join(f"| {int(one.report)} {_row(one, result)}" for one in reported)
    for title in dict.fromkeys(one.title for one in scenarios):
        rows = [_row(one, result) for one in scenarios if one.title == title and not one.report]
        if rows:
            text += SECTION.format(title=title.rstrip(".")) + "".join(rows)
    return text


def _row(one: Scenario, result: Mapping[str, str]) -> str:
    return f"| **{one.words}.** {one.sentence} | {result[one.name]} |\n"


def _first(node: ast.Module | ast.AsyncFunctionDef | ast.FunctionDef) -> str:
    return (ast.get_docstring(node) or "").split("\n")[0].replace("|", "\\|")


if __name__ == "__main__":
    sys.exit(main())
