"""Slack's side of HTTP: signed requests to the app in place of Socket Mode's envelopes."""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import dataclass, field
from urllib.parse import urlencode

import aiohttp

from bot.sandbox.clock import Clock, SystemClock
from bot.sandbox.model import TEAM_ID
from bot.sandbox.schema import JsonObject
from bot.sandbox.socket import Ack, SocketHub
from bot.sandbox.validate import objects

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True)
class Signed:
    """A request as Slack sends it."""

    body: str
    headers: dict[str, str]


def sign(secret: str, body: str, at: float, content_type: str) -> Signed:
    """Sign a body with an app's secret, at a time."""
    stamp = str(int(at))
    digest = hmac.new(secret.encode(), f"v0:{stamp}:{body}".encode(), hashlib.sha256)
    return Signed(
        body,
        {
            "Content-Type": content_type,
            "X-Slack-Request-Timestamp": stamp,
            "X-Slack-Signature": f"v0={digest.hexdigest()}",
        },
    )


@dataclass(slots=True)
class HttpHub(SocketHub):
    """Hands the same payloads to an app that listens over HTTP.

    Attributes:
        address: Where the app takes requests.
        secret: The app's signing secret.
        team_id: Which workspace this is, as its payloads name it.
        enterprise_id: The organisation that installed the app for all its workspaces.
        clock: The time that requests are signed with.
    """

    address: str = ""
    secret: str = ""
    team_id: str = TEAM_ID
    enterprise_id: str = ""
    clock: Clock = field(default_factory=SystemClock)

    async def _send(self, envelope: JsonObject) -> Ack | None:
        request = self._request(envelope)
        limit = aiohttp.ClientTimeout(total=self.ack_seconds)
        try:
            async with (
                aiohttp.ClientSession(timeout=limit) as session,
                session.post(self.address, data=request.body, headers=request.headers) as answer,
            ):
                text = await answer.text()
        except (aiohttp.ClientError, TimeoutError):
            return None
        if answer.status != 200 or self.faults.take_dropped_ack():
            return None
        return Ack(json.loads(text) if answer.content_type == JSON and text else text or None)

    def _request(self, envelope: JsonObject) -> Signed:
        payload = self._addressed(envelope["payload"])
        if envelope["type"] == "events_api":
            signed = sign(self.secret, json.dumps(payload), self.clock.now(), JSON)
        else:
            named = {"payload": json.dumps(payload)}
            command = envelope["type"] == "slash_commands" and isinstance(payload, dict)
            fields = {k: v for k, v in payload.items() if v is not None} if command else named
            signed = sign(self.secret, urlencode(fields), self.clock.now(), FORM)
        if "retry_attempt" in envelope:
            signed.headers["X-Slack-Retry-Num"] = str(envelope["retry_attempt"])
        return signed

    def _addressed(self, payload: object) -> JsonObject:
        """Name this workspace, where the double's own payloads all name one."""
        text = json.dumps(payload).replace(f'"{TEAM_ID}"', json.dumps(self.team_id))
        found: JsonObject = json.loads(text)
        if self.enterprise_id:
            found |= {"enterprise_id": self.enterprise_id}
            _of_organisation(found, self.enterprise_id)
        return found


def _of_organisation(payload: JsonObject, enterprise_id: str) -> None:
    """Say of a payload that a whole organisation has the app."""
    if "command" in payload:
        payload["is_enterprise_install"] = "true"
        return
    payload["is_enterprise_install"] = True
    if "enterprise" in payload:
        payload["enterprise"] = {"id": enterprise_id, "name": "Grid"}
    for grant in objects(payload.get("authorizations")):
        grant |= {"enterprise_id": enterprise_id, "is_enterprise_install": True}
