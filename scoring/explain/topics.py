"""What support messages are about, with words for saying it back.

A topic is recognised by its pattern and said by its gerund ("being charged twice"), so that a
sentence about it neither confirms nor denies that it happened. The first matching topic wins.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from scoring.explain.flip import straight

Kind = Literal[
    "money", "wait", "access", "loss", "quality", "service", "travel", "security", "health", "news"
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Topic:
    """One kind of trouble.

    Attributes:
        id: Stable name.
        kind: Which sort of burden it is; decides the tone of what is said.
        gerund: "being charged twice"; starts in lower case. ``{thing}`` stands for the word the
            pattern caught, ``{a_thing}`` for the same with its article.
        noun: "the double charge"; how the trouble is named to the agent.
        wait: Gerund with a place for the time waited, "waiting {time} for a refund"; may be empty.
    """

    id: str
    kind: Kind
    gerund: str
    noun: str
    wait: str = ""


_T = Topic
_TOPICS: tuple[tuple[str, Topic], ...] = (
    (r"hacked|stolen card|card (?:was |got )?stolen|fraud\w*|scammed|someone (?:else )?(?:used|"
     r"logged|has access)"
     r"|(?:don't|didn't|not) (?:recognise|recognize|make this payment|authori[sz]e)|"
     r"unauthori[sz]ed",
     _T("fraud", "security", "finding a stranger in your account", "the breach")),
    (r"charged (?:me |us |my card |my account )?(?:(?:three|four|five|3|4|5) times|"
     r"(?:over and over|again and again))",
     _T("many_charges", "money", "being charged over and over", "the repeated charges")),
    (r"charged (?:me |us |my card |my account )?(?:twice|two times|double|again)|"
     r"double[- ]charge\w*|"
     r"charged (?:me )?2x|billed (?:me |us )?(?:twice|again)|(?:taken|took) .{0,20}twice",
     _T("double_charge", "money", "being charged twice", "the double charge")),
    (r"(?:refund|money back)\b.{0,60}\b(?:yet|still|where|when|waiting|weeks?|days?|never|not|"
     r"hasn't|haven't)|"
     r"(?:where|when|waiting|still|never|no|haven't|hasn't).{0,40}\b(?:refund|money back)",
     _T("refund_wait", "money", "waiting for a refund", "the missing refund", "waiting {time} "
                                                                              "for a refund")),
    (r"(?:auto[- ]?|automatically )renew\w*|renewed (?:without|anyway|my|automatically)|"
     r"charged .{0,40}after .{0,20}cancel\w*|cancelled .{0,60}(?:still|charged|billed|taken)",
     _T("renewal", "money", "being charged for something you meant to end", "the renewal")),
    (r"price (?:increase|rise|hike|went|has gone)|raised (?:the|your|my) price|(?:bill|price|"
     r"premium|rent) "
     r"(?:went|has gone|jumped|doubled|gone) up|more expensive",
     _T("price_rise", "money", "seeing the price go up", "the higher price")),
    (r"(?:bill|invoice) (?:is|was|looks|seems) (?:wrong|incorrect|too high)|wrong (?:bill|invoice)",
     _T("wrong_invoice", "money", "getting an invoice that looks wrong", "the invoice")),
    (r"overcharged|(?:hidden|extra|unexpected|late|cancellation|overdraft) (?:fees?|charges?)|"
     r"wrong amount|"
     r"why (?:was|am|have) i (?:been )?charged",
     _T("unexpected_charge", "money", "finding a charge out of the blue", "the charge")),
    (r"(?:payment|card|transfer) (?:was |got |is |has been |keeps? (?:being |getting )?)?"
     r"(?:declined|rejected|failing|failed|blocked)",
     _T("payment_failed", "money", "having a card turned down", "the failed payment")),
    (r"(?:wage|salary|payslip|paycheck|pay cheque|pay) .{0,30}(?:late|wrong|missing|short|not)|"
     r"haven't been paid",
     _T("pay", "money", "having your wages come late or short", "the missing pay")),
    (r"lock(?:ed)?(?: me| us)? out|can(?:'t|not) (?:log|sign) ?in|unable to (?:log|sign) ?in|"
     r"account (?:is|was|has been|got) (?:locked|blocked|suspended|frozen|disabled|closed)|"
     r"(?:reset|verification|login) (?:code|link|email) .{0,30}(?:never|not|\w+n't|expired)",
     _T("locked_out", "access", "being locked out of your own account", "the lockout",
        "being locked out for {time}")),
    (r"(?:lost|deleted|wiped|gone|disappeared|vanished|missing|"
     r"corrupted)\b.{0,40}\b(?P<thing>data|files|photos|documents"
     r"|project|work|notes|entries|history|contacts|recordings|progress)\b|"
     r"(?P<thing2>data|files|photos|documents|project|work|notes|entries|history|contacts|"
     r"recordings|progress)\b.{0,30}"
     r"\b(?:lost|deleted|wiped|gone|disappeared|vanished|missing|corrupted)",
     _T("data_loss", "loss", "seeing your {thing} disappear", "the lost {thing}")),
    (r"flight .{0,40}(?:cancel\w*|delay\w*)|(?:cancel\w*|delay\w*) .{0,20}flight|missed (?:my|"
     r"our|the) "
     r"(?:connection|flight|train)|train .{0,30}(?:cancel\w*|delay\w*)",
     _T("trip_disrupted", "travel", "having a journey fall apart", "the disrupted journey",
        "being stranded for {time}")),
    (r"(?:luggage|suitcase|baggage|bags?)\b.{0,50}\b(?:lost|missing|arrive|arrived|come|came|"
     r"where|find)|"
     r"(?:lost|missing) (?:my |our )?(?:luggage|suitcase|baggage|bag)",
     _T("luggage", "loss", "arriving without your luggage", "the missing luggage",
        "being without your luggage for {time}")),
    (r"(?:cancell?ed|lost|gave away) (?:my|our) (?:booking|reservation|room)|(?:booking|"
     r"reservation|room|hotel)\b.{0,50}\b(?:no record|not found|gone|cancel\w*|wrong|double|"
     r"given away|"
     r"doesn't exist|overbooked)",
     _T("booking", "travel", "having a booking fall through", "the booking")),
    (r"(?:arrived|came) (?:\w+ )?(?:broken|damaged|smashed|cracked|shattered|crushed|leaking|"
     r"dented|torn|ripped)|(?:broken|damaged|smashed|cracked) (?:\w+ )?(?:in the box|on arrival|"
     r"item)|"
     # A lift that is broken came in no parcel.
     r"\A(?s:(?=.*\b(?:parcel|package|box|orders?|ordered|deliver\w*|arriv\w*|unpack\w*|courier|"
     r"shipp\w*)\b).*?)\b(?:was|is|were|are|completely|totally) (?:\w+ )?(?:broken|damaged|"
     r"smashed|cracked|shattered|crushed|leaking|dented|torn|ripped)",
     _T("damaged", "quality", "opening a parcel to find it damaged", "the damage")),
    (r"wrong (?:item|size|colou?r|order|product|one|model|thing|pizza|food|dish|meal)|"
     r"sent (?:me |us )?the wrong|not what i ordered",
     _T("wrong_item", "quality", "getting something other than you ordered", "the wrong item")),
    (r"(?:parcel|package|order|delivery|shipment|packet|letter|driver|courier|food|"
     r"groceries)\b.{0,70}\b(?:never|lost|missing|"
     r"late|not|hasn't|hasnt|\w+n't|stuck|still|where|delayed)|(?:where|when|still|never|late|"
     r"waiting).{0,40}\b"
     r"(?:parcel|package|order|delivery|shipment|driver|courier)|marked (?:as )?delivered",
     _T("delivery", "wait", "waiting for an order to arrive", "the missing order",
        "waiting {time} for an order")),
    (r"(?P<thing>internet|broadband|wifi|wi-fi|signal|electricity|power|heating|hot water|water|"
     r"gas)\b.{0,40}"
     r"\b(?:down|out|off|gone|dead|cut|drops|dropping|no|not|isn't|hasn't|won't|doesn't|fail\w*|stopped)|"
     r"(?:no|without|lost) (?P<thing2>internet|broadband|wifi|wi-fi|signal|electricity|power|"
     r"heating|hot water|water|gas)",
     _T("outage", "access", "being without {thing}", "the outage", "going {time} without {thing}")),
    (r"(?:connection|phone line|landline|boiler)\b.{0,50}\b(?:down|out|off|broken|gone|dead|cut|"
     r"drops|dropping|not|isn't|hasn't|won't|doesn't|fail\w*)",
     _T("line_down", "access", "being cut off at home", "the outage", "being cut off for {time}")),
    (r"mou?ldy?\b|filthy|dirty|stained|soaked|melted|spilled|spilt|(?:food|pizza|meal|"
     r"order) (?:was|is|came|arrived) (?:\w+ )?(?:cold|raw)",
     _T("state", "quality", "finding things in that state", "the state it was in")),
    (r"leak(?:s|ing|ed)?\b|damp\b",
     _T("leak", "quality", "living with a leak", "the leak", "living with a leak for {time}")),
    (r"crash(?:es|ed|ing)?|freez(?:es|ing)|frozen|froze|error (?:message|code)|(?:throws?|shows?|"
     r"gives?|get) an error|bug\b|"
     r"(?:app|site|website|page|export|import|upload|sync|login|software|update|device|system|"
     r"printer|machine|phone|laptop)"
     r"\b.{0,40}\b(?:not work\w*|n't work\w*|n't load|broken|stopped|fail\w*|stuck|down|n't open)",
     _T("not_working", "access", "having your tools stop working", "the fault", "going {time} "
                                                                                "without a tool "
                                                                                "you rely on")),
    (r"(?:removed|took away|got rid of|discontinued) (?:the|my|a|your)\b",
     _T("removed", "quality", "losing something you relied on", "the change")),
    (r"(?P<thing>claim|application|request|appeal|visa|loan|mortgage)\b.{0,40}\b(?:denied|"
     r"rejected|refused|declined|turned down)",
     _T("denied", "news", "having {a_thing} turned down", "the refusal")),
    (r"(?:nobody|no one) (?:showed up|turned up|came)|supposed to (?:come|arrive|be delivered|"
     r"be here)|(?:appointment|visit|technician|engineer|plumber|"
     r"electrician)\b.{0,50}\b(?:cancel\w*|moved|missed|no show|never|\w+n't|late|nobody)",
     _T("appointment", "wait", "waiting in and seeing the day go", "the missed visit")),
    (r"wait\w* .{0,40}\bresults?|(?:test )?results?\b.{0,40}\b(?:yet|waiting|still|when|\w+n't|"
     r"not)|"
     r"prescription|medication|my meds|insulin|tablets",
     _T("medical", "health", "having to wait for word about your health", "their care",
        "waiting {time} for word about your health")),
    (r"(?:passed|sent|bounced|transferred|shunted) (?:around|from|back and forth|between)|"
     r"different (?:agent|answer|person|story)|"
     r"explain(?:ing)? (?:it |this |everything |myself )?(?:again|every time|all over)",
     _T("runaround", "service", "having to explain the same thing again and again",
        "the runaround")),
    (r"on hold|in (?:the|a) queue|(?:nobody|no one|noone) (?:answers|answered|replies|replied|"
     r"calls|called|responds|picks up|has)|"
     r"(?:no|any|for an?|without an?|get an?) (?:reply|response|answer)|haven't (?:heard|"
     r"received a reply)|"
     r"still haven't heard|never (?:got|heard|called|replied)",
     _T("no_answer", "wait", "having to wait for an answer", "the wait", "waiting {time} for an "
                                                                         "answer")),
    (r"rude|hung up on|laughed at|condescending|dismissive|attitude|treated (?:me|us)",
     _T("rude", "service", "being spoken to like that", "how they were treated")),
)  # fmt: skip
_COMPILED = tuple(
    (re.compile(rf"\b(?:{p})(?!\w)", re.IGNORECASE | re.DOTALL), t) for p, t in _TOPICS
)

#: Things that make a trouble weigh more: how to say it to the customer, how to name it to us.
_STAKES: tuple[tuple[str, str, str], ...] = (
    (r"\brent\b(?! a\b)(?! car)", "with rent due", "their rent"),
    (r"\bmortgage\b", "with a mortgage due", "their mortgage"),
    (r"\bpayroll\b", "with payroll to run", "payroll"),
    (r"\bwedding\b", "with a wedding coming up", "the wedding"),
    (r"\bfuneral\b", "with a funeral to get to", "the funeral"),
    (r"\bexams?\b|\bfinals\b", "with an exam coming up", "the exam"),
    (r"\binterview\b", "with an interview coming up", "the interview"),
    (r"\b(?:presentation|demo|pitch)\b", "with a presentation coming up", "the presentation"),
    (r"\bdeadline\b", "with a deadline so close", "the deadline"),
    (r"\bbirthday\b", "with a birthday coming up", "the birthday"),
    (r"\bnewborn\b|\b(?:my|our) baby\b", "with a baby to look after", "the baby"),
    (r"\b(?:my|our|the|two|three|small) (?:kids|children)\b", "with children to look after",
        "the children"),
    (r"\bgroceries\b|\bfood money\b|\bmoney for food\b", "with food to buy", "their food money"),
    (r"\b(?:my|our) (?:holiday|vacation|trip)\b", "with a trip planned", "the trip"),
)  # fmt: skip
_STAKE_PATTERNS = tuple((re.compile(p, re.IGNORECASE), say, name) for p, say, name in _STAKES)
_AHEAD = re.compile(
    r"\b(?:tomorrow|tonight|today|next|soon|coming up|upcoming|due|before|in (?:two|three|\d) |"
    r"this (?:week|friday|"
    r"monday|tuesday|wednesday|thursday|saturday|sunday|weekend|month)|on (?:monday|tuesday|"
    r"wednesday|thursday|friday|"
    r"saturday|sunday)|need|have to|got to|can't pay|cannot pay|bounced|worried|how am i|at home|"
    r"i have)\b",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"\b(?:missed|ruined|was (?:yesterday|last|on|supposed|for)|yesterday|last (?:week|month|"
    r"year)|too late|over now|"
    r"happened|thanks|thank you|wish|died|passed away|lost (?:the|our|my) baby)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Stake:
    """What hangs on it: ``say`` to the customer ("with rent due"), ``name`` to the agent."""

    say: str
    name: str


def topic_of(context: str) -> Topic | None:
    """The first topic whose pattern matches the message."""
    text = straight(context)
    found = ((pattern.search(text), topic) for pattern, topic in _COMPILED)
    return next((_with_thing(topic, match) for match, topic in found if match), None)


def _with_thing(topic: Topic, match: re.Match[str]) -> Topic:
    thing = next((v.lower() for v in match.groupdict().values() if v), "")
    article = "an" if thing[:1] in "aeiou" else "a"
    return replace(
        topic,
        gerund=topic.gerund.format(thing=thing, a_thing=f"{article} {thing}"),
        noun=topic.noun.format(thing=thing),
        wait=topic.wait.format(thing=thing, time="{time}"),
    )


def stake_of(sentences: list[str]) -> Stake | None:
    """What hangs on it, when one sentence names it as still ahead."""
    for sentence in sentences:
        if _OVER.search(sentence) or not _AHEAD.search(sentence):
            continue
        for pattern, say, name in _STAKE_PATTERNS:
            if pattern.search(sentence):
                return Stake(say, name)
    return None
