"""The images can be built from what is copied into them."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
IGNORED = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()


def _let_in(path: str) -> bool:
    """The last line of ``.dockerignore`` that fits a path or a folder of it decides."""
    steps = [path, *map(str, Path(path).parents)]
    fits = [line for line in IGNORED if any(fnmatch(s, line.removeprefix("!")) for s in steps)]
    return not fits or fits[-1].startswith("!")


def test_every_file_the_wheel_needs_is_copied_and_not_ignored() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    for path in wheel["force-include"]:
        assert f"COPY {path} {path}\n" in DOCKERFILE
        assert _let_in(path)


def test_tests_themselves_stay_out_of_the_images() -> None:
    assert not _let_in("tests/unit")
