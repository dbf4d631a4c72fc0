"""What a pointer in the folder of versions names at this moment, ready to load."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from scoring.registry import versions

if TYPE_CHECKING:
    from scoring.engine import Checker
    from scoring.settings import Settings

__all__ = ["FolderSource"]

LoadChecker: TypeAlias = "Callable[[Settings], Checker]"


class FolderSource:
    """One pointer.

    Args:
        settings: Where the folder is, and how a model is loaded.
        load: Loads the version that the settings' folder is of.
        pointer: ``current`` or ``shadow``.
    """

    def __init__(self, settings: Settings, load: LoadChecker, pointer: str) -> None:
        self._settings = settings
        self._load = load
        self._pointer = pointer
        self._root = settings.weights_dir or versions.SHIPPED

    def signature(self) -> str:
        """Tell which version is meant; empty: none. A folder of one version has no shadow."""
        alone = (self._root / versions.MANIFEST).is_file()
        if alone and self._pointer != "current":
            return ""
        return versions.signature(self._root, self._pointer)

    def load(self) -> Checker:
        """Load it.

        Raises:
            WeightsError: It is not there, damaged, or not the one that was promoted.
        """
        folder = versions.current(self._root, self._pointer)
        return self._load(self._settings.model_copy(update={"weights_dir": folder}))
