"""App Home: what is a person's own, what they allow, and the setup of the team."""

from __future__ import annotations

import re

import pytest

from bot.ids import ActionId, BlockId, FieldId, ViewId
from bot.sandbox.driver import Person, shown_text
from bot.sandbox.model import Member
from bot.store.base import Person as PersonKey
from bot.store.base import ReportTime, TeamSettings
from tests.scenario.conftest import Office

DRAFT = "Your parcel was scanned at the depot this morning. It will reach you on Thursday."
LEAD = "U0LEAD"
SETUP = {
    FieldId.TEAM_NAME: "Parcels",
    FieldId.CHANNEL: "C0INBOX",
    FieldId.DAY: "0",
    FieldId.HOUR: "9",
    FieldId.LEADS: ["U0BEN"],
    FieldId.GUIDELINES: "Never say 'unfortunately'.",
    FieldId.CRISIS_TEXT: "Ring the duty lead on 100.",
}


@pytest.fixture
def ben(office: Office) -> Person:
    """A colleague without rights."""
    double = office.sandbox.double
    return double.person("U0BEN", double.workspace.channels["C0INBOX"])


def person(user_id: str) -> PersonKey:
    """Somebody of the sandbox, as the store knows them."""
    return PersonKey("T0SANDBOX", user_id)


def block(home_or_view: object, block_id: str) -> dict[str, object]:
    """The block whose id begins so."""
    blocks = home_or_view.blocks  # type: ignore[attr-defined]
    return next(b for b in blocks if str(b.get("block_id", "")).startswith(block_id))


async def checked(office: Office, person: Person, draft: str) -> None:
    """Check a draft and wait until its numbers are kept."""
    await person.types(f"/empathy {draft}")
    await person.sees("of 100")
    assert office.bot is not None
    await office.bot.pool.idle()


async def test_a_new_person_reads_what_will_be_there(office: Office) -> None:
    """Nothing is made up: no chart, no checks, and the first switch is on."""
    await office.you.opens_home()
    home = await office.you.sees_home("Your trend appears here")
    assert "None yet." in shown_text(home)
    boxes = block(home, BlockId.SWITCHES)["elements"][0]  # type: ignore[index]
    assert [one["value"] for one in boxes["initial_options"]] == ["checks_count"]


async def test_two_checks_make_a_trend(office: Office) -> None:
    """A native chart with the scores of both drafts, and each as a line below."""
    for draft in (DRAFT, f"I am sorry. {DRAFT}"):
        await checked(office, office.you, draft)
    await office.you.opens_home()
    home = await office.you.sees_home("Only you see this")
    series = block(home, BlockId.TREND)["chart"]["series"][0]  # type: ignore[index]
    said = [re.search(r"(\d+) of 100", m.text) for m in office.you.ephemerals()]
    # Checked within one second: which of the two came first is not kept.
    shown = sorted(point["value"] for point in series["data"])
    assert shown == sorted(int(found[1]) for found in said if found)
    lines = str(block(home, BlockId.LAST)["text"]["text"]).splitlines()  # type: ignore[index]
    assert len(lines) == 2
    assert all(line.startswith("<!date^") for line in lines)


async def test_nobody_sees_the_checks_of_another(office: Office, ben: Person) -> None:
    """A colleague's Home, an admin's or not, has that colleague's own checks alone."""
    await checked(office, ben, DRAFT)
    await office.you.opens_home()
    home = await office.you.sees_home("None yet.")
    assert "of 100" not in shown_text(home)


async def test_switches_are_turned_where_they_are_read(office: Office) -> None:
    """What is ticked is what holds, and off removes what was kept."""
    assert office.bot is not None
    for draft in (DRAFT, f"I am sorry. {DRAFT}"):
        await checked(office, office.you, draft)
    await office.you.opens_home()
    await office.you.sees_home("Only you see this")
    await office.you.clicks_home(ActionId.HOME_SWITCHES, ["checks_count", "train"])
    consent = await office.bot.store.consent(person(office.you.member.id))
    assert (consent.checks_count, consent.keep_samples, consent.train) == (True, False, True)
    await office.you.clicks_home(ActionId.HOME_SWITCHES, [])
    home = await office.you.sees_home("your checks do not count")
    assert "None yet." in shown_text(home)


