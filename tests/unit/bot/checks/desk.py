"""A store on disk, a runner in front of it, and a Slack that fails as often as it is told."""

from __future__ import annotations

from dataclasses import dataclass, field

from aiohttp import ClientError
from slack_sdk.errors import SlackApiError

from bot.blocks.card import Card
from bot.checks import CheckLimits, CheckRunner
from bot.delivery import InOnePiece
from bot.payload import CHECK, CheckPayload, Place
from bot.store.base import Person, WorkItem
from bot.store.sql import SqlStore
from tests.doubles.clock import HandClock
from tests.doubles.scorer import DoubleScorer

ANA = Person("T1", "U1")
QUICK = CheckLimits(lease=30.0, note_after=10.0, settle=0.0)


@dataclass
class Shown(InOnePiece):
    """A delivery that notes what is shown, and fails as often as it is told."""

    cards: list[Card] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    away: int = 0
    trouble: Exception = field(default_factory=ClientError)
    left: bool = False
    reached: list[str] = field(default_factory=list)

    async def still_working(self, check_id: str) -> None:
        """Note it."""
        self.notes.append(check_id)

    async def card(self, card: Card) -> bool:
        """Show a card, unless Slack is away or the person has left."""
        self._fail()
        if not self.left:
            self.cards.append(card)
        return not self.left

    async def error(self, message: str, error_id: str, check_id: str) -> bool:
        """Show an error, unless Slack is away."""
        self._fail()
        self.errors.append(message)
        return True

    async def reach(self, message: str, error_id: str, check_id: str) -> None:
        """Reach the person somehow, unless Slack is away."""
        self._fail()
        self.reached.append(message)

    def _fail(self) -> None:
        if self.away > 0:
            self.away -= 1
            raise self.trouble


@dataclass
class Desk:
    """A store on disk with a runner in front."""

    store: SqlStore
    scorer: DoubleScorer
    shown: Shown
    clock: HandClock

    def runner(self, worker: str = "w1", limits: CheckLimits = QUICK) -> CheckRunner:
        """Make a process's runner."""
        return CheckRunner(
            store=self.store,
            scorer=self.scorer,
            deliveries=lambda *_: self.shown,
            worker=worker,
            escalation="Call the person on call.",
            clock=self.clock,
            limits=limits,
        )

    async def accepted(self, key: str = "k1") -> WorkItem:
        """Accept a draft."""
        payload = CheckPayload(
            draft="We are on it and will call you today.",
            customer="I want to end my life over this.",
            session_id="s1",
            place=Place(user_id="U1", response_url="http://127.0.0.1:9/x"),
        )
        taken = await self.store.accept(key, CHECK, payload.model_dump(mode="json"), ANA)
        assert taken.item is not None
        return taken.item


def refusal(code: str) -> SlackApiError:
    """Make Slack's refusal."""
    return SlackApiError("refused", {"ok": False, "error": code})
