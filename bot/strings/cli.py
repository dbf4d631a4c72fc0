"""The words of the command line and of ``doctor``."""

from __future__ import annotations

from typing import Final, NamedTuple


class AddressMends(NamedTuple):
    """How to mend an address that is unknown, public, or reached without encryption."""

    unknown: str
    public: str
    plain: str


APP_HELP: Final = "Checks a support reply before it goes out: a local empathy scorer inside Slack."
DB_HELP: Final = "The database."
FEEDBACK_HELP: Final = "What people let be used for training."
KEYS_HELP: Final = "The keys that lie outside the database."
FORGET_SURE: Final = "Delete all that is stored about this person? It can't be undone."
FORGOTTEN: Final = (
    "Deleted {checks} checks, {samples} samples and {drafts} drafts. {rebuild} of the checks had "
    "been used for training."
)
EXPORTED: Final = (
    "{count} examples in {path}. Withdrawn ones are taken out of it while it lies there, and it is "
    "deleted after {days} days."
)
ON_OR_OFF: Final = "say on or off"
CUSTOMER_TEXT_BASIS: Final = (
    "With this switch on, the customer's message, redacted, is kept encrypted beside samples of "
    "people who keep samples, for as long as the sample. Customers have not agreed to it with "
    "Warmline: you need a legal basis of your own, such as a balance of legitimate interests under "
    "Article 6(1)(f) GDPR that you have written down and told your customers of. Slack's API terms "
    "forbid training a large language model on data obtained through its API; see that your use is "
    "allowed before you train on these messages. Warmline trains without them."
)
CUSTOMER_TEXT_SURE: Final = "Switch it on, on behalf of the workspace's owner?"
CUSTOMER_TEXT_SET: Final = {
    "on": "On. Customers' redacted messages are kept beside samples from now on.",
    "off": "Off. Every customer's message that was kept for the workspace has been deleted.",
}
TOKENS_HELP: Final = "The tokens of the workspaces that installed the app."
TOKENS_SURE: Final = (
    "Is token rotation switched on in the app's settings at Slack? Each token that has no end "
    "stops working when it is exchanged, and Slack does not let an app go back."
)
TOKENS_NONE: Final = "Every workspace's token expires and is renewed already."
EXCHANGED: Final = "{name}: its token expires from now on, and is renewed before it does."
NOT_EXCHANGED: Final = "{name}: not exchanged ({reason}); run `warmline doctor` to see it."
KEYS_SURE: Final = "Are all other Warmline processes stopped?"
KEYS_ROTATED: Final = (
    "Done: {people} people, {teams} workspaces, {installations} installations and {sealed} sealed "
    "texts are under the new keys."
)
KEYS_LEFT: Final = (
    "{count} workspaces' settings could not be moved: nobody of them is known here any more, so "
    "set these teams up again."
)
UNFORESEEN: Final = (
    "Failed ({error}, id {id}). Run it again with WARMLINE_LOG_LEVEL=debug to see where."
)
STOPPED: Final = "Stopped."
WRONG_CALL: Final = "{what} Run `{command} --help` to see how to call it."
TOO_MANY_ARGUMENTS: Final = "There is an argument too many; put a text with spaces in quotes"
NO_COMMAND: Final = "No command is given"
DB_UPGRADED: Final = "The database is up to date."
BOT_RUNNING: Final = "Warmline is connected to Slack. Stop it with Ctrl-C."
BOT_LISTENING: Final = (
    "Warmline listens for Slack on http://{host}:{port}, behind your proxy. Stop it with Ctrl-C."
)
HTTPS_NEEDED: Final = "Slack needs an address that begins with https://"
ONLY_WITH_HTTP: Final = "HOST:PORT goes with --http"
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
MANY_OK: Final = "credentials are set, reached at {url}"
MANY_MEND: Final = "see docs/install.md, Many workspaces"
MANY_COUNT: Final = "{count} have installed the app"
MANY_NONE: Final = "none has installed the app yet"
MANY_NONE_MEND: Final = "open {url} in a browser"
MANY_UNREAD: Final = "not read: the database or its keys are not there yet"
MANY_ASLEEP: Final = "{name}: its token is renewed with the next request"
MANY_NAMED: Final = "{name}: {text}"
MANY_BROKEN: Final = "{name}: a renewal of its token was broken off at {time}, {state}"
MANY_BROKEN_ENDED: Final = "and the token has expired since"
MANY_BROKEN_GOOD: Final = "and the token in use still works"
MANY_BROKEN_MEND: Final = (
    "the next request from there tries again; if this line stays, an admin of that workspace "
    "installs the app again"
)
MANY_REFUSED_MEND: Final = "an admin of that workspace installs the app again"
SUBSCRIPTIONS_OK: Final = "the app at Slack has all that the manifest names"
SUBSCRIPTIONS_UNREAD: Final = (
    "not compared with Slack: that needs WARMLINE_SLACK_CONFIG_TOKEN, which api.slack.com/apps "
    "makes under Your App Configuration Tokens"
)
SUBSCRIPTIONS_NO_APP: Final = "not compared with Slack: no workspace has installed the app yet"
SUBSCRIPTIONS_REFUSED: Final = "Slack does not show the app's settings ({error})"
SUBSCRIPTIONS_REFUSED_MEND: Final = (
    "make a new configuration token: they live twelve hours, and belong to whoever manages the app"
)
SUBSCRIPTIONS_OFF: Final = "the app at Slack lacks {what}"
SUBSCRIPTIONS_MEND: Final = (
    "paste the output of `{command}` under App Manifest at api.slack.com/apps, and install it again"
)
SLACK_ADDRESS_OK: Final = "{host}"
SLACK_ADDRESS_OTHER: Final = "{host} is not Slack: what people write goes there"
SLACK_ADDRESS_MEND: Final = "unset WARMLINE_SLACK_API_URL"
DATABASE_LOCAL: Final = "on this machine"
DATABASE_PUBLIC: Final = "{host} is a public address: what is kept leaves the house"
DATABASE_PUBLIC_MEND: Final = "run the database on your own network"
DATABASE_UNKNOWN_MEND: Final = "correct WARMLINE_DATABASE_URL"
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

SCORER_OK: Final = "{where}, model {model}, files as its manifest {sha} says"
SCORER_EMBEDDED: Final = "in this process"
SCORER_NOT_READY: Final = "{where} is not ready: {why}"
SCORER_MEND: Final = "start it with `warmline scorer`, or unset WARMLINE_SCORER_URL"
SCORER_EMBEDDED_MEND: Final = "install the scorer part: pip install 'warmline[scorer]'"
ADDRESS_EMBEDDED: Final = "the scorer runs in this process"
ADDRESS_PRIVATE: Final = "{host} is private"
ADDRESS_PUBLIC: Final = "{host} is a public address: drafts leave the house"
ADDRESS_UNKNOWN: Final = "{host} has no address"
ADDRESS_PLAIN: Final = "{host} is reached without encryption"
SCORER_MENDS: Final = AddressMends(
    unknown="correct WARMLINE_SCORER_URL",
    public="run the scorer on your own network and set WARMLINE_SCORER_URL to it",
    plain="use https:// for a scorer on another machine",
)
LLM_MENDS: Final = AddressMends(
    unknown="correct SCORER_LLM_URL",
    public="run the language model on your own network and set SCORER_LLM_URL to it",
    plain="use https:// in SCORER_LLM_URL for a model on another machine",
)
