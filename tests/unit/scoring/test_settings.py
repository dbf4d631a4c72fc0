"""Settings of the scorer."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.errors import SettingsError
from scoring.settings import Settings, bind_problem, default_cache_dir, load, unknown_variables

ANYWHERE = "0.0.0.0"  # noqa: S104


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch) -> None:
    """No setting of the person running the tests counts."""
    for name in Settings.model_fields:
        monkeypatch.delenv("SCORER_" + name.upper(), raising=False)


def test_every_setting_is_described() -> None:
    """Each field says in a sentence what it is for."""
    for name, field in Settings.model_fields.items():
        assert (field.description or "").endswith("."), name


def test_the_defaults_are_safe() -> None:
    """Out of the box: loopback only, no hub."""
    settings = load()
    assert settings.host == "127.0.0.1"
    assert not settings.allow_hub
    assert bind_problem(settings) is None


def test_options_go_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command's own option wins over the variable; none leaves it be."""
    monkeypatch.setenv("SCORER_PORT", "9000")
    assert load().port == 9000
    assert load(port=9001).port == 9001


@pytest.mark.parametrize(
    ("name", "value"), [("PORT", "high"), ("PORT", "70000"), ("DEVICE", "tpu"), ("MAX_ITEMS", "0")]
)
def test_a_bad_value_names_its_variable(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    """A value that can't be used gives one sentence with the variable's name, without the value."""
    monkeypatch.setenv(f"SCORER_{name}", value)
    with pytest.raises(SettingsError, match=f"SCORER_{name} can't be used") as caught:
        load()
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 2


@pytest.fixture
def env_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The ``.env`` of a working directory, read as outside of tests."""
    monkeypatch.setitem(Settings.model_config, "env_file", ".env")
    monkeypatch.chdir(tmp_path)
    return tmp_path / ".env"


def test_a_line_of_the_env_file_counts(env_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``.env`` sets what the environment does not; the bot's lines in it are passed over."""
    env_file.write_text("SCORER_PORT=9000\nSCORER_MAX_ITEMS=7\nWARMLINE_LOG_JSON=true\n")
    monkeypatch.setenv("SCORER_PORT", "9001")
    settings = load()
    assert (settings.port, settings.max_items) == (9001, 7)
    assert not settings.log_json


def test_a_bad_line_of_the_env_file_names_its_variable(env_file: Path) -> None:
    """A value of ``.env`` that can't be used is told as one of the environment."""
    env_file.write_text("SCORER_PORT=high\n")
    with pytest.raises(SettingsError, match="SCORER_PORT can't be used"):
        load()


def test_misspelt_names_are_found_in_the_env_file_too(env_file: Path) -> None:
    """A misspelt variable is named wherever it stands, once."""
    env_file.write_text("SCORER_PROT=1\nSCORER_PORT=1\nWARMLINE_X=1\n")
    found = unknown_variables({"SCORER_PROT": "1", "SCORER_DEVISE": "cpu"})
    assert found == ["SCORER_DEVISE", "SCORER_PROT"]


def test_an_env_file_that_is_no_text_is_told(env_file: Path) -> None:
    """A ``.env`` that can't be read is one sentence, from whoever reads it first."""
    env_file.write_bytes(b"SCORER_PORT=\xff\xfe\n")
    with pytest.raises(SettingsError, match=r"\.env can't be read"):
        load()
    with pytest.raises(SettingsError, match=r"\.env can't be read"):
        unknown_variables({})


def test_a_request_must_fit_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    """A queue shorter than the largest request would turn that request away for ever."""
    monkeypatch.setenv("SCORER_QUEUE_LENGTH", "3")
    monkeypatch.setenv("SCORER_MAX_ITEMS", "4")
    with pytest.raises(SettingsError, match="SCORER_QUEUE_LENGTH"):
        load()


def test_a_language_model_must_be_done_before_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a model that hangs would cost the whole card; without a model nothing is asked."""
    monkeypatch.setenv("SCORER_LLM_TIMEOUT", "30")
    assert load().llm_timeout == 30
    monkeypatch.setenv("SCORER_LLM", "server")
    with pytest.raises(SettingsError, match="SCORER_REQUEST_TIMEOUT"):
        load()
    monkeypatch.setenv("SCORER_REQUEST_TIMEOUT", "40")
    assert load().request_timeout == 40


def test_names_variables_no_setting_reads() -> None:
    """Misspelt variables are found; others' variables are none of ours."""
    found = unknown_variables({"SCORER_PROT": "1", "SCORER_PORT": "1", "PORT": "1"})
    assert found == ["SCORER_PROT"]


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "[::1]", "localhost"])
def test_loopback_needs_nothing(host: str) -> None:
    """Loopback addresses need neither token nor TLS."""
    assert bind_problem(Settings(host=host)) is None


@pytest.mark.parametrize("host", [ANYWHERE, "::", "10.0.0.8", "scorer.example"])
def test_other_addresses_need_a_token(host: str) -> None:
    """An address others can reach needs a token, TLS or not."""
    problem = bind_problem(Settings(host=host, tls_cert=Path("c"), tls_key=Path("k")))
    assert problem is not None
    assert "SCORER_TOKEN_FILE" in problem


def test_other_addresses_need_tls_or_an_opt_out() -> None:
    """With a token, TLS is still needed unless plain HTTP is allowed in so many words."""
    bare = Settings(host=ANYWHERE, token_file=Path("t"))
    assert "SCORER_ALLOW_PLAIN_HTTP" in (bind_problem(bare) or "")
    allowed = bare.model_copy(update={"allow_plain_http": True})
    assert bind_problem(allowed) is None
    with_tls = bare.model_copy(update={"tls_cert": Path("c"), "tls_key": Path("k")})
    assert bind_problem(with_tls) is None


def test_half_of_tls_is_a_mistake() -> None:
    """A certificate without its key is told, on loopback too."""
    assert "SCORER_TLS_KEY" in (bind_problem(Settings(tls_cert=Path("c"))) or "")


def test_paths_know_the_home_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """``~`` in a path means the home folder, as in a shell."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SCORER_CACHE_DIR", "~/c")
    assert load().cache_dir == tmp_path / "c"


def test_the_cache_follows_the_platform(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The cache lies where the platform keeps caches."""
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_cache_dir() == tmp_path / "warmline"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert default_cache_dir() == Path.home() / ".cache" / "warmline"
    monkeypatch.setattr("sys.platform", "darwin")
    assert default_cache_dir().parts[-3:] == ("Library", "Caches", "warmline")
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert default_cache_dir() == tmp_path / "warmline"
