"""The routing table: which listener hears what. One file a surface, each of them thin."""

from __future__ import annotations

from slack_bolt.app.async_app import AsyncApp

from bot.desk import Desk
from bot.listeners.card import CardListener
from bot.listeners.command import CommandListener
from bot.listeners.failures import FailureListener
from bot.listeners.feedback import FeedbackListener
from bot.listeners.privacy import PrivacyListener
from bot.listeners.shortcuts import ShortcutListener
from bot.listeners.submissions import SubmissionListener

__all__ = ["register"]


def register(app: AsyncApp, desk: Desk) -> None:
    """Join every listener to the app."""
    CommandListener(desk).register(app)
    ShortcutListener(desk).register(app)
    SubmissionListener(desk).register(app)
    CardListener(desk).register(app)
    FeedbackListener(desk).register(app)
    PrivacyListener(desk).register(app)
    FailureListener().register(app)
