"""An attack by subtraction on the published reports of a team, and teams to try it on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

from bot.report.build import need_level
from bot.report.model import Report
from bot.report.privacy import why_unsafe
from bot.report.weeks import Week
from bot.report.windows import counted
from bot.store.reporting import Draft
from tests.unit.bot.report.drafts import AT, WEEK, draft

# The attack. Whoever holds all reports of a team knows how many drafts stand behind every number,
# and how these sets lie in each other by the way the app works: a part in its whole, re-checked and
# rated drafts in scored ones, drafts with suggestions or weaknesses below the best band. They may
# subtract whatever is shown from whatever holds it. What is left must be empty, or safe. Of two
# reports about overlapping drafts they may subtract one from the other, whichever way.

Places = frozenset[int]
BELOW = ("good", "okay", "needs_work")


def told(report: Report, drafts: Sequence[Draft]) -> Iterator[tuple[Places, Places]]:
    """Pairs of a set and a part of it whose sizes a report tells."""
    if report.withheld or not report.drafts:
        return
    whole = weeks_of(report, drafts)

    def where(fits: Callable[[Draft], object]) -> Places:
        return frozenset(n for n in whole if fits(drafts[n]))

    scored = where(lambda d: d.overall is not None)
    wholes = [whole, *([scored] if report.scored is not None else [])]
    bands = {s.key: where(lambda d, s=s: (d.band or "none") == s.key) for s in report.bands}
    seen = [s.key for s in report.bands if s.drafts is not None]
    yield whole, frozenset()
    if report.scored is not None:
        yield whole, scored
    for some in subsets(seen):
        yield whole, union(bands, some)
        if report.scored is not None and "none" not in some:
            yield scored, union(bands, some)
    for name, key in {
        "need": lambda d: need_level(d.need),
        "channels": lambda d: d.channel,
    }.items():
        shares = [share.key for share in getattr(report, name) if share.drafts is not None]
        cells = {share: where(lambda d, key=key, share=share: key(d) == share) for share in shares}
        for some in subsets(shares):
            yield whole, union(cells, some)
    # What is known to lie below the best band is also what is left of shown bands.
    below = [whole - union(bands, some) for some in subsets(seen) if not set(some) & set(BELOW)]
    known_below = union(bands, BELOW) if set(BELOW) <= set(seen) else None
    lower = [*wholes, *([known_below] if known_below is not None else []), *below]
    yield from _parts(report, drafts, where, wholes, lower)
    yield from _choices(report, where, lower, bands, seen)


def _parts(
    report: Report,
    drafts: Sequence[Draft],
    where: Callable[[Callable[[Draft], object]], Places],
    wholes: Sequence[Places],
    lower: Sequence[Places],
) -> Iterator[tuple[Places, Places]]:
    if report.rechecked:
        again = where(lambda d: d.overall is not None and d.checks > 1)
        yield from ((one, again) for one in wholes)
        if report.rechecked.improved is not None:
            yield again, frozenset(n for n in again if drafts[n].overall > drafts[n].first)
    if report.agreement:
        rated = where(lambda d: d.rating is not None)
        yield from ((one, rated) for one in wholes)
    if report.disputes:
        disputed = where(lambda d: d.reasons)
        yield wholes[0], disputed
        for name in ("reasons", "outcomes"):
            for share in getattr(report.disputes, name):
                if share.drafts is not None:
                    part = where(lambda d, name=name, share=share: said(d, name, share.key))
                    yield disputed, part
    if report.strongest:
        best = report.strongest.feature
        praised = where(lambda d: d.overall is not None and best in d.strengths)
        yield from ((one, praised) for one in wholes)
    for named in report.improvable:
        on = where(lambda d, named=named: d.overall is not None and named.feature in d.weakest)
        yield from ((one, on) for one in lower if on <= one)


def said(one: Draft, name: str, key: str) -> bool:
    """Whether a disputed draft has a reason, or an outcome."""
    return bool(one.reasons) and (
        key in one.reasons if name == "reasons" else (one.outcome or "open") == key
    )


def _choices(
    report: Report,
    where: Callable[[Callable[[Draft], object]], Places],
    lower: Sequence[Places],
    bands: Mapping[str, Places],
    seen: Sequence[str],
) -> Iterator[tuple[Places, Places]]:
    if report.suggestions is None:
        return
    offered = where(lambda d: d.suggested)
    yield from ((one, offered) for one in lower if offered <= one)
    # Every draft below the best band gets suggestions, as far as anybody outside can know.
    yield from (
        (offered, union(bands, s))
        for s in subsets([b for b in seen if b in BELOW])
        if union(bands, s) <= offered
    )
    shares = [s.key for s in report.suggestions.choices if s.drafts is not None]
    cells = {
        c: where(lambda d, c=c: d.suggested and (d.choice or "untouched") == c) for c in shares
    }
    yield from ((offered, union(cells, some)) for some in subsets(shares))


def weeks_of(report: Report, drafts: Sequence[Draft]) -> Places:
    """Places of a report's drafts in the list of all."""
    weeks = {Week.parse(report.week).later(-back) for back in range(report.weeks)}
    return frozenset(n for n, d in enumerate(drafts) if Week.of(d.at, "UTC") in weeks)


def subsets(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every choice of some names."""
    for size in range(1, len(names) + 1):
        yield from combinations(names, size)


def union(cells: Mapping[str, Places], names: Sequence[str]) -> Places:
    """All the places of some cells."""
    return frozenset().union(*(cells[name] for name in names))


def leaks(published: Sequence[Report], drafts: Sequence[Draft]) -> list[Mapping[int, int]]:
    """Subtract all that can be subtracted; keep what must not be known."""
    left = {part for report in published for _, part in told(report, drafts)}
    left |= {whole - part for report in published for whole, part in told(report, drafts)}
    sets = [weeks_of(report, drafts) for report in published if report.drafts]
    left |= {one - other for one in sets for other in sets if one & other}
    cells = [counted([drafts[n] for n in places]) for places in left]
    return [cell for cell in cells if why_unsafe(cell)]


def history(seed: int, people: int, weeks: int = 12) -> list[Draft]:
    """Weeks of a small team whose members come and go."""
    chance, drafts = Random(seed), []
    for week in range(weeks):
        for person in range(people):
            if chance.random() < 0.45:
                continue
            for _ in range(chance.choice((1, 1, 2, 3, 9))):
                first = chance.uniform(20, 95)
                last = chance.choice((None, first, min(100.0, first + 5)))
                suggested = last is not None and last < 80
                weak = chance.choice(((), ("names_feeling",), ("owns_next_step",)))
                drafts.append(
                    draft(
                        person,
                        last,
                        first=first,
                        at=AT.replace(day=2) + week * (WEEK.later(1).monday - WEEK.monday),
                        need=chance.choice((0.1, 1.0, 1.9)),
                        channel=chance.choice(("public", "dm", "none")),
                        checks=chance.choice((1, 2)),
                        rating=None if last is None else chance.choice((None, 3)),
                        rated=last,
                        weakest=weak if suggested else (),
                        strengths=chance.choice(((), ("owns_next_step",))) if last else (),
                        reasons=chance.choice(((), (), ("wrong_score",), ("missing_context",))),
                        outcome=chance.choice((None, "stands", "upheld")),
                        suggested=suggested,
                        choice=chance.choice(("used", "refused", None)) if suggested else None,
                    )
                )
    return drafts
