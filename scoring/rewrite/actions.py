"""Verbs that matter in a deal: what a company does, what it says is done, what it asks for."""

from __future__ import annotations

import re

#: What a company can do for a customer. One that is neither in the draft nor in the customer's
#: message is an invented offer.
ACTION = re.compile(
    r"\b(?:refund|reimburs|replac|reship|resend|ship|dispatch|deliver|credit|compensat|escalat|"
    r"discount|waiv|voucher|coupon|"
    r"gift|cancel|repair|fix|resolv|solv|sort|restor|recover|upgrad|extend|exchang|collect|"
    r"deduct|revers|transfer|arrang|"
    r"expedit|prioriti[sz]|investigat|review|process|book|schedul|call(?:ing)? you|callback|"
    r"phone you|email you|update you|"
    r"keep you|get back|follow up|goodwill|bonus|free of charge|complimentary|unlock|reactivat|"
    r"reinstat|remov|delet|"
    r"correct|adjust|offer|approv|settl|pay (?:you|for|back|out)|manager|supervisor|specialist|"
    r"engineer|technician|apologi[sz]e on)\w*",
    re.IGNORECASE,
)
#: What is said to have happened or to hold.
OUTCOME = re.compile(
    r"\b(?:on its way|gone through|sorted|all done|is done|been done|fixed|resolved|solved|"
    r"completed|confirmed|credited|"
    r"refunded|in the post|taken care of|back to normal|up and running|in hand|under way|"
    r"underway|processed|replaced|"
    r"shipped|dispatched|delivered|cancelled|canceled|escalated|forwarded|reported|settled|"
    r"restored|unlocked|reset|"
    r"working again|paid)\b",
    re.IGNORECASE,
)
#: Base forms that open a request to the customer.
REQUEST_VERBS = frozenset(
    """
    send reply share call check provide confirm email e-mail attach forward upload submit fill
    tell give restart reboot reset update reinstall try open click go log sign use contact visit
    read bring return clear install follow wait resubmit state include enter verify write keep pay
    post take stop start turn unplug plug press choose select download delete remove change make
    complete print scan copy paste ask get put set add book cancel switch hold look find show list
    describe explain let show review accept agree renew register create connect disconnect run
    save store ignore avoid
    """.split()  # noqa: SIM905 - a word list reads better as text
)
_ENDINGS = ("ements", "ement", "ations", "ation", "ing", "ies", "ed", "es", "s", "e")
_MIN_STEM = 3


def stem(word: str) -> str:
    """A crude stem: enough to see that "refunding" and "refunded" are one verb."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _MIN_STEM:
            return word[: -len(ending)]
    return word
