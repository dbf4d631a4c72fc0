"""The routing table: which listener hears what. One file a surface, each of them thin."""

from __future__ import annotations

from slack_bolt.app.async_app import AsyncApp

from bot.desk import Desk
from bot.listeners.card import CardListener
from bot.listeners.choices import ChoiceListener
from bot.listeners.command import CommandListener
from bot.listeners.disputes import DisputeListener
from bot.listeners.failures import FailureListener
from bot.listeners.feedback import FeedbackListener
from bot.listeners.guard import Guard
from bot.listeners.home import HomeListener
from bot.listeners.privacy import PrivacyListener
from bot.listeners.report import ReportListener
from bot.listeners.retrain import RetrainListener
from bot.listeners.setup import SetupListener
from bot.listeners.shortcuts import ShortcutListener
from bot.listeners.step import StepListener
from bot.listeners.submissions import SubmissionListener
from bot.listeners.talk import TalkListener
from bot.listeners.uninstall import UninstallListener

__all__ = ["register"]


def register(app: AsyncApp, desk: Desk) -> None:
    """Join every listener to the app."""
    Guard().register(app)
    CommandListener(desk).register(app)
    ShortcutListener(desk).register(app)
    SubmissionListener(desk).register(app)
    CardListener(desk).register(app)
    FeedbackListener(desk).register(app)
    ChoiceListener(desk).register(app)
    PrivacyListener(desk).register(app)
    HomeListener(desk).register(app)
    SetupListener(desk).register(app)
    DisputeListener(desk).register(app)
    ReportListener(desk).register(app)
    RetrainListener(desk).register(app)
    TalkListener(desk).register(app)
    StepListener(desk).register(app)
    UninstallListener(desk).register(app)
    FailureListener(desk.install_url).register(app)
