"""The browser page over the real app and the shipped weights, as a person uses it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.e2e
Visit = Callable[..., Page]

DRAFT = (
    "Your parcel was scanned at the depot this morning and will reach you on Thursday. "
    "You can call the courier on 0113 496 0000."
)
#: Wider than the page for nothing but rounding.
NARROW = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
NARROW_MODAL = (
    "(body => body.scrollWidth <= body.clientWidth)(document.querySelector('.modal-body'))"
)
FOCUS_INSIDE = """document.activeElement === document.body
  || Boolean(document.activeElement.closest('dialog'))"""
WATCH = """() => {
  window.moved = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.moved += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}"""
NAMELESS = """() => [...document.querySelectorAll('button, input, select, textarea')]
  .filter((node) => node.checkVisibility())
  .filter((node) => !(node.ariaLabel || node.innerText.trim() || node.labels?.length))
  .map((node) => node.outerHTML.slice(0, 120))"""


def customer(page: Page, words: str) -> Locator:
    """The customer's message with some words in it."""
    return page.locator("#log .message", has_text=words).first


def opened(page: Page, words: str = "third time") -> Locator:
    """Choose *Check my reply* on a customer's message."""
    message = customer(page, words)
    message.hover()
    message.get_by_label("More actions").click()
    page.get_by_role("menuitem", name="Check my reply").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Check my reply")).to_be_visible()
    return dialog


def checked(page: Page, words: str = "third time", draft: str = DRAFT) -> Locator:
    """Check a draft for a customer's message and wait for the result."""
    dialog = opened(page, words)
    dialog.get_by_label("Your draft").fill(draft)
    dialog.get_by_role("button", name="Check", exact=True).click()
    expect(dialog.get_by_text("of 100").first).to_be_visible()
    return dialog


def test_from_a_message_to_its_result(visit: Visit) -> None:
    """The customer's words come along; score, interval and edit stand in the same modal."""
    page = visit()
    dialog = opened(page)
    expect(dialog.get_by_label("What the customer wrote")).to_have_value(
        customer(page, "third time").locator(".message-text").inner_text()
    )
    dialog.get_by_label("Your draft").fill(DRAFT)
    dialog.get_by_role("button", name="Check", exact=True).click()
    expect(dialog.get_by_role("heading", name="of 100")).to_be_visible()
    expect(dialog.get_by_text("Likely between")).to_be_visible()


def test_the_keyboard_is_enough(visit: Visit) -> None:
    """Menu, form, submit, back: no mouse, and the focus never leaves an open modal."""
    page = visit()
    customer(page, "third time").get_by_label("More actions").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Your draft")).to_be_focused()
    page.keyboard.type(DRAFT)
    page.keyboard.press("Control+Enter")
    expect(dialog.get_by_role("heading", name="of 100")).to_be_visible()
    for _ in range(30):
        page.keyboard.press("Tab")
        assert page.evaluate(FOCUS_INSIDE)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(customer(page, "third time").get_by_label("More actions")).to_be_focused()


def test_the_command_completes_and_answers_privately(visit: Visit) -> None:
    """Typing a slash offers the command; the card is marked as visible to one person only."""
    page = visit()
    box = page.get_by_role("textbox", name="Message #support-inbox")
    box.fill("/em")
    expect(page.get_by_role("option", name="/empathy")).to_be_visible()
    box.press("Tab")
    expect(box).to_have_value("/empathy ")
    box.press_sequentially(DRAFT)
    box.press("Enter")
    card = page.locator(".private").last
    expect(card.get_by_text("of 100").first).to_be_visible()
    expect(card.get_by_text("Only visible to you")).to_be_visible()
    card.get_by_role("button", name="Dismiss message").click()
    expect(page.locator(".private")).to_have_count(0)


