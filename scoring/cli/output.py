"""One JSON document on standard output, valid for every reader."""

from __future__ import annotations

import json
import math

import typer

__all__ = ["print_json"]


def print_json(value: object) -> None:
    """Print a value as one JSON document; a number that is not finite is null, as JSON has none."""
    typer.echo(json.dumps(_finite(value), indent=2, allow_nan=False))


def _finite(value: object) -> object:
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(part) for part in value]
    return value
