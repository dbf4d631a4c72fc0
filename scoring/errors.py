"""Everything the scorer can fail with. One plain sentence each: what is wrong, what to do next.

::

    ScorerError                    exit 1, HTTP 500
    ├── CallerError                exit 2: the call or the input is wrong
    │   ├── InputError             a text, a line or an option can't be used
    │   └── SettingsError          a setting is missing, unknown or unsafe
    ├── MissingExtraError          a part of the installation is not there
    ├── WeightsError               base weights can't be had
    │   ├── UnknownWeightsError    no such entry (exit 2)
    │   ├── HashMismatchError      the bytes are not the published ones
    │   ├── NoSourceError          nowhere to get them from
    │   └── NoSpaceError           the disk is full
    ├── LlmError                   the LLM did not give an answer; work goes on without it
    │   ├── LlmUnreachableError    there is no server, or it refuses
    │   ├── LlmTimeoutError        it took longer than its budget
    │   ├── LlmStoppedError        whoever asked no longer wants the answer
    │   ├── LlmTooLongError        the prompt does not fit its context
    │   └── LlmAnswerError         what came back is no answer
    └── UnavailableError           the service can't answer now (HTTP 503)
        ├── NotReadyError          the model is still loading, or failed to load
        ├── QueueFullError         too many checks are waiting
        ├── ShuttingDownError      the process is ending
        └── CheckTimeoutError      the check took too long (HTTP 504)

No message ever carries the text of a draft.
"""

from __future__ import annotations

from typing import ClassVar

__all__ = [
    "CallerError",
    "CheckTimeoutError",
    "HashMismatchError",
    "InputError",
    "LlmAnswerError",
    "LlmError",
    "LlmStoppedError",
    "LlmTimeoutError",
    "LlmTooLongError",
    "LlmUnreachableError",
    "MissingExtraError",
    "NoSourceError",
    "NoSpaceError",
    "NotReadyError",
    "QueueFullError",
    "ScorerError",
    "SettingsError",
    "ShuttingDownError",
    "UnavailableError",
    "UnknownWeightsError",
    "WeightsError",
]


class ScorerError(Exception):
    """Any failure the scorer foresees; its text is one sentence for a person.

    Attributes:
        exit_code: What a command returns when this reaches the top.
    """

    exit_code: ClassVar[int] = 1


class CallerError(ScorerError):
    """The call or the input is wrong; the caller can mend it."""

    exit_code: ClassVar[int] = 2


class InputError(CallerError):
    """A text, a line or an option can't be used as given."""


class SettingsError(CallerError):
    """A setting is missing, malformed or unsafe."""


class MissingExtraError(ScorerError):
    """A part of the installation is not there; the sentence says how to install it."""


class WeightsError(ScorerError):
    """Base weights can't be had."""


class UnknownWeightsError(WeightsError):
    """No entry of the registry has that name."""

    exit_code: ClassVar[int] = 2


class HashMismatchError(WeightsError):
    """A file's bytes are not the published ones."""


class NoSourceError(WeightsError):
    """Every source was tried or ruled out."""


class NoSpaceError(WeightsError):
    """The cache's disk has too little room."""


class LlmError(ScorerError):
    """The LLM did not give an answer; whoever asked goes on without it."""


class LlmUnreachableError(LlmError):
    """There is no server at the address, or it refuses to answer."""


class LlmTimeoutError(LlmError):
    """The LLM took longer than its budget."""


class LlmStoppedError(LlmError):
    """The work was cancelled."""


class LlmTooLongError(LlmError):
    """The prompt does not fit the model's context."""


class LlmAnswerError(LlmError):
    """What came back can't be read as an answer."""


class UnavailableError(ScorerError):
    """The service can't answer now; trying again later may help.

    Attributes:
        status: HTTP status of the problem document.
        title: Its title.
        retry_after: Seconds after which to try again.
    """

    status: ClassVar[int] = 503
    title: ClassVar[str] = "The scorer is not available"
    retry_after: ClassVar[int] = 1


class NotReadyError(UnavailableError):
    """The model is still loading, or could not be loaded."""

    title: ClassVar[str] = "The model is not loaded"
    retry_after: ClassVar[int] = 2


class QueueFullError(UnavailableError):
    """Too many checks are waiting already."""

    title: ClassVar[str] = "Too many checks are waiting"


class ShuttingDownError(UnavailableError):
    """The process is ending and takes no new checks."""

    title: ClassVar[str] = "The scorer is shutting down"
    retry_after: ClassVar[int] = 5


class CheckTimeoutError(UnavailableError):
    """The check was not done within the request timeout."""

    status: ClassVar[int] = 504
    title: ClassVar[str] = "The check took too long"
