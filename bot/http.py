"""Slack's requests over HTTP: events, commands and clicks, and the two pages of installing.

It speaks plain HTTP and listens on this machine alone unless told otherwise: a proxy with a
certificate stands before it. Who may call is decided by Slack's signature, checked by Bolt on the
raw body; requests that are older than five minutes are refused with it.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import structlog
from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse

from bot.errors import SettingsError, WarmlineError
from bot.listeners.running import RunningListeners
from bot.manifest import EVENTS_PATH, INSTALL_PATH, REDIRECT_PATH
from bot.oauth.flow import Flow, page
from bot.strings import errors as words
from bot.strings import installing as page_words

__all__ = ["Address", "HttpFront", "parse_address", "serving_http"]

_BODY_BYTES: Final = 1024 * 1024
Walk = Callable[[AsyncBoltRequest], Awaitable[BoltResponse]]
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Address:
    """Where the process listens."""

    host: str
    port: int

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


def parse_address(text: str) -> Address:
    """Read ``HOST:PORT``, such as ``127.0.0.1:8432`` or ``[::1]:8432``.

    Raises:
        SettingsError: It is none.
    """
    host, _, port = text.rpartition(":")
    if not host or not port.isdigit() or int(port) > 65535:
        raise SettingsError(words.BAD_ADDRESS.format(text=text))
    return Address(host.strip("[]"), int(port))


class HttpFront:
    """The routes.

    Args:
        app: The Bolt app.
        flow: Installing.
        listeners: Are told of each request, so that a shutdown waits for it.
    """

    def __init__(self, app: AsyncApp, flow: Flow, listeners: RunningListeners) -> None:
        self._app = app
        self._flow = flow
        self._listeners = listeners

    def application(self) -> web.Application:
        """The aiohttp application."""
        served = web.Application(client_max_size=_BODY_BYTES)
        served.router.add_post(EVENTS_PATH, self._events)
        served.router.add_get(INSTALL_PATH, self._install)
        served.router.add_get(REDIRECT_PATH, self._redirected)
        served.router.add_get("/healthz", self._health)
        return served

    async def _events(self, request: web.Request) -> web.StreamResponse:
        try:
            asked = await to_bolt_request(request)
        except (UnicodeDecodeError, json.JSONDecodeError):
            return web.Response(status=400, text="unreadable")
        # A task of its own: the connection's task lives on, and a shutdown would wait for it.
        answered = await asyncio.create_task(self._dispatch(asked))
        return await to_aiohttp_response(answered)

    async def _dispatch(self, asked: AsyncBoltRequest) -> BoltResponse:
        await self._listeners.heard()
        return await self._app.async_dispatch(asked)

    async def _install(self, request: web.Request) -> web.StreamResponse:
        return await self._page(self._flow.handle_installation, request)

    async def _redirected(self, request: web.Request) -> web.StreamResponse:
        return await self._page(self._flow.handle_callback, request)

    async def _page(self, walk: Walk, request: web.Request) -> web.StreamResponse:
        try:
            answered = await walk(await to_bolt_request(request))
        except WarmlineError as error:
            _log.error("install.failed", error=type(error).__name__, error_id=error.error_id)
            said = page_words.FAILURES["storage_error"]
            answered = page(503, page_words.FAILED_TITLE, said)
        return await to_aiohttp_response(answered)

    async def _health(self, _: web.Request) -> web.StreamResponse:
        return web.Response(text="ok")


@asynccontextmanager
async def serving_http(front: HttpFront, address: Address) -> AsyncIterator[int]:
    """Serve until the block ends; gives the port, which differs from the address's if that is 0.

    Raises:
        SettingsError: Another program listens there, or the host is not this machine's.
    """
    runner = web.AppRunner(front.application(), access_log=None, shutdown_timeout=2)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, address.host, address.port).start()
        except OSError as error:
            text = words.ADDRESS_TAKEN.format(host=address.host, port=address.port)
            raise SettingsError(text) from error
        if not address.is_local:
            _log.warning("http.not_local", host=address.host)
        yield int(runner.addresses[0][1])
    finally:
        await runner.cleanup()