def test_an_empty_draft_is_said_under_its_field(visit: Visit) -> None:
    """The line stands under the input and the focus goes there; what was typed stays."""
    page = visit()
    page.get_by_label("Shortcuts").first.click()
    page.get_by_role("menuitem", name="Check a reply").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("What the customer wrote").fill("Where is it?")
    dialog.get_by_role("button", name="Check", exact=True).click()
    expect(dialog.get_by_text("Please complete this required field")).to_be_visible()
    expect(dialog.get_by_label("Your draft")).to_be_focused()
    expect(dialog.get_by_label("What the customer wrote")).to_have_value("Where is it?")


def test_danger_comes_before_any_number(visit: Visit) -> None:
    """For the customer who may be in danger the first block is what the team must do."""
    page = visit()
    dialog = checked(page, "point of going on", "Your balance is 214.60. You can pay monthly.")
    first = dialog.locator(".modal-body .block").first
    expect(first).to_have_text("Before you reply")
    expect(dialog.locator("[class*=block]", has_text="may be in danger").first).to_be_visible()


def test_saying_what_one_thinks(visit: Visit) -> None:
    """Thumb, rating and disagreement are confirmed on the card; the stack goes there and back."""
    page = visit()
    dialog = checked(page)
    dialog.get_by_role("button", name="This check was helpful").click()
    expect(dialog.get_by_text("Recorded: helpful")).to_be_visible()
    dialog.get_by_label("My rating").select_option("4")
    expect(dialog.get_by_text("your rating 4 of 5")).to_be_visible()
    dialog.get_by_role("button", name="I disagree").click()
    expect(dialog.get_by_role("heading", name="I disagree")).to_be_visible()
    dialog.get_by_label("It missed something").check()
    dialog.get_by_role("button", name="Send").click()
    expect(dialog.get_by_text("it missed something")).to_be_visible()


def test_the_views_behind_the_card(visit: Visit) -> None:
    """All features and the reasons open on top and lead back to the result."""
    page = visit()
    dialog = checked(page)
    for name, words in (("All features", "Names the feeling"), ("Why?", "fingerprint")):
        dialog.get_by_role("button", name=name, exact=True).click()
        expect(dialog.get_by_text(words).first).to_be_visible()
        dialog.get_by_role("button", name="Back").first.click()
        expect(dialog.get_by_role("heading", name="How it may land")).to_be_visible()


def test_a_thread_opens_beside_the_channel(visit: Visit) -> None:
    """The customer's second message stands there, and its menu has the shortcut too."""
    page = visit()
    customer(page, "third time").get_by_role("button", name="2 replies").click()
    thread = page.get_by_role("complementary", name="Thread")
    reply = thread.locator(".message", has_text="It was not")
    reply.hover()
    reply.get_by_label("More actions").click()
    page.get_by_role("menuitem", name="Check my reply").click()
    expect(page.get_by_role("dialog").get_by_label("What the customer wrote")).to_have_value(
        reply.locator(".message-text").inner_text()
    )


def test_markup_in_a_draft_stays_text(visit: Visit) -> None:
    """Neither tags nor Slack's own marks in a draft become anything but letters."""
    page = visit()
    draft = '<img src=x onerror="document.title=1"> *not bold* &lt;b&gt; <!channel> Thanks for it.'
    dialog = opened(page)
    dialog.get_by_label("Your draft").fill(draft)
    dialog.get_by_role("button", name="Check", exact=True).click()
    expect(dialog.get_by_role("button", name="Edit and re-check")).to_be_visible()
    assert page.locator("dialog img").count() == 0
    assert page.title() == "Warmline sandbox"
    dialog.get_by_role("button", name="Edit and re-check").click()
    expect(dialog.get_by_label("Your draft")).to_have_value(draft)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_scheme_follows_the_system_until_chosen(visit: Visit, scheme: str) -> None:
    """The choice outlives a reload."""
    page = visit(color_scheme=scheme)
    background = "getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(background)
    page.get_by_role("button", name="colours").click()
    chosen = page.evaluate(background)
    assert chosen != before
    page.reload()
    page.locator("html[data-ready=true]").wait_for()
    assert page.evaluate(background) == chosen


