"""Constructions of a crisis: how people say it, from word classes and not from phrases.

``CRISIS`` are signs by themselves. ``SIGNALS`` say little alone; two of different kinds close
together are a sign, for example means at hand and a farewell.
"""

from __future__ import annotations

from scoring.flags.words import (
    AT_HAND,
    DYING,
    FAMILY,
    FIREARM,
    HIGH_PLACE,
    MANY,
    MEANS,
    NOT,
    OWN,
    PERSON,
    PILLS,
    SAID,
    SELF,
    SHARP,
    SPEAKER,
    TOOK,
)

_GO_ON = r"(?:live|living|life|exist\w*|go on|going on|carry on|continue|breathe|fight on|be here)"
_BODY = r"(?:arms?|wrists?|legs?|thighs?|skin|stomach|hands?|body|face)"
_VEHICLE = r"(?:car|lorry|truck|bus|train|van|plane|tumou?r|cancer|illness|virus|crash|accident)"
_TROUBLE = (
    r"(?:deal with|worry about|put up with|look after|care for|carry|suffer|bother with|support)"
)
_GOODBYE = r"(?:goodbyes?|good-?bye|bye|farewells?)"

_MEANS_AT_HAND = (
    rf"\b(?:i|he|she|there)(?:'s|'ve| have| has| had| is| am|'m)?(?: [\w']+){{0,2}} (?:(?:a|the|my|"
    rf"his|her|some|"
    rf"all|these|this|mum's|dad's|enough) ){{0,2}}(?:\w+ )?{MEANS}(?: [\w']+){{0,2}} {AT_HAND}",
    rf"\b(?:{FIREARM}|{SHARP}|rope|noose)(?:'s| is| are)(?: [\w']+)? (?:already )?{AT_HAND}",
    rf"\b(?:bought|got|found|have|holding|hiding|hid|saved)(?: [\w']+){{0,3}} "
    rf"{MEANS}\b[^?]{{0,60}}\b(?:waiting|wait|"
    r"until|till|when|once) (?:\w+ ){0,3}(?:alone|asleep|tonight|everyone|everybody|nobody|gone|"
    r"in bed|"
    r"empty|leaves?)\b",
    rf"\bkeeps? (?:on )?(?:looking|staring|thinking|going back|coming back|walking|eyeing|"
    rf"picturing|"
    rf"imagining)(?: [\w']+){{0,3}} (?:{MEANS}|{HIGH_PLACE})\b",
    rf"\b{MEANS}\b.{{0,40}}\b(?:keeps? (?:looking|staring|thinking|coming back|walking|calling)|"
    rf"calling (?:me|to me))\b",
    rf"\b(?:use|using|turn|turning) (?:it|the {MEANS}|that|this) on (?:{SELF}|me|us|the (?:kids|"
    rf"children))\b",
    rf"\b(?:gone|went|left|disappeared|driven off|walked (?:out|off))(?: [\w']+){{0,3}} with "
    rf"(?:his|"
    rf"her|the|a)(?: [\w']+){{0,2}} "
    rf"(?:{FIREARM}|rope|{PILLS})\b",
)
_TAKING = (
    r"\bhow (?:many|much)\b[^.?!]{0,50}\b(?:take|swallow|need|drink|"
    r"eat)\b[^.?!]{0,40}\b(?:not (?:\w+ )?wak\w+|"
    r"never (?:\w+ )?wak\w+|die|dying|end (?:it|things|everything)|for good|forever|be fatal|"
    r"lethal|be enough to|"
    r"kill (?:me|a person|someone|him|her)|do the job|stop my heart|be over|not come back)\b",
    rf"\b{TOOK}(?: [\w']+)? {MANY}(?: [\w']+){{0,5}} (?:{PILLS}|(?:medicine|bathroom|pill|drug) "
    rf"(?:cabinet|cupboard))\b"
    r"(?! (?:back|a day|daily|every|per|each|to (?:the|my)))",
    rf"\b{TOOK} (?:\w+ )?{MANY} of (?:them|those|these|it)\b(?! (?:back|to|home|out|off|from|for|"
    rf"down|away|with|in))",
    rf"\bi (?:take|swallow|eat|drink) (?:too |so )?(?:many|much|all|a lot)(?: [\w']+){{0,3}} "
    rf"{PILLS}\b(?!.{{0,30}}\b(?:a day|daily|"
    r"every|per|each|morning|evening|doctor)\b)",
    rf"\b(?:emptied|finished|emptying|finishing)(?: [\w']+){{0,3}} (?:bottle|packet|pack|box|"
    rf"strip)s? of (?:\w+ )?{PILLS}\b",
)
_NOT_BEING = (
    rf"\b(?:i|he|she) (?:not|no) (?:want|wants|wish|like)(?: to)?(?: more)? {_GO_ON}\b",
    r"\b(?:i|he|she|me) (?:\w+ )?(?:do not|don'?t|doesn'?t|not|no)(?: [\w']+)? (?:want|wants|wish|"
    r"wanna)(?: to)? (?:live|exist|be alive|"
    r"be here)(?: [\w']+)? (?:more|no more|any ?more|any longer)\b(?! (?:with|in|at|on)\b)",
    rf"\b(?:want|wants|wish|like|going|gonna|wanna|must|decided|need|better)(?: i| to)*(?: "
    rf"[\w']+)? "
    rf"(?:finish|end|stop|close|quit|"
    rf"make (?:an )?end (?:to|with|of))(?: with)? {OWN} (?:own )?(?:life|live|existence|story|"
    rf"suffering)\b",
    r"\b(?:want|wants|like|love|prefer|going|gonna|wish)(?: i could)?(?: to)?(?: [\w']+)? "
    r"(?:disappear|vanish|be gone|fade|slip away|fall asleep|go to sleep)"
    r"(?: [\w']+){0,2} (?:and|to)(?: [\w']+){0,2} (?:never|not)\b",
    r"\b(?:want|wants|wanted)(?: to)? (?:be )?(?:dead|death|die)\b(?! (?:pixel|end|line|on|of|in "
    r"the queue))",
    r"\bmy (?:life|live|existence) (?:is|has|have|it'?s)(?: [\w']+)? (?:finish(?:ed)?|over(?!,? "
    r"(?:they|you|it|the|my))|no (?:more )?(?:sense|meaning|value|worth|"
    r"purpose|point)|worthless|meaningless|useless)\b(?! (?:if|when|without|until))",
    r"\bi (?:\w+ )?(?:want|think|will|plan|go|must|like|going)(?: to| about)? (?:kill|killing|"
    r"hang|hanging|shoot|drown) me\b",
    r"\bno (?:\w+ )?(?:force|forces|strength|power|energy|will|desire|wish|motivation|reasons?|"
    r"courage)(?: left| anymore| more)? (?:to|for|of) "
    rf"(?:my )?{_GO_ON}\b(?! (?:in|with|at|as|using)\b)",
    r"\b(?:hop(?:e|es|ing)|wish(?:es|ing)?|pray(?:s|ing)?)(?: that)?(?: i| he| she)(?: "
    r"[\w']+){0,2} "
    r"(?:not|never|don'?t|won'?t|doesn'?t|hadn'?t|didn'?t) "
    r"(?:to )?(?:wake(?! up to)|woken|survive|survived|live|make it|come (?:back|round)|been "
    r"(?:found|saved|born))\b",
    rf"\b(?:hop(?:e|es|ing)|wish(?:es|ing)?|pray(?:s|ing)?)(?: that)? (?:a|the|some|that|this|"
    rf"my)(?: [\w']+)? {_VEHICLE}(?: [\w']+){{0,3}} (?:hit|hits|kill\w*|"
    r"takes?|took|taken|run|runs|finish\w*|got|gets|crush\w*|end\w*)(?: [\w']+)? (?:me|it)\b",
    r"\b(?:surviv\w+|made it|woke up|was (?:found|saved))\b.{0,50}\bwish (?:i|it|they|he|she) "
    r"(?:hadn'?t|had not|had(?: [\w']+)? worked|didn'?t)\b",
    r"\bsurvived (?:my|his|her|another|the) (?:\w+ )?(?:attempt|overdose)\b(?! (?:to|at))",
    rf"\b(?:{NOT})(?: [\w']+)? (?:see|imagine|picture|have|want)(?: [\w']+)? (?:a |any |much |my "
    rf")?(?:future|tomorrow)(?:(?: [\w']+)? (?:for (?:me|myself|us|himself|herself)|"
    r"for me|for him|for her|any ?more|any longer|ahead)|(?=[.!,]|$))",
    rf"\b(?:{NOT}) (?:\w+ )?(?:see|imagine|picture) (?:\w+ )?(?:being|living|making it|existing|"
    rf"getting)(?: [\w']+)? (?:alive|here|through|past|"
    r"old|older|that long)\b",
    r"\bno future (?:for me|left for me|for myself|in front of me|ahead of me)\b",
    r"\b(?:only|just) one (?:way|exit|option|answer|door|thing) (?:out|left|to (?:end|"
    r"stop))\b(?! (?:the |of |for )?(?:this |the |your )?(?:contract|app|menu|maze|page|account|"
    r"deal|subscription)\b)(?! (?:the )?(?:of the|subscription|in stock))|"
    r"\bno (?:other )?(?:way|ways) out (?:but|except|any ?more|left)\b",
)
_ABSENCE = (
    r"\b(?:i|he|she)(?:'m| am| is|'s)? (?:won'?t|will not|not going to|not gonna|wont) be (?:here|"
    r"around|alive)"
    r"(?: [\w']+){0,3} (?:so (?:there'?s|don'?t|no|it'?s|you)|(?:to|and) (?:see|pay|use|read|open|"
    r"get|receive|need|enjoy|answer|collect)|"
    r"any ?more|any longer|long)\b",
    r"\b(?:don'?t|do not|no need to|no point|no use|needn'?t|stop) [^.?!]{0,50}[,.;]? "
    r"(?:because |since |as )?i(?:'ll| will|'m going to) be "
    r"(?:gone|dead)\b",
    r"\b(?:i|he|she)(?:'ll| will|'m going to|'m gonna| am going to) be (?:gone|"
    r"dead)\b(?=.{0,40}\b(?:for good|forever|for ever|soon|tonight|"
    r"before (?:it|that|then|the)|when you (?:read|get|see))\b)",
    rf"\b(?:won'?t|will never|never|no longer) (?:have to |need to )?{_TROUBLE} me\b",
    r"\b(?:nobody|no ?one|who|anyone|anybody|everyone|they)(?: [\w']+){0,3} (?:come to|at|cry at|"
    r"go "
    r"to|attend|turn up (?:to|at)) my (?:own )?funeral\b|"
    rf"\b(?:plan\w*|writing|choosing|chose|paid for|organi[sz]\w+|imagin\w+) {OWN} own funeral\b",
    r"\b(?:last|final) (?:thing|message|words?|note|letter|post|text|e-?mail|time|night|day)(?: "
    r"that)? (?:i(?:'ll|'m going to| will)?|you(?:'ll| will)?) (?:ever )"
    r"(?:write|send|say|do|get|hear|see|post|have)\b|\b(?:my|his|her) last (?:night|day|hours?|"
    r"evening) (?:alive|on earth|on this (?:earth|planet|world))\b",
)
_OTHERS = (
    rf"\b{PERSON}\b.{{0,30}}\b{SAID}\b.{{0,60}}\b(?:better|happier|easier|fine|manage) (?:off "
    rf")?(?:without (?:him|her|them|me)|if (?:he|she|they)|when (?:he|she|they))\b",
    rf"\b{PERSON}(?: [\w']+)?(?: {SAID})?\b[^.?!]{{0,40}}\b(?:he|she|they)(?:'ll|'s going to|'s "
    rf"gonna|'d| will| would| is going to| wants? to| might| wanted to) "
    rf"(?:just )?{DYING}\b(?! (?:his|her|their|my) hair)(?! (?:ship|on|in|over|to|for|from "
    rf"(?:tab|page)))",
    rf"\b{PERSON}(?:'s| is| has| keeps| was)?(?: been)? (?:threatens?|threatened|threatening|"
    rf"wants?|wanting|plans?|planning|talks?|talking|thinks?|thinking|"
    rf"speaks?|speaking|searching|googling|trying|going|about)(?: [\w']+)?(?: to| of| about| on| "
    rf"for)? {DYING}\b(?! (?:ship|on (?:a|the|this)|in|over|to|for|from (?:tab|page)))",
    rf"\b(?:he|she|they)(?: [\w']+)? (?:can'?t|cannot|doesn'?t|couldn'?t|don'?t) (?:see|find|have|"
    rf"has|know)(?: [\w']+)? (?:reason|point|sense|use|why)\b[^.?!]{{0,20}}\b"
    rf"{_GO_ON}",
    r"\b(?:is|was|being|i'?m|am|feel like|become|becoming)(?: [\w']+){0,2} (?:burden|dead weight|"
    r"nuisance|weight|drain|millstone)(?: [\w']+)? (?:on|to|for|round|around) "
    r"(?:everyone\w*|everybody\w*|you all|them|us|people|the family|the world|society|(?:my|his|"
    r"her|our) (?:\w+ )?(?:family|kids|children|wife|husband|"
    r"parents|mum|mom|dad|friends|partner))\b",
)
_SELF_HARM = (
    r"\b(?:cutting|burning|slashing|carving|slicing|scratching) (?:up )?(?:my|his|her|their) "
    r"(?:own )?(?:arms?|wrists?|legs?|thighs?|skin|stomach|body)\b(?! (?:hair|on (?:the|your)))",
    rf"\b(?:cut|burnt|burned|burn|cuts|burns|hit|hits|punch|punched|bit|scratched|starve|hurt)(?: "
    rf"up)? (?:{SELF}|{OWN} (?:own )?{_BODY}) (?:\w+ )?(?:on purpose|deliberately|"
    r"intentionally|to (?:cope|feel|punish|calm|numb)|every (?:night|time|day|evening)|whenever|"
    r"afterwards|in secret|again and again)\b",
    rf"\b(?:doesn'?t|dont|don'?t|no ?one|nobody|never|can'?t|mustn'?t) (?:knows?|tell|told)(?: "
    rf"\w+){{0,3}} (?:that )?(?:i|he|she)(?:'ve|'m|'s| have| am)?(?: [\w']+)? (?:cut|cuts|cutting|"
    rf"hurt|hurts|hurting|"
    rf"burn|burns|burning|starv\w+) {SELF}\b",
    r"\b(?:hit|hits|hitting|bang|banging|banged|bash\w*|smash\w*) (?:my|his|her) (?:own )?head "
    r"(?:against|on|off|into) (?:the |a )?(?:wall|floor|door)s?\b(?=.{0,40}\b(?:bleed\w*|blood|"
    r"every (?:night|day|evening)|bruis\w+|passes?|can'?t stop)\b)",
    rf"\b(?:what|something|anything)(?: [\w']+)? (?:i|he|she|they)(?:'ll|'d| might| may| could| "
    rf"will| would| am going to)(?: [\w']+)? do to {SELF}\b",
    r"\b(?:not|n't|never|don'?t|doesn'?t) feel(?:ing)? (?:\w+ )?safe (?:on my own|alone|by "
    r"myself|with my (?:own )?(?:thoughts|head)|in my own (?:head|skin)|tonight|being alone|when "
    r"i'm alone)\b",
    rf"\b(?:keep|keeping|stay(?:ing)?) {SELF} (?:safe|alive)\b(?! (?:online|from (?:fraud|scams?|"
    rf"hackers)))(?<!how to keep yourself safe)",
    r"\b(?:urge|urges|voices?|thoughts)\b.{0,30}\b(?:to (?:jump|cut|hurt|die|end it|step|throw|"
    r"harm)|(?:i|he|she) (?:must|should|have to|has to|need to) (?:die|jump|cut|hurt|end))\b",
)
_JUMP = (
    r"\b(?:im|i'm|i am|i'll|i will|i'm gonna|gonna|going to|he'll|she'll|he will|she will|"
    r"threat\w+ to|wants? to|about to|might|should|could) (?:just )?jump(?:ing)?(?=(?: "
    r"(?:tonight|"
    r"now|today|tomorrow|off it|from it|if|and|then|soon|i mean))|[,.!]|$)(?! (?:and (?:join|"
    r"check|look|have|get)|now to))",
    rf"\b(?:i'?m|i am|i was|he'?s|she'?s|{PERSON} is)(?: [\w']+)? (?:stood|standing|sat|sitting|"
    rf"hanging|leaning|out|climbing|up)(?: [\w']+)? (?:on|over|onto|at) (?:the |a |my )?(?:\w+ "
    rf")?(?:ledge|railings?|"
    r"parapet|window ?sill|edge of (?:the |a )?(?:\w+ )?(?:roof|bridge|cliff|platform|building))\b",
    rf"\b(?:stepp?(?:ing)?|walk(?:ing)?|run(?:ning)?|thr(?:ow|owing) {SELF}|jump(?:ing)?|l(?:ie|"
    rf"ying|ay) down|stand(?:ing)?) (?:\w+ )?(?:in front of|under|into|on|onto) (?:the |a |an "
    rf")?(?:\w+ )?"
    r"(?:train|lorry|truck|bus|traffic|tracks|motorway|rails)\b(?=.{0,80}\b(?:urge|think\w*|"
    r"want\w*|just|end|stop|easy|over|nobody|peace)\b)",
)
CRISIS: tuple[str, ...] = (
    rf"\btell {FAMILY}\b[^.?!]{{0,40}}\blov(?:e|ed)\b(?! (?:the|this|your|it))",
    *_MEANS_AT_HAND,
    *_TAKING,
    *_NOT_BEING,
    *_ABSENCE,
    *_OTHERS,
    *_SELF_HARM,
    *_JUMP,
    r"\b(?:i'm|im|i am|he's|she's) (?:just |gonna |finally )?ending (?:it|things|everything)(?: "
    r"all)?(?: tonight| today| now| soon|(?=[.!]|$))",
)

