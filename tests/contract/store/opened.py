"""Opens a store, or what works beside one, in the one way the tests of this folder use."""

from __future__ import annotations

from typing import TypeVar

from bot.metrics import make_metrics
from bot.store.engine import Database
from bot.store.keys import Keys
from bot.store.parts import Limits, StorePart, random_id
from tests.doubles.clock import HandClock

Kind = TypeVar("Kind", bound=StorePart)


def opened(kind: type[Kind], connections: Database, keys: Keys, clock: HandClock) -> Kind:
    """Open it on some connections, with some keys."""
    return kind(
        connections,
        keys,
        clock=clock,
        limits=Limits(),
        new_id=random_id,
        metrics=make_metrics(),
    )
