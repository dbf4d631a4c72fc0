"""Makes the pictures of ``docs/report.md`` anew, from the simulated quarter. Needs Chromium.

    .venv/bin/python scripts/report_pictures.py

The page in light, in the dark, on a phone and in print, and the report in the sandbox's Slack as
the weekly job posts it, with the picture in its thread.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path
from typing import Any

from chromium import chromium
from playwright.async_api import Browser, Page
from slack_sdk.web.async_client import AsyncWebClient

from bot.jobs.posting import Postman
from bot.report.demo import DEMO_TEAM, demo_setup, demo_store
from bot.report.model import Report
from bot.report.page import to_html
from bot.report.publish import Reports
from bot.report.weeks import Week
from bot.sandbox.model import BOT_TOKEN
from bot.sandbox.run import open_sandbox
from bot.sandbox.seed import INBOX
from bot.store.load import LoadingStore
from bot.store.teams import ReportTime

WEEK = Week.parse("2026-W48")
#: Name, size of the window, and what the browser is told.
LOOKS: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("report", 1100, {}),
    ("report-dark", 1100, {"color_scheme": "dark"}),
    ("report-phone", 390, {"device_scale_factor": 2}),
    ("report-print", 720, {}),
)


def main() -> None:
    """Write the pictures."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--out", type=Path, default=Path("docs/images"))
    asyncio.run(_make(asked.parse_args().out))


async def _make(out: Path) -> None:
    clock = lambda: WEEK.later(1).starts("UTC").replace(hour=12)  # noqa: E731
    async with demo_store(WEEK, clock) as store, chromium() as browser:
        report = await Reports(store, clock).of(DEMO_TEAM, demo_setup(), WEEK)
        for name, width, told in LOOKS:
            await _page(browser, report, out / f"{name}.png", width, told)
        await _slack(browser, store, report, out)


async def _page(
    browser: Browser, report: Report, out: Path, width: int, told: dict[str, Any]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "report.html"
        written.write_text(to_html(report), encoding="utf-8")
        page = await browser.new_page(viewport={"width": width, "height": 900}, **told)
        if out.stem.endswith("print"):
            await page.emulate_media(media="print")
        await page.goto(written.as_uri())
        await page.screenshot(path=out, full_page=True)
        await page.close()


async def _slack(browser: Browser, store: LoadingStore, report: Report, out: Path) -> None:
    async with open_sandbox() as sandbox:
        client = AsyncWebClient(token=BOT_TOKEN, base_url=sandbox.double.base_url)
        postman = Postman(store, client, DEMO_TEAM, report)
        await postman.deliver(ReportTime(INBOX, 0, 9, "UTC"), frozenset())
        page = await browser.new_page(viewport={"width": 1440, "height": 2900})
        await page.goto(sandbox.address)
        await page.get_by_role("button", name="1 reply").click()
        await _drawn(page)
        message = page.locator(".message", has=page.get_by_text("In numbers")).first
        await message.screenshot(path=out / "report-slack.png")
        picture = page.locator(".message", has=page.locator("figure.picture"))
        await picture.last.screenshot(path=out / "report-thread.png")
        await page.close()


async def _drawn(page: Page) -> None:
    """Wait for the picture."""
    shown = page.locator("figure.picture img").first
    await shown.wait_for()
    await shown.evaluate("image => image.decode()")


if __name__ == "__main__":
    main()
