"""How the service starts: its model loads, its settings are read, the bot takes it in."""

from __future__ import annotations

import threading
from importlib import import_module
from typing import TYPE_CHECKING

import pytest
from structlog.testing import capture_logs

from bot.settings import Settings as BotSettings
from scoring.errors import NoSourceError, ScorerError, SettingsError
from scoring.service.app import build_app, build_embedded
from tests.doubles.checker import DoubleChecker
from tests.unit.scoring.service.calling import SECRET, body, failed, problem, ready, serve

if TYPE_CHECKING:
    from scoring.engine import Checker

pytestmark = pytest.mark.anyio


async def test_loading_does_not_block_the_probes() -> None:
    """While the model loads, the process is alive, not ready, and turns checks away with a wait."""
    release = threading.Event()

    def load() -> Checker:
        release.wait(5)
        return DoubleChecker()

    async with serve(load=load, wait=False) as client:
        alive = await client.get("/healthz")
        waiting = await client.get("/readyz")
        refused = await client.post("/v1/check", json=body("We will look at it."))
        release.set()
        await ready(client)
        served = await client.post("/v1/check", json=body("We will look at it."))
    assert alive.status_code == 200
    assert "still loading" in problem(waiting, 503).detail
    assert problem(refused, 503).title == "The model is not loaded"
    assert refused.headers["retry-after"] == "2"
    assert served.status_code == 200


async def test_failed_loading_is_told() -> None:
    """A model that can't be loaded leaves the service up, not ready, and saying why."""
    told: list[ScorerError] = []

    def load() -> Checker:
        raise NoSourceError("No source for the weights.")

    async with serve(load=load, wait=False, on_failed=told.append) as client:
        await failed(client)
        response = await client.get("/readyz")
    assert "No source for the weights." in problem(response, 503).detail
    assert isinstance(told[0], NoSourceError)


async def test_unforeseen_load_error_keeps_its_message_back() -> None:
    """An unknown error while loading is named by type only."""
    told: list[ScorerError] = []

    def load() -> Checker:
        raise ZeroDivisionError(SECRET)

    with capture_logs() as logs:
        async with serve(load=load, wait=False, on_failed=told.append) as client:
            await failed(client)
    assert "ZeroDivisionError" in str(told[0])
    assert SECRET not in repr(logs) + str(told[0])


def test_build_app_warns_of_misspelt_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ``SCORER_`` variable no setting reads is named at start."""
    monkeypatch.setenv("SCORER_MAX_ITEM", "3")
    with capture_logs() as logs:
        build_app()
    assert [line["name"] for line in logs if line["event"] == "unknown_setting"] == [
        "SCORER_MAX_ITEM"
    ]


def test_the_embedded_scorer_reads_the_other_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A setting that is wrong is told, a misspelt one named, as by the server."""
    monkeypatch.setenv("SCORER_MAX_ITEM", "3")
    with capture_logs() as logs:
        build_embedded()
    assert [line["name"] for line in logs] == ["SCORER_MAX_ITEM"]
    monkeypatch.setenv("SCORER_BATCH_SIZE", "many")
    with pytest.raises(SettingsError, match="SCORER_BATCH_SIZE"):
        build_embedded()


def test_the_bot_embeds_the_embedded_scorer() -> None:
    """The dotted name in the bot's settings, which no import checks, is this function's."""
    module, _, name = BotSettings.model_fields["scorer_app"].default.partition(":")
    assert getattr(import_module(module), name) is build_embedded


async def test_readiness_says_where_drafts_go_without_telling_how_to_log_in() -> None:
    """Only a model on a server is somewhere else; a key in its address stays here."""
    address = "http://someone:secret@127.0.0.1:9/v1"
    async with serve(llm="server", llm_url=address) as client:
        told = (await client.get("/readyz")).json()
    assert told["language_model"] == "http://127.0.0.1:9"
    async with serve(llm="off", llm_url=address) as client:
        told = (await client.get("/readyz")).json()
    assert told["language_model"] == ""
