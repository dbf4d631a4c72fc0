r"""Join written pairs of drafts with a blind judge's verdicts into a training file.

    python scripts/build_pairs.py pairs.jsonl key.jsonl judged.jsonl --out set_contrast.jsonl.gz

Pairs are lines ``{id, family, domain, context, a, b}``; the key is ``{id, relation}``; verdicts are
``{id, relation, margin, oa, ob}`` (better reply, 0-3 by how much, a rating of each) by a judge who
saw neither key nor family. A pair is kept where both agree on the relation. Pairs on one message
share a split, which a hash of the message decides.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

from build_rated import split_of


def main() -> None:
    """Read, join, write, report."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("pairs", "key", "judged"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    key, judged = _by_id(arguments.key), _by_id(arguments.judged)
    pairs = list(_by_id(arguments.pairs).values())
    rows = [_row(p, judged[p["id"]]) for p in pairs if _agreed(p["id"], key, judged)]
    # mtime 0: the same rows give the same bytes
    with arguments.out.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as out:
        out.write("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows).encode())
    print(f"{len(rows)} of {len(pairs)} kept; {dict(Counter(r['split'] for r in rows))}")


def _by_id(path: Path) -> dict[str, dict[str, Any]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return {row["id"]: row for row in map(json.loads, lines)}


def _relation(row: dict[str, Any]) -> str:
    return "a=b" if row["relation"] in {"=", "a=b"} else str(row["relation"])


def _agreed(name: str, key: dict[str, Any], judged: dict[str, Any]) -> bool:
    return name in judged and _relation(key[name]) == _relation(judged[name])


def _row(pair: dict[str, Any], verdict: dict[str, Any]) -> dict[str, Any]:
    margin = verdict["margin"]
    return pair | {
        "relation": _relation(verdict),
        "margin": margin,
        "margin_rater": margin,
        "split": split_of(pair["context"]),
    }


if __name__ == "__main__":
    main()
