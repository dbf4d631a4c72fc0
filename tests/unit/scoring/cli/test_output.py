"""JSON on standard output."""

from __future__ import annotations

import json
from typing import NoReturn

import numpy as np
import pytest

from scoring.cli.output import print_json


def test_numbers_that_json_lacks_are_null(capsys: pytest.CaptureFixture[str]) -> None:
    """Not a number and the infinities become null at any depth; all else stays."""
    nan, inf = float("nan"), float("inf")
    print_json({"a": [nan, (1.5, -inf)], "b": {"c": inf, "d": np.float64("nan")}, "e": 3})

    def refuse(name: str) -> NoReturn:
        raise AssertionError(name)

    document = json.loads(capsys.readouterr().out, parse_constant=refuse)
    assert document == {"a": [None, [1.5, None]], "b": {"c": None, "d": None}, "e": 3}
