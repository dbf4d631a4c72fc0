"""Slack's Web API over HTTP: ``POST /api/<method>``, and the posts to a ``response_url``."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field

from aiohttp import web

from bot.sandbox.errors import SlackError
from bot.sandbox.faults import ApiFault, Faults
from bot.sandbox.methods import METHODS
from bot.sandbox.methods.call import Call, Method, checked_content
from bot.sandbox.model import APP_TOKEN, BOT_TOKEN, Place, ResponseUrl
from bot.sandbox.schema import JsonObject
from bot.sandbox.state import Workspace

#: What posts to a ``response_url`` are called among the faults.
RESPONSE_URL = "response_url"
_FAILING = frozenset({"rate_limited", "server_error"})


@dataclass(slots=True)
class WebApi:
    """Answers the app's calls.

    Attributes:
        scopes: What the bot token may do; from the app's manifest.
        tickets: Makes the one-time ticket of a Socket Mode connection.
        calls: Names of the methods called so far, for a test to look at.
        bot_tokens: Tokens that are good in this workspace.
    """

    workspace: Workspace
    scopes: frozenset[str]
    faults: Faults
    tickets: Callable[[], str]
    calls: list[str] = field(default_factory=list)
    bot_tokens: set[str] = field(default_factory=lambda: {BOT_TOKEN})

    def add_routes(self, app: web.Application) -> None:
        """Serve the API from an aiohttp application."""
        app.router.add_route("*", "/api/{method}", self.handle)
        app.router.add_post("/response/{token}", self._response)
        app.router.add_post("/upload/{ticket}", self._upload)
        app.router.add_get("/files/{id}", self._file)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer one call."""
        name = request.match_info["method"]
        self.calls.append(name)
        fault = self.faults.take_api(name)
        if fault is not None and fault.kind in _FAILING:
            return _failed(fault)
        if fault is not None and fault.kind == "lost":
            await _left(request)
            return web.Response()
        if fault is not None and fault.kind == "slow":
            await asyncio.sleep(fault.seconds)
        answer = await self._answered(name, request)
        if fault is not None and fault.kind == "unanswered":
            await _left(request)
        return answer

    async def _answered(self, name: str, request: web.Request) -> web.Response:
        try:
            return web.json_response({"ok": True, **self._run(name, await read_call(request))})
        except SlackError as e:
            return web.json_response(e.body(), status=e.status)

    def _run(self, name: str, given: tuple[str, str, JsonObject]) -> JsonObject:
        base, token, arguments = given
        method = METHODS.get(name)
        if method is None:
            raise SlackError("unknown_method", extra={"req_method": name})
        self._admit(method, token)
        return method.run(Call(self.workspace, arguments, base, self.tickets, self.scopes))

    def _admit(self, method: Method, token: str) -> None:
        """Check token and scope.

        Raises:
            SlackError: No token, an unknown one, one of the other kind, or a missing scope.
        """
        if not token:
            raise SlackError("not_authed")
        if token not in {*self.bot_tokens, APP_TOKEN}:
            raise SlackError("invalid_auth")
        if self.faults.revoked:
            raise SlackError("account_inactive")
        if (token == APP_TOKEN) != (method.caller == "app"):
            raise SlackError("not_allowed_token_type")
        held = self.scopes if method.caller == "bot" else {"connections:write"}
        if method.scope is not None and method.scope not in held:
            provided = ",".join(sorted(held))
            raise SlackError("missing_scope", extra={"needed": method.scope, "provided": provided})

    async def _response(self, request: web.Request) -> web.StreamResponse:
        fault = self.faults.take_api(RESPONSE_URL)
        if fault is not None and fault.kind == "slow":
            await asyncio.sleep(fault.seconds)
        elif fault is not None:
            return _failed(fault)
        try:
            body = await request.json()
            self.answer(self.workspace.use_response_url(request.match_info["token"]), body)
        except json.JSONDecodeError:
            return web.json_response({"ok": False, "error": "invalid_payload"}, status=400)
        except SlackError as e:
            return web.json_response(e.body(), status=404 if e.status == 200 else e.status)
        return web.Response(text="ok")

    async def _upload(self, request: web.Request) -> web.StreamResponse:
        """Take the content of a file that was announced, once."""
        content, ticket = await request.read(), request.match_info["ticket"]
        waiting = (f for f in self.workspace.files.values() if f.content is None)
        file = next((file for file in waiting if file.ticket == ticket), None)
        if file is None:
            return web.Response(status=404, text="Not Found")
        if len(content) != file.length:
            return web.Response(status=400, text="Bad Request")
        file.content = content
        return web.Response(text=f"OK - {file.length}")

    async def _file(self, request: web.Request) -> web.StreamResponse:
        """Show a picture that was shared, to the page."""
        file = self.workspace.files.get(request.match_info["id"])
        if file is None or file.content is None or not file.name.endswith(".png"):
            return web.Response(status=404, text="Not Found")
        return web.Response(body=file.content, content_type="image/png")

    def answer(self, place: ResponseUrl, body: JsonObject) -> None:
        """Do what a post to a response_url asks for.

        Raises:
            SlackError: Text and blocks are such as Slack refuses.
        """
        original = place.message and self.workspace.message(place.channel, place.message)
        if original and body.get("delete_original"):
            self.workspace.remove(original)
            return
        text, blocks = checked_content(str(body.get("text") or ""), body.get("blocks"))
        if original and body.get("replace_original"):
            self.workspace.rewrite(original, text, blocks)
            return
        for_all = body.get("response_type") == "in_channel"
        thread = body.get("thread_ts") or place.thread_ts
        to = Place(place.channel, str(thread) if thread else None, None if for_all else place.user)
        self.workspace.post(to, self.workspace.bot.id, text, blocks)


async def _left(request: web.Request) -> None:
    """Wait until whoever asked has gone away."""
    while request.transport is not None:  # noqa: ASYNC110 - aiohttp tells no other way
        await asyncio.sleep(0.01)


def _failed(fault: ApiFault) -> web.Response:
    if fault.kind == "rate_limited":
        return web.json_response(
            {"ok": False, "error": "ratelimited"},
            status=429,
            headers={"Retry-After": str(max(1, round(fault.seconds)))},
        )
    return web.Response(status=500, text="Internal Server Error")


async def read_call(request: web.Request) -> tuple[str, str, JsonObject]:
    """Address of the double, token, and arguments from query, form or JSON body."""
    arguments: JsonObject = dict(request.query)
    if request.content_type == "application/json":
        arguments |= await _json_body(request)
    elif request.can_read_body:
        arguments |= {name: str(value) for name, value in (await request.post()).items()}
    kind, _, bearer = request.headers.get("Authorization", "").partition(" ")
    token = bearer if kind.lower() == "bearer" else str(arguments.pop("token", ""))
    return f"{request.scheme}://{request.host}", token, arguments


async def _json_body(request: web.Request) -> JsonObject:
    try:
        body = await request.json()
    except json.JSONDecodeError as e:
        raise SlackError("invalid_json") from e
    if not isinstance(body, dict):
        raise SlackError("json_not_object")
    return body
