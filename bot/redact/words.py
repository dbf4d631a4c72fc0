"""Words that stand where a name or a secret would and are none."""

from __future__ import annotations

from typing import Final

__all__ = ["NOT_NAMES", "NO_SECRET"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Capitalised after a greeting or an introduction, and no name.
NOT_NAMES: Final = _words("""
a again airlines all amazon and android any apple april are as at august bank because but by can
could customer customers day days dear december dhl did do english everybody everyone facebook
february fedex folks for french friday friend friends from german good google guys have hello
help hi how however i if in instagram iphone is it its january july june just ladies let madam
mail march mastercard may me microsoft monday morning mr mrs ms my no not november now october
of ok on or our paypal please regards royal saturday september sir slack so sorry spanish sunday
support team thank thanks that the their there these they this those thursday to today tomorrow
tuesday twitter ups us usps visa was we wednesday welcome well what whatsapp when where which
while who why will windows with yes yesterday you your yours
""")
#: What follows "the password is" without being one.
NO_SECRET: Final = _words("""
about added again all already also always any anything asked available because being blocked
both broken case changed compromised confidential confirm correct disabled due easy empty
entered exactly expired expiring fail failing fine for found get gone good hard have here hidden
how important inactive incorrect invalid just kept known letters lock locked log long longer
lost make managed missing my needed never new nine not nothing now null okay old only optional
our out please private protected ready rejected required reset safe secure send sent set share
shared shown something still stored strong that the their there this too try unique unknown use
used valid very weak what when where why with working wrong you your yours
""")
