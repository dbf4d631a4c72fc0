"""Writing to the app, mentioning it, and letting a workflow ask it."""

from __future__ import annotations

from bot.errors import ScorerUnavailableError
from bot.ids import ActionId, Step, ViewId
from bot.sandbox.driver import Person, shown_text
from bot.sandbox.faults import ApiFault
from bot.sandbox.model import Channel, Member, Message
from bot.store.base import Person as PersonKey
from bot.strings import talk
from tests.scenario.conftest import Office

DRAFT = "Your parcel was scanned at the depot this morning. It will reach you on Thursday."


def from_app(office: Office) -> list[Message]:
    """What the app has written for everyone in a conversation."""
    space = office.sandbox.double.workspace
    return [m for m in space.messages if m.author == space.bot.id and m.shown_to is None]


async def settled(office: Office) -> None:
    """Wait until nothing is being checked."""
    assert office.bot is not None
    await office.bot.pool.idle()


async def test_opening_the_messages_suggests_what_to_write(office: Office) -> None:
    """The prompts of the manifest stand above the composer."""
    await office.you.opens_messages()
    agent = office.sandbox.double.workspace.agent(office.you.channel.id)
    await office.you.waits_for(lambda: agent.prompts or None, "suggested messages")
    assert [p["title"] for p in agent.prompts] == [title for title, _ in talk.PROMPTS]


async def test_a_draft_written_to_the_app_is_answered_in_its_thread(office: Office) -> None:
    """First the app says what it does, then the card stands below the draft, in one message."""
    office.scorer.seconds = 0.2
    post = await office.you.dms(DRAFT)
    agent = office.sandbox.double.workspace.agent(office.you.channel.id)
    await office.you.waits_for(lambda: agent.status.get(post.ts), "a status")
    card = await office.you.sees("of 100")
    assert (card.thread_ts, card.shown_to) == (post.ts, None)
    assert agent.status == {}
    assert from_app(office) == [card]
    assert office.scorer.asked[0].reply == DRAFT


async def test_a_quote_above_the_draft_is_the_customers_message(office: Office) -> None:
    """The example among the suggested messages shows how."""
    await office.you.dms(talk.EXAMPLE)
    await office.you.sees("of 100")
    asked = office.scorer.asked[0]
    assert asked.context == "You charged me twice this month and my rent goes out tomorrow."
    assert asked.reply == "The second payment was sent back today. It takes 3 working days."


async def test_the_card_in_a_conversation_takes_opinions_and_edits(office: Office) -> None:
    """Thumbs stay on the card in place, and *Edit and re-check* opens the form with the draft."""
    await office.you.dms(DRAFT)
    await office.you.sees("of 100")
    await office.you.clicks(ActionId.THUMBS_UP)
    await office.you.sees("Recorded: helpful")
    assert len(from_app(office)) == 1
    await office.you.clicks(ActionId.EDIT)
    form = await office.you.sees_view(ViewId.INPUT)
    assert DRAFT in str(form.values)


async def test_a_slow_check_becomes_its_card(office: Office) -> None:
    """The note that it takes longer turns into the card: one message, no litter."""
    office.scorer.seconds = 0.8
    await office.you.dms(DRAFT)
    await office.you.sees("Still checking")
    await office.you.sees("of 100")
    await settled(office)
    assert len(from_app(office)) == 1


async def test_without_the_status_line_the_answer_comes_all_the_same(office: Office) -> None:
    """A Slack that refuses the status gets one message."""
    office.sandbox.double.faults.on("assistant.threads.setStatus", ApiFault("server_error"))
    office.sandbox.double.faults.on("assistant.threads.setStatus", ApiFault("server_error"))
    await office.you.dms(DRAFT)
    await office.you.sees("of 100")
    assert len(from_app(office)) == 1


async def test_questions_are_answered_and_not_scored(office: Office) -> None:
    """Help, what is kept, a quote without a draft: sentences, no numbers."""
    for said, answered in (
        (talk.ASK_HOW, "Write or paste a draft here"),
        ("help", "Write or paste a draft here"),
        ("> Where is it?", "no draft below it"),
        ("x" * 3001, "takes up to 3000"),
    ):
        await office.you.dms(said)
        await office.you.sees(answered)
    await office.you.dms(talk.ASK_KEPT)
    await office.you.sees("Warmline keeps")
    assert office.scorer.asked == []


async def test_a_mention_is_answered_for_one_person_alone(office: Office) -> None:
    """The card is shown to who asked, in the thread they asked in."""
    root = office.customer("third time")
    bot = office.sandbox.double.workspace.bot
    await office.you.types(f"@{bot.name} {DRAFT}", thread_ts=root.ts)
    card = await office.you.sees("of 100")
    assert (card.shown_to, card.thread_ts) == (office.you.member.id, root.ts)
    assert from_app(office) == []
    assert office.scorer.asked[0].reply == DRAFT


