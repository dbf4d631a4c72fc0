"""What serving many workspaces needs, put together from the settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from pydantic import SecretStr
from slack_sdk.web.async_client import AsyncWebClient

from bot.clock import Clock
from bot.errors import SettingsError
from bot.manifest import INSTALL_PATH
from bot.oauth.flow import Flow, make_flow
from bot.oauth.tokens import Credentials, Tokens
from bot.oauth.workspaces import Authorize, Many, Workspaces
from bot.settings import PREFIX, Settings
from bot.store.installing import InstallStore
from bot.strings import errors as words

__all__ = ["Installing", "check_installing", "make_installing"]

_NEEDED = ("slack_client_id", "slack_client_secret", "slack_signing_secret")


@dataclass(frozen=True, slots=True)
class Installing:
    """What many workspaces need.

    Attributes:
        client: Asks Slack, without a token of its own.
        tokens: Find each workspace's token.
        workspaces: Find each workspace's client.
        flow: Installs the app.
        signing_secret: What Slack's requests are signed with.
        install_url: The page that begins it.
    """

    client: AsyncWebClient
    tokens: Tokens
    workspaces: Workspaces
    flow: Flow
    signing_secret: str = field(repr=False)
    install_url: str


def make_installing(
    settings: Settings,
    store: InstallStore,
    clock: Clock,
    make_client: Callable[[str | None, str], AsyncWebClient],
) -> Installing:
    """Put it together.

    Args:
        settings: The app's credentials and address.
        store: Keeps installations and states.
        clock: The time.
        make_client: Makes a client from a token, if it has one, and the workspace that is meant.

    Raises:
        SettingsError: Something is missing; it is named.
    """
    check_installing(settings)
    client = make_client(None, "")
    credentials = Credentials(settings.slack_client_id, _secret(settings.slack_client_secret))
    tokens = Tokens(store, client, credentials, clock)
    return Installing(
        client=client,
        tokens=tokens,
        workspaces=Many(tokens, make_client),
        flow=make_flow(store, clock, client, credentials, settings.public_url, Authorize(tokens)),
        signing_secret=_secret(settings.slack_signing_secret),
        install_url=settings.public_url + INSTALL_PATH,
    )


def check_installing(settings: Settings) -> None:
    """See that all is set that many workspaces need.

    Raises:
        SettingsError: Something is missing; it is named.
    """
    for name in _NEEDED:
        if not _secret(getattr(settings, name)):
            raise SettingsError(words.NO_SLACK_APP.format(name=f"{PREFIX}{name.upper()}"))
    url = urlsplit(settings.public_url)
    if url.scheme != "https" or not url.netloc or url.path or url.query:
        raise SettingsError(words.BAD_PUBLIC_URL)


def _secret(value: SecretStr | str | None) -> str:
    return value.get_secret_value() if isinstance(value, SecretStr) else value or ""
