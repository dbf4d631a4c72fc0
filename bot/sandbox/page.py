"""The browser page: its files, and one WebSocket that carries the screen out and the clicks in."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Final

from aiohttp import WSMsgType, web

from bot.sandbox.deliver import control
from bot.sandbox.driver import Person
from bot.sandbox.errors import DriverError
from bot.sandbox.limits import CLOSE_SECONDS
from bot.sandbox.model import Message, View
from bot.sandbox.schema import JsonObject
from bot.sandbox.snapshot import Status, snapshot
from bot.sandbox.values import hold

#: Changes closer together than this, in seconds, are drawn at once.
_GATHER: Final = 0.02
_TYPES: Final = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "woff2": "font/woff2",
}
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


@dataclass(slots=True)
class Page:
    """One person's screen in a browser, in as many tabs as they like.

    Attributes:
        person: Who sits there.
        status: Shown until the scorer is ready.
    """

    person: Person
    status: Status
    _tabs: set[web.WebSocketResponse] = field(default_factory=set)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def add_routes(self, app: web.Application) -> None:
        """Serve the page from the double's application."""
        app.router.add_get("/", self._index)
        app.router.add_get("/static/{name}", self._file)
        app.router.add_get("/screen", self._screen)
        app.middlewares.append(_own_host_only)
        app.on_shutdown.append(self._close)

    async def _index(self, _request: web.Request) -> web.StreamResponse:
        return _static("index.html")

    async def _file(self, request: web.Request) -> web.StreamResponse:
        return _static(request.match_info["name"])

    async def _screen(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Origin") != f"{request.scheme}://{request.host}":
            raise web.HTTPForbidden
        tab = web.WebSocketResponse(heartbeat=20, timeout=CLOSE_SECONDS)
        await tab.prepare(request)
        self._tabs.add(tab)
        drawing = asyncio.create_task(self._draw(tab))
        try:
            async for message in tab:
                if message.type == WSMsgType.TEXT:
                    self._start(tab, json.loads(message.data))
        finally:
            drawing.cancel()
            self._tabs.discard(tab)
        return tab

    async def _draw(self, tab: web.WebSocketResponse) -> None:
        """Send the screen, and again after each change."""
        space = self.person.workspace
        while True:
            seen = space.version
            await tab.send_json({"screen": snapshot(self.person, self.status)})
            await space.wait_for_change(seen)
            await asyncio.sleep(_GATHER)

    def _start(self, tab: web.WebSocketResponse, order: JsonObject) -> None:
        task = asyncio.create_task(self._carry_out(tab, order))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry_out(self, tab: web.WebSocketResponse, order: JsonObject) -> None:
        """Do what was clicked, and say when Slack is done with it."""
        answer: JsonObject = {"done": order.get("number")}
        try:
            await _ORDERS[str(order.get("do"))](self.person, order)
        except (DriverError, KeyError) as e:
            answer["problem"] = str(e)
        with suppress(ConnectionError):
            await tab.send_json(answer)

    async def _close(self, _app: web.Application) -> None:
        for task in self._tasks:
            task.cancel()
        for tab in list(self._tabs):
            await tab.close()


@web.middleware
async def _own_host_only(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Answer no page that reached this port under another name (DNS rebinding)."""
    if request.url.host not in {"127.0.0.1", "localhost", "::1"}:
        raise web.HTTPForbidden
    return await handler(request)


def _static(name: str) -> web.Response:
    folder = files("bot.sandbox").joinpath("static")
    known = {e.name: e for part in (folder, folder / "fonts") for e in part.iterdir()}
    kind = name.rpartition(".")[2]
    if name not in known or kind not in _TYPES:
        raise web.HTTPNotFound
    return web.Response(
        body=known[name].read_bytes(),
        content_type=_TYPES[kind],
        charset=None if kind == "woff2" else "utf-8",
        headers=_HEADERS,
    )


# What the page can ask for ------------------------------------------------------------------


async def _type(person: Person, order: JsonObject) -> None:
    person.goes_to(person.workspace.channels[str(order["channel"])])
    thread = order.get("thread")
    await person.types(str(order["text"]), thread_ts=str(thread) if thread else None)


async def _shortcut(person: Person, order: JsonObject) -> None:
    await person.shortcut(_message(person, order), str(order["id"]))


async def _global_shortcut(person: Person, order: JsonObject) -> None:
    await person.global_shortcut(str(order["id"]))


async def _submit(person: Person, order: JsonObject) -> None:
    view = _view(person, order)
    _take_values(view, order)
    await person.submits(view)


async def _act(person: Person, order: JsonObject) -> None:
    place = _view(person, order) if order.get("view") else _message(person, order)
    _take_values(place, order)
    await person.acts(place, str(order["action"]), str(order["block"]), order.get("answer"))


async def _close(person: Person, order: JsonObject) -> None:
    if order.get("everything"):  # whatever lies on top by now
        await person.closes(everything=True)
    else:
        await person.closes(_view(person, order))


async def _dismiss(person: Person, order: JsonObject) -> None:
    person.dismisses(_message(person, order))


async def _stop(person: Person, order: JsonObject) -> None:
    await person.stops(str(order["thread"]))


async def _home(person: Person, order: JsonObject) -> None:
    del order
    await person.opens_home()


async def _messages(person: Person, order: JsonObject) -> None:
    del order
    await person.opens_messages()


_ORDERS: Final[dict[str, Callable[[Person, JsonObject], Awaitable[None]]]] = {
    "type": _type,
    "stop": _stop,
    "shortcut": _shortcut,
    "global_shortcut": _global_shortcut,
    "submit": _submit,
    "act": _act,
    "close": _close,
    "dismiss": _dismiss,
    "home": _home,
    "messages": _messages,
}


def _message(person: Person, order: JsonObject) -> Message:
    channel = person.workspace.channels[str(order["channel"])]
    found = [m for m in person.messages(channel) if m.ts == order["ts"]]
    if not found:
        raise DriverError("This message is no longer there.")
    return found[0]


def _view(person: Person, order: JsonObject) -> View:
    home = person.workspace.homes.get(person.member.id)
    views = [*person.workspace.stack(person.member.id), *([home] if home else [])]
    for view in views:
        if view.id == order["view"]:
            return view
    raise DriverError("This window was closed.")


def _take_values(place: View | Message, order: JsonObject) -> None:
    """Put what was typed and chosen on the page into the view's state."""
    answers = order.get("answers")
    for block_id, answered in answers.items() if isinstance(answers, dict) else ():
        for action_id, answer in answered.items():
            hold(place.values, _control(place, action_id, block_id), answer)


def _control(place: View | Message, action_id: str, block_id: str) -> JsonObject:
    """The control on a screen with these ids.

    Raises:
        DriverError: The screen changed meanwhile.
    """
    element = control(place.blocks, action_id, block_id)
    if element is None:
        raise DriverError("This control is no longer there.")
    return element
