"""Join rewordings with the labels of the drafts they reword.

    python scripts/build_reworded.py lines.jsonl [more.jsonl] --out scoring/data/reworded.jsonl.gz

Lines are ``{of, kind, hand, reply}``: the id of a rated train draft, ``p`` other words by another
agent, ``h`` for another hand (second language, region, typing, register), and the reply. Each was
written to be worth exactly what the draft is worth, so it takes over its labels, group and split.
Rewordings of drafts that are not in the train split are refused: tests must not have such twins.
"""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parent.parent / "scoring" / "data"


def main() -> None:
    """Read, join, write, report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rewordings", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    rated = _rated(arguments.out)
    lines = [line for path in arguments.rewordings for line in _lines(path)]
    rows = [_row(rated, line) for line in lines]
    with arguments.out.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as out:
        for row in rows:
            text = json.dumps(row, ensure_ascii=False, separators=(",", ":"))
            out.write(text.encode() + b"\n")
    print(f"{len(rows)} rewordings of {len({line['of'] for line in lines})} drafts")


def _rated(out: Path) -> dict[str, dict[str, Any]]:
    files = [p for p in DATA.glob("*.jsonl.gz") if "contrast" not in p.name and p != out.resolve()]
    rows = (json.loads(line) for path in files for line in _unpacked(path))
    return {row["id"]: row for row in rows if row["split"] == "train"}


def _unpacked(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode().splitlines()


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def _row(rated: dict[str, dict[str, Any]], line: dict[str, Any]) -> dict[str, Any]:
    draft = rated.get(line["of"])
    if draft is None or not line["reply"].strip():
        message = f"{line['of']} is not a train draft of ours, or its rewording is empty"
        raise SystemExit(message)
    return {
        **draft,
        "id": f"{line['of']}~{line['kind']}",
        "source": "reworded",
        "reply": line["reply"],
    }


if __name__ == "__main__":
    main()
