"""The listeners that run now: Bolt starts each as a task of its own and keeps no list of them."""

from __future__ import annotations

import asyncio
from typing import Any

import structlog
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.listener.async_listener_start_handler import AsyncListenerStartHandler
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse

__all__ = ["RunningListeners"]

_log = structlog.get_logger(__name__)


class RunningListeners(AsyncListenerStartHandler):
    """Knows every request on its way to a listener and every listener until it ends.

    Both matter at shutdown: what they read or write must be over before the store closes.
    """

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def follow(self, app: AsyncApp) -> None:
        """Hear of every listener that the app starts."""
        app.listener_runner.listener_start_handler = self

    async def handle(self, request: AsyncBoltRequest, response: BoltResponse | None) -> None:
        """Note a listener. Called by Bolt, first of all in the listener's own task."""
        self._note()

    async def heard(self, *_: object) -> None:
        """Note a request. Called by the SDK in the task that finds its listener and answers."""
        self._note()

    async def close(self, grace: float) -> None:
        """Let what runs finish for ``grace`` seconds, then cancel it and wait for its end.

        Call it when nothing new can come. A request that is on its way may still start its
        listener, within the same grace.
        """
        try:
            async with asyncio.timeout(grace):
                await self._ended()
        except TimeoutError:
            _log.warning("listeners.cancelled", running=len(self._tasks))
            for task in self._tasks:
                task.cancel()
            await self._ended()

    async def _ended(self) -> None:
        # One turn of the loop first: what the socket read last begins, and is noted.
        await asyncio.sleep(0)
        while self._tasks:
            await asyncio.wait(self._tasks)

    def _note(self) -> None:
        if (task := asyncio.current_task()) is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