async def test_a_draft_is_checked_from_home(office: Office) -> None:
    """The button opens the form, and its result comes into the same modal."""
    await office.you.opens_home()
    await office.you.sees_home("Check a reply")
    await office.you.clicks_home(ActionId.HOME_CHECK)
    form = await office.you.sees_view(ViewId.INPUT)
    await office.you.fills(form, {FieldId.DRAFT: DRAFT}).submits()
    await office.you.sees_view(ViewId.RESULT, "of 100")


async def set_up(person: Person, answers: dict[str, object]) -> None:
    """Fill in the form of the team."""
    await person.opens_home()
    await person.sees_home("Your team")
    await person.clicks_home(ActionId.HOME_SETUP)
    form = await person.sees_view(ViewId.SETUP)
    await person.fills(form, answers).submits()


async def test_an_admin_sets_the_team_up(office: Office) -> None:
    """What was filled in stands in Home and in the store, with the admin's time zone."""
    assert office.bot is not None
    await set_up(office.you, dict(SETUP))
    home = await office.you.sees_home("Mondays at 09:00 (Europe/London)")
    assert "<@U0BEN>" in shown_text(home)
    assert "<#C0INBOX>" in shown_text(home)
    setup = await office.bot.store.team_setup(person(office.you.member.id))
    assert setup.report == ReportTime("C0INBOX", 0, 9, "Europe/London")
    assert setup.leads == {"U0BEN"}
    settings = await office.bot.store.team_settings(person("U0ANYBODY"))
    assert settings == TeamSettings("Ring the duty lead on 100.", "Never say 'unfortunately'.")


async def test_a_lead_changes_all_but_the_leads(office: Office, ben: Person) -> None:
    """Who was named may set up; the list of leads stays the admin's."""
    assert office.bot is not None
    await set_up(office.you, dict(SETUP))
    await office.you.sees_home("Parcels")
    await ben.opens_home()
    await ben.sees_home("Parcels")
    await ben.clicks_home(ActionId.HOME_SETUP)
    form = await ben.sees_view(ViewId.SETUP)
    assert BlockId.LEADS not in [b["block_id"] for b in form.blocks]
    await ben.fills(form, {FieldId.TEAM_NAME: "Letters", FieldId.DAY: "none"}).submits()
    await ben.sees_home("Letters")
    setup = await office.bot.store.team_setup(person("U0BEN"))
    assert (setup.name, setup.report, setup.leads) == ("Letters", None, {"U0BEN"})


async def test_who_may_not_is_offered_nothing(office: Office, ben: Person) -> None:
    """A colleague without rights has no button, and reads who can help."""
    await ben.opens_home()
    home = await ben.sees_home("A workspace admin can do that here.")
    assert ActionId.HOME_SETUP not in str(home.blocks)


async def test_rights_that_were_taken_away_hold_at_once(office: Office) -> None:
    """A form that is still open saves nothing for a person who is no admin any more."""
    assert office.bot is not None
    await office.you.opens_home()
    await office.you.sees_home("Your team")
    await office.you.clicks_home(ActionId.HOME_SETUP)
    form = await office.you.sees_view(ViewId.SETUP)
    space = office.sandbox.double.workspace
    space.add_member(Member(office.you.member.id, "you", "You"))
    await office.you.fills(form, {FieldId.TEAM_NAME: "Mine"}).submits()
    shown = await office.you.sees_view(ViewId.SETUP)
    assert "Only leads of the team and workspace admins" in str(shown.errors)
    assert (await office.bot.store.team_setup(person(office.you.member.id))).name == ""