async def test_a_mention_without_words_is_told_how(office: Office) -> None:
    """One private sentence."""
    await office.you.types(f"@{office.sandbox.double.workspace.bot.name}")
    note = await office.you.sees("write it after my name")
    assert note.shown_to == office.you.member.id


async def test_a_workflow_gets_its_score(office: Office) -> None:
    """Outputs as the manifest names them; no number is kept, as nobody asked."""
    step = await office.you.runs_step(Step.SCORE_DRAFT, {"draft": DRAFT, "customer_message": "Hm"})
    assert step.outputs is not None
    assert step.outputs["scored"] is True
    assert f"{step.outputs['score']} of 100" in str(step.outputs["summary"])
    assert office.scorer.asked[0].context == "Hm"
    assert office.sandbox.double.workspace.messages == [
        m for m in office.sandbox.double.workspace.messages if "of 100" not in shown_text(m)
    ]


async def test_a_workflow_without_a_draft_is_told(office: Office) -> None:
    """The step fails with a sentence for the workflow's owner."""
    step = await office.you.runs_step(Step.SCORE_DRAFT, {"draft": " "})
    assert "The step got no draft" in step.error
    assert office.scorer.asked == []


async def test_a_workflow_waits_through_a_restart(office: Office) -> None:
    """The step was accepted, so the next process completes it."""
    office.scorer.seconds = 30.0
    execution = await office.sandbox.double.delivery.step(Step.SCORE_DRAFT, {"draft": DRAFT})
    await office.scorer.started.wait()
    await office.closes()
    office.scorer.seconds = 0.0
    await office.opens()
    steps = office.sandbox.double.workspace.steps
    await office.you.waits_for(lambda: steps[execution].outputs, "the step's end", timeout=10.0)


async def test_people_from_outside_are_politely_refused(office: Office) -> None:
    """In a shared channel somebody of another company is told so, and no draft is read."""
    double = office.sandbox.double
    guest = double.workspace.add_member(Member("U0ELSE", "els", "Els", team="T0OTHER"))
    members = {guest.id, double.workspace.bot.id}
    shared = Channel("C0SHARED", "with-acme", "public", members, shared=True)
    outside = Person(double.workspace, guest, double.workspace.add_channel(shared), double.delivery)
    await outside.types(f"@{double.workspace.bot.name} {DRAFT}")
    note = await outside.sees("for the people of the workspace")
    assert note.shown_to == guest.id
    assert office.scorer.asked == []


async def test_home_is_not_for_people_from_outside(office: Office) -> None:
    """Their Home says so, and shows nothing of a team that is not theirs."""
    double = office.sandbox.double
    guest = double.workspace.add_member(Member("U0ELSE", "els", "Els", team="T0OTHER"))
    outside = double.person(guest.id, double.workspace.direct_channel(guest.id))
    await outside.opens_home()
    home = await outside.sees_home("for the people of the workspace")
    assert "Your team" not in shown_text(home)


async def test_a_guest_of_the_workspace_is_served(office: Office) -> None:
    """Who was invited to some channels checks their own drafts like everybody."""
    double = office.sandbox.double
    guest = double.workspace.add_member(Member("U0GUEST", "gil", "Gil", guest=True))
    await double.person(guest.id, double.workspace.direct_channel(guest.id)).dms(DRAFT)
    await double.person(guest.id, double.workspace.direct_channel(guest.id)).sees("of 100")


def answers(office: Office, post: Message) -> list[Message]:
    """What the app has written below a draft."""
    return [m for m in from_app(office) if m.thread_ts == post.ts]


async def writing(office: Office, seconds: float) -> Message:
    """Write a draft while a language model takes its time; gives the draft."""
    office.scorer.writes, office.scorer.seconds = True, seconds
    return await office.you.dms(DRAFT)


def session(office: Office, post: Message) -> str | None:
    """How far the app says it is, in a thread."""
    return office.sandbox.double.workspace.agent(post.channel).sessions.get(post.ts)


async def test_while_a_language_model_writes_the_score_is_there_already(office: Office) -> None:
    """One message: it begins with the score and a Stop button, and ends as the card."""
    post = await writing(office, 0.4)
    begun = await office.you.sees("A language model is looking")
    assert (begun.thread_ts, session(office, post)) == (post.ts, "processing")
    assert "of 100" in begun.text
    await settled(office)
    assert answers(office, post) == [begun]
    assert ActionId.USE in str(begun.blocks)
    assert "is looking" not in begun.text + str(begun.blocks)
    assert (begun.stream, session(office, post)) == ("", "active")


