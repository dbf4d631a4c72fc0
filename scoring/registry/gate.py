"""May a candidate take the champion's place? A pure function of their two records.

A candidate must not lose on anything that was fixed before (rated sets, behaviour, calibration,
styles of writing, danger, speed, suggestions people accepted), must stay near the champion on the
anchors unless somebody explains why not, and must win on fresh feedback that neither learned from.
Differences are judged by a paired bootstrap over messages: both models are drawn on the same items.
What was not measured does not pass.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np

from scoring.registry.paired import gain, paired, rank_correlation
from scoring.registry.trial import Trial

__all__ = ["PARTS", "Bounds", "Finding", "Verdict", "decide"]

Status = Literal["pass", "fail", "missing"]

#: What is judged, and in what order it is told.
PARTS = (
    "frozen",
    "feedback",
    "behaviour",
    "calibration",
    "styles",
    "crisis",
    "accepted",
    "anchors",
    "speed",
)


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much is too much. The defaults are argued for in docs/retraining.md.

    Attributes:
        required: Parts that must have been measured.
        frozen_margin: Rank correlation a candidate may lose on a frozen set at the most, by the
            lower end of the interval of the difference.
        feedback_gain: Points of mean error it must gain on fresh feedback at the least, by the
            lower end.
        feedback_items: Fewer fresh ratings than this decide nothing.
        coverage: The 80 % interval must cover between these shares, or no worse than before.
        style_points: Points by which the mean shift between styles may grow.
        anchor_mean: Points by which the anchors may move together.
        anchor_spread: Points by which they may move on average, either way.
        slower: How many times as long a check may take.
        level: Two-sided level of the intervals.
        resamples: Draws of the bootstrap.
    """

    required: frozenset[str] = frozenset(PARTS) - {"accepted"}
    frozen_margin: float = 0.03
    feedback_gain: float = 0.0
    feedback_items: int = 20
    coverage: tuple[float, float] = (0.75, 0.87)
    style_points: float = 0.5
    anchor_mean: float = 3.0
    anchor_spread: float = 5.0
    slower: float = 1.2
    level: float = 0.9
    resamples: int = 2000


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was judged.

    Attributes:
        name: What, such as ``frozen: ibm+maia``.
        status: The verdict on it.
        champion: The champion's figure.
        candidate: The candidate's.
        interval: Of the difference, candidate less champion, where a bootstrap was drawn.
        bound: What the interval or the difference was held against.
        why: One sentence.
    """

    name: str
    status: Status
    champion: float | None
    candidate: float | None
    why: str
    interval: tuple[float, float] | None = None
    bound: float | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The gate's word.

    Attributes:
        champion: Id of the champion.
        candidate: Id of the candidate.
        passed: Whether the candidate may be promoted.
        findings: The reasons, in the order of ``PARTS``.
        explained: Why the anchors were allowed to move, in somebody's words.
    """

    champion: str
    candidate: str
    passed: bool
    findings: tuple[Finding, ...]
    explained: str = ""

    def reasons(self) -> list[str]:
        """Give what stands against it, one sentence each."""
        return [f"{f.name}: {f.why}" for f in self.findings if f.status != "pass"]

    def document(self) -> dict[str, Any]:
        """Give it as JSON, for the manifest."""
        return asdict(self)


def decide(
    champion: Trial, candidate: Trial, bounds: Bounds | None = None, explained: str = ""
) -> Verdict:
    """Compare two records.

    Args:
        champion: Of the version in use.
        candidate: Of the version that would replace it.
        bounds: How much is too much.
        explained: Why the anchors may move, when they are meant to.
    """
    bounds = bounds or Bounds()
    findings: list[Finding] = []
    for part in PARTS:
        found = list(_JUDGES[part](champion, candidate, bounds))
        if not found and part in bounds.required:
            found = [Finding(part, "missing", None, None, "It was not measured for both models.")]
        findings += found
    if explained:
        findings = [_excused(f) for f in findings]
    passed = all(f.status == "pass" for f in findings)
    return Verdict(champion.model, candidate.model, passed, tuple(findings), explained)


def _excused(finding: Finding) -> Finding:
    if not finding.name.startswith("anchors") or finding.status != "fail":
        return finding
    why = f"{finding.why} This was explained."
    return Finding(finding.name, "pass", finding.champion, finding.candidate, why)


def _frozen(champion: Trial, candidate: Trial, bounds: Bounds) -> Iterator[Finding]:
    for name in champion.frozen:
        pair = paired(champion.frozen[name], candidate.frozen.get(name, {}))
        if len(pair.groups) < 3:
            continue
        a, b, low, high = pair.difference(rank_correlation, bounds.level, bounds.resamples)
        held = low >= -bounds.frozen_margin
        why = (
            f"Rank correlation {b:.3f} against {a:.3f}; the difference is {low:+.3f} to {high:+.3f}"
            f", and must not reach below {-bounds.frozen_margin:+.2f}."
        )
        status: Status = "pass" if held else "fail"
        yield Finding(f"frozen: {name}", status, a, b, why, (low, high), -bounds.frozen_margin)


def _feedback(champion: Trial, candidate: Trial, bounds: Bounds) -> Iterator[Finding]:
    pair = paired(champion.feedback, candidate.feedback)
    if len(pair.truth) < bounds.feedback_items:
        if champion.feedback:
            why = f"{len(pair.truth)} fresh ratings; {bounds.feedback_items} are needed."
            yield Finding("feedback", "missing", None, None, why)
        return
    a, b, low, high = pair.difference(gain, bounds.level, bounds.resamples)
    won = low > bounds.feedback_gain
    why = (
        f"Mean error {-b:.1f} points against {-a:.1f}; the gain is {low:+.1f} to {high:+.1f} and "
        f"must lie above {bounds.feedback_gain:+.1f}."
    )
    status: Status = "pass" if won else "fail"
    yield Finding("feedback", status, -a, -b, why, (low, high), bounds.feedback_gain)


