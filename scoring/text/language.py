"""Tells English, in all its kinds, from other languages and scripts, with word lists alone.

Dialect, second-language English, slang and typing errors are English here. A text is taken for
another language only where most of its words are no English ones, or another language's small
words clearly outnumber the English ones.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from scoring.text.gazetteer import fold, is_common, names, word_set

_WORD = re.compile(r"[^\W\d_]++(?:'[^\W\d_]++)*+")
#: Judging this many words is enough for any text.
_MOST_WORDS = 400
_ENGLISH_SMALL = word_set("""
    the and to of a in is it you that was for on are with as his they be at this have from or
    had by but not what all were we when your can there an each which she do how their if will
    up other about out many then them these so some her would make like him into has look more
    no my than been who its now did get just could our me i'm we're you're i've we've it's don't
    can't i'll we'll please thanks thank sorry hi hello hey here today any let know help back
    still because should where why want need sure very too only after before
    """)
#: Slang, dialect and chat spellings that no dictionary of ours has.
_ENGLISH_MORE = word_set("""
    u ur r pls plz plss thx tnx ty idk lol lmk btw asap omg imo tbh gonna wanna gotta kinda
    dunno ain't innit y'all yall cuz coz cos tho thru gud luv wot wat wen dis dat dey abeg oga
    wahala na una nah aye wee bairn dinnae cannae wasnae didnae ken lah leh mate cheers ta yeah
    yep yup nope ok okay k dont cant wont im ive didnt isnt doesnt wasnt couldnt wouldnt youre
    thats whats its id recieve recieved definately seperate tommorow tomorow adress wich becuase
    teh taht alot aswell refund email app login url info faq cafe tyres revert prepone kindly do
    needful sir madam gonnae yer yous fixin finna
    """)
_SMALL: dict[str, frozenset[str]] = {
    code: word_set(words)
    for code, words in {
        "German": (
            "der die das und ist nicht ich sie wir ihr es ein eine einen einem einer mit fur auf "
            "auch dass den dem des "
            "von zu im am haben hat hatte sind war wird werden kann konnen bitte danke leider ihre "
            "ihren ihnen uns noch wenn "
            "oder aber wie was bei nach um als schon sehr mir mich dir hallo liebe lieber vielen "
            "dank tut leid gerne hier "
            "damit wurde diese dieser bestellung geehrte guten tag schon mal"
        ),
        "French": (
            "le la les un une des du de et est pas je vous nous il elle ils que qui dans pour "
            "sur avec ce cette ces mon "
            "votre vos notre nos son sa ses au aux en ne se plus mais ou si bonjour merci bien "
            "tres avons avez suis etes etre "
            "avoir fait desole desolee cordialement commande retard j'ai c'est d'un n'est l'equipe "
            "s'il plait a bientot"
        ),
        "Spanish": (
            "el la los las un una unos de del y es no que en por para con se su sus lo le les mi "
            "tu nos al como mas pero "
            "esta este estos ha han hemos tiene puede usted gracias hola lamento siento mucho muy "
            "buenos dias ya si cuando "
            "su pedido disculpe favor estamos nuestro estimado"
        ),
        "Italian": (
            "il lo la i gli le un una di del della dei che e non per con su sono ho ha hai "
            "abbiamo questo questa suo "
            "sua nostro mi ci si come piu ma anche grazie ciao buongiorno dispiace molto ordine "
            "prego al nel dal alla stato "
            "le gentile cliente siamo scusi"
        ),
        "Portuguese": (
            "o a os as um uma de do da dos das e nao que em no na nos por para com se seu sua "
            "mais mas como foi esta "
            "voce obrigado obrigada ola desculpe muito bom dia pedido ao pelo temos sinto "
            "lamentamos "
            "estamos sentimos"
        ),
        "Dutch": (
            "de het een en van is niet ik je jij u wij we hij ze dat die in op voor met te zijn "
            "heeft hebben wordt kan "
            "bedankt dank hallo sorry uw jouw ons onze aan er maar ook naar bij nog wel geen graag "
            "bestelling goedendag beste "
            "spijt erg vervelend"
        ),
        "Polish": (
            "i w na z do nie sie jest to ze jak o za po co przez dla od czy ale prosze dziekuje "
            "dzien dobry przepraszam "
            "pan pani panstwa zamowienie przykro mi bardzo juz tak moze jestesmy nasz czesc witam"
        ),
        "Turkish": (
            "ve bir bu da de icin ile cok ne mi gibi ama var yok merhaba tesekkur tesekkurler "
            "ederim lutfen siparis ozur "
            "dileriz uzgunum sizin bizim olarak daha kadar sonra degil iyi gunler"
        ),
        "Swedish": (
            "och att det som en ett ar inte jag vi du ni av for pa med den till har om var kan "
            "tack hej tyvarr er ditt din "
            "vara ocksa men eller fran bestallning ledsen"
        ),
        "Danish or Norwegian": (
            "og at det som en et er ikke jeg vi du av af for pa med den til har om var kan tak "
            "takk hei hej "
            "desvaerre beklager din ditt deres vare ogsa men eller fra bestilling"
        ),
        "Finnish": (
            "ja on ei se etta en ole mutta kun tai niin myos kiitos hei pahoillani tilaus olemme "
            "teidan meidan voi"
        ),
        "Czech": (
            "a se na je to v ze s z do o k pro jsem jsme za by ale jako dekuji dobry den prosim "
            "omlouvame objednavka vam vas"
        ),
        "Romanian": (
            "si de la in nu este cu pe un o ca din pentru sunt mai va multumesc buna ziua imi "
            "pare rau comanda noastra"
        ),
        "Hungarian": (
            "a az es nem hogy egy is van ez meg de koszonom jo napot sajnos elnezest rendeles "
            "kerem on onnek"
        ),
        "Indonesian or Malay": (
            "yang dan di ini itu dengan untuk tidak dari dalam akan pada ke saya anda kami sudah "
            "ada bisa terima "
            "kasih maaf pesanan mohon selamat tolong"
        ),
        "Vietnamese": (
            "va la cua cho khong co duoc trong cac nay mot chung toi ban cam on xin loi don hang "
            "rat vui long"
        ),
        "Tagalog": (
            "ang ng mga sa na at ay hindi po ko mo namin inyo salamat paumanhin ito para kami kayo"
        ),
        "Swahili": "ya na wa kwa ni katika hii samahani asante tafadhali habari yako yetu sana oda",
    }.items()
}


@dataclass(frozen=True, slots=True)
class Guess:
    """What language a text seems to be in.

    Attributes:
        english: Whether it is mostly English.
        name: English name of the language or script, where known.
    """

    english: bool
    name: str = ""


def guess_language(text: str) -> Guess:
    """Guess from scripts first, then from words. Text without letters counts as English."""
    script = _foreign_script(text)
    if script:
        return Guess(english=False, name=script)
    words = _telling_words(text)
    if not words:
        return Guess(english=True)
    known = sum(map(_is_english, words))
    small = sum(word in _ENGLISH_SMALL for word in words)
    name, foreign = max(
        ((n, sum(w in s for w in words)) for n, s in _SMALL.items()), key=lambda p: p[1]
    )
    english = _mostly_english(len(words), known, small, foreign)
    return Guess(english, "" if english else name if foreign else "")


def _mostly_english(total: int, known: int, small: int, foreign: int) -> bool:
    share = known / total
    if total <= 2:
        return known > 0 or foreign == 0
    if share < 0.4:
        return small >= 2 and foreign <= small
    return share >= 0.75 or foreign <= max(small, 1) or small / total >= 0.3


def _is_english(word: str) -> bool:
    return word in _ENGLISH_SMALL or word in _ENGLISH_MORE or is_common(word)


def _telling_words(text: str) -> list[str]:
    """Fold the first words; names tell nothing."""
    words: list[str] = []
    for match in _WORD.finditer(text):
        raw = match[0]
        low = fold(raw)
        if raw[0].isupper() and match.start() and low in names() and not is_common(low):
            continue
        words.append(low)
        if len(words) == _MOST_WORDS:
            break
    return words


def _foreign_script(text: str) -> str:
    """Name the script most letters are in, unless that is Latin."""
    if text.isascii():
        return ""
    counts: dict[str, int] = {}
    for char in text[:4000]:
        if char.isalpha():
            script = "Latin" if char < "\u0250" else _script(char)
            counts[script] = counts.get(script, 0) + 1
    if not counts:
        return ""
    best = max(counts, key=lambda name: counts[name])
    return "" if best == "Latin" or counts[best] * 2 < sum(counts.values()) else best


def _script(char: str) -> str:
    first = unicodedata.name(char, "UNKNOWN").split(" ")[0].split("-")[0]
    if first in {"CJK", "HIRAGANA", "KATAKANA"}:
        return "Chinese or Japanese"
    return {"HANGUL": "Korean"}.get(first, first.capitalize())
