"""The switches: each gates what its table says, when it is kept and when it is turned off."""

from __future__ import annotations

from itertools import product

import pytest

from bot.errors import CheckNotFoundError
from bot.store.base import Consent, NewChoice, NewFeedback, NewSample, Person, Switch
from bot.store.consent import GATES, SWITCHES, gated_by
from bot.store.sql import SqlStore
from bot.store.tables import AuditRow, CheckRow, OfferRow, TextSampleRow
from tests.contract.store.kept import CUSTOMER, full_person, kept_check, sample
from tests.contract.store.values import LEASE, accepted, new_check, rows


async def test_everybody_begins_with_numbers_alone(store: SqlStore, ana: Person) -> None:
    """Checks count; samples, training and the customer's message are off until switched on."""
    consent = await store.consent(ana)
    assert consent == Consent(True, None, False, False, False)
    assert [what for what in GATES if consent.allows(what)] == ["numbers"]


@pytest.mark.parametrize("positions", list(product((False, True), repeat=4)))
async def test_what_is_kept_follows_the_switches(
    store: SqlStore, ana: Person, positions: tuple[bool, ...]
) -> None:
    """Under each of the sixteen settings, exactly what the table allows is there."""
    checks_count, keep_samples, train, customer_text = positions
    await store.set_customer_text(ana, on=customer_text)
    for switch, on in zip(SWITCHES, positions, strict=False):
        await store.set_switch(ana, switch, on=on)
    await kept_check(store, ana)

    samples = await rows(store, TextSampleRow)
    assert len(await rows(store, CheckRow)) == checks_count
    assert len(await rows(store, OfferRow)) == 2 * checks_count
    assert len(samples) == (checks_count and keep_samples)
    assert [one.customer is not None for one in samples] == [customer_text] * len(samples)
    examples = await store.examples()
    assert len(examples) == (checks_count and train)
    assert [one.reply is not None for one in examples] == [keep_samples] * len(examples)


@pytest.mark.parametrize("switch", SWITCHES)
async def test_turning_a_switch_off_removes_what_it_gated(
    store: SqlStore, ana: Person, ben: Person, switch: Switch
) -> None:
    """Withdrawal takes what the switch gated, all of it, and nothing of a colleague's."""
    mine, theirs = await full_person(store, ana), await full_person(store, ben, "Ev2")
    await store.examples()

    await store.set_switch(ana, switch, on=False)

    gone = gated_by(switch)
    assert {row.id for row in await rows(store, CheckRow)} == (
        {theirs} if "numbers" in gone else {mine, theirs}
    )
    assert {row.check_id for row in await rows(store, TextSampleRow)} == (
        {theirs} if "sample" in gone else {mine, theirs}
    )
    assert [one.id for one in await store.withdrawals()] == [mine]
    assert [one.id for one in await store.examples()] == [theirs]


async def test_the_owners_switch_removes_every_customers_message(
    store: SqlStore, ana: Person, ben: Person
) -> None:
    """Turned off, the messages go for the whole workspace and the replies stay."""
    await full_person(store, ana)
    await full_person(store, ben, "Ev2")
    stranger = Person(team_id="T0OTHER", user_id="U0STRANGER")
    elsewhere = await full_person(store, stranger, "Ev3")

    await store.set_customer_text(ben, on=False)

    held = {row.check_id: row.customer is not None for row in await rows(store, TextSampleRow)}
    assert len(held) == 3
    assert [check_id for check_id, there in held.items() if there] == [elsewhere]
    assert not (await store.consent(ana)).customer_text


async def test_a_customers_message_needs_the_owner_at_that_moment(
    store: SqlStore, ana: Person
) -> None:
    """A message that was redacted just before the owner's no is left out."""
    await store.set_switch(ana, "keep_samples", on=True)
    await kept_check(store, ana)
    [row] = await rows(store, TextSampleRow)
    assert row.customer is None


