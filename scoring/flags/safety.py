"""Signs of violence, a medical emergency, abuse, or danger from gas, fire or to a child."""

from __future__ import annotations

from collections.abc import Iterable

from scoring.contract import Span
from scoring.flags import oblique
from scoring.flags.dangers import HARM, LIFE
from scoring.flags.frames import harmless_danger
from scoring.flags.parts import Part
from scoring.flags.sieve import Sieve

_WHO = (
    r"(?:he|she|they|someone|somebody|my (?:\w+ )?(?:husband|wife|partner|boyfriend|girlfriend|"
    r"ex|dad|father|mum|mom|mother|son|daughter|brother|"
    r"sister|uncle|roommate|flatmate|neighbour|neighbor|boss|baby|child|kid|toddler|colleague|"
    r"friend|gran\w*|grandad|passenger|patient|driver|guest|"
    r"roommate|landlord|stepdad|stepmum|nan|grandson|granddaughter)|the (?:driver|man|guy|baby|"
    r"child|patient|passenger|guest|courier|technician|engineer)|i|we|people|person|everyone|a "
    r"(?:man|woman|person|child|guest|passenger|colleague)|my boss)"
)
_ME = (
    r"(?:me|us|her|him|them|my (?:\w+ )?(?:son|daughter|kid|kids|child|children|baby|mum|mom|"
    r"mother|sister|brother|wife|husband|partner|dog|colleague|gran|nan|dad))"
)
#: Danger to somebody's life, now: a crisis as well.
_LIFE = (
    r"\b(?:gun|shotgun|rifle|knife|machete)\b.{0,40}\b(?:soon be over|after me|coming for|"
    r"outside my|loaded|at my (?:throat|head))\b"
    r"|\b(?:coming|waiting|outside|threat\w*|standing|came|at (?:my|the) door)\b.{0,20}\bwith "
    r"(?:a|his|her|the) (?:gun|knife|machete|axe|"
    r"hammer|shotgun|rifle|weapon)\b",
    r"\b(?:baby|child|toddler|son|daughter|newborn|patient)\b.{0,40}\b(?:is|went|going|gone|"
    r"turned|turning|are) blue\b",
    r"\b(?:people|someone|somebody|passengers|children|workers) (?:are|is|were|got|have been|has "
    r"been) (?:badly |seriously )?"
    r"(?:injured|hurt|trapped|crushed)\b",
    r"\bbleeding (?:out|heavily|badly|to death|everywhere|from (?:his|her|my|the) (?:\w+ "
    r")?(?:head|neck|"
    r"ears?|mouth|eyes|throat|wrists?))\b|\bbleeding\b.{0,40}\b(?:won't stop|badly|heavily)\b",
    r"\b(?:strangled|strangles|strangling|choked|chokes) (?:me|her|my (?:mum|mom|sister|daughter|"
    r"son))\b",
    r"\b(?:my (?:\w+ )?(?:mum|mom|dad|mother|father|gran|nan|grandad|grandma|grandpa|wife|"
    r"husband|partner|son|"
    r"daughter|baby|child|friend|neighbour|flatmate)|the (?:baby|child|"
    r"patient))\b.{0,40}\b(?:not|isn't|stopped) "
    r"respond(?:ing)?\b(?! to (?:my|the|e-?mails?|calls?|messages?|texts?))",
    rf"\b{_WHO}(?:'s|'ve|'re| is| are| has| was| isn't| can't| cannot| won't| does not| doesn't| "
    rf"not| stopped| am|'m| have| just| has just| suddenly){{0,3}} (?:\w+ )?(?:not breathing|"
    rf"stopped breathing|can'?t breathe|barely breathing|n't breathing|breathing stopped|"
    rf"unconscious|unresponsive|collapsed|choking|"
    r"convuls\w+|turning blue|turned blue|having (?:a |an )?(?:seizure|stroke|heart attack|"
    r"asthma attack|anaphyla\w+|allergic reaction|fit)|had (?:a |an )?(?:seizure|stroke|heart "
    r"attack|anaphyla\w+)|bleeding (?:out|heavily|badly|a lot|to death|everywhere|from)|"
    r"won't wake up|not waking up|passed out|blacked out|electrocuted|drowning|been (?:stabbed|"
    r"shot|poisoned|electrocuted)|in anaphyla\w+)\b",
    r"\b(?:not|stopped|isn't|can't|cant|cannot|struggling to|trouble|difficulty|hard to|barely|"
    r"can hardly|hardly) breath(?:e|ing)\b(?! (?:life|new life|easy|a sigh))",
    r"\b(?:chest pains?|crushing pain|pain in (?:my|his|her) chest|tight chest|left arm (?:is |"
    r"has gone )?numb|face (?:is |has )?droop\w*|slurr(?:ed|ing) (?:his |her |my )?speech|throat "
    r"(?:is |keeps )?(?:closing|swelling)|lips (?:are )?(?:blue|swelling)|coughing up blood|"
    r"vomiting blood|lost a lot of blood|anaphyla\w+|water(?:s)? (?:have |has )?broke\w* and)\b",
    r"\b(?:having|is having|think i'm having|had) (?:a |an )(?:heart attack|stroke|seizure|"
    r"asthma attack|severe allergic reaction)\b",
    r"(?<!shall i )(?<!shall we )(?<!want me to )(?<!like me to )(?<!you to )(?<!couldn't "
    r")(?<!could not )"
    r"(?<!didn't )(?<!wouldn't )(?<!not even )(?<!couldn't even )(?<!couldn't have )(?<!could "
    r")(?<!have to )"
    r"\b(?:call|calling|send|need|get|phone|ring|ringing) (?:an? |the |us an |me an "
    r")?(?:ambulance|paramedics|911|999|112|emergency services|fire brigade|fire "
    r"department)\b(?! (?:service|cover|bill|invoice|claim|fee))",
    r"\b(?:swallowed|ate|drank|eaten|drunk|ingested)(?: \w+){0,4} (?:bleach|batter(?:y|ies)|"
    r"detergent|(?:laundry|washing) (?:pods?|capsules?|tablets?)|poison|antifreeze|magnets?|"
    r"cleaner|chemicals?|descaler|drain cleaner)\b",
    rf"\b(?:kill|murder|shoot|stab|strangle|burn|behead|poison|drown)(?:s|ed|ing)? (?:{_ME}|your "
    rf"(?:family|kids|staff|driver|children|team|agents?)|you all|every(?:one|body)|someone|"
    rf"somebody|people)\b(?= |[.,!?;]|$)",
    rf"\b(?:threaten\w*|going to|gonna|will|'ll|wants to|tried to|try(?:ing)? to|about to|said "
    rf"he'd|said she'd|says he'll|say he'll|said he'll|said they'll|says she'll|said she'll)(?! "
    rf"only| just| really) (?:\w+ )?(?:kill|murder|shoot|stab|strangle|hurt|attack|rape|bury) "
    rf"(?:{_ME}|you|every(?:one|body)|someone|somebody)\b(?! (?:feelings|business|credit|score|"
    rf"wallet))",
    rf"\b{_WHO}(?:'s| is| has|'ve| had| was)?(?: \w+)? (?:got |holding |waving |pulled |pointing "
    rf")?(?:a |the )(?:gun|knife|machete|weapon|hammer|axe)\b(?! (?:set|block|sharpener|i "
    rf"(?:bought|ordered)|from (?:you|your)|order))(?=.{{0,60}}\b(?:me|us|kill|door|threat\w*|"
    rf"scared|here|at|outside|help|police|says?|said)\b)",
    r"\b(?:held|holding|being held|taken|keeping)(?: \w+)? (?:hostage|captive|against (?:my|her|"
    r"his|our) will)\b|\blocked (?:me|us|her) in(?:side)? (?:the |a |my )?(?:room|house|bedroom|"
    r"basement|flat|cellar|bathroom)\b|\bkidnap\w*|\b(?:won't|will not|doesn't) let (?:me|us|"
    r"her) (?:leave|out of) (?:the|this|his) (?:house|flat|room|apartment)\b",
    r"\b(?:bomb (?:threat|in|under|at)|plant(?:ed)? a bomb|blow (?:up|this) (?:your|the) "
    r"(?:office|building|store|shop|hq|headquarters|place)|shoot up (?:your|the)|active shooter|"
    r"burn (?:down )?(?:your|the) (?:office|building|store|shop|place|house)(?: down)?)\b",
    r"\b(?:trapped|stuck|locked) (?:in|inside) (?:the |a |my |this )?(?:burning|smoke|lift with|"
    r"car (?:and|in|with) (?:the )?(?:heat|water|sun|baby|windows)|freezer|fire)\b|\b(?:baby|"
    r"child|kid|toddler|daughter|son|dog) (?:is |was |got |has been )?(?:locked|trapped|stuck) "
    r"(?:in|inside)(?: \w+){0,2} (?:car|room|boot|trunk|lift|elevator|machine|freezer)\b",
)
_HARM = (
    r"\b(?:insulin|inhalers?|oxygen|epi-?pens?|(?:heart|seizure|epilepsy) (?:tablets|pills|meds))\b"
    r".{0,120}\b(?:enough (?:for|until|till) (?:tonight|today|tomorrow|one)|last (?:one|dose|day|"
    r"pen)"
    r"|none left|(?:is|are|all) gone)\b",
    r"\ballergic\b.{0,100}\b(?:ate|eaten|took a bite|swollen|swelling|used the pen|reaction)\b",
    r"\b(?:he|she|they|my ex|someone|somebody)(?:'s| is| has| still)? (?:knows? (?:where i live|"
    r"which "
    r"school i go)|will wait for me|waiting for me outside|found (?:my|our) (?:new )?address|can "
    r"see "
    r"where i am|tracks? my (?:phone|location)|tracking my (?:phone|location))\b",
    r"\b(?:gas (?:leak|smell)|smell(?:s|ing|ed)?(?: of| like)?(?: \w+)? gas\b|leaking gas|gas is "
    r"leaking|carbon monoxide|co alarm|co detector (?:is |keeps )?(?:going|beep\w*))",
    r"\b(?:caught|catches|catching|is on|went on|on|set|started (?:a|smoking)) fire\b(?! (?:sale|"
    r"stick|tv|tablet|hd|wall|drill|alarm|door|stick|fox))|\b(?:went|go(?:es|ing)?|going) up in "
    r"(?:flames|smoke)\b|\b(?:flames|sparks?|smoke)(?: \w+){0,3} (?:from|out of|coming|inside|"
    r"pouring|shooting)\b|\b(?:sparking|burst into flames|exploded|explosion|melted the socket|"
    r"electric shocks?|electrocut\w+|burning smell)\b(?! (?:of|in) (?:popularity|demand|colou?r|"
    r"flavou?r))",
    rf"\b{_WHO}(?:'s|'ve| is| has| keeps| had| was| just|'s been){{0,2}} (?:hit(?:s|ting)?|"
    rf"beats?|beat(?:en|ing)|punch\w*|slap\w*|chok(?:ed|es|ing)|strangl\w+|kick(?:ed|s|ing)|"
    rf"assault\w*|"
    rf"attack(?:ed|s|ing)|abus(?:ed|es|ing)|rap(?:ed|es|ing)|molest\w*|grop(?:ed|es|ing)|"
    rf"stalk(?:ed|s|ing)|touch(?:ed|es)|groom(?:ed|s|ing)|push(?:ed|es)) {_ME}\b(?! (?:with (?:a|"
    rf"the|another) (?:charge|fee|bill|price)|up with|base))",
    r"\b(?:been|being|was|were|got|getting) (?:physically |sexually )?(?:abused|assaulted|raped|"
    r"molested|groped|beaten(?: up)?|stalked|attacked by (?:my|a|the|your|his|someone)|"
    r"threatened (?:by|with)|trafficked|blackmailed|groomed)\b|\bdomestic (?:violence|abuse)\b|"
    r"\b(?:sexual(?:ly)?|physical(?:ly)?|child) (?:assault\w*|abus\w*)\b|\bsextortion\b|"
    r"\brevenge porn\b",
    r"\b(?:afraid|scared|terrified|frightened) (?:of|for) (?:him|her|my (?:life|safety|husband|"
    r"wife|partner|ex|dad|father|kids|children)|our (?:lives|safety))\b|\bfear(?:ing|s)? for "
    r"(?:my|our|his|her|their) (?:life|lives|safety)\b|\bmy life is in danger\b|\b(?:i'm|i am|"
    r"we're|we are|she's|he's) in danger\b|\bnot safe at home\b|\bunsafe at home\b|\brestraining "
    r"order\b",
    r"\bi(?:'ll| will|'m going to| am going to|'m gonna| know where)(?: \w+)? (?:find (?:out "
    r"where )?you (?:and (?:hurt|kill|break|make)|at (?:home|your))|find out where you live|hunt|"
    r"come (?:for|after) (?:you|your)|make you (?:pay|suffer|sorry|bleed)|hurt (?:you|someone|"
    r"somebody)|you (?:all )?live|your (?:staff|kids|family) live|break your|smash your|burn "
    r"(?:your|you|it|the)|destroy you|be waiting outside)\b(?! (?:a|an|the|some|on (?:linkedin|"
    r"twitter|facebook)))|\byou(?:'ll| will) (?:all )?(?:regret|pay for) (?:this|it) (?:with "
    r"your|physically)|\bwatch your back\b|\bsleep with one eye\b",
    r"\b(?:my |the |our )?(?:baby|child|toddler|infant|kid|son|daughter|newborn)(?:'s| is| was| "
    r"has| had| nearly| almost| got| has been| been| could have| might have){0,3} (?:choked|"
    r"choking|burned|burnt|scalded|poisoned|hurt|injured|cut|trapped|missing|strangled|swallowed|"
    r"suffocat\w+|electrocuted|unsafe|in danger|alone (?:in|at) )\b",
    r"\b(?:allergic reaction|went to (?:a&e|the er|hospital|emergency)|in (?:a&e|intensive care|"
    r"icu|the er|hospital (?:with|after|because))|rushed to (?:hospital|the er|a&e)|used (?:the|"
    r"his|her|my|an) (?:pen|epipen|epi-pen)|food poisoning|insulin (?:has |is )?(?:run(?:ning)? "
    r"out|gone|not (?:here|arrived|come))|(?:run(?:ning)?|ran) out of (?:my |his |her "
    r")?(?:insulin|oxygen|heart (?:meds|medication)|inhalers?|epilepsy (?:meds|medication)|"
    r"medication))\b",
)
_LIFE_SIGNS = Sieve(*_LIFE, *LIFE, *oblique.LIFE)
_HARM_SIGNS = Sieve(*_HARM, *HARM, *oblique.HARM)


def life_danger_span(parts: Iterable[Part]) -> Span | None:
    """Find the first sign that somebody's life is in danger from others, illness or an accident."""
    return _first(parts, (_LIFE_SIGNS,))


def safety_span(parts: Iterable[Part]) -> Span | None:
    """Find the first sign of harm or danger, to life or short of it."""
    return _first(parts, (_LIFE_SIGNS, _HARM_SIGNS))


def _first(parts: Iterable[Part], kinds: tuple[Sieve, ...]) -> Span | None:
    for part in parts:
        for signs in kinds:
            for found in signs.finditer(part.text, part.words):
                if not harmless_danger(part.text, found.span()):
                    return part.placed(found.span())
    return None
