"""Base weights from the Hugging Face hub over plain HTTPS: only when the settings allow it."""

from __future__ import annotations

from pathlib import Path

import httpx

from scoring.errors import NoSourceError
from scoring.registry.entries import BaseWeights, HubSource, WeightFile
from scoring.registry.files import write_file
from scoring.registry.progress import ProgressReporter

__all__ = ["fetch"]

_TIMEOUT = httpx.Timeout(30.0, connect=10.0)


def fetch(
    entry: BaseWeights,
    source: HubSource,
    progress: ProgressReporter,
    client: httpx.Client,
    staging: Path,
) -> Path:
    """Download each file of the entry into a folder under ``staging``.

    Raises:
        NoSourceError: The hub can't be reached or does not have a file.
    """
    target = staging / "files"
    try:
        for file in entry.files:
            _fetch_file(file, source, target, progress, client)
    except httpx.HTTPStatusError as error:
        raise NoSourceError(f"the hub answered {error.response.status_code}") from error
    except httpx.HTTPError as error:
        raise NoSourceError(f"the hub can't be reached ({type(error).__name__})") from error
    return target


def _fetch_file(
    file: WeightFile,
    source: HubSource,
    target: Path,
    progress: ProgressReporter,
    client: httpx.Client,
) -> None:
    url = f"/{source.repository}/resolve/{source.revision}/{file.name}"
    with (
        progress.step(f"Downloading {file.name}", file.size) as update,
        client.stream("GET", url, follow_redirects=True, timeout=_TIMEOUT) as response,
    ):
        response.raise_for_status()
        write_file(target / file.name, response.iter_bytes(), file.size, update)
