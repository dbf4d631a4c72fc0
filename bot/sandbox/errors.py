"""Errors of the sandbox.

::

    WarmlineError
    └── SettingsError
        └── PortTakenError    another program listens where the page should be (exit code 2)
    DriverError               asked for something a person cannot do on this screen
    SlackError                the answer Slack would give: {"ok": false, "error": code}
"""

from __future__ import annotations

from bot.errors import SettingsError


class PortTakenError(SettingsError):
    """Another program listens on the page's port; choose another one with --port."""

    def __init__(self, port: int) -> None:
        super().__init__(
            f"Port {port} is taken by another program; end it, or choose another port with "
            f"`warmline sandbox --port {port + 1}`."
        )


class DriverError(Exception):
    """What was asked for is not on the person's screen."""


class SlackError(Exception):
    """A refusal in Slack's own words.

    Attributes:
        code: Slack's error code, such as ``invalid_blocks``.
        messages: Lines for ``response_metadata.messages``, each with its JSON pointer.
        extra: Further top-level fields of the answer, such as ``needed`` and ``provided``.
        status: HTTP status; Slack answers nearly every refusal with 200.
    """

    def __init__(
        self,
        code: str,
        messages: tuple[str, ...] = (),
        extra: dict[str, str] | None = None,
        status: int = 200,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.messages = messages
        self.extra = extra or {}
        self.status = status

    def body(self) -> dict[str, object]:
        """The answer's JSON."""
        answer: dict[str, object] = {"ok": False, "error": self.code, **self.extra}
        if self.messages:
            answer["response_metadata"] = {"messages": list(self.messages)}
        return answer
