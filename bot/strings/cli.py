"""The words of the command line and of ``doctor``."""

from __future__ import annotations

from typing import Final

APP_HELP: Final = "Checks a support reply before it goes out: a local empathy scorer inside Slack."
DB_HELP: Final = "The database."
UNFORESEEN: Final = (
    "Failed ({error}, id {id}). Run it again with WARMLINE_LOG_LEVEL=debug to see where."
)
STOPPED: Final = "Stopped."
WRONG_CALL: Final = "{what} Run `{command} --help` to see how to call it."
TOO_MANY_ARGUMENTS: Final = "There is an argument too many; put a text with spaces in quotes"
NO_COMMAND: Final = "No command is given"
DB_UPGRADED: Final = "The database is up to date."
BOT_RUNNING: Final = "Warmline is connected to Slack. Stop it with Ctrl-C."
JOBS_RUNNING: Final = "Warmline's jobs are running. Stop them with Ctrl-C."

OK: Final = "ok"
WARN: Final = "warn"
FAIL: Final = "fail"
MEND: Final = "→ {mend}"
SUMMARY_OK: Final = "All is well."
SUMMARY_WARN: Final = "It works; {count} to look at."
SUMMARY_FAIL: Final = "{count} to mend."

SETTINGS_OK: Final = "every WARMLINE_ variable is known"
SETTINGS_UNKNOWN: Final = "remove it or correct its name"

ACCESS_MISSING: Final = "{name} is not set"
ACCESS_MISSING_MEND: Final = (
    "copy it from your Slack app's settings; without it only `warmline sandbox` works"
)
ACCESS_MALFORMED: Final = "{name} does not begin with {prefix}"
ACCESS_MALFORMED_MEND: Final = "copy the {kind} from your Slack app's settings"
BOT_ACCESS: Final = "bot token"
APP_ACCESS: Final = "app-level token with connections:write"
SLACK_OK: Final = "{team} as {user}"
SLACK_UNREACHABLE: Final = "Slack does not answer ({error})"
SLACK_UNREACHABLE_MEND: Final = "check this machine's way to {url}"
SLACK_REFUSED: Final = "Slack refuses the token ({error})"
SLACK_REFUSED_MEND: Final = "install the app in the workspace again and copy its new token"
SCOPES_OK: Final = "all that the manifest names"
SCOPES_UNKNOWN: Final = "Slack did not say which scopes the token has"
SCOPES_MISSING: Final = "missing: {scopes}"
SCOPES_MEND: Final = "update the app with `warmline manifest` and install it again"
SOCKET_OK: Final = "Socket Mode can be opened"
SOCKET_REFUSED: Final = "Socket Mode is refused ({error})"
SOCKET_MEND: Final = "switch Socket Mode on and make an app-level token with connections:write"
CLOCK_OK: Final = "{seconds:.0f} s from Slack's"
CLOCK_OFF: Final = "{seconds:.0f} s from Slack's"
CLOCK_MEND: Final = "let this machine follow a time server"
NOT_CHECKED: Final = "not checked: it needs an answer of Slack"

DATABASE_OK: Final = "{kind}, tables up to date"
DATABASE_MEND: Final = "run `warmline db upgrade`"
KEYS_FROM_ENVIRONMENT: Final = "from the environment"
KEYS_OK: Final = "{path}, mode {mode}"
KEYS_ABSENT: Final = "{path} is made at the first start"
KEYS_OPEN: Final = "{path} can be read by others (mode {mode})"
KEYS_MEND: Final = "run `chmod 600 {path}`"
CA_OK: Final = "{path}"
CA_MEND: Final = "copy the scorer's certificate there, as PEM"
KEYS_BESIDE: Final = "{path} lies beside the database"
KEYS_BESIDE_MEND: Final = (
    "leave it out of the database's backups, or set WARMLINE_KEY_FILE to another place"
)

SCORER_OK: Final = "{where}, model {model}, fingerprint {sha}"
SCORER_EMBEDDED: Final = "in this process"
SCORER_NOT_READY: Final = "{where} is not ready: {why}"
SCORER_MEND: Final = "start it with `warmline scorer`, or unset WARMLINE_SCORER_URL"
SCORER_EMBEDDED_MEND: Final = "install the scorer part: pip install 'warmline[scorer]'"
ADDRESS_EMBEDDED: Final = "drafts stay in this process"
ADDRESS_PRIVATE: Final = "{host} is private"
ADDRESS_PUBLIC: Final = "{host} is a public address: drafts leave the house"
ADDRESS_PUBLIC_MEND: Final = "run the scorer on your own network and set WARMLINE_SCORER_URL to it"
ADDRESS_UNKNOWN: Final = "{host} has no address"
ADDRESS_UNKNOWN_MEND: Final = "correct WARMLINE_SCORER_URL"
ADDRESS_PLAIN: Final = "{host} is reached without encryption"
ADDRESS_PLAIN_MEND: Final = "use https:// for a scorer on another machine"
