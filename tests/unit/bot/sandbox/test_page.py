"""The page's server: what it hands out, whom it answers, and what a click does."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from importlib.resources import files
from typing import Any

import aiohttp
import pytest

from bot.sandbox import elements, seed, validate
from bot.sandbox.errors import PortTakenError
from bot.sandbox.model import Place
from bot.sandbox.run import Sandbox, open_sandbox, sandbox_settings
from bot.settings import Settings

STATIC = files("bot.sandbox").joinpath("static")


@pytest.fixture
async def sandbox(anyio_backend: str) -> AsyncIterator[Sandbox]:
    """A page without an app behind it."""
    async with open_sandbox() as served:
        yield served


@pytest.fixture
async def web(sandbox: Sandbox) -> AsyncIterator[aiohttp.ClientSession]:
    """A browser without a screen."""
    async with aiohttp.ClientSession(sandbox.address) as session:
        yield session


class Tab:
    """One browser tab, spoken to by hand."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.screen: dict[str, Any] = {}

    async def until(self, ready: Any) -> Any:
        """The first answer for which ``ready`` is true."""
        async with asyncio.timeout(5):
            while True:
                said = await self.socket.receive_json()
                self.screen = said.get("screen", self.screen)
                if ready(said):
                    return said

    async def asks(self, **order: Any) -> Any:
        """Ask for something and wait until Slack is done with it."""
        await self.socket.send_json({"number": 1, **order})
        return await self.until(lambda said: said.get("done") == 1)


@pytest.fixture
async def tab(sandbox: Sandbox, web: aiohttp.ClientSession) -> AsyncIterator[Tab]:
    """An open tab that has seen the first screen."""
    async with web.ws_connect("/screen", headers={"Origin": sandbox.address}) as socket:
        opened = Tab(socket)
        await opened.until(lambda said: "screen" in said)
        yield opened


async def test_the_page_may_load_nothing_from_elsewhere(web: aiohttp.ClientSession) -> None:
    """The policy names this machine alone, and allows no inline script or style."""
    async with web.get("/") as answer:
        policy = answer.headers["Content-Security-Policy"]
        html = await answer.text()
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert "http" not in policy
    assert re.findall(r"(?:src|href)=\"(?!/static/|#|data:)", html) == []
    assert "<style" not in html
    assert " style=" not in html


def test_no_file_of_the_page_names_another_host() -> None:
    """Neither script nor style sheet holds an address, but for the name of SVG."""
    for entry in STATIC.iterdir():
        if entry.name.endswith((".js", ".css", ".html")):
            found = re.findall(r"https?://[a-z0-9.]+", entry.read_text("utf-8"))
            assert set(found) <= {"http://www.w3.org"}, entry.name


def test_the_page_never_parses_text_as_html() -> None:
    """What people write goes in as text only."""
    for entry in STATIC.iterdir():
        if entry.name.endswith(".js"):
            source = entry.read_text("utf-8")
            for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
                assert way not in source, f"{entry.name} uses {way}"


@pytest.mark.parametrize("name", ["app.js", "base.css", "lato-400-normal.woff2"])
async def test_the_files_are_served(web: aiohttp.ClientSession, name: str) -> None:
    """Each comes with its own type and may not be taken for another."""
    async with web.get(f"/static/{name}") as answer:
        assert answer.status == 200
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/static/nothing.js", "/static/..%2Frun.py", "/static/OFL.txt"])
async def test_nothing_else_is_served(web: aiohttp.ClientSession, path: str) -> None:
    """A path leads nowhere but to the page's own files."""
    async with web.get(path) as answer:
        assert answer.status == 404


async def test_stop_is_offered_while_an_answer_grows(sandbox: Sandbox, tab: Tab) -> None:
    """The page knows the thread; a click there ends the growing message, elsewhere it says why."""
    space = sandbox.double.workspace
    place = Place(space.direct_channel(seed.YOU).id, "1.0")
    growing = space.post(place, space.bot.id, "58 of 100.")
    growing.stream = "open"
    space.agent(place.channel).sessions["1.0"] = "processing"
    space.changed()
    await tab.until(lambda said: said.get("screen", {}).get("agent", {}).get("stops") == ["1.0"])
    assert "problem" not in await tab.asks(do="stop", thread="1.0")
    assert growing.stream == "stopped"
    refused = await tab.asks(do="stop", thread="2.0")
    assert refused["problem"] == "There is no Stop button in this thread."


async def test_a_foreign_page_is_not_answered(sandbox: Sandbox, web: aiohttp.ClientSession) -> None:
    """Neither another origin nor another name for this machine gets the screen."""
    for headers in ({"Origin": "http://evil.example"}, {}):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await web.ws_connect("/screen", headers=headers)
        assert refused.value.status == 403
    async with web.get("/", headers={"Host": "evil.example"}) as answer:
        assert answer.status == 403
    assert sandbox.address.startswith("http://127.0.0.1:")


async def test_the_first_screen_has_customers_and_says_what_is_awaited(tab: Tab) -> None:
    """Six customers, the app's command and shortcuts, and the model still loading."""
    roots = [m for m in tab.screen["messages"] if m["thread"] is None]
    assert len(roots) == len(seed.TICKETS) == 6
    assert tab.screen["status"] == {
        "model": "loading",
        "line": "Loading the model… the first start can take a minute.",
        "connected": False,
    }
    assert {c["name"] for c in tab.screen["commands"]} == {"/empathy"}
    assert {s["kind"] for s in tab.screen["shortcuts"]} == {"message", "global"}


