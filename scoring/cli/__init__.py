"""The model side's commands; they join ``warmline`` through an entry point.

A command is a function named as the command, in a module named below. What a module imports at its
top costs every ``warmline --help``, so torch and the service are imported inside the functions.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

import typer

from scoring.cli.failures import handled

__all__ = ["register"]

#: Command -> module with a function of that name. One that is not there is left out.
COMMANDS = {
    "check": "scoring.cli.check",
    "rewrite": "scoring.cli.rewrite",
    "rank": "scoring.cli.rank",
    "scorer": "scoring.cli.scorer",
    "train": "scoring.cli.train",
    "average": "scoring.cli.train",
    "calibrate": "scoring.cli.train",
    "evaluate": "scoring.cli.train",
    "benchmark": "scoring.cli.benchmark",
    "behaviour": "scoring.cli.behaviour",
    "simulate": "scoring.cli.simulate",
}


def register(app: typer.Typer) -> None:
    """Add the commands to the ``warmline`` application."""
    for name, module in COMMANDS.items():
        if find_spec(module) is not None:
            app.command(name)(handled(getattr(import_module(module), name)))
    models = import_module("scoring.cli.models")
    app.add_typer(models.make(), name="models", help=models.HELP)
