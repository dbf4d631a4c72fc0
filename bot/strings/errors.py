"""What a person reads when something did not work. Each says what to do next."""

from __future__ import annotations

from typing import Final

REFERENCE: Final = "Reference: {id}"
TRY_AGAIN: Final = "Back to my draft"
UNEXPECTED: Final = (
    "Something went wrong on our side. Please try again; if it stays, "
    "give the reference below to the person who runs Warmline."
)
GAVE_UP: Final = "This check was interrupted several times and has stopped. Please check it again."
FAILED_BEFORE: Final = "This check did not work. Please check it again."
CANCELLED_BEFORE: Final = "This check was cancelled. Your draft is still here."
STEP_FAILED: Final = "{message} Reference: {id}"
MISSING_SCOPE: Final = (
    "Warmline has no permission in Slack for this ({scope}). Ask a workspace admin to install it "
    "again; that takes a minute and loses nothing."
)
REINSTALL: Final = "Install it again"
NO_LONGER_INSTALLED: Final = (
    "Slack no longer lets Warmline in: it was removed from the workspace, or its token was "
    "renewed. Ask the person who runs it to run `warmline doctor`."
)
IN_FIELD: Final = "{message} What you wrote is still here. Reference: {id}"
SLOW_TO_OPEN: Final = "Slack closed the window before it could open. Please try again."
SLACK_REFUSED: Final = "Slack did not accept the answer. Please try again."

SCORER_DOWN: Final = "The scorer does not answer; please try again in a minute."
SCORER_SLOW: Final = "The scorer took too long; please try again in a minute."
SCORER_BUSY: Final = "The scorer is busy; please try again in a minute."
SCORER_REFUSED: Final = "The scorer can't take this draft as it is; shorten it and check again."
SCORER_STRANGER: Final = (
    "The scorer does not know this app; ask the person who runs Warmline to run `warmline doctor`."
)
SCORER_GARBLED: Final = (
    "The scorer's answer could not be read; ask the person who runs Warmline to run "
    "`warmline doctor`."
)
SCORER_NOT_INSTALLED: Final = (
    "The scorer {app} can't be loaded here: install Warmline with its scorer part "
    "(pip install 'warmline[scorer]') or set WARMLINE_SCORER_URL."
)
SCORER_DID_NOT_START: Final = "The scorer did not start. {why}"
SCORER_LIFESPAN: Final = "Its start-up failed; the log has the cause."
CA_UNUSABLE: Final = (
    "The file {path} holds no certificate that can be used; set WARMLINE_SCORER_CA_FILE to a PEM "
    "file, or unset it."
)
FILE_UNREADABLE: Final = "The file {path} can't be read; mend its path or mode."
BAD_ADDRESS: Final = "{text} is not HOST:PORT, such as 127.0.0.1:8432."
ADDRESS_TAKEN: Final = (
    "Nothing can listen on {host}:{port}: another program does, or this machine has no such "
    "address. Choose another one with `warmline bot --http HOST:PORT`."
)
BAD_PUBLIC_URL: Final = (
    "Set WARMLINE_PUBLIC_URL to the https:// address, without a path, under which Slack reaches "
    "Warmline."
)
NO_SLACK_APP: Final = (
    "Set {name} to what your Slack app's page shows under Basic Information, App Credentials."
)
NO_SLACK_ACCESS: Final = (
    "Set {name} to your Slack app's token, or try `warmline sandbox`, which needs none."
)
SLACK_ACCESS_REFUSED: Final = (
    "Slack refuses a token ({code}); run `warmline doctor` to see which and how to mend it."
)
