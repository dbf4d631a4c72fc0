"""An ASGI app in this process: found by its dotted name, started and stopped by its lifespan."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from importlib import import_module
from types import TracebackType
from typing import Any, Final, Self

from bot.errors import ScorerError, SettingsError
from bot.strings import errors as words

Message = MutableMapping[str, Any]
AsgiApp = Callable[
    [Message, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]],
    Awaitable[None],
]

_STARTED: Final = "lifespan.startup.complete"
_STOPPED: Final = "lifespan.shutdown.complete"


def load_factory(dotted: str) -> Callable[[], AsgiApp]:
    """Import ``package.module:function``.

    Raises:
        SettingsError: There is no such function, or what it needs is not installed.
    """
    module_name, _, name = dotted.partition(":")
    try:
        factory = getattr(import_module(module_name), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise SettingsError(words.SCORER_NOT_INSTALLED.format(app=dotted)) from error
    if not callable(factory):
        raise SettingsError(words.SCORER_NOT_INSTALLED.format(app=dotted))
    made: Callable[[], AsgiApp] = factory
    return made


class Lifespan:
    """Runs an app's startup on entry and its shutdown on exit.

    An app that knows no lifespan (it raises on the scope) is simply used as it is, as the ASGI
    specification has it.
    """

    def __init__(self, app: AsgiApp) -> None:
        self._app = app
        self._to_app: asyncio.Queue[Message] = asyncio.Queue()
        self._from_app: asyncio.Queue[Message] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run(), name="asgi-lifespan")
        await self._say("lifespan.startup", expected=_STARTED)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._task is not None and not self._task.done():
            await self._say("lifespan.shutdown", expected=_STOPPED)
            await self._task

    async def _run(self) -> None:
        scope: Message = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
        await self._app(scope, self._to_app.get, self._from_app.put)

    async def _say(self, what: str, *, expected: str) -> None:
        if (running := self._task) is None:
            return
        await self._to_app.put({"type": what})
        answer = asyncio.create_task(self._from_app.get())
        await asyncio.wait({answer, running}, return_when=asyncio.FIRST_COMPLETED)
        if not answer.done():
            answer.cancel()
            _raise_start_failure(running, what)
        elif answer.result()["type"] != expected:
            raise ScorerError(words.SCORER_DID_NOT_START.format(why=words.SCORER_LIFESPAN))


def _raise_start_failure(task: asyncio.Task[None], what: str) -> None:
    """Tell an app without a lifespan (harmless) from one that failed to start."""
    error = task.exception()
    if error is not None and what == "lifespan.startup":
        raise ScorerError(words.SCORER_DID_NOT_START.format(why=words.SCORER_LIFESPAN)) from error
