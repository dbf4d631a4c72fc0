"""Slack's rules for a manifest of version 2, as far as ours go: names, kinds, lengths, counts.

Slack publishes them as a JSON schema (slackapi/manifest-schema on GitHub, 2.0.0); these were put
down from it by hand on 2026-11-30, read against it again on 2026-12-01, and hold nothing that the
manifests don't use. A key that is not here is a fault, so whoever adds one looks its rule up.
"""

from __future__ import annotations

from typing import Any

from jsonschema import Draft7Validator

YES_NO = {"type": "boolean"}
WORDS = {"type": "string"}
KINDS = ("integer", "number", "boolean", "string", "object", "array")


def text(longest: int, shortest: int = 1, pattern: str = "") -> dict[str, Any]:
    """A text of some length."""
    rule = {"type": "string", "minLength": shortest, "maxLength": longest}
    return rule | ({"pattern": pattern} if pattern else {})


def group(needed: tuple[str, ...] = (), **parts: Any) -> dict[str, Any]:
    """An object with these keys and no others."""
    closed = {"type": "object", "properties": parts, "additionalProperties": False}
    return closed | {"required": list(needed)}


def some(most: int, of: dict[str, Any], least: int = 0) -> dict[str, Any]:
    """A list."""
    return {"type": "array", "minItems": least, "maxItems": most, "items": of}


def each(of: dict[str, Any]) -> dict[str, Any]:
    """An object whose keys are ours to choose, at most fifty."""
    return {"type": "object", "maxProperties": 50, "additionalProperties": of}


ADDRESS = text(3500, pattern="^https?://")
PARAMETERS = group(
    ("properties",),
    properties=each(
        group(("type",), type={"enum": list(KINDS)}, title=WORDS, description=WORDS),
    ),
    required={"type": "array", "items": WORDS},
)
NAMES = {**some(100, text(50)), "uniqueItems": True}

RULES = group(
    ("display_information",),
    _metadata=group(major_version={"const": 2}, minor_version={"type": "integer"}),
    display_information=group(
        ("name",),
        name=text(35),
        description=text(140),
        long_description=text(4000, 175),
        background_color=text(7, 4, "^#([0-9a-fA-F]{3}){1,2}$"),
    ),
    features=group(
        app_home=group(
            home_tab_enabled=YES_NO,
            messages_tab_enabled=YES_NO,
            messages_tab_read_only_enabled=YES_NO,
        ),
        agent_view=group(
            agent_description=text(300),
            suggested_prompts=some(4, group(("title", "message"), title=WORDS, message=WORDS)),
        ),
        bot_user=group(("display_name",), display_name=text(80), always_online=YES_NO),
        slash_commands=some(
            50,
            group(
                ("command", "description"),
                command=text(32, 2, "^/"),
                url=text(3000, pattern="^https?://"),
                description=text(2000),
                usage_hint=text(1000),
                should_escape=YES_NO,
            ),
            1,
        ),
        shortcuts=some(
            10,
            group(
                ("name", "type", "callback_id", "description"),
                name=text(24),
                type={"enum": ["message", "global"]},
                callback_id=text(255),
                description=text(150),
            ),
            1,
        ),
    ),
    oauth_config=group(
        scopes=group(bot=some(255, text(50))),
        redirect_urls={**some(1000, text(2500)), "uniqueItems": True},
    ),
    functions=each(
        group(
            ("title", "description", "input_parameters", "output_parameters"),
            title=WORDS,
            description=WORDS,
            input_parameters=PARAMETERS,
            output_parameters=PARAMETERS,
        )
    ),
    settings=group(
        event_subscriptions=group(request_url=ADDRESS, bot_events=NAMES),
        interactivity=group(("is_enabled",), is_enabled=YES_NO, request_url=ADDRESS),
        org_deploy_enabled=YES_NO,
        socket_mode_enabled=YES_NO,
        token_rotation_enabled=YES_NO,
        function_runtime=WORDS,
    ),
)


def faults(manifest: dict[str, Any]) -> list[str]:
    """What breaks a rule, each with where it stands."""
    found = Draft7Validator(RULES).iter_errors(manifest)
    return [f"{'/'.join(map(str, one.absolute_path))}: {one.message}" for one in found]
