"""What every command does first: settings read, misspelt ones named, output made safe."""

from __future__ import annotations

import os
import sys

from scoring import settings as scorer_settings
from scoring.cli.failures import note

__all__ = ["begin"]


def begin(host: str | None = None, port: int | None = None) -> scorer_settings.Settings:
    """Read the settings and name the ``SCORER_*`` variables that no setting reads.

    Args:
        host: Goes before ``SCORER_HOST``.
        port: Goes before ``SCORER_PORT``.

    Raises:
        SettingsError: A setting can't be used.
    """
    for stream in (sys.stdout, sys.stderr):
        # A terminal that can't show a character shows a question mark, not a traceback.
        if callable(change := getattr(stream, "reconfigure", None)):
            change(errors="replace")
    for name in scorer_settings.unknown_variables(os.environ):
        note(f"{name} is not a setting of the scorer: misspelt?")
    return scorer_settings.load(host, port)
