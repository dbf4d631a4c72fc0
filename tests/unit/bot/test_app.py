"""The bot as a whole: what it needs to start, and that it says so when it is not there."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.app import open_bot, open_jobs
from bot.clock import utc_now
from bot.errors import SettingsError
from bot.sandbox.model import APP_TOKEN, BOT_TOKEN
from bot.settings import Settings
from tests.doubles.scorer import DoubleScorer
from tests.unit.bot.listeners.conftest import desktop, settings_for, workspace

pytestmark = pytest.mark.anyio
DRAFT = "Sorry for the delay, your parcel left today."


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"slack_bot_token": SecretStr(BOT_TOKEN)}, "WARMLINE_SLACK_APP_TOKEN"),
        ({"slack_app_token": SecretStr(APP_TOKEN)}, "WARMLINE_SLACK_BOT_TOKEN"),
    ],
)
async def test_a_missing_token_is_named(
    tmp_path: Path, given: dict[str, SecretStr], named: str
) -> None:
    """The start ends with the variable to set."""
    settings = Settings(_env_file=None, data_dir=tmp_path, **given)
    with pytest.raises(SettingsError, match=named):
        async with open_bot(settings, scorer=DoubleScorer()):
            pass


@pytest.mark.parametrize("name", ["slack_bot_token", "slack_app_token"])
async def test_a_token_that_slack_refuses_ends_the_start(tmp_path: Path, name: str) -> None:
    """The bot does not try for ever with a token that can't work."""
    async with workspace() as double:
        wrong = {name: SecretStr("xoxb-wrong" if "bot" in name else "xapp-wrong")}
        settings = settings_for(double, tmp_path).model_copy(update=wrong)
        with pytest.raises(SettingsError, match="doctor"):
            async with open_bot(settings, scorer=DoubleScorer()):
                pass


async def test_jobs_run_on_their_own(tmp_path: Path) -> None:
    """The job process needs a database and no Slack."""
    settings = Settings(_env_file=None, data_dir=tmp_path)
    async with open_jobs(settings):
        assert (tmp_path / "warmline.sqlite3").exists()


async def test_what_happens_is_counted(tmp_path: Path) -> None:
    """Accepted, repeated, scored, rated and removed show up in the counters, each once."""
    async with desktop(tmp_path) as desk:
        desk.double.faults.duplicates = 1
        await desk.ana.types(f"/empathy {DRAFT}")
        await desk.ana.sees("of 100")
        await desk.ana.clicks("thumbs_up")
        await desk.ana.sees(": helpful")
        await desk.bot.pool.idle()
        await desk.bot.store.purge(utc_now() + timedelta(days=2))
        read = desk.bot.metrics.registry.get_sample_value
        assert read("warmline_events_total", {"outcome": "accepted"}) == 1
        assert read("warmline_events_total", {"outcome": "repeat"}) == 1
        assert read("warmline_checks_total", {"outcome": "scored"}) == 1
        assert read("warmline_feedback_total", {"outcome": "kept"}) == 1
        assert read("warmline_card_seconds_count") == 1
        assert read("warmline_removed_total", {"what": "work_item"}) == 1
