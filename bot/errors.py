"""Everything the bot raises on purpose.

::

    WarmlineError
    ├── SettingsError             settings or keys are missing or wrong (exit code 2)
    ├── StoreError                the database failed
    │   ├── SchemaError           the database's tables are older or newer than the program
    │   ├── KeyMismatchError      stored data was sealed with a key that is not here
    │   ├── WorkNotFoundError     a check has expired, or belongs to somebody else
    │   ├── CheckNotFoundError    a rating has no kept check to go with
    │   └── RunNotFoundError      a run of retraining is no longer kept
    ├── ReportNotReadyError       a report is asked for of a week that is not over
    ├── ReportUndeliveredError    a report reached neither its channel nor a lead
    ├── TrainingError             retraining the scorer failed
    ├── NotAllowedError           the person's role does not let them
    ├── OutsiderError             the person belongs to another workspace
    ├── NoLongerInstalledError    the app was removed from the person's workspace meanwhile
    └── ScorerError               the scorer gave no result
        ├── ScorerUnavailableError   it is not there, or too slow
        └── ScorerRejectedError      it refused this draft

The docstring of each class is its default message: one plain sentence for the person who sees
it, saying what to do next. Every error carries an ``error_id``: the person is shown it, the log
has it, so that the person who runs Warmline finds the cause (``__cause__``) without anybody
copying a draft into a bug report. No message holds text that somebody wrote in Slack.
"""

from __future__ import annotations

import inspect
import secrets
from typing import ClassVar

__all__ = [
    "CheckNotFoundError",
    "KeyMismatchError",
    "NoLongerInstalledError",
    "NotAllowedError",
    "OutsiderError",
    "ReportNotReadyError",
    "ReportUndeliveredError",
    "RunNotFoundError",
    "SchemaError",
    "ScorerError",
    "ScorerRejectedError",
    "ScorerUnavailableError",
    "SettingsError",
    "StoreError",
    "TrainingError",
    "WarmlineError",
    "WorkNotFoundError",
    "new_error_id",
]


def new_error_id() -> str:
    """Make an id that joins what a person sees with what the log says, such as ``3f9a01c2``."""
    return secrets.token_hex(4)


class WarmlineError(Exception):
    """Something went wrong in Warmline; try again, and tell the person who runs it if it stays.

    Attributes:
        message: One plain sentence that may be shown to anybody.
        error_id: Id that joins the message with the log line.
        exit_code: What a command that ends with this error returns to the shell.
    """

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str | None = None, *, error_id: str | None = None) -> None:
        self.message = message or _first_sentence(type(self))
        self.error_id = error_id or new_error_id()
        super().__init__(self.message)


class SettingsError(WarmlineError):
    """Warmline's settings are wrong; run `warmline doctor` to see which and how to mend them."""

    exit_code = 2


class StoreError(WarmlineError):
    """Warmline could not reach its database; nothing was lost, please try again in a minute."""


class SchemaError(StoreError):
    """The database does not fit this version of Warmline; run `warmline db upgrade`."""


class KeyMismatchError(StoreError):
    """Saved data cannot be read with the present keys; add the earlier key after the new one."""


class WorkNotFoundError(StoreError):
    """This check is no longer here: drafts are removed within a day, so please check it again."""


class CheckNotFoundError(StoreError):
    """This check was not kept, so there is nothing to add your rating to."""


class RunNotFoundError(StoreError):
    """This training is no longer in the list; `warmline models list` shows what is there."""


class ReportNotReadyError(WarmlineError):
    """This week is not over yet; its report can be read from Monday on."""

    exit_code = 2


class ReportUndeliveredError(WarmlineError):
    """The weekly report reached nobody; choose its channel and its leads in App Home."""


class TrainingError(WarmlineError):
    """Retraining failed, and the scorer in use stays; the log has the cause."""


class NotAllowedError(WarmlineError):
    """Only leads of the team and workspace admins can do this; please ask one of them."""


class OutsiderError(WarmlineError):
    """Warmline is for the people of the workspace it is installed in, so it can't check this."""


class NoLongerInstalledError(WarmlineError):
    """Warmline was removed from this workspace meanwhile, so it can't show the result."""


class ScorerError(WarmlineError):
    """The draft could not be scored just now; please try again in a minute."""


class ScorerUnavailableError(ScorerError):
    """The scorer does not answer; please try again in a minute, your draft is still here."""


class ScorerRejectedError(ScorerError):
    """The scorer cannot take this draft as it is; shorten it and check again."""


def _first_sentence(cls: type[WarmlineError]) -> str:
    return (inspect.getdoc(cls) or cls.__name__).split("\n\n", maxsplit=1)[0].replace("\n", " ")
