"""What a check of the installation found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bot.strings import cli as words

Status = Literal["ok", "warn", "fail", "skip"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report.

    Attributes:
        name: What was looked at.
        status: ``ok``, ``warn`` (it works, but look at it), ``fail`` or ``skip`` (not looked at).
        text: What was found. Never a secret.
        mend: What to do; empty when all is well.
    """

    name: str
    status: Status
    text: str
    mend: str = ""


def ok(name: str, text: str) -> Finding:
    """Report that something is as it should be."""
    return Finding(name, "ok", text)


def skip(name: str, text: str) -> Finding:
    """Report something that could not be looked at, and why."""
    return Finding(name, "skip", text)


def warn(name: str, text: str, mend: str) -> Finding:
    """Report something to look at."""
    return Finding(name, "warn", text, mend)


def fail(name: str, text: str, mend: str) -> Finding:
    """Report something that does not work."""
    return Finding(name, "fail", text, mend)


def summary(findings: Sequence[Finding]) -> str:
    """Say in one line how it stands."""
    failed = sum(finding.status == "fail" for finding in findings)
    warned = sum(finding.status == "warn" for finding in findings)
    if failed:
        return words.SUMMARY_FAIL.format(count=failed)
    return words.SUMMARY_WARN.format(count=warned) if warned else words.SUMMARY_OK


def lines(findings: Sequence[Finding]) -> list[str]:
    """Write the report, one finding a line, with how to mend it below."""
    width = max(len(finding.name) for finding in findings)
    written: list[str] = []
    for finding in findings:
        written.append(f"{finding.status:<5} {finding.name:<{width}}  {finding.text}")
        if finding.mend:
            written.append(" " * (width + 8) + words.MEND.format(mend=finding.mend))
    return written
