"""Constructions of danger from others, illness or an accident, from word classes.

``LIFE`` are dangers to somebody's life now; ``HARM`` are dangers short of that.
"""

from __future__ import annotations

from scoring.flags.words import FAMILY, FIREARM, NOT, PERSON, SHARP

_HIM = (
    r"(?:he|she|they|my (?:\w+ )?(?:husband|boyfriend|partner|ex|dad|father|wife|girlfriend|"
    r"step\w+|brother|son|uncle|neighbou?r|flatmate))"
)
_VICTIM = rf"(?:me|us|her|him|them|{FAMILY}|the (?:kids|children|baby|dog))"
_HOME = (
    r"(?:(?:my|our|the) (?:\w+ )?(?:house|home|flat|apartment|door|window|place|garden|bedroom|"
    r"street))"
)
_HOLD = (
    r"(?:bathroom|toilet|bedroom|closet|wardrobe|cupboard|cellar|basement|garage|attic|shed|"
    r"pantry|car|room)"
)
_ROOM = (
    r"(?:house|home|flat|apartment|kitchen|hall(?:way)?|bedroom|bathroom|living room|sofa|couch|"
    r"bed|curtains?|"
    r"garage|basement|cellar|attic|roof|stairs|car|van|building|office|shop|warehouse|dryer|"
    r"washing machine|"
    r"oven|cooker|stove|heater|boiler|fridge|freezer|toaster|charger|battery|socket|plug|wall|"
    r"table|carpet|mattress|scooter|e-?bike)"
)
_SICK = (
    r"(?:breath\w*|respond\w*|mov(?:e|ing)|wak(?:e|ing)(?: up)?|speak(?:ing)?|com(?:e|ing) "
    r"(?:round|to|around)|conscious|stand(?: up)?|swallow(?:ing)?|see)"
)
_MEDICINE = (
    r"(?:insulin|inhalers?|oxygen(?: [\w']+)?|epi-?pens?|ventilator|dialysis|nebuli[sz]er|(?:heart|"
    r"seizure|epilepsy|blood pressure) (?:tablets|pills|meds|medication))"
)
_WIRING = (
    r"(?:electric\w*|sockets?|fuse ?(?:box|board)|wir(?:es|ing)|outlets?|mains|plugs?|power "
    r"(?:strip|board)|breaker\w*)"
)

