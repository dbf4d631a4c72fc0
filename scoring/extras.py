"""Parts of the installation that may be missing, said in one sentence instead of a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from scoring.errors import MissingExtraError

if TYPE_CHECKING:
    from scoring.engine import Checker
    from scoring.registry.progress import ProgressReporter
    from scoring.settings import Settings

__all__ = ["load_checker", "needs"]


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Import inside this block what the extra brings.

    Args:
        extra: Its name; several are separated by commas, as pip takes them.

    Raises:
        MissingExtraError: A package is not installed; the sentence says how to install it.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        name = (error.name or "").partition(".")[0]
        if name in ("", "scoring"):  # a fault of ours, not of the installation
            raise
        message = f"{name} is not installed: run pip install 'warmline[{extra}]'."
        raise MissingExtraError(message) from error


def load_checker(settings: Settings, progress: ProgressReporter) -> Checker:
    """Load the model, importing torch only now.

    Raises:
        MissingExtraError: The scorer's packages are not installed.
        WeightsError: The model or its base weights can't be had.
    """
    with needs("scorer"):
        from scoring import engine_factory  # noqa: PLC0415 - imports torch

        return engine_factory.load_checker(settings, progress)  # imports transformers
