"""Settings of the bot: one frozen object, read once by the composition root.

Every field is an environment variable ``WARMLINE_<FIELD>``, or a line of a ``.env`` file in the
working directory. pydantic ignores a misspelt variable, so :func:`unknown_variables` finds them
for a warning at start.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from datetime import timedelta
from difflib import get_close_matches
from pathlib import Path
from typing import Literal

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.errors import SettingsError

__all__ = ["PREFIX", "Settings", "default_data_dir", "read_settings", "unknown_variables"]

PREFIX = "WARMLINE_"
#: Variables with our prefix that belong to the tests, not to any process.
_TEST_VARIABLES = (f"{PREFIX}TEST_", f"{PREFIX}REQUIRE_")
#: Variables of the model side's commands, which share the environment and the prefix.
_MODEL_VARIABLES = (f"{PREFIX}DATA", f"{PREFIX}DEBUG")


def default_data_dir() -> Path:
    """Return where data goes unless told otherwise: the user's XDG data folder."""
    home = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(home).expanduser() / "warmline"


class Settings(BaseSettings):
    """What the person who runs Warmline can set. Nothing is required to try the sandbox."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=".env", env_file_encoding="utf-8", extra="ignore", frozen=True
    )

    slack_bot_token: SecretStr | None = Field(
        default=None, description="Bot token (xoxb-…) of a single workspace."
    )
    slack_app_token: SecretStr | None = Field(
        default=None, description="App-level token (xapp-…) for Socket Mode."
    )
    slack_signing_secret: SecretStr | None = Field(
        default=None, description="Signing secret, for requests over HTTP."
    )
    slack_client_id: str = Field(
        default="", description="The app's client ID, for installing it in many workspaces."
    )
    slack_client_secret: SecretStr | None = Field(
        default=None, description="The app's client secret, for the same."
    )
    public_url: str = Field(
        default="",
        description=(
            "https:// address, without a path, under which Slack and people reach this process "
            "over HTTP, through a proxy with a certificate."
        ),
    )
    slack_config_token: SecretStr | None = Field(
        default=None,
        description=(
            "App configuration token (xoxe.xoxp-…), with which `warmline doctor` compares the "
            "app's settings at Slack with the manifest; nothing else uses it."
        ),
    )
    slack_api_url: str = Field(
        default="https://slack.com/api/",
        description="Web API address; another one only for the sandbox and tests.",
    )

    data_dir: Path = Field(
        default_factory=default_data_dir,
        description="Folder of the SQLite database and the key file when these are not set.",
    )
    database_url: SecretStr = Field(
        default=SecretStr(""),
        description=(
            "SQLAlchemy address, such as postgresql+psycopg://user:password@host/warmline; "
            "empty: warmline.sqlite3 in data_dir."
        ),
    )
    key_file: Path | None = Field(
        default=None,
        description=(
            "JSON file with encryption_keys and pseudonym_key; made on first use with mode 0600. "
            "Empty: keys.json in data_dir. Keep it apart from the database and its backups."
        ),
    )
    encryption_keys: SecretStr | None = Field(
        default=None,
        description=(
            "Fernet keys, separated by commas; the first one encrypts, all decrypt. "
            "Set together with pseudonym_key, in place of the key file."
        ),
    )
    pseudonym_key: SecretStr | None = Field(
        default=None,
        description="At least 32 characters; turns Slack ids into pseudonyms (HMAC-SHA256).",
    )

    earlier_pseudonym_key: SecretStr | None = Field(
        default=None,
        description="The pseudonym key before a rotation, for a day after `warmline keys rotate`.",
    )

    scorer_url: str = Field(
        default="", description="Address of a running scorer; empty: in this process."
    )
    scorer_app: str = Field(
        default="scoring.service.app:build_embedded",
        description="Dotted name of the function that builds the embedded scorer's ASGI app.",
    )
    scorer_token_file: Path | None = Field(
        default=None, description="File with the bearer token of a scorer at scorer_url."
    )
    scorer_ca_file: Path | None = Field(
        default=None,
        description=(
            "PEM file of the authority (or the self-signed certificate) that a scorer at an "
            "https:// scorer_url is trusted by; empty: the authorities this machine knows."
        ),
    )
    scorer_timeout_seconds: float = Field(
        default=30.0, gt=0, description="Longest wait for the score of one draft."
    )
    scorer_connect_timeout_seconds: float = Field(
        default=3.0, gt=0, description="Longest wait for a connection to the scorer."
    )

    worker_pool_size: int = Field(
        default=4, ge=1, le=64, description="How many drafts this process works on at once."
    )
    work_lease_seconds: float = Field(
        default=60.0,
        ge=1,
        description="After how many silent seconds another worker takes over a draft.",
    )
    work_max_attempts: int = Field(
        default=3,
        ge=1,
        le=20,
        description="How often a draft's worker may die with it before it is given up.",
    )
    work_ttl_hours: float = Field(
        default=24.0,
        gt=0,
        le=24,
        description="How long an encrypted draft and its result are kept for re-checks.",
    )
    uncounted_ttl_minutes: float = Field(
        default=15.0,
        gt=0,
        le=60,
        description="The same for people whose checks don't count: while the card is in use.",
    )
    event_memory_hours: float = Field(
        default=24.0,
        ge=1,
        description="How long the key of a Slack event is remembered against repeats.",
    )
    redactor: Literal["rules", "presidio"] = Field(
        default="rules",
        description=(
            "What redacts a sample before it is kept: our rules, or our rules and then Presidio."
        ),
    )
    sample_ttl_days: float = Field(
        default=180.0,
        gt=0,
        le=730,
        description="How long a redacted sample is kept, of people who switched that on.",
    )
    check_ttl_days: float = Field(
        default=400.0,
        gt=0,
        description="How long a check's numbers are kept, with ratings and choices.",
    )
    purge_every_seconds: float = Field(
        default=300.0, gt=0, description="How often expired drafts and event keys are removed."
    )

    retrain: bool = Field(
        default=False,
        description=(
            "Retrain the scorer on this installation's feedback once a week; needs the scorer's "
            "and training's packages here and SCORER_WEIGHTS_DIR."
        ),
    )
    retrain_floor: int = Field(
        default=100, ge=20, description="New ratings that make a retraining worth it."
    )
    retrain_hours: str = Field(
        default="1-5",
        pattern=r"^([01]?\d|2[0-3])-([01]?\d|2[0-3])$",
        description="Quiet hours in which it may begin, such as 22-5.",
    )
    retrain_timezone: str = Field(
        default="UTC", description="IANA name of the time zone of these hours."
    )
    retrain_promote: bool = Field(
        default=False,
        description="Put a version that passes the gate to use at once; if not, the owner decides.",
    )
    retrain_owner: str = Field(
        default="", description="Slack id of the person who is told how it ended; empty: the log."
    )
    retrain_cases: Path | None = Field(
        default=None,
        description="Behaviour cases (JSON lines) that the gate runs; the project's own if empty.",
    )
    retrain_labels: Literal["none", "leniency", "far", "soft", "consensus"] = Field(
        default="leniency",
        description=(
            "How ratings are corrected; the last three ask the language model of SCORER_LLM, "
            "where one is set up."
        ),
    )

    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="Least serious messages that are logged."
    )
    log_json: bool = Field(
        default=False, description="One JSON object a line, for machines, in place of text."
    )
    metrics_port: int = Field(
        default=0,
        ge=0,
        le=65535,
        description="Port on 127.0.0.1 for Prometheus to read the bot's counters; 0: none.",
    )

    escalation_text: str = Field(
        default=(
            "This customer may be in danger. Before you reply, follow your team's procedure for "
            "emergencies and tell the person on call."
        ),
        min_length=1,
        max_length=2500,
        description="What a card says first on a crisis flag, unless the workspace has its own.",
    )

    @property
    def resolved_database_url(self) -> str:
        """The database's address with the default filled in; may hold a password."""
        given = self.database_url.get_secret_value()
        return given or f"sqlite+aiosqlite:///{self.data_dir / 'warmline.sqlite3'}"

    @property
    def resolved_key_file(self) -> Path:
        """Where the keys are, unless they come from the environment."""
        return self.key_file or self.data_dir / "keys.json"

    @property
    def exports_dir(self) -> Path:
        """Where files of training examples are written and pruned."""
        return self.data_dir / "exports"

    @property
    def retrain_dir(self) -> Path:
        """Where new model versions, checkpoints and the gate's pages are written."""
        return self.data_dir / "training"

    @property
    def work_ttl(self) -> timedelta:
        """How long an encrypted draft is kept."""
        return timedelta(hours=self.work_ttl_hours)

    @property
    def uncounted_ttl(self) -> timedelta:
        """How long it is kept for people whose checks don't count."""
        return timedelta(minutes=self.uncounted_ttl_minutes)

    @property
    def sample_ttl(self) -> timedelta:
        """How long a redacted sample is kept."""
        return timedelta(days=self.sample_ttl_days)

    @property
    def check_ttl(self) -> timedelta:
        """How long a check's numbers are kept."""
        return timedelta(days=self.check_ttl_days)

    @property
    def event_memory(self) -> timedelta:
        """How long an event's key is remembered."""
        return timedelta(hours=self.event_memory_hours)


