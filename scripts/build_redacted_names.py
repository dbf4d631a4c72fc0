"""Builds the bot's two lists of names from the scorer's word lists; run by hand when they change.

    python scripts/build_redacted_names.py

``names.txt`` holds names that are no everyday English words: removed wherever they stand with a
capital. ``words.txt`` holds those that are: removed with a capital inside a sentence alone.
"""

from __future__ import annotations

from pathlib import Path

from scoring.text.gazetteer import everyday, is_common, names, places

FOLDER = Path(__file__).resolve().parents[1] / "bot" / "redact" / "data"
#: First names that no list of names has, or that are known better as words.
MORE = frozenset({"matt", "rob", "sue", "ted", "will", "zachary", "pat", "ray", "gene", "art"})
#: In the lists as names, and hardly ever one in a message to customers.
NEVER = frozenset(
    {"april", "august", "center", "christmas", "day", "english", "may", "order", "price", "sunday"}
)


def main() -> None:
    """Write both lists."""
    usable = {
        name
        for name in names() | MORE
        if len(name) > 2 and name.isascii() and name.isalpha() and name not in places() | NEVER
    }
    words = {name for name in usable if name in everyday() or is_common(name)}
    for file, kept in (("names.txt", usable - words), ("words.txt", words)):
        (FOLDER / file).write_text("\n".join(sorted(kept)) + "\n", encoding="ascii")
        print(f"{len(kept)} in {file}")


if __name__ == "__main__":
    main()