async def test_a_switch_turned_off_while_a_check_runs_is_heeded(
    store: SqlStore, ana: Person
) -> None:
    """What counts is the switch when the check is written, not when it was asked for."""
    await store.set_switch(ana, "keep_samples", on=True)
    item = await accepted(store, ana)
    await store.claim(item.id, worker="w1", lease_seconds=LEASE)
    await store.set_switch(ana, "keep_samples", on=False)

    assert await store.finish(
        item.id, worker="w1", check=new_check(), result={"n": 1}, sample=sample()
    )
    assert len(await rows(store, CheckRow)) == 1
    assert await rows(store, TextSampleRow) == []


async def test_each_change_of_a_switch_is_on_the_record_once(store: SqlStore, ana: Person) -> None:
    """Who changed what is noted; pressing again changes nothing and notes nothing."""
    for on in (True, True, False):
        await store.set_switch(ana, "train", on=on)

    noted = {(row.action, tuple(row.counts)) for row in await rows(store, AuditRow)}
    assert noted == {("switch_on", ("train",)), ("switch_off", ("train",))}
    assert len(await rows(store, AuditRow)) == 2


async def test_a_sample_is_sealed_for_its_row(store: SqlStore, ana: Person) -> None:
    """The text can be read with the key alone, and comes back as it was redacted."""
    await full_person(store, ana)
    [row] = await rows(store, TextSampleRow)
    [kept] = (await store.export(ana))["samples"]

    assert b"PLANTED" not in row.reply + (row.customer or b"")
    assert kept["reply"] == "Dear [name], I am sorry. PLANTEDREPLY goes out today."
    assert kept["customer"] == CUSTOMER
    assert row.redactor == "rules-1"


async def test_what_became_of_a_suggestion(store: SqlStore, ana: Person, ben: Person) -> None:
    """The last choice stays, a repeated click changes nothing, a stranger's is refused."""
    check_id = await kept_check(store, ana)
    await accepted(store, ben, "EvB")

    def choice(what: str, position: int = 1) -> NewChoice:
        return NewChoice.model_validate(
            {"check_id": check_id, "position": position, "choice": what}
        )

    assert await store.record_choice("C1", choice("used"), ana)
    assert await store.record_choice("C2", choice("edited"), ana)
    assert not await store.record_choice("C1", choice("refused"), ana)
    for bad, person in ((choice("used"), ben), (choice("used", 7), ana)):
        with pytest.raises(CheckNotFoundError):
            await store.record_choice("C3", bad, person)

    offers = {row.position: row for row in await rows(store, OfferRow)}
    assert (offers[0].choice, offers[1].choice) == (None, "edited")
    assert (offers[1].overall, offers[1].delta, offers[1].kind) == (71.0, 8.0, "warmer")


async def test_a_check_in_between_stays_once_its_suggestion_was_used(
    store: SqlStore, ana: Person
) -> None:
    """Thinning out a session loses no choice."""
    ids = [await kept_check(store, ana, f"Ev{n}", session_id="s") for n in range(2)]
    used = NewChoice(check_id=ids[1], position=0, choice="used")
    await store.record_choice("C1", used, ana)
    ids.append(await kept_check(store, ana, "Ev2", session_id="s"))
    ids.append(await kept_check(store, ana, "Ev3", session_id="s"))

    assert {row.id for row in await rows(store, CheckRow)} == {ids[0], ids[1], ids[3]}


async def test_a_disagreement_gets_its_outcome(store: SqlStore, ana: Person) -> None:
    """Only where somebody disagrees is there something to settle."""
    check_id, other = await kept_check(store, ana), await kept_check(store, ana, "Ev2")
    said = NewFeedback(check_id=check_id, reasons=("wrong_score",))
    await store.record_feedback("F1", said, ana)
    await store.record_feedback("F2", NewFeedback(check_id=other, thumb="up"), ana)

    await store.set_outcome(check_id, "upheld", ana)
    with pytest.raises(CheckNotFoundError):
        await store.set_outcome(other, "stands", ana)
    feedback = {one["check_id"]: one for one in (await store.export(ana))["feedback"]}
    assert feedback[check_id]["outcome"] == "upheld"
    assert feedback[other]["outcome"] is None


def test_only_redacted_text_fits_into_a_sample() -> None:
    """What keeps text takes a type of its own, which only a redactor makes."""
    assert NewSample.__annotations__ == {"reply": "Redacted", "customer": "Redacted | None"}
