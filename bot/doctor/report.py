"""All checks of ``warmline doctor`` in order."""

from __future__ import annotations

import asyncio

from bot.clock import Clock, utc_now
from bot.doctor.findings import Finding
from bot.doctor.local import (
    database_findings,
    file_findings,
    key_findings,
    settings_findings,
)
from bot.doctor.many import many_findings
from bot.doctor.scorer import address_findings, scorer_findings
from bot.doctor.slack import slack_findings
from bot.doctor.subscriptions import subscription_findings
from bot.settings import Settings


async def examine(settings: Settings, clock: Clock = utc_now) -> list[Finding]:
    """Check everything; nothing is changed or made."""
    return [
        *settings_findings(),
        *await _slack(settings, clock),
        *await subscription_findings(settings),
        *await asyncio.to_thread(database_findings, settings),
        *key_findings(settings),
        *file_findings(settings),
        *await scorer_findings(settings),
        *await address_findings(settings),
    ]


async def _slack(settings: Settings, clock: Clock) -> list[Finding]:
    """Check the one workspace of the settings, or the app that many have installed."""
    if settings.slack_client_id:
        return await many_findings(settings, clock)
    return await slack_findings(settings, clock)
