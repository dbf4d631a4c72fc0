"""Makes the pictures of every surface anew: light, dark and narrow. Needs Chromium and the weights.

    .venv/bin/python scripts/slack_pictures.py
    .venv/bin/python scripts/slack_pictures.py --only help mention

The sandbox with the real app and the shipped model; what people do is done by its driver, and a
browser shows what they then see.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chromium import chromium
from PIL import Image
from playwright.async_api import Browser, Page

from bot import logs
from bot.ids import ActionId, FieldId, ViewId
from bot.sandbox.driver import Person
from bot.sandbox.run import Sandbox, open_app, open_sandbox
from bot.sandbox.seed import INBOX
from bot.settings import Settings

DRAFT = (
    "Unfortunately we cannot speed this up. Your parcel was scanned at the depot this morning. "
    "It will reach you on Thursday."
)
WARMER = (
    "I'm sorry you took a day off for this. Your parcel was scanned at the depot this morning. "
    "It will reach you on Thursday."
)
TEAM = {
    FieldId.TEAM_NAME: "Parcels",
    FieldId.DAY: "0",
    FieldId.LEADS: ["U0BEN"],
    FieldId.GUIDELINES: "Avoid: unfortunately, kindly\nTone: plain and brief",
    FieldId.CRISIS_TEXT: "Ring the duty lead (ext. 100) before you answer.",
}
#: Name, width, height, and what the browser is told.
LOOKS: tuple[tuple[str, int, int, dict[str, Any]], ...] = (
    ("light", 1180, 900, {"color_scheme": "light"}),
    ("dark", 1180, 900, {"color_scheme": "dark"}),
    ("narrow", 390, 844, {"color_scheme": "light", "is_mobile": True, "has_touch": True}),
)


def main() -> None:
    """Write the pictures."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--out", type=Path, default=Path("docs/images/slack"))
    asked.add_argument("--only", nargs="*", default=[], metavar="NAME", help="these alone")
    given = asked.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    asyncio.run(_make(given.out, frozenset(given.only)))


async def _make(out: Path, only: frozenset[str]) -> None:
    logs.configure("error", json=False)
    with tempfile.TemporaryDirectory() as folder:
        async with (
            open_sandbox() as sandbox,
            open_app(sandbox, Settings(_env_file=None), Path(folder)),
            chromium() as browser,
        ):
            tour = Tour(sandbox, browser, out, only)
            await tour.team()
            await tour.form()
            await tour.command()
            await tour.conversation()
            await tour.home()