def test_a_phone_has_room_for_everything(visit: Visit) -> None:
    """At 360 pixels nothing runs over the edge, from the channel to the end of the card."""
    page = visit(360, 740, has_touch=True, is_mobile=True)
    assert page.evaluate(NARROW)
    page.get_by_role("button", name="Channels").click()
    expect(page.get_by_role("navigation", name="Channels")).to_be_visible()
    page.mouse.click(350, 400)
    dialog = checked(page)
    assert page.evaluate(NARROW)
    assert page.evaluate(NARROW_MODAL)
    dialog.get_by_role("button", name="All features").click()
    expect(dialog.get_by_text("Names the feeling").first).to_be_visible()
    assert page.evaluate(NARROW_MODAL)


def test_everything_that_can_be_used_has_a_name(visit: Visit) -> None:
    """Buttons, inputs and menus all say to a screen reader what they are."""
    page = visit()
    assert page.evaluate(NAMELESS) == []
    dialog = checked(page)
    assert page.evaluate(NAMELESS) == []
    expect(dialog).to_have_accessible_name("How it may land")


def test_nothing_jumps_while_a_draft_is_checked(visit: Visit) -> None:
    """What the browser counts as unexpected movement stays below what people notice."""
    page = visit()
    page.evaluate(WATCH)
    checked(page)
    assert page.evaluate("window.moved") < 0.1


def app_tab(page: Page, name: str) -> None:
    """Open the app's own conversation at one of its tabs."""
    page.get_by_role("navigation", name="Channels").get_by_role("button", name="Warmline").click()
    page.get_by_role("tab", name=name).click()


def test_home_shows_what_is_ones_own(visit: Visit) -> None:
    """Two checked drafts are a chart that can also be heard; a switch turns and stays turned."""
    page = visit()
    for draft in (DRAFT, f"That must be frustrating after a day off work. {DRAFT}"):
        dialog = checked(page, draft=draft)
        dialog.get_by_role("button", name="Close", exact=True).first.click()
    app_tab(page, "Home")
    chart = page.get_by_role("img", name="Your scores")
    expect(chart).to_be_visible()
    expect(chart).to_have_accessible_name(re.compile(r"Score: 1 \d+, 2 \d+"))
    switch = page.get_by_label("Train on my samples and choices")
    switch.click()
    page.reload()
    page.locator("html[data-ready=true]").wait_for()
    app_tab(page, "Home")
    expect(page.get_by_label("Train on my samples and choices")).to_be_checked()
    page.get_by_label("Train on my samples and choices").click()


def test_a_team_is_set_up_by_keyboard_and_mouse(visit: Visit) -> None:
    """The form opens over Home; what was saved stands there."""
    page = visit()
    app_tab(page, "Home")
    page.get_by_role("button", name=re.compile("^(Set up|Change)$")).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Team name")).to_be_focused()
    page.keyboard.type("Parcels")
    dialog.get_by_label("Day of the weekly report").select_option(label="Monday")
    dialog.get_by_label("Channel").select_option(label="#support-inbox")
    dialog.get_by_label("Ben Okafor").check()
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_text("Mondays at 09:00")).to_contain_text("#support-inbox")


def test_writing_to_the_app(visit: Visit) -> None:
    """A suggested message is sent at a click; the card stands below it, for nobody else."""
    page = visit()
    app_tab(page, "Messages")
    page.get_by_role("button", name="Try an example").click()
    log = page.get_by_role("log", name="Messages")
    expect(log.get_by_text("of 100").last).to_be_visible()
    expect(log.locator("blockquote").first).to_contain_text("charged me twice")
    assert page.evaluate(NAMELESS) == []


def test_home_has_room_on_a_phone(visit: Visit) -> None:
    """At 360 pixels neither tab runs over the edge."""
    page = visit(360, 740, has_touch=True, is_mobile=True)
    page.get_by_role("button", name="Channels").click()
    page.get_by_role("navigation", name="Channels").get_by_role("button", name="Warmline").click()
    expect(page.get_by_text("What leads see")).to_be_attached()
    assert page.evaluate(NARROW)
    page.get_by_role("tab", name="Messages").click()
    assert page.evaluate(NARROW)
