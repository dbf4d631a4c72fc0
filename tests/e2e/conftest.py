"""The whole sandbox as a person starts it, and a browser in front of it."""

from __future__ import annotations

import os
import re
import selectors
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

#: Chromium in a container, quiet: it reports nothing and updates nothing.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
#: What Chromium is called on Debian, Ubuntu, Fedora, macOS (a link) and where it is Chrome.
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
#: Seconds the sandbox may take until its page can score: it loads the model first.
START_SECONDS = 240.0
#: Milliseconds anything may take to appear: a busy machine scores a draft in seconds, not in one.
PATIENCE = 30_000
expect.set_options(timeout=PATIENCE)


def missing(what: str) -> None:
    """Skip in sight of everyone."""
    pytest.skip(what)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A sandbox with the shipped weights, started by its command."""
    given = os.environ.get("WARMLINE_TEST_SANDBOX")
    if given:
        yield given
        return
    home = tmp_path_factory.mktemp("home")
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "sandbox", "--port", "0"],
        stderr=subprocess.PIPE,
        cwd=home,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        yield _ready(process)
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0, "Ctrl-C must end the sandbox in order."
        assert process.stderr is not None
        process.stderr.close()


def _ready(process: subprocess.Popen[bytes]) -> str:
    """The address the sandbox prints once a draft can be scored."""
    assert process.stderr is not None
    said, deadline = b"", time.monotonic() + START_SECONDS
    with selectors.DefaultSelector() as selector:
        selector.register(process.stderr, selectors.EVENT_READ)
        while time.monotonic() < deadline and process.poll() is None:
            if selector.select(timeout=1.0):
                said += os.read(process.stderr.fileno(), 65536)
            found = re.search(rb"ready: (http://127\.0\.0\.1:\d+)", said)
            if found:
                return found[1].decode()
    raise AssertionError(f"The sandbox did not get ready. It said: {said.decode()[-2000:]}")


# A module at a time: Playwright keeps an event loop running, in which no async test could run.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Headless Chromium."""
    found = (shutil.which(name) for name in BROWSERS)
    path = next((p for p in found if p), None)
    if path is None:
        missing("Chromium is not installed (Debian: apt-get install chromium).")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield opened
        opened.close()


@pytest.fixture
def visit(browser: Browser, address: str, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """Open the page, in a window of any size and either scheme; it must end without errors."""
    contexts, faults = [], []

    def opened(width: int = 1280, height: int = 800, **options: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.on("request", lambda request: _stays_here(request.url, address, faults))
        page.goto(address)
        page.locator("html[data-ready=true]").wait_for()
        return page

    yield opened
    for context in contexts:
        for page in context.pages:
            _leave_clean(page)
        context.close()
    assert faults == []


def _stays_here(url: str, address: str, faults: list[str]) -> None:
    if not url.startswith((f"{address}/", "data:", address.replace("http", "ws", 1))):
        faults.append(f"asked {url}")


def _leave_clean(page: Page) -> None:
    """Close modals and private messages, so that the next test starts where this one did."""
    while page.locator("dialog[open]").count():
        page.get_by_role("dialog").get_by_role("button", name="Close", exact=True).first.click()
        page.locator("dialog[open]").wait_for(state="detached")
    for _ in range(page.locator(".dismiss button").count()):
        before = page.locator(".dismiss button").count()
        page.locator(".dismiss button").last.click()
        page.wait_for_function(
            "before => document.querySelectorAll('.dismiss button').length < before", arg=before
        )