def read_settings() -> Settings:
    """Read the settings from the environment and ``.env``.

    Raises:
        SettingsError: A value is wrong; the message names each variable and never its value.
    """
    try:
        return Settings()
    except ValidationError as error:
        faults = "; ".join(
            f"{PREFIX}{'_'.join(map(str, fault['loc'])).upper()}: {fault['msg']}"
            for fault in error.errors(include_url=False, include_context=False, include_input=False)
        )
        # The cause is dropped: pydantic's own message quotes the value, which may be a secret.
        raise SettingsError(f"Mend these settings and start again. {faults}.") from None


def unknown_variables(
    environ: Mapping[str, str] | None = None,
    *,
    env_file: Path = Path(".env"),
    also_known: Collection[str] = (),
) -> list[str]:
    """Find variables with our prefix that no setting reads, one sentence each.

    Args:
        environ: The environment; the process's own by default.
        env_file: The ``.env`` file that the settings read; it may be missing.
        also_known: Full names of variables that other parts read.
    """
    known = {f"{PREFIX}{name.upper()}" for name in Settings.model_fields} | {
        *_MODEL_VARIABLES,
        *also_known,
    }
    given = {**dotenv_values(env_file), **(os.environ if environ is None else environ)}
    names = sorted(
        name
        for name in map(str.upper, given)
        if name.startswith(PREFIX) and name not in known and not name.startswith(_TEST_VARIABLES)
    )
    return [_describe(name, known) for name in names]


def _describe(name: str, known: Collection[str]) -> str:
    guess = get_close_matches(name, known, n=1, cutoff=0.75)
    hint = f"; did you mean {guess[0]}?" if guess else "."
    return f"{name} is not a setting of Warmline and has no effect{hint}"
