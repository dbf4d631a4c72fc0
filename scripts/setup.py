"""Build ``.venv``: everything the sandbox and the tests need. Standard library only.

A second run compares a stamp of the files that decide what is installed and does nothing. On
Linux without an NVIDIA driver torch comes from the PyTorch project's own CPU index when that can
be reached, since PyPI's Linux wheel carries gigabytes of CUDA.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
EXTRAS = "scorer,train,postgres,report,llm,noise"
STAMP = VENV / ".setup-stamp"
CONSTRAINTS = ROOT / "constraints" / "ci.txt"
CPU_INDEX = "https://download.pytorch.org/whl/cpu"
OLDEST = (3, 11)


def main() -> int:
    """Build or refresh the environment; returns the exit code."""
    if sys.version_info < OLDEST:
        wanted = ".".join(map(str, OLDEST))
        print(f"Warmline needs Python {wanted} or newer; try `make setup PYTHON=python3.12`.")
        return 2
    stamp = _stamp()
    if STAMP.is_file() and STAMP.read_text(encoding="utf-8") == stamp:
        return 0
    print("Setting up .venv (once; a few minutes, most of it torch) ...", flush=True)
    try:
        _build()
    except subprocess.CalledProcessError as error:
        print(f"Setting up stopped: {error.cmd[0]} ended with {error.returncode} (see above).")
        return 1
    STAMP.write_text(stamp, encoding="utf-8")
    return 0


def _build() -> None:
    if not _has_this_python():
        _run(sys.executable, "-m", "venv", "--clear", str(VENV))
    _pip("--upgrade", "pip>=25.1")  # older ones do not know dependency groups
    _pip("-c", str(CONSTRAINTS), *_torch_index(), "torch")
    _pip(
        "-c",
        str(CONSTRAINTS),
        "-e",
        f"{ROOT}[{EXTRAS}]",
        "--group",
        "dev",
    )
    _run(str(VENV / "bin" / "warmline"), "models", "fetch")


def _has_this_python() -> bool:
    """Tell whether the environment is of this Python; another one gets a new environment."""
    config = VENV / "pyvenv.cfg"
    wanted = f"version = {platform.python_version()}"
    return config.is_file() and wanted in config.read_text(encoding="utf-8").splitlines()


def _pip(*arguments: str) -> None:
    quiet = [] if os.environ.get("VERBOSE") else ["-q"]
    _run(
        str(VENV / "bin" / "python"), "-m", "pip", "install", "--disable-pip-version-check",
        *quiet, *arguments,
    )  # fmt: skip


def _torch_index() -> list[str]:
    if platform.system() != "Linux" or shutil.which("nvidia-smi"):
        return []
    try:
        with urllib.request.urlopen(CPU_INDEX + "/torch/", timeout=5):
            return ["--index-url", CPU_INDEX, "--extra-index-url", "https://pypi.org/simple"]
    except (urllib.error.URLError, TimeoutError):
        return []


def _stamp() -> str:
    parts = [ROOT / "pyproject.toml", CONSTRAINTS, Path(__file__)]
    digest = hashlib.sha256(sys.version.encode())
    for path in parts:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _run(*command: str) -> None:
    subprocess.run(command, check=True, cwd=ROOT)


if __name__ == "__main__":
    raise SystemExit(main())
