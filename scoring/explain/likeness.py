"""What a trouble is like for the one who has it, in a few plain words that fit what they wrote.

A wait is wearing, a debt is a worry, a laugh at one's cost is hurtful: the word is picked by what
the customer says, so that it could not stand under any other message.
"""

from __future__ import annotations

import re

_I = re.IGNORECASE
_COUNT = r"(?:\d+|an?|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several|many)"
#: Kinds of trouble by their words, the one that weighs most first, each with what it is like. Every
#: wording completes "that is ...".
_HARD: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"died|passed away|funeral|grief|miscarr\w+|buried|ashes|widow\w*|(?:miss|lost) (?:her|him|"
     r"my (?:mum|mom|dad|mother|father)|your (?:mum|mom|dad|mother|father))",
     ("painful", "a painful thing to carry", "hard to bear", "a hard thing to live with")),
    (r"afraid|scared|scary|frighten\w*|terrified|panic\w*|shaking|threat\w*|followed|stranger|"
     r"nightmares?|broke in|chair against|hall light",
     ("frightening", "a frightening thing to live with", "unsettling", "a tense place to be")),
    (r"alone|lonely|no friends|by (?:my|your)self|isolat\w+|left out|no one to|nobody to",
     ("a lonely place to be", "a lonely thing", "hard to face alone")),
    (r"laughed|laughs|mocked|rude\w*|shouted|yelled|ignored|humiliat\w+|clapped|joked|bull\w+|"
     r"insult\w*|called you|behind your back|blamed?|accus\w+|cheated|dumped|hurt\w*",
     ("hurtful", "a hurtful thing", "hard to take", "hard to shake off")),
    (rf"(?:laid off|fired|redundan\w+|evict\w*|homeless|debts?|afford|bailiff\w*|overdraft|"
     rf"lost (?:my|your) job|bounced|(?:can't|cannot) (?:do|pay)|haven't been paid|owe|"
     rf"{_COUNT} (?:\w+ )?left)",
     ("a real worry", "a worrying place to be", "stressful", "a heavy worry")),
    (r"surgery|pain|sick|headaches?|diagnos\w+|chemo|cancer|fever|injur\w+|dialysis|bleed\w*|"
     r"autis\w+|dementia|meds",
     ("a hard thing to live with", "hard on you", "a lot to cope with", "tough")),
    (r"tired|exhaust\w+|not slept|can't sleep|haven't slept|awake|burn(?:t|ed) out|worn out|"
     r"no energy|cry|cried|crying",
     ("exhausting", "draining", "a lot to keep going through")),
    (rf"twice|again|(?:{_COUNT}|every|each) times?|wait\w*|on hold|queue|chas\w+|still|overdue|"
     rf"been \w+ing .*for {_COUNT} \w+|late",
     ("frustrating", "wearing", "hard")),
    (r"can't|cannot|couldn't|won't|doesn't (?:work|load|open|fit|bend|start|go)|isn't working|"
     r"error|broken?|crash\w*|stopped|stuck|lost|missing|gone|wrong|fail\w*|locked|is down|damaged|"
     r"ruined|torn|ripped|nobody|no one|refus\w+|reject\w+|denied|declined|cancell?ed|"
     r"charged|overcharged|vanished|disappeared|deleted|wiped|worse|delayed|dead|leak\w*|stolen|hacked|"
     r"never (?:came|arrived)",
     ("frustrating", "maddening", "a real setback", "hard")),
)  # fmt: skip
#: How many of them, at the end, are of the practical sort.
_PRACTICAL = 2
_PATTERNS = tuple((re.compile(rf"\b(?:{p})(?!\w)", _I), say) for p, say in _HARD)
#: A wish is no trouble, though it is said with a "not".
_WISH = re.compile(
    r"\b(?:don't|do not|didn't) (?:want|need|mind|tell|know what|like)\b|"
    r"^you(?:'d| would)? (?:want|need|like|love|hope|wish|plan) .*",
    _I,
)
#: What fits whatever it is, by how much the message calls for care.
_HEAVY = ("hard", "a lot to carry", "a hard place to be", "tough", "a lot to take in")
_UPSETTING = ("frustrating", "hard", "upsetting", "a lot to deal with")
_MILD = ("annoying", "frustrating", "a nuisance", "tiresome")
_HEAVY_FROM, _MILD_UNDER = 1.5, 1.0


def is_hard(clause: str) -> bool:
    """Whether a clause by itself says something that is hard on the one who wrote it."""
    rest = _WISH.sub(" ", clause)
    return any(pattern.search(rest) for pattern, _ in _PATTERNS)


def likenesses(clause: str, need: float) -> tuple[str, ...]:
    """What it is like, in wordings that complete "that is ...".

    Args:
        clause: What the customer wrote of it.
        need: 0-2, how much the message calls for care.

    Returns:
        Wordings that are all true of it, never empty.
    """
    heavy, mild = need >= _HEAVY_FROM, need < _MILD_UNDER
    # A wait or a fault close to the heart is more than frustrating, a small one less.
    known = _PATTERNS[:-_PRACTICAL] if heavy or mild else _PATTERNS
    found = (say for pattern, say in known if pattern.search(clause))
    return next(found, _HEAVY if heavy else _MILD if mild else _UPSETTING)