LIFE: tuple[str, ...] = (
    rf"\b{_HIM}(?:'s| is| has|'ve| have)?(?: [\w']+)? (?:a |the |his |her )(?:\w+ )?(?:{FIREARM}|"
    rf"{SHARP}|machete|axe|hammer|bat|crowbar|iron bar)\b"
    rf".{{0,60}}\b(?:locked|hid\w*|hiding|coming|outside|door|scared|afraid|threat\w*|kill|us\b|"
    rf"me\b)",
    rf"\b{_HIM}\b.{{0,40}}\b(?:outside|downstairs|next door|at the door|"
    rf"banging)\b.{{0,30}}\bwith (?:a|an|his|the)?(?: [\w']+)? ?(?:{FIREARM}|{SHARP}|machete|axe|"
    rf"hammer|bat|bar|crowbar|petrol)\b",
    r"\b(?:husband|boyfriend|partner|ex|he|stepdad|stepfather)(?:'s| is|'ll| will| would|'d)?(?: "
    r"\w+)? (?:going to |gonna )?(?:kill|murder|strangle|beat|hurt) (?:me|us)\b"
    r"(?=.{0,10}\b(?:if|when) (?:he|she|they) (?:sees?|finds?|learns?|hears?|catches|knows?|"
    r"reads?|gets|discovers)\b)(?!.{0,80}\b(?:bill|spent|price|cost|bought|broke|scratch\w*|"
    r"mess|paid|ordered|late|lol|haha)\b)",
    rf"\b{_HIM}(?: [\w']+)?(?: says?| said| threat\w*| keeps saying| swore)?(?: that)? ?(?:he|she|"
    rf"they|to)?(?:'ll| will|'s going to| is going to|'d| would)?(?: [\w']+)? (?:find|come for|"
    rf"hunt|"
    rf"get|track) (?:me|us)"
    r"(?: [\w']+)? and (?:hurt|kill|beat|get|take|make)\b",
    rf"\b{PERSON}(?: [\w']+){{0,3}} (?:{NOT}|stopped|barely|hardly|unable to|isn't|n't)(?: "
    rf"[\w']+)? "
    rf"{_SICK}\b(?=.{{0,60}}\b(?:collapsed|fell|fallen|floor|blue|pale|grey|blood|help|hurry|"
    rf"urgent\w*|"
    r"unconscious|hit (?:his|her) head|breath\w*|down the stairs|properly|ambulance|pulse)\b)",
    rf"\b(?:collapsed|fell|fallen|fainted|knocked out|hit (?:his|her|my) "
    rf"head)\b.{{0,60}}\b(?:{NOT}|isn't|n't|stopped)(?: [\w']+)? {_SICK}\b(?! (?:button|arrow|"
    rf"menu))",
    rf"\b(?:{PERSON}|i|i'm)\b.{{0,40}}\b(?:grey|blue|limp|gasping|foaming|convulsing|(?<!the "
    rf")(?<!a )fitting)\b.{{0,40}}\b(?:breath\w*|lips|face|floor|hurry|help|please)\b",
    r"\b(?:can'?t|cannot|can not|couldn'?t|hardly|barely|unable to|not able to) (?:\w+ )?(?:feel|"
    r"move) (?:my|his|her) (?:\w+ )?(?:arm|leg|legs|face|side|hand|body|tongue)\b",
    r"\b(?:my|his|her|the)(?: [\w']+)? (?:throat|tongue|lips|face|airway)(?:'s|'re| is| are| has| "
    r"have)?(?: [\w']+){0,2} (?:swell\w*|swollen|clos(?:ing|ed)|droop\w*|blue|numb)\b(?! (?:to|up "
    r"(?:the )?shop))",
    r"\b(?:won'?t|can'?t|not|doesn'?t|isn'?t|cannot) stop(?:ping)? (?:\w+ )?(?:bleeding|"
    r"convulsing|fitting|vomiting|throwing up|seizing)\b|\b(?:bleed\w*|seizure|fit|"
    r"convuls\w+)\b.{0,30}\b(?:won'?t|not|isn'?t|doesn'?t|can'?t) "
    r"(?:\w+ )?stop\w*\b",
    # "I can't stop shaking" is a shock that passes, and a person who can write.
    rf"\b(?:won'?t|not|doesn'?t|isn'?t) stop(?:ping)? (?:\w+ )?shaking\b|"
    rf"\b{PERSON}(?: [\w']+)? (?:can'?t|cannot) stop (?:\w+ )?shaking\b",
    r"\b(?:pregnan\w+|weeks along|miscarr\w+|losing the baby)\b.{0,60}\b(?:bleed\w*|blood|"
    r"contractions?|can'?t feel|stopped moving|waters?)\b|\blosing the baby\b",
    rf"\b(?:{FAMILY}|he|she|the (?:baby|toddler|child|kid)|my (?:\w+ )?(?:toddler|baby|boy|girl|"
    rf"one-year-old|two-year-old))(?: has|'s| just| may have| might have)* (?:swallow(?:ed|s)|"
    rf"ingested|drank|drunk)"
    r" (?:a|an|some|one|the|your|our|part|half|two)\b(?! (?:coffee|tea|water|beer|wine|milk|"
    r"juice|cup|glass|bottle of (?:water|wine|beer)))",
)
HARM: tuple[str, ...] = (
    rf"\b{_HIM}(?:'s| is| was)?(?: [\w']+)? (?:outside|at|in front of|circling|watching|parked "
    rf"(?:outside|at)|waiting (?:outside|at)) {_HOME}\b.{{0,80}}\b(?:break|breaking|kick\w*|"
    rf"bang\w*|smash\w*|threat\w*|"
    r"scared|won'?t (?:go|leave)|refus\w+|kill|hurt|hid\w*|shout\w*|scream\w*|drunk|police)\b",
    rf"\b(?:trying|tries|tried|going) to (?:break|kick|get|force|smash)(?: [\w']+)?(?: (?:in|into|"
    rf"down))(?: {_HOME})\b|\b{_HIM}\b.{{0,40}}\btrying to (?:break|get|force (?:his|her) way) "
    rf"in\b(?! (?:to|the account))",
    rf"\b{PERSON}(?:'s| is| was| keeps| has been|'s been| are)? (?:beating|hitting|hurting|"
    rf"kicking|punching|strangling|choking|attacking|slapping|assaulting|abusing|touching)(?: "
    rf"up)?(?: on)? {_VICTIM}\b(?! (?:record|score|at|with|up about))",
    rf"\b(?:i'?m|i am|we'?re|we are|i'?ve|i|we)(?: [\w']+)? (?:hiding|hid|hidden|locked (?:myself|"
    rf"ourselves|me|us)|barricaded)(?: [\w']+){{0,4}} (?:in|inside|behind|under|from)(?: the| my| "
    rf"a|"
    rf" our)? (?:{_HOLD}|bed|him|her|my (?:husband|boyfriend|partner|ex|dad|"
    rf"stepdad))\b(?=.{{0,80}}\b(?:he|she|him|her|knife|scared|afraid|shout\w*|drunk|whisper\w*|"
    rf"hurt\w*|safe|police|please|kids|girl|boy)\b)|\b(?:he|she|husband|boyfriend|partner|ex|dad|"
    rf"stepdad)\b[^.?!]{{0,60}}\bi(?:'m| am|'ve)(?: [\w']+)? (?:hiding|locked)\b",
    r"\b(?:can'?t|cannot|couldn'?t|unable to|only) (?:\w+ )?(?:talk|speak|phone|call|type|chat|"
    r"whisper)\b.{0,40}\b(?:he|she|they)(?:'ll| will| can| might|'s| is|'d| would)(?: [\w']+)? "
    r"(?:hear|in the|next|outside|listening|home|kill|hurt)\b",
    r"\b(?:took|taken|takes|smashed|hid|hides|broke) (?:away )?my (?:phone|passport|keys|papers|"
    r"money|cards)\b.{0,80}\b(?:scared|afraid|lock\w*|won'?t let|leave|hits?|beat\w*|help|"
    r"hurt\w*)\b|\b(?:lock\w*|got) (?:me|us) (?:locked )?in\b(?! (?:to|a contract|for|at|with))",
    rf"\b{_HIM}(?: [\w']+)? (?:says?|said|swears?|swore|threatens?|threatened|keeps saying|wants|"
    rf"tells me)(?: [\w']+){{0,3}} (?:he|she|they|to)?(?:'ll| will|'s going to|'d)? ?(?:hurt|kill|"
    rf"hit|beat|burn|shoot|stab|take) {_VICTIM}\b",
    rf"\b(?:water|flood\w*|rain|leak\w*|ceiling|pipe)\b.{{0,60}}\b(?:{_WIRING}|sparks?|sparking)\b",
    rf"\b(?:{_ROOM})(?:'s| is|'re| are)(?: [\w']+)? (?:on fire|burning|in flames|flooding|filling "
    rf"(?:up )?with (?:smoke|water|gas)|under water|smoking(?! (?:a (?:little|bit)|"
    rf"slightly)))\b(?! (?:sale|stick|tv|deal))",
    r"\b(?:flood ?water|river|water|flood)(?:'s| is| has)(?: [\w']+)? (?:rising|in (?:the|our|my) "
    r"(?:house|home|kitchen|bedroom|flat)|up to (?:the|our|my)|coming (?:in|up|into|under|"
    r"through))\b",
    r"\b(?:smell\w*|stinks?|reeks?)(?: [\w']+){0,4} (?:gas|burning|smoke|rotten eggs)\b(?! (?:bill|"
    r"supplier|tariff))|\b(?:co|monoxide|gas|smoke|fire) (?:alarm|detector)(?:'s| is| has| keeps| "
    r"won'?t)(?: [\w']+)? (?:going off|gone off|stop\w*|ringing|screaming|sounding|beeping)\b"
    r"(?=.{0,80}\b(?:dizzy|headache\w*|sick|kids?|son|daughter|mum|mom|scared|smoke|leave|"
    r"outside|faint|everyone|we|us|stop)\b)",
    r"\b(?:trapped|pinned|stuck)(?: [\w']+)? (?:in|under|inside|between) (?:the|your|a|this|my|"
    r"our) (?:\w+ )?(?:lift|elevator|car|rubble|machine|cellar|basement|attic|house|flat|"
    r"building|room|smoke|fire|snow)\b",
    rf"\b{_MEDICINE}\b.{{0,80}}\b(?:never (?:came|arrived|turned up)|(?:not|hasn'?t|haven'?t|"
    rf"didn'?t|isn'?t)(?: [\w']+)? (?:come|arrived?|here|working)|none (?:left|for)|had none|shut "
    rf"(?:down|off)|stopped|stops|no power|run(?:s|ning)? out|ran out|without|out of|cut off|"
    r"empty|alarm\w*|low)\b|\b(?:without|out of|no more|no|last of (?:my|his|her)|missed)(?: "
    r"\w+){0,2} (?:insulin|oxygen|inhaler|epi-?pen|dialysis)\b(?! (?:order|subscription|pump "
    r"manual))",
    rf"\b(?:exploded|blew up|caught fire|burst|electrocuted|shock(?:ed|s|"
    rf"ing)?)\b.{{0,60}}\b(?:flames?|burn(?:s|t|ing|ed)|smoke|{_ROOM}|hand|face|child|son|"
    rf"daughter)\b(?! (?:sale|design))",
)
