"""People with everything kept of them, for the tests of consent and of deletion."""

from __future__ import annotations

from typing import Any

from bot.redact import redact
from bot.store.base import NewChoice, NewFeedback, NewOffer, NewSample, Person
from bot.store.sql import SqlStore
from tests.contract.store.values import LEASE, accepted, new_check

REPLY = "Dear Zoltan, I am sorry. PLANTEDREPLY goes out today."
CUSTOMER = "It broke. PLANTEDCUSTOMER is waiting."
OFFERS = tuple(
    NewOffer(kind=kind, source="edits", overall=70 + n, delta=7 + n)
    for n, kind in enumerate(("light", "warmer"))
)


def sample() -> NewSample:
    """A sample of both texts."""
    return NewSample(redact(REPLY), redact(CUSTOMER))


async def kept_check(store: SqlStore, owner: Person, event: str = "Ev1", **changed: Any) -> str:
    """Take a draft with suggestions and a sample to its card; returns its id."""
    item = await accepted(store, owner, event)
    assert await store.claim(item.id, worker="w1", lease_seconds=LEASE)
    check = new_check(**{"offers": OFFERS, "session_id": event, **changed})
    assert await store.finish(
        item.id, worker="w1", check=check, result={"overall": 63.0}, sample=sample()
    )
    assert await store.delivered(item.id, worker="w1")
    return item.id


async def full_person(store: SqlStore, person: Person, event: str = "Ev1") -> str:
    """Keep of a person everything that can be kept; returns the id of their check."""
    await store.set_customer_text(person, on=True)
    for switch in ("keep_samples", "train"):
        await store.set_switch(person, switch, on=True)
    await store.mark_told(person)
    check_id = await kept_check(store, person, event)
    said = NewFeedback(check_id=check_id, thumb="down", reasons=("wrong_score",))
    await store.record_feedback(f"F{event}", said, person)
    used = NewChoice(check_id=check_id, position=0, choice="used")
    await store.record_choice(f"C{event}", used, person)
    return check_id
