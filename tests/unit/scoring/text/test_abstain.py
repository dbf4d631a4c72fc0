"""The scorer abstains on what it cannot judge, and on nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.text.abstain import abstention
from scoring.text.language import guess_language
from scoring.text.prepare import prepare

MESSAGE = "Where is my parcel?"


def _reason(reply: str) -> str | None:
    found = abstention(prepare(MESSAGE, reply), reply)
    return found.reason if found else None


@pytest.mark.parametrize(
    "reply",
    [
        "",
        " \n\t",
        "\x00",
        "```\nx = 1\n```",
        "> where is it?",
        "https://a.example/b",
        "Kind regards,\nTom Baker",
    ],
)
def test_nothing_of_the_writers_own(reply: str) -> None:
    """Blank, quoted, code, link or signature alone: no text."""
    assert _reason(reply) == "no_text"


@pytest.mark.parametrize("reply", ["ok", "👍", "👍👍🎉", "Yes.", "Thanks!", "?!"])
def test_too_little(reply: str) -> None:
    """Emoji or one word: too short."""
    assert _reason(reply) == "too_short"


def test_too_much() -> None:
    """More than 12,000 characters of reply: too long; a long signature does not count."""
    assert _reason("I am sorry about that. " * 600) == "too_long"
    assert _reason("I am sorry about that. " * 500) is None


ENGLISH = [
    "Glad it's sorted!",
    "On it.",
    "Done, refunded.",
    "sorry bout dat, we gon fix it",
    "Abeg no vex, we dey work on am, e go soon ready",
    "Aye nae bother pal, it's sorted noo",
    "recieved ur mesage, wil chek asap",
    "We are very regret for this inconvenient, please to wait little more, we are solve.",
    "Kindly do the needful and revert back, your good self will get the refund.",
    "lol no worries u r all set",
    "Your Bestellung is on the way, I checked with the courier and it comes tomorrow.",
    "Hola Maria, thanks for waiting. I have sent the replacement and it should be with you on "
    "Friday.",
    "Mr Wojciechowski and Mrs Papadopoulos, both bookings in Thessaloniki are confirmed.",
]
FOREIGN = {
    "German": "Es tut mir sehr leid, dass Ihre Bestellung noch nicht angekommen ist.",
    "French": "Je suis désolé pour le retard de votre commande.",
    "Spanish": "Lamento mucho el retraso en su pedido, lo reviso ahora.",
    "Italian": "Mi dispiace molto per il ritardo del suo ordine.",
    "Portuguese": "Sinto muito pelo atraso do seu pedido, já estamos verificando.",
    "Dutch": "We vinden het erg vervelend dat uw bestelling te laat is.",
    "Polish": "Bardzo mi przykro, że zamówienie jeszcze nie dotarło.",
    "Turkish": "Siparişinizin gecikmesi için çok özür dileriz.",
    "Swedish": "Hej, tack för ditt meddelande, jag är ledsen för det.",
    "Finnish": "Kiitos viestistäsi, olemme pahoillamme että tilaus on myöhässä.",
    "Indonesian or Malay": "Mohon maaf atas keterlambatan pesanan anda.",
    "Cyrillic": "Мне очень жаль, что заказ опаздывает.",
    "Arabic": "نأسف جدا على التأخير في طلبك",
    "Chinese or Japanese": "非常抱歉给您带来不便",
    "Korean": "불편을 드려 정말 죄송합니다",
    "Hebrew": "אנחנו מצטערים על העיכוב",
    "Greek": "Λυπούμαστε πολύ για την καθυστέρηση",
    "Devanagari": "देरी के लिए हमें खेद है",
}


@pytest.mark.parametrize("reply", ENGLISH)
def test_english_of_all_kinds_is_scored(reply: str) -> None:
    """Short, dialect, second-language, slang, misspelt and mostly English texts are judged."""
    assert _reason(reply) is None


@pytest.mark.parametrize("name", FOREIGN)
def test_other_languages_are_named(name: str) -> None:
    """Another language or script gets an abstention that says which."""
    assert _reason(FOREIGN[name]) == "language"
    if name not in {
        "Cyrillic",
        "Arabic",
        "Hebrew",
        "Greek",
        "Devanagari",
        "Chinese or Japanese",
        "Korean",
    }:
        assert guess_language(FOREIGN[name]).name in {name, "Danish or Norwegian"}


@pytest.mark.parametrize(
    "reply",
    [
        '{"status": "ok", "items": [1, 2]}',
        "2024-06-03 10:12:11 ERROR worker failed\n2024-06-03 10:12:12 INFO retry",
        "https://a.example/b\nhttps://a.example/c",
        "{{greeting}} {{body}}",
        "internal: customer seems angry, just refund",
        "@anna can you look at this one?",
        "Note to self: check the log before replying",
    ],
)
def test_what_is_no_reply(reply: str) -> None:
    """Data, lists of links, bare templates and notes to colleagues are not judged."""
    assert _reason(reply) == "not_a_reply"


@settings(max_examples=80, deadline=None)
@given(st.text(st.characters(), max_size=200))
def test_any_text_is_judged_or_abstained(reply: str) -> None:
    """No text raises; an abstention is one sentence."""
    found = abstention(prepare("", reply), reply)
    if found is not None:
        assert found.message.endswith(".")