async def test_a_button_of_yesterday_gives_no_rights(office: Office, ben: Person) -> None:
    """A click on a button that is still on the screen opens a plain sentence, not the form."""
    assert office.bot is not None
    await set_up(office.you, dict(SETUP))
    await office.you.sees_home("Parcels")
    await ben.opens_home()
    await ben.sees_home("Parcels")
    setup = await office.bot.store.team_setup(person("U0BEN"))
    you = person(office.you.member.id)
    nobody = type(setup)(setup.name, setup.report)
    await office.bot.store.save_team(you, TeamSettings(), nobody, with_leads=True)
    await ben.clicks_home(ActionId.HOME_SETUP)
    await ben.sees_view(ViewId.ERROR, "Only leads of the team and workspace admins")


@pytest.mark.parametrize(
    "odd",
    [
        Member("U0ODD", "odd", "A Guest", guest=True),
        Member("U0ODD", "odd", "From Outside", team="T0OTHER"),
        Member("U0ODD", "odd", "An App", bot_id="B0ODD"),
    ],
)
async def test_leads_are_people_of_the_house(office: Office, odd: Member) -> None:
    """Guests, people from outside and apps can't lead: the form says so beside the list."""
    office.sandbox.double.workspace.add_member(odd)
    await set_up(office.you, {**SETUP, FieldId.LEADS: [odd.id]})
    form = await office.you.sees_view(ViewId.SETUP)
    assert "can't lead a team" in form.errors[BlockId.LEADS]


async def test_a_guest_named_before_leads_nothing(office: Office, ben: Person) -> None:
    """A lead who has become a guest meanwhile loses the button."""
    await set_up(office.you, dict(SETUP))
    await office.you.sees_home("Parcels")
    space = office.sandbox.double.workspace
    space.add_member(Member("U0BEN", "ben", "Ben Okafor", guest=True))
    await ben.opens_home()
    home = await ben.sees_home("Parcels")
    assert ActionId.HOME_SETUP not in str(home.blocks)


async def test_the_team_s_own_words_come_first_in_a_crisis(office: Office) -> None:
    """The escalation text that was set up stands on the card."""
    await set_up(office.you, dict(SETUP))
    await office.you.sees_home("Parcels")
    office.scorer.result = None
    await office.you.global_shortcut("check_reply")
    form = await office.you.sees_view(ViewId.INPUT)
    answers: dict[str, object] = {FieldId.CONTEXT: "I want to end my life.", FieldId.DRAFT: DRAFT}
    await office.you.fills(form, answers).submits()
    await office.you.sees_view(ViewId.RESULT, "Ring the duty lead on 100.")


async def test_an_owner_keeps_customers_messages_or_not(office: Office) -> None:
    """The box holds what is stored, and both ways are in the audit trail under who turned it."""
    assert office.bot is not None
    store, you = office.bot.store, person(office.you.member.id)
    for on in (True, False):
        await set_up(office.you, {**SETUP, FieldId.CUSTOMER_TEXT: ["on"] if on else []})
        await office.you.waits_for(lambda: office.you.view() is None or None, "the form to close")
        assert (await store.consent(you)).customer_text is on
    await office.you.clicks_home(ActionId.HOME_SETUP)
    form = await office.you.sees_view(ViewId.SETUP)
    assert "initial_options" not in block(form, BlockId.CUSTOMER_TEXT)["element"]  # type: ignore[operator]
    said = [entry["action"] for entry in (await store.export(you))["audit"]]
    assert said[:3] == ["setup_changed", "customer_on", "customer_off"]