#: Kinds of weaker signals by name.
SIGNALS: dict[str, str] = {
    "farewell": (
        rf"\b(?:say|said|saying)(?: [\w']+){{0,2}} {_GOODBYE}\b|\b{_GOODBYE} (?:forever|for ever|"
        rf"for "
        rf"good|world|everyone|everybody|and thank)|"
        rf"\b(?:this is|so|it'?s) (?:my )?{_GOODBYE}\b|\bby the time you (?:read|get|see|open)\b|"
        rf"\bthank(?:s| you) for (?:everything|being (?:kind|nice|there|good))\b|"
        rf"\btell \w+(?: that)? it (?:isn'?t|wasn'?t|is not|was not) (?:his|her|"
        rf"their|your) fault\b|"
        rf"\blove (?:you|them) all\b|\bforgive me\b|\bbefore i (?:go|leave this)\b"
    ),
    "apology": rf"\b(?:tell|let) (?:{FAMILY}|them|her|him)\b[^.?!]{{0,30}}\b(?:sorry|lov\w+|"
    rf"proud)\b|"
    rf"\bsorry for (?:everything|being|all the trouble|the mess)\b|\bmessaged (?:me "
    rf")?goodbye\b",
    "papers": r"\b(?:affairs in order|(?:made|written|sorted|signed|updated|finished|"
    r"sorting)(?: out)? "
    r"(?:my|his|her|the) will\b|(?:written|wrote|left|found|leaving|leaves|writing|wrote "
    r"out)(?: [\w']+){0,2} (?:note|letter|letters|notes)\b"
    r"(?! (?:for the courier|on the box|from (?:you|your))))",
    "date": r"\b(?:picked|chosen|chose|set|have|got|fixed) (?:the|a|my) (?:day|date|spot|method|"
    r"place|hour)\b|\b(?:last|only|one) thing (?:left|on (?:the|my) list|i (?:have to|need "
    r"to) (?:do|sort))\b",
    "calm": r"\b(?:feel|feeling|felt|i'm|am|is|seems) (?:\w+ )?(?:at peace|(?:oddly |"
    r"strangely |so |"
    r"very |finally )?calm|peaceful|relieved|ready to go|numb)\b",
    "giving": r"\b(?:giv(?:e|es|en|ing)|gave)(?: [\w']+){0,4} away\b|\b(?:giv(?:es|en|ing)|"
    r"gave) away\b|"
    r"\bfound (?:a |new )?homes? for (?:the|my|our) (?:cats?|dogs?|pets?)\b|\b(?:given|gave|"
    r"rehomed|rehoming)(?: [\w']+)? (?:my|his|her) (?:dog|cat|pets?)\b",
    "absence": r"\b(?:won'?t|wont|will not|not going to|not gonna) (?:be (?:here|around|"
    r"needing|living)|"
    r"need (?:it|them|any|anything|this))\b|\b(?:no longer|not) (?:here|around) (?:soon|"
    r"tomorrow)\b|\bwhere i'?m going\b|\b(?:i'll|will) be gone\b|\bwhen i'?m (?:gone|no "
    r"longer)\b|\bfor good\b",
    "despair": r"\b(?:no hope|lost (?:all )?hope|hopeless|worthless|nothing matters|can'?t "
    r"(?:go on|"
    r"carry on|keep going)(?! with)|(?:so|too|just) tired of (?:everything|it all|fighting|"
    r"trying)|hat(?:e|es) (?:myself|himself|herself|my life)|no way out|"
    r"(?:everyone|everybody) hates me|nothing left|no one left|nobody left|so low|doesn'?t "
    r"(?:matter|care) any ?more|in so much pain|might as well)\b",
    "silence": (
        r"\b(?:phone(?:'s| is) off|(?:turned|switched) (?:his|her|their|my) phone off|(?:not|isn't|"
        r"won't|hasn't|hasnt|isnt) (?:been )?(?:pick(?:ing|ed)? up|answer(?:ing|ed)?|come home|"
        r"replied)|can'?t (?:reach|find) (?:him|her|them)|(?:room|bed|car|house) is empty|missing "
        r"since|"
        r"disappeared|gone missing)\b"
    ),
    "last words": (
        r"\b(?:wrote|posted|texted|messaged|sent|text was|message was|says)(?: me| us)? "
        r"['\"]?(?:goodbye|sorry for everything|i love you all|forgive me|look after|take care "
        r"of)\b"
    ),
    "alone": r"\b(?:nobody|no ?one|don'?t know who|only (?:one|chat|person)|who else)(?: "
    r"[\w']+){0,4} "
    r"(?:to talk|talk to|to turn|write to|left|cares?|knows?|listens?|open|notice|miss me|"
    r"would)\b",
    "place": rf"\b(?:i'?m|i am|he'?s|she'?s|standing|sitting|stood|sat|is)(?: [\w']+)? (?:on|at) "
    rf"(?:the |"
    rf"a |my |his |her )(?:\w+ )?{HIGH_PLACE}\b",
    "means": rf"\b(?:the|my|his|her|a|some|dad's|mum's|of) (?:\w+ )?(?:{FIREARM}|{SHARP}|"
    rf"rope|noose|"
    rf"pills|sleeping tablets)\b|\b(?:took|taken|emptied|swallowed|drunk) (?:the |a "
    rf")?(?:whole |entire )?(?:bottle|packet|pack|box|lot)\b",
    "jump": r"\bjump(?:s|ing)?\b(?! (?:ship|on (?:a|the|this)|to|in|over|between|through|back|"
    r"straight|queue|rope|leads?))",
    "burden": r"\b(?:burden|better off without|dead weight|in (?:everyone|everybody)'?s way|worth "
    r"more)\b",
}
#: Speaker of a signal: without a person near, two signals are about things.
SPEAKER_NEAR = rf"\b(?:{SPEAKER}|my|me|im|ive)\b"
