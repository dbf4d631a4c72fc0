"""What every test stands on: no hub, no usage reports, one torch thread."""

from __future__ import annotations

import os

import pytest

from scoring.settings import Settings as ScorerSettings

# Tests run beside other work on few cores, where a spinning thread pool is slower than one thread.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")


@pytest.fixture
def anyio_backend() -> str:
    """Async tests run on asyncio, the loop of Bolt and the service."""
    return "asyncio"


@pytest.fixture(autouse=True)
def _no_env_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads the scorer's settings from the ``.env`` of whoever runs it."""
    monkeypatch.setitem(ScorerSettings.model_config, "env_file", None)