@pytest.mark.parametrize("rank", ["admin", "lead"])
async def test_only_owners_decide_about_customers_messages(
    office: Office, ben: Person, rank: str
) -> None:
    """Admins and leads are not asked; a form of before that is sent all the same turns nothing."""
    assert office.bot is not None
    await set_up(office.you, dict(SETUP))
    await office.you.sees_home("Parcels")
    space = office.sandbox.double.workspace
    if rank == "admin":
        space.add_member(Member("U0BEN", "ben", "Ben Okafor", admin=True))
    await ben.opens_home()
    await ben.sees_home("Parcels")
    await ben.clicks_home(ActionId.HOME_SETUP)
    form = await ben.sees_view(ViewId.SETUP)
    assert BlockId.CUSTOMER_TEXT not in [b["block_id"] for b in form.blocks]

    await office.you.clicks_home(ActionId.HOME_SETUP)
    form = await office.you.sees_view(ViewId.SETUP)
    space.add_member(Member(office.you.member.id, "you", "You", admin=True))  # an owner no more
    await office.you.fills(form, {FieldId.CUSTOMER_TEXT: ["on"]}).submits()
    await office.you.waits_for(lambda: office.you.view() is None or None, "the form to close")
    assert not (await office.bot.store.consent(person("U0BEN"))).customer_text


async def disagreed(office: Office, somebody: Person) -> None:
    """Say that a check is wrong."""
    await checked(office, somebody, DRAFT)
    await somebody.clicks(ActionId.DISAGREE)
    form = await somebody.sees_view(ViewId.DISAGREE)
    await somebody.fills(form, {FieldId.REASON: "wrong_score"}).submits()
    await somebody.sees("Recorded")


async def test_a_disagreement_is_settled_by_an_admin(office: Office, ben: Person) -> None:
    """The admin sees reason and feature and nobody's name or score; the person sees the answer."""
    await disagreed(office, ben)
    await office.you.opens_home()
    await office.you.sees_home("Disagreements")
    await office.you.clicks_home(ActionId.HOME_DISPUTES)
    shown = await office.you.sees_view(ViewId.DISPUTES, "The score is wrong")
    text = shown_text(shown)
    assert not [word for word in ("U0BEN", "Ben", "of 100", "depot") if word in text]
    await office.you.selects(ActionId.OUTCOME, "upheld")
    await office.you.sees_view(ViewId.DISPUTES, "None is open.")
    await ben.opens_home()
    await ben.sees_home("you disagreed, and were right")


async def test_a_redacted_reply_is_shown_of_people_who_keep_samples(
    office: Office, ben: Person
) -> None:
    """Of those who switched it on, and as it is kept."""
    assert office.bot is not None
    await office.bot.store.set_switch(person("U0BEN"), "keep_samples", on=True)
    await disagreed(office, ben)
    await office.you.opens_home()
    await office.you.sees_home("Disagreements")
    await office.you.clicks_home(ActionId.HOME_DISPUTES)
    await office.you.sees_view(ViewId.DISPUTES, "scanned at the depot")


@pytest.mark.parametrize("leads", [False, True])
async def test_others_settle_nothing(office: Office, ben: Person, leads: bool) -> None:
    """Neither colleagues nor leads: no button, and an old one opens a plain sentence."""
    assert office.bot is not None
    await set_up(office.you, SETUP if leads else {**SETUP, FieldId.LEADS: []})
    await office.you.sees_home("Parcels")
    await ben.opens_home()
    home = await ben.sees_home("Parcels")
    assert ActionId.HOME_DISPUTES not in str(home.blocks)
    await disagreed(office, office.you)
    await office.you.opens_home()
    mine = await office.you.sees_home("Disagreements")
    home.body["blocks"] = mine.body["blocks"]
    await ben.clicks_home(ActionId.HOME_DISPUTES)
    await ben.sees_view(ViewId.ERROR, "Only admins of the workspace")


async def test_the_house_s_guidelines_go_to_the_scorer(office: Office) -> None:
    """As they were typed in; before they are, nothing goes along."""
    await checked(office, office.you, DRAFT)
    await set_up(office.you, dict(SETUP))
    await office.you.sees_home("Parcels")
    await checked(office, office.you, f"Unfortunately late. {DRAFT}")
    said = [item.guidelines for item in office.scorer.asked]
    assert said == ["", "Never say 'unfortunately'."]