def _behaviour(champion: Trial, candidate: Trial, _: Bounds) -> Iterator[Finding]:
    both = champion.behaviour.keys() & candidate.behaviour.keys()
    if not both:
        return
    total = Counter(champion.behaviour[k].family for k in both)
    before = Counter(champion.behaviour[k].family for k in both if champion.behaviour[k].passed)
    after = Counter(champion.behaviour[k].family for k in both if candidate.behaviour[k].passed)
    lost = [f for f in sorted(total) if after[f] < before[f]]
    a, b = (sum(c.values()) / len(both) for c in (before, after))
    told = "; ".join(f"{f} {after[f]} of {total[f]}, before {before[f]}" for f in lost)
    why = f"Fewer cases pass: {told}." if lost else f"No family lost a case ({len(both)} cases)."
    yield Finding("behaviour", "fail" if lost else "pass", a, b, why)


def _calibration(champion: Trial, candidate: Trial, bounds: Bounds) -> Iterator[Finding]:
    for name in champion.frozen:
        both = champion.frozen[name].keys() & candidate.frozen.get(name, {}).keys()
        if not both:
            continue
        a, b = (float(np.mean([t.frozen[name][k].inside for k in both]))
                for t in (champion, candidate))  # fmt: skip
        low, high = bounds.coverage
        middle = (low + high) / 2
        held = low <= b <= high or abs(b - middle) <= abs(a - middle) + 1e-9
        why = f"The 80 % interval covers {b:.0%}, before {a:.0%}."
        yield Finding(f"calibration: {name}", "pass" if held else "fail", a, b, why)


def _styles(champion: Trial, candidate: Trial, bounds: Bounds) -> Iterator[Finding]:
    for style in sorted(champion.styles.keys() & candidate.styles.keys()):
        both = sorted(champion.styles[style].keys() & candidate.styles[style].keys())
        if not both:
            continue
        a, b = (float(np.mean([t.styles[style][k] for k in both])) for t in (champion, candidate))
        held = abs(b) <= abs(a) + bounds.style_points
        why = f"Writing this way moves a score by {b:+.1f} points on average, before {a:+.1f}."
        name = f"styles: {style.replace('_', ' ')}"
        yield Finding(name, "pass" if held else "fail", a, b, why)


def _crisis(champion: Trial, candidate: Trial, _: Bounds) -> Iterator[Finding]:
    both = champion.crisis.keys() & candidate.crisis.keys()
    danger = [k for k in both if champion.crisis[k].danger]
    calm = sorted(both - set(danger))
    if not danger:
        return
    found = [sum(t.crisis[k].flagged for k in danger) for t in (champion, candidate)]
    alarms = [sum(t.crisis[k].flagged for k in calm) for t in (champion, candidate)]
    held = found[1] >= found[0] and alarms[1] <= alarms[0] + len(calm) // 100
    why = (
        f"{found[1]} of {len(danger)} messages of danger are found, before {found[0]}; "
        f"{alarms[1]} false alarms on {len(calm)}, before {alarms[0]}."
    )
    a, b = (n / len(danger) for n in found)
    yield Finding("crisis", "pass" if held else "fail", a, b, why)


def _accepted(champion: Trial, candidate: Trial, _: Bounds) -> Iterator[Finding]:
    both = champion.accepted.keys() & candidate.accepted.keys()
    if not both:
        return
    a, b = (sum(t.accepted[k] > 0 for k in both) / len(both) for t in (champion, candidate))
    why = (
        f"The text people chose scores above their draft in {b:.0%} of {len(both)}, before {a:.0%}."
    )
    yield Finding("accepted", "pass" if b >= a - 0.02 else "fail", a, b, why)


def _anchors(champion: Trial, candidate: Trial, bounds: Bounds) -> Iterator[Finding]:
    both = sorted(champion.anchors.keys() & candidate.anchors.keys())
    if not both:
        return
    before, after = (np.array([t.anchors[k] for k in both]) for t in (champion, candidate))
    mean, spread = float((after - before).mean()), float(np.abs(after - before).mean())
    held = abs(mean) <= bounds.anchor_mean and spread <= bounds.anchor_spread
    why = (
        f"The anchors moved by {mean:+.1f} points together and {spread:.1f} each; allowed are "
        f"{bounds.anchor_mean:.1f} and {bounds.anchor_spread:.1f}."
    )
    status: Status = "pass" if held else "fail"
    yield Finding("anchors", status, float(before.mean()), float(after.mean()), why)


def _speed(champion: Trial, candidate: Trial, bounds: Bounds) -> Iterator[Finding]:
    if champion.seconds is None or candidate.seconds is None:
        return
    held = candidate.seconds <= bounds.slower * champion.seconds
    times = candidate.seconds / champion.seconds
    why = f"A check takes {times:.2f} times as long; allowed are {bounds.slower:.2f}."
    status: Status = "pass" if held else "fail"
    yield Finding("speed", status, champion.seconds, candidate.seconds, why)


_JUDGES: dict[str, Callable[[Trial, Trial, Bounds], Iterator[Finding]]] = {
    "frozen": _frozen,
    "feedback": _feedback,
    "behaviour": _behaviour,
    "calibration": _calibration,
    "styles": _styles,
    "crisis": _crisis,
    "accepted": _accepted,
    "anchors": _anchors,
    "speed": _speed,
}