async def test_a_typed_message_appears_on_the_screen(tab: Tab) -> None:
    """What is sent stands in the channel, for the thread it was written in."""
    root = tab.screen["messages"][0]["ts"]
    await tab.asks(do="type", channel=seed.INBOX, text="On it", thread=root)
    if not any(m["text"] == "On it" for m in tab.screen["messages"]):
        await tab.until(lambda said: "On it" in str(said))
    (mine,) = [m for m in tab.screen["messages"] if m["text"] == "On it"]
    assert (mine["author"], mine["thread"]) == (seed.YOU, root)


async def test_a_modal_is_filled_and_stopped_by_its_rules(sandbox: Sandbox, tab: Tab) -> None:
    """A required input left empty is said under it, and the app hears nothing."""
    title = {"type": "plain_text", "text": "Form"}
    form = {
        "type": "modal",
        "title": title,
        "submit": title,
        "blocks": [
            {
                "type": "input",
                "block_id": "b",
                "label": title,
                "element": {"type": "plain_text_input", "action_id": "a"},
            }
        ],
    }
    view = sandbox.double.workspace.open_view(seed.YOU, form)
    said = await tab.asks(do="submit", view=view.id, answers={"b": {"a": None}})
    assert said["problem"] == "b: Please complete this required field."
    await tab.asks(do="close", view=view.id)
    assert sandbox.double.workspace.stack(seed.YOU) == []


async def test_a_tab_that_hangs_does_not_hold_up_the_end(anyio_backend: str) -> None:
    """A browser that never answers the goodbye is left behind."""
    started = asyncio.get_running_loop().time
    async with aiohttp.ClientSession() as session:
        async with open_sandbox() as served:
            origin = {"Origin": served.address}
            hanging = await session.ws_connect(f"{served.address}/screen", headers=origin)
            await hanging.receive()
            before = started()
        assert started() - before < 3.0
        await hanging.close()


async def test_a_private_message_can_be_dismissed(sandbox: Sandbox, tab: Tab) -> None:
    """It is gone; someone else's or everyone's cannot be dismissed."""
    place = sandbox.double.workspace.new_response_url(seed.YOU, seed.INBOX)
    sandbox.double.api.answer(place, {"text": "For you"})
    message = sandbox.page.person.ephemerals()[0]
    await tab.asks(do="dismiss", channel=seed.INBOX, ts=message.ts)
    assert sandbox.page.person.ephemerals() == []
    said = await tab.asks(do="dismiss", channel=seed.INBOX, ts=tab.screen["messages"][0]["ts"])
    assert "visible to you alone" in said["problem"]


@pytest.mark.parametrize(
    "order",
    [
        {"do": "explode"},
        {"do": "submit", "view": "V9"},
        {"do": "act", "channel": "C9", "ts": "1", "action": "a", "block": "b"},
        {"do": "shortcut", "channel": seed.INBOX, "ts": "1", "id": "x"},
    ],
)
async def test_an_impossible_order_is_answered_not_fatal(tab: Tab, order: dict[str, Any]) -> None:
    """The page may be older than the screen; it is told, and the next order works."""
    assert (await tab.asks(**order))["problem"]
    assert "problem" not in await tab.asks(do="type", channel=seed.INBOX, text="Still here")


async def test_a_taken_port_is_said_in_one_sentence(sandbox: Sandbox) -> None:
    """The sentence names the port and the way out, and ends the command with 2."""
    port = int(sandbox.address.rpartition(":")[2])
    with pytest.raises(PortTakenError, match=rf"Port {port} is taken .* --port {port + 1}") as told:
        async with open_sandbox(port):
            pass
    assert told.value.exit_code == 2


def test_the_sandbox_keeps_everything_on_this_machine(tmp_path: Any) -> None:
    """Settings that name a workspace, a database or a scorer elsewhere are set aside."""
    elsewhere = Settings(
        _env_file=None,
        slack_bot_token="xoxb-real",
        scorer_url="https://scorer.example",
        database_url="postgresql+psycopg://db.example/warmline",
        escalation_text="Call Kim.",
    )
    local = sandbox_settings(elsewhere, "http://127.0.0.1:1/api/", tmp_path)
    assert local.scorer_url == ""
    assert local.slack_bot_token is not None
    assert local.slack_bot_token.get_secret_value() == "xoxb-sandbox"
    assert str(tmp_path) in local.resolved_database_url
    assert local.escalation_text == "Call Kim."


def drawn(file: str, table: str) -> set[str]:
    """The keys of a table of drawing functions in one of the page's files."""
    body = STATIC.joinpath(file).read_text("utf-8").split(f"const {table} = {{")[1]
    return set(re.findall(r"^  (\w+):", body.split("\n};")[0], flags=re.MULTILINE))


def test_the_page_draws_every_block_and_control_the_double_takes() -> None:
    """What passes the checks appears on the screen; nothing is taken and left out."""
    assert drawn("blocks.js", "BLOCKS") == set(validate.DRAWN_BLOCKS)
    taken = {*elements.BUTTONS, *elements.MENUS, "plain_text_input"}
    assert drawn("controls.js", "CONTROLS") == taken | {"icon_button", "feedback_buttons"}


async def test_the_command_says_in_one_line_that_its_port_is_taken(sandbox: Sandbox) -> None:
    """One sentence on stderr, nothing on stdout, exit code 2."""
    port = sandbox.address.rpartition(":")[2]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "sandbox", "--port", port),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await process.communicate()
    assert process.returncode == 2
    assert out == b""
    assert err.decode().count("\n") == 1
    assert err.startswith(f"Port {port} is taken".encode())
