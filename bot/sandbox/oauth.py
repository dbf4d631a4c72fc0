"""Slack's address as an app for many workspaces meets it: one Web API before all of them.

It hands out codes as the consent page does, takes each once, gives every workspace a token of its
own, and passes each call on to the workspace whose token it carries.
"""

from __future__ import annotations

import base64
import binascii
import secrets
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

from aiohttp import web

from bot.sandbox.double import Double
from bot.sandbox.errors import SlackError
from bot.sandbox.model import APP_ID
from bot.sandbox.requests import HttpHub
from bot.sandbox.schema import JsonObject
from bot.sandbox.web_api import read_call

#: Seconds that a token lives where tokens are rotated.
TOKEN_SECONDS = 43_200
CODE_SECONDS = 600.0


@dataclass(slots=True)
class Tenant:
    """One workspace that can install the app.

    Attributes:
        double: Everything in it.
        name: What it is called.
        refresh_token: The one that is good now.
    """

    double: Double
    name: str
    refresh_token: str = ""

    @property
    def hub(self) -> HttpHub:
        """How it reaches the app."""
        hub = self.double.delivery.hub
        assert isinstance(hub, HttpHub)  # noqa: S101 - made so by Directory.add
        return hub

    @property
    def tokens(self) -> set[str]:
        """The tokens that the workspace takes."""
        return self.double.api.bot_tokens


@dataclass(slots=True)
class Directory:
    """All workspaces, and the app's credentials.

    Attributes:
        client_id: The app's.
        client_secret: The app's.
        signing_secret: The app's.
        rotates: Whether tokens expire.
        token_seconds: After how long.
        exchanges: How often a refresh token was exchanged.
    """

    client_id: str
    client_secret: str
    signing_secret: str
    rotates: bool = False
    token_seconds: int = TOKEN_SECONDS
    exchanges: int = 0
    tenants: list[Tenant] = field(default_factory=list)
    _codes: dict[str, tuple[Tenant, str, float]] = field(default_factory=dict)

    def add(self, double: Double, team_id: str, name: str, enterprise_id: str = "") -> Tenant:
        """Let a workspace in; it speaks to the app over HTTP and has not installed it yet."""
        double.api.bot_tokens.clear()
        double.hub = double.delivery.hub = HttpHub(
            double.workspace.ids,
            double.faults,
            secret=self.signing_secret,
            team_id=team_id,
            enterprise_id=enterprise_id,
        )
        double.hub.ack_seconds = 3.0
        double.hub.retry_seconds = ()
        self.tenants.append(Tenant(double, name))
        return self.tenants[-1]

    def application(self) -> web.Application:
        """The aiohttp application of the one address."""
        app = web.Application()
        app.router.add_post("/api/oauth.v2.access", self._access)
        app.router.add_post("/api/oauth.v2.exchange", self._exchange)
        app.router.add_route("*", "/api/{method}", self._api)
        return app

    def consents(self, tenant: Tenant, authorize_url: str) -> tuple[str, str]:
        """Agree on the consent page that an address leads to; gives code and state.

        Raises:
            SlackError: The address asks for what the app's manifest does not name, or names
                another app.
        """
        asked = {name: one[0] for name, one in parse_qs(urlsplit(authorize_url).query).items()}
        if asked.get("client_id") != self.client_id:
            raise SlackError("invalid_client_id")
        if set(asked["scope"].split(",")) - tenant.double.manifest.scopes:
            raise SlackError("invalid_scope")
        code, ends = secrets.token_hex(8), tenant.double.clock.now() + CODE_SECONDS
        self._codes[code] = (tenant, asked["redirect_uri"], ends)
        return code, asked["state"]

    async def _access(self, request: web.Request) -> web.StreamResponse:
        form = {name: str(value) for name, value in (await request.post()).items()}
        try:
            self._admit(request)
            refreshing = form.get("grant_type") == "refresh_token"
            tenant = self._refreshed(form) if refreshing else self._entered(form)
        except SlackError as error:
            return web.json_response(error.body())
        return web.json_response({"ok": True, **self._granted(tenant)})

    async def _exchange(self, request: web.Request) -> web.StreamResponse:
        """Give an expiring token for one without an end, which ends with it."""
        form = {name: str(value) for name, value in (await request.post()).items()}
        try:
            self._admit(request)
            tenant = self._turned(form.get("token", ""))
        except SlackError as error:
            return web.json_response(error.body())
        return web.json_response({"ok": True, **self._granted(tenant)})

    def _turned(self, token: str) -> Tenant:
        if not self.rotates:
            raise SlackError("token_rotation_not_enabled")
        for tenant in self.tenants:
            if token in tenant.tokens:
                if tenant.refresh_token:
                    raise SlackError("token_already_exchanged")
                tenant.tokens.discard(token)
                return tenant
        raise SlackError("invalid_token")

    def _admit(self, request: web.Request) -> None:
        header = request.headers.get("Authorization", "")
        try:
            given = base64.b64decode(header.partition(" ")[2]).decode()
        except (binascii.Error, UnicodeDecodeError):
            given = ""
        if given.partition(":")[0] != self.client_id:
            raise SlackError("invalid_client_id")
        if given != f"{self.client_id}:{self.client_secret}":
            raise SlackError("bad_client_secret")

    def _entered(self, form: dict[str, str]) -> Tenant:
        """Take a code, once."""
        tenant, redirect_uri, ends = self._codes.pop(form.get("code", ""), (None, "", 0.0))
        if tenant is None:
            raise SlackError("invalid_code")
        if tenant.double.clock.now() > ends:
            raise SlackError("code_expired")
        if form.get("redirect_uri") != redirect_uri:
            raise SlackError("bad_redirect_uri")
        tenant.double.faults.revoked = False
        return tenant

    def _refreshed(self, form: dict[str, str]) -> Tenant:
        """Take a refresh token, once."""
        given = form.get("refresh_token")
        for tenant in self.tenants:
            if given and given == tenant.refresh_token:
                self.exchanges += 1
                return tenant
        raise SlackError("invalid_refresh_token")

    def _granted(self, tenant: Tenant) -> JsonObject:
        """Make a token; those of before are good until their own end."""
        token = f"xoxb-{secrets.token_hex(8)}"
        tenant.tokens.add(token)
        hub, bot = tenant.hub, tenant.double.workspace.bot
        named: JsonObject = {"id": hub.enterprise_id, "name": tenant.name}
        granted: JsonObject = {
            "access_token": token,
            "token_type": "bot",
            "scope": ",".join(sorted(tenant.double.api.scopes)),
            "bot_user_id": bot.id,
            "app_id": APP_ID,
            "team": None if hub.enterprise_id else {"id": hub.team_id, "name": tenant.name},
            "enterprise": named if hub.enterprise_id else None,
            "authed_user": {"id": "U0INSTALLER"},
            "is_enterprise_install": bool(hub.enterprise_id),
        }
        if not self.rotates:
            return granted
        tenant.refresh_token = f"xoxe-{secrets.token_hex(8)}"
        return {
            **granted,
            "refresh_token": tenant.refresh_token,
            "expires_in": self.token_seconds,
        }

    async def _api(self, request: web.Request) -> web.StreamResponse:
        """Pass a call on to the workspace whose token it carries."""
        _, token, _ = await read_call(request)
        for tenant in self.tenants:
            if token in tenant.tokens:
                return await tenant.double.api.handle(request)
        error = SlackError("invalid_auth" if token else "not_authed")
        return web.json_response(error.body())
