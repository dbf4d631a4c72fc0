"""Composition of the LLM: settings in, an ``Llm`` out, or None where none is set up."""

from __future__ import annotations

import ipaddress
import logging
import socket
from pathlib import Path
from urllib.parse import urlsplit

from scoring.errors import SettingsError, UnknownWeightsError
from scoring.extras import needs
from scoring.llm.base import Llm
from scoring.llm.requests import Wire, open_client
from scoring.llm.server import Limits, ServerLlm
from scoring.registry.progress import ProgressReporter
from scoring.settings import Settings

__all__ = ["find_model", "load_llm"]

_log = logging.getLogger(__name__)


def load_llm(settings: Settings, progress: ProgressReporter) -> Llm | None:
    """Set up the LLM of the settings.

    A server is not asked for anything yet: one that is away costs a suggestion, not the start.

    Raises:
        SettingsError: The model named is neither a file, a folder nor a known entry.
        MissingExtraError: The packages of a model in this process are not installed.
        WeightsError: Its weights can't be had.
    """
    limits = Limits(settings.llm_max_tokens, settings.llm_context, settings.llm_parallel)
    if settings.llm == "off":
        return None
    if settings.llm == "server":
        if not _is_private(settings.llm_url):
            _log.warning("SCORER_LLM_URL is not a private address: drafts will leave the house")
        client = open_client(settings.llm_url, _key(settings.llm_key_file), settings.llm_parallel)
        wire = Wire(client, settings.llm_retries)
        return ServerLlm(wire, settings.llm_model, limits, settings.llm_extra)
    with needs("scorer,llm"):
        source = find_model(settings, progress)
        if settings.llm == "gguf":
            from scoring.llm import gguf  # noqa: PLC0415

            return gguf.load(source, limits, settings.threads)
        from scoring.llm import torch_llm  # noqa: PLC0415  imports torch
        from scoring.models import device  # noqa: PLC0415

        placement = device.choose(settings.device, settings.dtype)
        return torch_llm.load(source, placement, limits.answer, limits.context)


def find_model(settings: Settings, progress: ProgressReporter) -> Path:
    """The file or folder of the model in this process, fetched if it is an entry of the registry.

    Raises:
        SettingsError: There is no such model.
        WeightsError: It can't be fetched.
    """
    from scoring.registry.base_weights import locate  # noqa: PLC0415  needs the scorer's packages
    from scoring.registry.entries import LANGUAGE_MODELS, lookup  # noqa: PLC0415

    path = Path(settings.llm_model).expanduser()
    if settings.llm_model and path.exists():
        return path
    try:
        entry = lookup(settings.llm_model, LANGUAGE_MODELS)
    except UnknownWeightsError:
        known = ", ".join(e.name for e in LANGUAGE_MODELS)
        message = f"SCORER_LLM_MODEL is no file, no folder and none of: {known}. Set it to one."
        raise SettingsError(message) from None
    return locate(entry.name, settings, progress) / entry.weights.name


def _is_private(url: str) -> bool:
    """Whether every address of the host is private; one that is not known yet gets the benefit."""
    host = urlsplit(url).hostname or ""
    try:
        found = socket.getaddrinfo(host, None)
    except OSError:
        return True
    return all(ipaddress.ip_address(str(f[4][0]).partition("%")[0]).is_private for f in found)


def _key(file: Path | None) -> str | None:
    if file is None:
        return None
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        message = f"SCORER_LLM_KEY_FILE can't be read ({type(error).__name__}): mend or unset it."
        raise SettingsError(message) from None
    if not lines or not lines[0].strip():
        raise SettingsError("SCORER_LLM_KEY_FILE is empty: put the key on its first line.")
    return lines[0].strip()
