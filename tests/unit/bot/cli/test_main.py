"""The command itself: exit codes, joined commands, one line when something is wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot import __main__ as command
from bot.__main__ import build
from bot.errors import SettingsError, StoreError


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run ``warmline`` as a person would, in a clean environment."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("WARMLINE_")}
    return subprocess.run(  # noqa: S603 - our own command with fixed words
        [sys.executable, "-m", "bot", *words],
        env=clean | environment,
        cwd=Path(__file__).parent,  # where nobody has a .env
        capture_output=True,
        text=True,
        timeout=180,  # a busy machine takes a while to import the model side
        check=False,
    )


def test_the_contracts_commands_are_there() -> None:
    """Bot's own commands and those that join through the entry point."""
    text = CliRunner().invoke(build(), ["--help"]).stdout
    for name in ("run", "bot", "jobs", "sandbox", "doctor", "manifest", "db", "check", "scorer"):
        assert f" {name} " in text


@pytest.mark.parametrize(
    ("error", "code"), [(SettingsError("Set it."), 2), (StoreError("Try later."), 1)]
)
def test_an_error_is_one_line_and_the_contracts_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception, code: int
) -> None:
    """2 when the call or a setting is wrong, 1 when it failed; never a traceback."""

    def broken(**_: object) -> None:
        raise error

    monkeypatch.setattr(command, "build", lambda: broken)
    with pytest.raises(SystemExit) as ended:
        command.main()
    assert ended.value.code == code
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == f"{error}\n"


def test_an_unforeseen_error_keeps_its_text_to_itself(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Type and id only: the text could quote a draft."""

    def broken(**_: object) -> None:
        raise RuntimeError("secret words")

    monkeypatch.setattr(command, "build", lambda: broken)
    with pytest.raises(SystemExit) as ended:
        command.main()
    assert ended.value.code == 1
    printed = capsys.readouterr().err
    assert "secret words" not in printed
    assert "RuntimeError" in printed


@pytest.mark.parametrize(
    ("call", "what", "command"),
    [
        ("doctor --nonsense", "--nonsense", "warmline doctor --help"),
        ("check --bogus", "--bogus", "warmline check --help"),
        ("chekc", "Did you mean 'check'? Run", "warmline --help"),
        ("models lst", "'lst'", "warmline models --help"),
        ("behaviour", "Missing argument", "warmline behaviour --help"),
        ("train --epochs many", "--epochs", "warmline train --help"),
        ("check --reply", "--reply", "warmline --help"),
    ],
)
def test_a_wrong_call_is_one_line_and_2(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    call: str,
    what: str,
    command: str,
) -> None:
    """One line on stderr says what is wrong with the call and where its help is."""
    assert called(monkeypatch, *call.split()) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert what in printed.err
    assert f"`{command}`" in printed.err


def test_a_draft_given_without_its_option_is_not_repeated(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Words in the wrong place may be a draft, which no error message quotes."""
    assert called(monkeypatch, "check", "zebra crossing") == 2
    printed = capsys.readouterr().err
    assert "argument too many" in printed
    assert "zebra" not in printed


@pytest.mark.parametrize("words", [[], ["models"]])
def test_no_command_prints_the_help_and_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    """A call without a command shows what there is; the code is that of a wrong call."""
    assert called(monkeypatch, *words) == 2
    printed = capsys.readouterr()
    assert "Usage: warmline" in printed.out
    assert printed.err.startswith("No command is given.")


def test_the_code_of_a_command_is_the_code_of_the_process(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Help ends with 0; a command's own code is passed on."""
    assert called(monkeypatch, "--help") in (0, None)
    assert called(monkeypatch, "check", "--jsonl", "/nowhere/x.jsonl") == 2
    assert "/nowhere/x.jsonl" in capsys.readouterr().err


def called(monkeypatch: pytest.MonkeyPatch, *words: str) -> object:
    """Run the command in this process and give its exit code."""
    monkeypatch.setattr(sys, "argv", ["warmline", *words])
    with pytest.raises(SystemExit) as ended:
        command.main()
    return ended.value.code


def test_help_imports_nothing_slow() -> None:
    """``--help`` needs neither Slack, SQL, HTTP nor the scorer's libraries."""
    slow = "{'alembic', 'sqlalchemy', 'aiohttp', 'slack_bolt', 'httpx', 'torch', 'pydantic'}"
    code = (
        "import sys\n"
        "from bot.__main__ import main\n"
        "sys.argv = ['warmline', '--help']\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        f"sys.exit(','.join(sorted({slow} & set(sys.modules))) or 0)\n"
    )
    ended = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")


def test_the_bot_without_tokens_says_what_to_set(tmp_path: Path) -> None:
    """One line names the variable, and the code is 2."""
    ended = run("bot", WARMLINE_DATA_DIR=str(tmp_path))
    assert ended.returncode == 2
    assert "WARMLINE_SLACK_APP_TOKEN" in ended.stderr
    assert ended.stdout == ""


def test_a_misspelt_setting_is_told(tmp_path: Path) -> None:
    """A variable that nothing reads is named, with a guess."""
    ended = run("db", "upgrade", WARMLINE_DATA_DIR=str(tmp_path), WARMLINE_LOG_LEVLE="info")
    assert ended.returncode == 0
    assert "did you mean WARMLINE_LOG_LEVEL?" in ended.stderr


def test_db_upgrade_makes_the_database_and_may_be_repeated(tmp_path: Path) -> None:
    """The second time there is nothing to do, and it says the same."""
    for _ in range(2):
        ended = run("db", "upgrade", WARMLINE_DATA_DIR=str(tmp_path))
        assert (ended.returncode, ended.stdout) == (0, "The database is up to date.\n")
    assert (tmp_path / "warmline.sqlite3").exists()


def test_doctors_json_is_one_document_and_nothing_else(tmp_path: Path) -> None:
    """A broken installation gives code 1 and a report a program can read."""
    ended = run(
        "doctor",
        "--json",
        WARMLINE_DATA_DIR=str(tmp_path),
        WARMLINE_SCORER_URL="http://127.0.0.1:9",
    )
    report = json.loads(ended.stdout)
    assert ended.returncode == 1
    assert report["ok"] is False
    by_name = {check["name"]: check for check in report["checks"]}
    assert by_name["database"]["mend"] == "run `warmline db upgrade`"
    assert by_name["scorer"]["status"] == "fail"
    assert by_name["scorer address"]["status"] == "ok"
    left = [check for check in report["checks"] if check["status"] not in {"ok", "skip"}]
    assert all(check["mend"] for check in left)
