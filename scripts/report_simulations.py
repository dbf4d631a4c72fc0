"""The report's statistics on simulated teams: the tables of ``docs/report.md``.

    .venv/bin/python scripts/report_simulations.py            # as in the docs: about 40 seconds
    .venv/bin/python scripts/report_simulations.py --teams 200

The same seed prints the same numbers.
"""

from __future__ import annotations

import argparse
from math import sqrt

from bot.report.coverage import coverage, detected, false_alarms, true_mean

SIZES = (5, 8, 12, 20, 50)
#: Changes on the logit scale, and about how many points they are at a mean of 62.
LIFTS = {0.1: 2, 0.2: 4, 0.3: 6, 0.4: 8}


def main() -> None:
    """Print both tables."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--teams", type=int, default=2000, help="simulated teams for each number")
    asked.add_argument("--seed", type=int, default=6)
    options = asked.parse_args()
    teams, seed = options.teams, options.seed
    spread = 1.96 * sqrt(0.95 * 0.05 / teams)
    print(
        f"True mean {true_mean():.1f}; {teams} teams each, seed {seed}; "
        f"chance alone moves a share of 95 % by ± {100 * spread:.1f} points\n"
    )
    print("| people | interval holds the truth | unchanged weeks called changed |")
    print("|---|---|---|")
    for people in SIZES:
        held = coverage(people, teams=teams, seed=seed)
        false = false_alarms(people, teams=teams, seed=seed)
        print(f"| {people} | {100 * held:.1f} % | {100 * false:.1f} % |", flush=True)
    print("\n| people | " + " | ".join(f"{points} points" for points in LIFTS.values()) + " |")
    print("|---" * (len(LIFTS) + 1) + "|")
    for people in SIZES:
        found = [detected(people, lift, teams=teams // 4, seed=seed) for lift in LIFTS]
        print(
            f"| {people} | " + " | ".join(f"{100 * share:.0f} %" for share in found) + " |",
            flush=True,
        )


if __name__ == "__main__":
    main()