@dataclass(frozen=True, slots=True)
class Tour:
    """One person's way through every surface, with pictures."""

    sandbox: Sandbox
    browser: Browser
    out: Path
    only: frozenset[str]

    @property
    def you(self) -> Person:
        """Who takes it."""
        return self.sandbox.page.person

    async def team(self) -> None:
        """Set the team up."""
        await self.you.opens_home()
        await self.you.sees_home("Your team")
        await self.you.clicks_home(ActionId.HOME_SETUP)
        form = self.you.fills(await self.you.sees_view(ViewId.SETUP), dict(TEAM))
        await self.takes("setup", tab="Home")
        await form.submits()
        await self.you.sees_home("Parcels")

    async def form(self) -> None:
        """From a customer's message to its result, and all that opens over that."""
        await self.opens_form("third time", DRAFT)
        await self.takes("form")
        await self.you.submits(self.you.view())
        await self.you.sees_view(ViewId.RESULT, timeout=60)
        await self.takes("result")
        for name, action, view in (
            ("why", ActionId.WHY, ViewId.WHY),
            ("features", ActionId.ALL_FEATURES, ViewId.FEATURES),
            ("suggestion", ActionId.USE, ViewId.USE),
            ("disagree", ActionId.DISAGREE, ViewId.DISAGREE),
        ):
            await self.you.clicks(action)
            opened = await self.you.sees_view(view)
            await self.takes(name)
            if name == "disagree":
                await self.you.fills(opened, {FieldId.REASON: "missing_context"}).submits()
            else:
                await self.you.closes()
        await self.you.closes(everything=True)
        await self.opens_form("off work since", "You owe 240 pounds. Please pay by Friday.")
        await self.you.submits(self.you.view())
        await self.you.sees_view(ViewId.RESULT, timeout=60)
        await self.takes("crisis")
        await self.you.closes(everything=True)

    async def opens_form(self, words: str, draft: str) -> None:
        """Choose *Check my reply* on a customer's message, and write."""
        messages = self.sandbox.double.workspace.messages
        message = next(one for one in messages if words in one.text and one.channel == INBOX)
        await self.you.shortcut(message)
        self.you.fills(await self.you.sees_view(ViewId.INPUT), {FieldId.DRAFT: draft})
        self.sandbox.double.workspace.changed()

    async def command(self) -> None:
        """What the command answers."""
        await self.you.types(f"/empathy {WARMER}")
        await self.you.sees("of 100", timeout=60)
        await self.takes("card")
        before = len(self.you.ephemerals())
        await self.you.types(f"@{self.sandbox.double.workspace.bot.name} {WARMER}")
        await self.you.waits_for(
            lambda: len(self.you.ephemerals()) > before or None, "another card", 60
        )
        await self.takes("mention")
        await self.you.types("/empathy help")
        await self.you.sees("Check my reply")
        await self.takes("help")
        await self.you.types("/empathy privacy")
        await self.you.sees("What Warmline keeps")
        await self.takes("privacy")
        await self.you.clicks(ActionId.STORED)
        await self.you.sees_view(ViewId.STORED, "Send me a copy")
        await self.takes("stored")
        await self.you.closes()

    async def conversation(self) -> None:
        """Write to the app itself."""
        await self.you.opens_messages()
        await self.you.dms(f"> This is the third time I'm writing about the same parcel.\n{DRAFT}")
        channel = self.sandbox.double.workspace.direct_channel(self.you.member.id)
        await self.you.waits_for(
            lambda: next((m for m in self.you.messages(channel) if "of 100" in m.text), None),
            "a card",
            60,
        )
        await self.takes("messages", tab="Messages")

    async def home(self) -> None:
        """What is one's own, and what an admin settles."""
        await self.you.opens_home()
        await self.you.sees_home("Disagreements")
        await self.takes("home", tab="Home")
        await self.you.clicks_home(ActionId.HOME_DISPUTES)
        await self.you.sees_view(ViewId.DISPUTES, "does not know enough")
        await self.takes("disagreements", tab="Home")
        await self.you.closes()

    async def takes(self, name: str, *, tab: str = "") -> None:
        """Take the same moment in every look."""
        if self.only and name not in self.only:
            return
        for look, width, height, told in LOOKS:
            page = await self.browser.new_page(viewport={"width": width, "height": height}, **told)
            await page.goto(self.sandbox.address)
            await page.locator("html[data-ready=true]").wait_for()
            if tab:
                await _goes_to(page, tab, narrow=look == "narrow")
            await page.wait_for_timeout(300)
            _write(await page.screenshot(animations="disabled"), self.out / f"{name}-{look}.png")
            await page.close()


async def _goes_to(page: Page, tab: str, *, narrow: bool) -> None:
    """Look at one of the app's tabs; an open modal lies over all of it, so without clicks."""
    if narrow:
        await page.get_by_role("button", name="Channels").dispatch_event("click")
    place = page.locator("nav").get_by_text("Warmline", exact=True).first
    await place.dispatch_event("click")
    await page.get_by_role("tab", name=tab, include_hidden=True).dispatch_event("click")


def _write(picture: bytes, path: Path) -> None:
    """Keep it small: interfaces have few colours."""
    small = Image.open(io.BytesIO(picture)).convert("RGB").quantize(128, dither=Image.Dither.NONE)
    small.save(path, optimize=True)


if __name__ == "__main__":
    main()
