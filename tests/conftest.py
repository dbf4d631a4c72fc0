"""What every test stands on: no hub, no usage reports, one torch thread."""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest

from scoring.settings import Settings as ScorerSettings

# Tests run beside other work on few cores, where a spinning thread pool is slower than one thread.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn every skip into a failure where everything must run (``WARMLINE_REQUIRE_ALL=1``).

    What can't be there (a GPU, a fetched model) is left out by its marker instead, on the command
    line and so in sight.
    """
    report = yield
    left_out = report.skipped and not hasattr(report, "wasxfail")
    if left_out and os.environ.get("WARMLINE_REQUIRE_ALL") == "1":
        why = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was left out, which WARMLINE_REQUIRE_ALL=1 forbids: {why}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Do the same for a module that leaves itself out."""
    report = yield
    if report.skipped and os.environ.get("WARMLINE_REQUIRE_ALL") == "1":
        report.outcome = "failed"
        report.longrepr = f"{report.nodeid} leaves itself out: {report.longrepr}"
    return report


@pytest.fixture
def anyio_backend() -> str:
    """Async tests run on asyncio, the loop of Bolt and the service."""
    return "asyncio"


@pytest.fixture(autouse=True)
def _no_env_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads the scorer's settings from the ``.env`` of whoever runs it."""
    monkeypatch.setitem(ScorerSettings.model_config, "env_file", None)
