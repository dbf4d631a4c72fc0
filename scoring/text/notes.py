"""Tells a note to colleagues from a reply to a customer."""

from __future__ import annotations

import re

from scoring.contract import Span

_LABEL = re.compile(
    r"(?:^|\n)\W{0,4}(?:internal(?: (?:only|note|notes|comment|use|use only))?|(?:private|agent|"
    r"staff|team|shift|handover) note|"
    r"note to (?:self|team|agents?|colleagues?|staff|support|next (?:shift|agent))|not for "
    r"(?:the )?customers?|"
    r"(?:do not|don't|dont) send(?: (?:this|yet|to (?:the )?customer))?|draft (?:only|- do not "
    r"send|not to be sent)|"
    r"handover|for internal (?:use|eyes)(?: only)?|fyi (?:team|all|everyone|guys|folks)|(?:hey|"
    r"hi|hello) (?:team|all|colleagues)"
    r"(?=,? (?:can|could|fyi|please see|this (?:customer|user|client|guy|one)|the (?:customer|"
    r"user|client))))\W{0,3}(?=[:\s\])*.,-]|$)",
    re.IGNORECASE,
)
_COLLEAGUE = re.compile(
    r"(?:^|\n)\s*(?:<@[UW]\w+(?:\|[^>\n]{0,60})?>|@[\w.-]{2,40})[ ,:]+(?:can|could|would|will|"
    r"please|pls|fyi|any (?:idea|update|thoughts)|"
    r"do you know|have you|is this|what do|who|thoughts|see)\b",
    re.IGNORECASE,
)
#: A customer is reached by @handle too; a colleague is asked about somebody or something at work.
_AT_WORK = re.compile(
    r"\b(?:this|the|that) (?:customer|cust|client|user|caller|one|ticket|case|guy|lady|account|"
    r"thread|refund|order)\b|\b(?:him|her|them)\b|\b(?:look at|look into|take (?:this|over)|pick "
    r"(?:this|it) up|approve|sign (?:this |it )?off|handle|have a look|check with|fyi|thoughts)\b",
    re.IGNORECASE,
)
_REACH = 200
_ABOUT = re.compile(
    r"(?:^|[.!?\n]\s*)(?:the |this |that )?(?:customer|cust|cx|client|user|caller|guest|"
    r"requester)(?: (?:is|was|seems|sounds|appears|keeps|claims|"
    r"wants|says|said|called|asked|asks|got|has|had|threatens|threatened|wrote|needs|refuses|"
    r"complains|complained|calls|still))\b",
    re.IGNORECASE,
)
_ORDERS = re.compile(
    r"\b(?:just (?:refund|close|offer|give|send|tell|escalate|comp)|(?:refund|escalate|close|"
    r"reassign|assign|forward|fob)"
    r" (?:him|her|them|it to|this to|to (?:tier|t|l)\s?\d|to (?:billing|engineering|legal|dev|"
    r"the devs|finance))|(?:tell|told|call|ring) "
    r"(?:him|her|them)|keep (?:him|her|them) (?:happy|quiet)|get (?:him|her|them) off|don't "
    r"mention|do not mention|"
    r"loop in|escalate|escalating|l[123]\b|tier [123]|churn risk|vip|sla|jira)",
    re.IGNORECASE,
)
_YOU = re.compile(r"\b(?:you|your|you're|you've|yours|u|ur)\b", re.IGNORECASE)


def note_span(text: str) -> Span | None:
    """Find what shows that a text speaks to colleagues, or None.

    A label ("Internal:", "do not send"), a mention that asks something of a colleague, or a text
    that speaks about the customer in the third person, gives orders and never says "you".
    """
    head = text[:4000]
    found = _LABEL.search(head) or _asks_colleague(head)
    if found:
        return _trimmed(head, found.span())
    about = _ABOUT.search(head)
    if about and not _YOU.search(head) and (_ORDERS.search(head) or _opens(head, about)):
        return _trimmed(head, about.span())
    return None


def _asks_colleague(text: str) -> re.Match[str] | None:
    found = _COLLEAGUE.search(text)
    if found is None or "<@" in found[0]:  # who has a Slack id is in the house
        return found
    return found if _AT_WORK.search(text, found.start(), found.end() + _REACH) else None


def _opens(text: str, about: re.Match[str]) -> bool:
    return not text[: about.start()].strip(" \n*_#-")


def _trimmed(text: str, span: Span) -> Span:
    part = text[span[0] : span[1]]
    return span[0] + len(part) - len(part.lstrip(" \n.!?")), span[1] - len(part) + len(
        part.rstrip()
    )
