r"""Join written texts with their blind ratings into a training file, and report agreement.

    python scripts/build_rated.py texts.jsonl ratings_a.jsonl ratings_b.jsonl \\
        --source conversations --out set.jsonl.gz

Texts are lines ``{id, group, domain, context, reply}``; ratings are lines
``{id, o, n, k, s, m, c, f}`` (overall, need, seven skills, fifteen subfactors, codes, crisis,
confidence) by raters who saw neither the writer's intention nor each other. Rows rated twice get
the mean and give the agreement figures.
Groups are split by a hash of their name, so the same group always lands in the same split.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import spearmanr

from scoring.features.registry import MITI, SKILLS, SUBFACTORS

SHARES = (("train", 0.75), ("dev", 0.87), ("test", 1.0))


def main() -> None:
    """Read, join, write, report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("texts", type=Path)
    parser.add_argument("ratings", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--source", required=True, help="name of the set in its rows")
    arguments = parser.parse_args()
    ratings = defaultdict(list)
    for path in arguments.ratings:
        for row in _lines(path):
            ratings[row["id"]].append(_checked(row))
    texts = [row for row in _lines(arguments.texts) if row["id"] in ratings]
    rows = [_row(text, ratings[text["id"]], arguments.source) for text in texts]
    _write(arguments.out, rows)
    print(json.dumps(_report(rows, ratings), indent=1))


def split_of(group: str) -> str:
    """Give a group's split by hash."""
    share = int(hashlib.sha256(group.encode()).hexdigest()[:8], 16) / 0xFFFFFFFF
    return next(name for name, upto in SHARES if share <= upto)


def _lines(path: Path) -> list[dict[str, Any]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def _checked(row: dict[str, Any]) -> dict[str, Any]:
    codes = {f.id for f in MITI}
    right = (
        0 <= row["o"] <= 100
        and row["n"] in (0, 1, 2)
        and len(row["k"]) == len(SKILLS)
        and len(row["s"]) == len(SUBFACTORS)
        and set(row["m"]) <= codes
    )
    if not right:
        message = f"rating of {row['id']} does not fit the rubric"
        raise SystemExit(message)
    return row


def _row(text: dict[str, Any], ratings: list[dict[str, Any]], source: str) -> dict[str, Any]:
    def mean(values: list[float]) -> float:
        return round(float(np.mean(values)), 3)

    labels = {
        "overall": mean([r["o"] for r in ratings]),
        "need": mean([r["n"] for r in ratings]),
        "skills": {f.id: mean([r["k"][i] for r in ratings]) for i, f in enumerate(SKILLS)},
        "subfactors": {f.id: mean([r["s"][i] for r in ratings]) for i, f in enumerate(SUBFACTORS)},
        "miti": {f.id: mean([float(f.id in r["m"]) for r in ratings]) for f in MITI},
        "crisis": mean([r["c"] for r in ratings]),
    }
    return {
        "id": text["id"],
        "group": text["group"],
        "source": source,
        "domain": text["domain"],
        "context": text["context"],
        "reply": text["reply"],
        "split": split_of(text["group"]),
        "labels": labels,
    }


def _write(path: Path, rows: list[dict[str, Any]]) -> None:
    with path.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as out:
        for row in rows:
            line = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
            out.write(line.encode() + b"\n")


def _report(rows: list[dict[str, Any]], ratings: dict[str, list[Any]]) -> dict[str, Any]:
    twice = [r for r in ratings.values() if len(r) > 1]
    overall = np.array([[r[0]["o"], r[1]["o"]] for r in twice])
    report: dict[str, Any] = {
        "rows": len(rows),
        "splits": {s: sum(r["split"] == s for r in rows) for s, _ in SHARES},
        "crisis": sum(r["labels"]["crisis"] >= 0.5 for r in rows),
        "rated_twice": len(twice),
    }
    if len(twice) > 2:
        report["overall_spearman"] = round(float(spearmanr(*overall.T).statistic), 3)
        report["overall_mean_difference"] = round(
            float(np.abs(overall[:, 0] - overall[:, 1]).mean()), 1
        )
        report["skills_spearman"] = {
            f.id: round(
                float(
                    spearmanr(
                        [r[0]["k"][i] for r in twice], [r[1]["k"][i] for r in twice]
                    ).statistic
                ),
                2,
            )
            for i, f in enumerate(SKILLS)
        }
        report["miti_f1"] = {f.id: _f1(twice, f.id) for f in MITI}
    lengths = [len(r["reply"].split()) for r in rows]
    scores = [r["labels"]["overall"] for r in rows]
    report["length_spearman"] = round(float(spearmanr(lengths, scores).statistic), 3)
    return report


def _f1(twice: list[Any], code: str) -> float:
    both = sum(code in r[0]["m"] and code in r[1]["m"] for r in twice)
    total = sum((code in r[0]["m"]) + (code in r[1]["m"]) for r in twice)
    return round(2 * both / total, 2) if total else float("nan")


if __name__ == "__main__":
    main()
