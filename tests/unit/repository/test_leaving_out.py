"""Where everything must run, a test that leaves itself out has failed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).resolve().parents[2] / "conftest.py"
FUNCTION = "import pytest\n\ndef test_it():\n    pytest.skip('no server')\n"
MODULE = "import pytest\n\npytest.importorskip('no_such_module')\n\ndef test_it():\n    pass\n"
EXPECTED = "import pytest\n\n@pytest.mark.xfail\ndef test_it():\n    assert False\n"


@pytest.mark.parametrize(
    ("source", "strict", "code"),
    [(FUNCTION, "1", 1), (MODULE, "1", 2), (FUNCTION, "", 0), (EXPECTED, "1", 0)],
)
def test_a_test_that_is_left_out_fails_where_all_must_run(
    tmp_path: Path, source: str, strict: str, code: int
) -> None:
    """By one switch, for a test and for a whole module; elsewhere it is a skip."""
    (tmp_path / "conftest.py").write_text(CONFTEST.read_text("utf-8"))
    (tmp_path / "test_one.py").write_text(source)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull]
    done = subprocess.run(  # noqa: S603 - our own command with fixed words
        [*command, "--rootdir", str(tmp_path), str(tmp_path)],
        env=os.environ | {"WARMLINE_REQUIRE_ALL": strict},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == code, done.stdout
    assert ("1 failed" in done.stdout) is (code == 1)
