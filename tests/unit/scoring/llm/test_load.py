"""Which LLM the settings set up."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.errors import SettingsError
from scoring.llm.load import find_model, load_llm
from scoring.llm.server import ServerLlm
from scoring.registry.progress import NullProgress
from scoring.settings import Settings


def test_none_is_set_up_by_default() -> None:
    """The app is whole without one."""
    assert load_llm(Settings(), NullProgress()) is None


def test_a_server_is_not_asked_at_start() -> None:
    """One that is away does not keep the scorer from starting."""
    llm = load_llm(Settings(llm="server", llm_url="http://127.0.0.1:9/v1"), NullProgress())
    assert isinstance(llm, ServerLlm)
    llm.close()


@pytest.mark.parametrize(
    ("url", "said"), [("http://127.0.0.1:9/v1", False), ("https://8.8.8.8/v1", True)]
)
def test_an_address_outside_is_warned_of(
    caplog: pytest.LogCaptureFixture, url: str, said: bool
) -> None:
    """Drafts that leave the house do so knowingly."""
    llm = load_llm(Settings(llm="server", llm_url=url), NullProgress())
    assert llm is not None
    llm.close()
    assert ("leave the house" in caplog.text) is said


def test_extra_fields_come_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    """What only one kind of server knows goes through one variable."""
    monkeypatch.setenv("SCORER_LLM_EXTRA", '{"chat_template_kwargs": {"enable_thinking": false}}')
    assert Settings().llm_extra == {"chat_template_kwargs": {"enable_thinking": False}}


@pytest.mark.parametrize("content", ["", "\n", None])
def test_a_key_that_is_not_there_is_named(tmp_path: Path, content: str | None) -> None:
    """A missing or empty key file is said at start."""
    file = tmp_path / "key"
    if content is not None:
        file.write_text(content)
    with pytest.raises(SettingsError, match="SCORER_LLM_KEY_FILE"):
        load_llm(Settings(llm="server", llm_key_file=file), NullProgress())


def test_a_file_of_ones_own_goes_first(tmp_path: Path) -> None:
    """A path is taken as it is."""
    file = tmp_path / "mine.gguf"
    file.write_bytes(b"GGUF")
    assert find_model(Settings(llm_model=str(file)), NullProgress()) == file


@pytest.mark.parametrize("name", ["", "gpt", "sentence-transformers/all-MiniLM-L6-v2"])
def test_an_unknown_model_lists_the_known(name: str) -> None:
    """No name, a wrong one and an encoder's get the same sentence."""
    with pytest.raises(SettingsError, match="SmolLM2-135M"):
        find_model(Settings(llm_model=name), NullProgress())
