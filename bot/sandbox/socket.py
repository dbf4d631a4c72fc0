"""Slack's side of Socket Mode: connections, envelopes, acknowledgements, redelivery."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from aiohttp import WSMsgType, web

from bot.sandbox.clock import Ids
from bot.sandbox.faults import Faults
from bot.sandbox.limits import ACK_SECONDS, CLOSE_SECONDS, CONNECTIONS
from bot.sandbox.model import APP_ID
from bot.sandbox.schema import JsonObject

EnvelopeKind = Literal["slash_commands", "interactive", "events_api"]
Connection = web.WebSocketResponse
_GOODBYE = {"type": "disconnect", "reason": "refresh_requested", "debug_info": {}}


@dataclass(frozen=True, slots=True)
class Ack:
    """An acknowledgement.

    Attributes:
        payload: What the app sent with it; a bare acknowledgement has none.
    """

    payload: object = None


@dataclass(slots=True)
class SocketHub:
    """Hands envelopes to the app's connections and waits for the acknowledgement.

    Attributes:
        ack_seconds: How long the app has; three seconds in Slack.
        retry_seconds: How long after a failed delivery an event comes again, each time.
        choose: Which of the connections gets an envelope; any of them, in Slack.
    """

    ids: Ids
    faults: Faults
    ack_seconds: float = ACK_SECONDS
    retry_seconds: tuple[float, ...] = (0.0, 60.0, 300.0)
    choose: Callable[[Sequence[Connection]], Connection] = secrets.choice
    on_change: Callable[[], None] = lambda: None
    connections: list[Connection] = field(default_factory=list)
    _leaving: list[Connection] = field(default_factory=list)
    _tickets: set[str] = field(default_factory=set)
    _waiting: dict[str, asyncio.Future[Ack]] = field(default_factory=dict)
    _retries: set[asyncio.Task[None]] = field(default_factory=set)

    def add_routes(self, app: web.Application) -> None:
        """Serve Socket Mode from an aiohttp application."""
        app.router.add_get("/socket", self._serve)
        app.on_shutdown.append(self._close)

    def new_ticket(self) -> str:
        """Admission for one connection, handed out by ``apps.connections.open``."""
        ticket = self.ids.make("ticket.")
        self._tickets.add(ticket)
        return ticket

    async def deliver(self, kind: EnvelopeKind, payload: JsonObject) -> Ack | None:
        """Give the app one envelope, twice if that fault was asked for.

        Returns:
            The first acknowledgement; ``None`` when none came in time.
        """
        twice = self.faults.take_duplicate()
        ack = await self._send(self._envelope(kind, payload))
        if twice:
            await self._send(self._envelope(kind, payload))
        return ack

    async def deliver_event(self, payload: JsonObject) -> None:
        """Give the app an event, and give it again later until it acknowledges."""
        if await self.deliver("events_api", payload) is None:
            task = asyncio.create_task(self._retry(payload))
            self._retries.add(task)
            task.add_done_callback(self._retries.discard)

    async def refresh(self) -> None:
        """Ask the app to reconnect, as Slack does from time to time."""
        self._leaving, self.connections = [*self._leaving, *self.connections], []
        for connection in self._leaving:
            await connection.send_json(_GOODBYE)

    def _envelope(self, kind: EnvelopeKind, payload: JsonObject) -> JsonObject:
        return {
            "type": kind,
            "envelope_id": self.ids.make("envelope."),
            "payload": payload,
            "accepts_response_payload": kind != "events_api",
        }

    async def _send(self, envelope: JsonObject) -> Ack | None:
        if not self.connections:
            return None
        name = str(envelope["envelope_id"])
        answer: asyncio.Future[Ack] = asyncio.get_running_loop().create_future()
        self._waiting[name] = answer
        try:
            await self.choose(self.connections).send_json(envelope)
            return await asyncio.wait_for(answer, self.ack_seconds)
        except (TimeoutError, ConnectionError):
            return None
        finally:
            del self._waiting[name]

    async def _retry(self, payload: JsonObject) -> None:
        for attempt, seconds in enumerate(self.retry_seconds, start=1):
            await asyncio.sleep(seconds)
            again = {"retry_attempt": attempt, "retry_reason": "timeout"}
            if await self._send({**self._envelope("events_api", payload), **again}) is not None:
                return

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        ticket = request.query.get("ticket", "")
        if ticket not in self._tickets or len(self.connections) >= CONNECTIONS:
            raise web.HTTPForbidden
        self._tickets.discard(ticket)
        connection = web.WebSocketResponse(timeout=CLOSE_SECONDS)
        await connection.prepare(request)
        await self._welcome(connection)
        async for message in connection:
            if message.type == WSMsgType.TEXT:
                self._hear(message.data)
        self._forget(connection)
        return connection

    async def _welcome(self, connection: Connection) -> None:
        self.connections.append(connection)
        hello = {
            "type": "hello",
            "num_connections": len(self.connections),
            "connection_info": {"app_id": APP_ID},
        }
        await connection.send_json(hello)
        self.on_change()
        for old in self._leaving:
            await old.close()

    def _hear(self, text: str) -> None:
        try:
            said = json.loads(text)
        except json.JSONDecodeError:
            return  # Slack ignores what is not an acknowledgement
        waiting = self._waiting.get(said.get("envelope_id", ""))
        if waiting is None or waiting.done() or self.faults.take_dropped_ack():
            return
        waiting.set_result(Ack(said.get("payload")))

    def _forget(self, connection: Connection) -> None:
        for known in (self.connections, self._leaving):
            if connection in known:
                known.remove(connection)
        self.on_change()

    async def _close(self, _app: web.Application) -> None:
        for task in self._retries:
            task.cancel()
        for connection in [*self.connections, *self._leaving]:
            await connection.close()