async def test_a_note_that_it_takes_longer_goes_when_the_answer_grows(office: Office) -> None:
    """Where the score alone takes long too: one message in the end, with no *Cancel* left over."""
    office.scorer.early_seconds = 0.8
    post = await writing(office, 0.4)
    await office.you.sees("Still checking")
    begun = await office.you.sees("A language model is looking")
    await settled(office)
    assert answers(office, post) == [begun]
    assert ActionId.USE in str(begun.blocks)


async def test_stop_leaves_the_result_without_suggestions(office: Office) -> None:
    """The model is interrupted, the card stands in the message that was begun, the button goes."""
    post = await writing(office, 30.0)
    begun = await office.you.sees("A language model is looking")
    await office.you.stops(post.ts)
    await office.you.waits_for(lambda: begun.blocks or None, "the card")
    await settled(office)
    assert answers(office, post) == [begun]
    assert ActionId.USE not in str(begun.blocks)
    assert ActionId.THUMBS_UP in str(begun.blocks)
    assert "is looking" not in begun.text + str(begun.blocks)
    assert len(office.scorer.stopped) == 1
    assert session(office, post) == "active"


async def test_stop_reaches_whichever_process_writes(office: Office) -> None:
    """Another process that hears the click leaves word in the database."""
    assert office.bot is not None
    post = await writing(office, 30.0)
    begun = await office.you.sees("A language model is looking")
    you = PersonKey("T0SANDBOX", office.you.member.id)
    await office.bot.store.mark(f"stop:{post.channel}:{post.ts}", you)
    await office.you.waits_for(lambda: begun.blocks or None, "the card")


async def test_an_earlier_stop_does_not_stop_the_next_draft(office: Office) -> None:
    """Written below in the same thread, it is checked to its end."""
    post = await writing(office, 30.0)
    begun = await office.you.sees("A language model is looking")
    await office.you.stops(post.ts)
    await office.you.waits_for(lambda: begun.blocks or None, "the card")
    office.scorer.seconds = 0.7
    await office.you.dms(f"So sorry. {DRAFT}", post.ts)
    await office.you.waits_for(lambda: len(answers(office, post)) == 2 or None, "an answer")
    await settled(office)
    assert ActionId.USE in str(answers(office, post)[1].blocks)


async def test_without_a_language_model_nothing_is_streamed(office: Office) -> None:
    """The card comes in one piece; neither do mentions and commands stream."""
    await office.you.dms(DRAFT)
    await office.you.sees("of 100")
    office.scorer.writes = True
    office.you.goes_to(office.sandbox.double.workspace.channels["C0INBOX"])
    await office.you.types(f"/empathy {DRAFT}")
    await settled(office)
    assert "chat.startStream" not in office.sandbox.double.api.calls


async def test_report_39_a_stream_that_slack_refuses_or_loses_is_one_message(
    office: Office,
) -> None:
    """Not begun: one ordinary message. Lost on the way: the card is put over what was begun."""
    faults = office.sandbox.double.faults
    faults.on("chat.startStream", ApiFault("server_error"), ApiFault("server_error"))
    post = await writing(office, 0.2)
    await office.you.sees("of 100")
    await settled(office)
    [whole] = answers(office, post)
    assert ActionId.USE in str(whole.blocks)

    office.scorer.seconds = 0.6
    second = await office.you.dms(f"So sorry. {DRAFT}")
    begun = await office.you.sees("A language model is looking")
    begun.stream = ""  # Slack has ended it by itself: too long, too late
    await settled(office)
    assert answers(office, second) == [begun]
    assert ActionId.USE in str(begun.blocks)


async def test_a_scorer_that_breaks_off_leaves_the_score(office: Office) -> None:
    """What is certain already is not taken back because the suggestions fail."""
    office.scorer.late_error = ScorerUnavailableError()
    post = await writing(office, 0.1)
    await office.you.sees("of 100")
    await settled(office)
    [card] = answers(office, post)
    assert ActionId.THUMBS_UP in str(card.blocks)
    assert ActionId.USE not in str(card.blocks)


async def test_a_restart_while_it_writes_ends_the_message_and_answers_anew(
    office: Office,
) -> None:
    """What was begun grows no more; the next process brings the whole card."""
    post = await writing(office, 30.0)
    begun = await office.you.sees("A language model is looking")
    await office.closes()
    assert begun.stream == ""
    office.scorer.seconds = 0.0
    await office.opens()
    await office.you.waits_for(
        lambda: any(ActionId.USE in str(m.blocks) for m in answers(office, post)) or None, "a card"
    )
