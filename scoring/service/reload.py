"""Follows the pointers of the folder of versions: a promoted version is used within seconds.

The new version is loaded in a thread of its own while the old one goes on checking, and takes over
between two batches: no request waits or is lost. One that does not load is told in the log once and
left alone until the pointer changes again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeAlias

import structlog

from scoring.errors import ScorerError
from scoring.service.logs import frames_of

if TYPE_CHECKING:
    from scoring.engine import Checker

__all__ = ["Follower", "Source"]

Take: TypeAlias = "Callable[[Checker | None], None]"
_log = structlog.get_logger(__name__)


class Source(Protocol):
    """Something that may change while the service runs."""

    def signature(self) -> str:
        """Tell cheaply which version is meant; empty: none."""
        ...

    def load(self) -> Checker:
        """Load it; slow."""
        ...


class Follower:
    """Looks at a source every few seconds.

    Args:
        source: Which version is meant.
        every: Seconds between two looks.
        take: Gets the new checker, or None when the source names none any more.
        loaded: The signature of what is in use already.
    """

    def __init__(self, source: Source, every: float, take: Take, loaded: str = "") -> None:
        self._source = source
        self._every = every
        self._take = take
        self._seen = loaded

    async def run(self) -> None:
        """Follow until cancelled."""
        while True:
            await asyncio.sleep(self._every)
            await self.look()

    async def look(self) -> None:
        """Look once."""
        try:
            signature = await asyncio.to_thread(self._source.signature)
        except OSError as error:  # the folder is away for a moment: the old version goes on
            _log.warning("versions_unreadable", error=type(error).__name__)
            return
        if signature == self._seen:
            return
        self._seen = signature
        await self._change(signature)

    async def _change(self, signature: str) -> None:
        if not signature:
            self._take(None)
            return
        try:
            checker = await asyncio.to_thread(self._source.load)
        except ScorerError as error:
            _log.error("reload_failed", why=str(error), hint="the version in use stays")
        except Exception as error:  # noqa: BLE001 - whatever a model file holds may come out here
            _log.error("reload_failed", error=type(error).__name__, at=frames_of(error))
        else:
            self._take(checker)
