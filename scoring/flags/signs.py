"""The signs of a crisis as patterns: intent, means, farewell, despair, first or third person.

Written for this project, each with examples in the tests. Idioms are blanked before these are
looked for (``scoring.flags.idioms``).
"""

from __future__ import annotations

_SELF = r"(?:my|him|her|your|one|them|our)-?\s?sel(?:f|ves)"
_OWN = r"(?:my|his|her|their|your|one's)"
INTENT = (
    r"(?:want(?:s|ed|ing)?(?: to| 2)?|wanna|gonna|going to|about to|ready to|plan(?:s|ning|ned)? "
    r"(?:to|on)|try(?:ing)? to|tried to|tries to|"
    r"attempt(?:s|ed|ing)?(?: to| at)?|thinking (?:of|about)|thinks (?:of|about)|think (?:of|"
    r"about)|thought (?:of|about)|thoughts (?:of|about)|consider(?:ed|ing|s)?|"
    r"threaten(?:s|ed|ing)? (?:to|with)|feel(?:s|ing)? like|decided to|urge to|rather|might|may "
    r"as well|might as well|could(?: just)?|will|'ll|would(?: just)?|"
    r"keeps? (?:saying|talking about)|talk(?:s|ed|ing) (?:of|about)|idea of|hop(?:e|es|ed|ing) "
    r"(?:to|i|he|she)|intend(?:s|ing)? (?:to|on)|need(?:s)? to|scared (?:of|i'll|i might|he'll|"
    r"she'll)|"
    r"afraid (?:of|i'll|i might|he'll|she'll|he'd|she'd)|let me|tempted to|fantasi[sz]\w+ about|"
    r"just)"
)
_FILL = (
    r"(?: (?:just|really|only|kind of|sort of|actually|literally|honestly|always|simply|now|"
    r"about|of|to|tonight))*"
)
_PILLS = (
    r"(?:pills?|tablets?|tabs|paracetamol|ibuprofen|aspirin|tylenol|meds|medication|medicine|"
    r"sleeping (?:pills?|tablets?)|antidepressants?|"
    r"painkillers?|sertraline|xanax|valium|codeine|morphine|insulin|opioids?|oxy\w*|bleach|"
    r"antifreeze)"
)
_ANY_MORE = r"(?:any ?more|any longer|no more)"
_HEIGHT = (
    r"(?:bridge|roof|building|balcony|train|tower|cliff|window|car park|parking (?:garage|deck)|"
    r"platform|ledge|tracks|bus|lorry|truck|traffic|overpass|flyover|multi-?storey)"
)
STRONG = (
    r"\bsuicid\w*",
    rf"\b(?:kill(?:s|ed|ing)?|hang(?:s|ed|ing)?|hung|shoot(?:s|ing)?|shot|drown(?:s|ed|ing)?|"
    rf"poison(?:s|ed|ing)?|stab(?:s|bed|bing)?|strangl\w+|murder|starv(?:e|ing)|gas|"
    rf"throw(?:ing)?|slash\w*) {_SELF}\b(?! (?:into (?:my|the|his|her) (?:work|job|project)|a "
    rf"party|at work))",
    rf"\b(?:off|top|neck|end|ending|finish(?:ing)?|do(?:ing)? away with|unalive|cutting|"
    rf"mutilat\w+) {_SELF}\b",
    # People delete themselves from groups and lists, too.
    rf"\bdelete {_SELF}\b(?! from (?!(?:this |the )?(?:world|earth|planet|life)\b))",
    r"\bif (?:i|he|she)(?:'s| were| was|'d) (?:dead|to die|not alive|no longer (?:here|alive))\b"
    r"|\bthinking (?:about|of) (?:death|dying|not being alive)\b",
    r"\b(?:quick\w*|painless\w*|eas(?:y|iest)|best|fast\w*|peaceful\w*|sure\w*) (?:way|ways|"
    r"method|methods) "
    r"(?:to|of) (?:die|dying|kill\w*|end|go)(?: myself| it| my life|[.,?!]|$)|\bways to die\b|"
    r"\bhow to (?:die|kill myself)\b",
    r"\bout of (?:this|my) life\b(?! (?:insurance|policy|story))",
    r"\b(?:see|imagine|picture) (?:my|him|her)self (?:making it|being (?:here|alive|around)|"
    r"alive|living)\b",
    r"\b(?:i|he|she)(?:'m| am| is| don't| do not| doubt| can't| cannot| won't|'s| will)? (?:\w+ "
    r"){0,4}make it "
    r"(?:through|to|past) (?:the night|tonight|tomorrow|the (?:week|weekend|morning)|another|"
    r"christmas|my birthday)\b",
    r"\b(?:kniv?es?|knife|blades?|razors?|scissors|pills|tablets|rope|gun|bridge|tracks|"
    r"train)\b.{0,50}\b(?:how|so|too) easy\b",
    r"\blocked (?:my|him|her)self in\b.{0,50}\b(?:razor|knife|pills|tablets|blade|gun|rope|"
    r"scissors)\b",
    r"\bwalk(?:ing|ed)? (?:straight |right )?(?:into|in) (?:the )?(?:sea|ocean|river|lake|"
    r"traffic|water)\b",
    r"\b(?:imagin\w+|pictur\w+|think(?:ing)? (?:about|of)|thought (?:about|of)|dream(?:ing)? of) "
    r"(?:just )?(?:crashing (?:the|my) "
    r"(?:car|bike|van)|jumping(?! (?:ship|to|on|in|over|across))|driving (?:off|into)|hanging(?= "
    r"myself|[.,]|$)|drowning|"
    r"(?:the )?(?:rope|noose|razor))\b",
    r"\bsaid (?:my|his|her) (?:last |final )?goodbyes?\b|\bnothing left for me\b(?! to (?:pay|do|"
    r"say|try|order))",
    r"\b(?:nobody|no ?one) needs me\b(?! (?:to|for))",
    r"\bi(?:'d| would) be dead (?:already|by now|if|without)\b|\bdeath (?:would|seems|looks|"
    r"feels|sounds|is)(?: be| like)? "
    r"(?:an? |the )?(?:relief|release|easier|better|only|escape|way out|mercy)\b",
    r"\b(?:no|any|a) reason to (?:wake up|get up (?:any ?more|again|in the morning)|be here|stay "
    r"alive|stick around)\b",
    r"\bi(?:'ve| have)? (?:just )?cut (?:again|deeper|too deep)\b",
    r"\b(?:at|on|by|near) the (?:edge|train|station|tracks|bridge|cliff|ledge|"
    r"platform)\b.{0,60}\b(?:thinking (?:about|of) "
    r"(?:it|ending|jumping)|saying goodbye|end it)\b",
    r"\b(?:won't|will not|not going to|don't think i(?:'ll| will)|doubt i(?:'ll| will)) live "
    r"(?:to see|past|through|much longer)\b",
    rf"\b{_PILLS}\b.{{0,40}}\b(?:bedside|nobody will be home|no one will find)\b",
    r"\b(?:made|have|had|got|with) a plan (?:to (?:die|end it|kill)|and a (?:date|note|"
    r"method))\b(?! (?:for|with) (?:the|your|our|us))",
    rf"(?<!only )\bharm(?:s|ed|ing)? {_SELF}\b",
    r"\bself[- ]?(?:harm(?:s|ed|ing)?|injur(?:y|ing|es?)|mutilat\w+)\b",
    rf"\b{INTENT}(?: \w+){{0,2}} (?:hurt(?:ing)?|cut(?:ting)?|burn(?:ing)?) {_SELF}\b",
    rf"\b(?:been|started|starting|keeps?|kept|stop|stopped|back to|again|resist) (?:hurting|"
    rf"cutting|burning) (?:{_SELF}|again|my (?:arms?|legs?|wrists?|thighs?))",
    rf"\b(?:hurt|cut|burnt?)(?:s|ting|ing)? {_SELF} (?:again|on purpose|deliberately|last night|"
    rf"every night|to feel|to cope|because i)",
    rf"\b(?:slit|slash|cut|cutting|slitting)(?:s|ted)? (?:\w+ )?{_OWN} (?:wrists?|throat|arms)\b",
    rf"\b{INTENT}{_FILL} (?:(?:to )?(?:die|be dead)|dying|being dead)\b(?! (?:his hair|her hair|"
    rf"my hair|on|in the queue|"
    rf"out|off|down|if\b))(?<!would die)(?<!might die)(?<!could die)(?<!will die)(?<!'ll die)",
    r"\b(?:i|he|she)(?:'d| would| might| may) (?:rather|as well|sooner) (?:be dead|die)\b|"
    r"\bi(?:'m| am)? (?:just )?(?:want|going) (?:to )?die\b",
    r"\b(?:wish(?:es|ed)?|want(?:s|ed)?)(?: that)? (?:i|he|she|they|we) (?:was|were|'d been|had "
    r"been|'d|had|could|would)? ?(?:just )?(?:be )?(?:dead|die|died|never (?:been )?born|never "
    r"existed|gone for good|not exist)\b",
    r"\bwish(?:es|ed)? (?:i|he|she|they)(?:'d| had| was| were)? never (?:been )?(?:born|woken up|"
    r"wake up)\b",
    r"\bbetter off (?:dead|if (?:i|he|she)(?: was|'s| were|'d| is) (?:dead|gone|not here|not "
    r"around))\b",
    r"\b(?:better|happier|easier|fine|manage|cope|relieved|better off)(?: off)?(?: \w+){0,3} "
    r"(?:without me|if i (?:was|were|wasn't|weren't) (?:gone|dead|here|around|alive)|without "
    r"(?:him|her) here|once i'm gone|when i'm gone)\b",
    r"\b(?:nobody|no ?one|no body|who|would anyone|would anybody|not a soul|none of them)(?: "
    r"would|'d| will|'ll)?(?: even| really| actually)? (?:miss(?:es)?|notice|care|cares?|mourn|"
    r"cry)(?: about)? (?:me if|me when|if i|when i|me\b)",
    rf"\b(?:end(?:ing|ed|s)?|take|taking|took|taken|takes) {_OWN} (?:own )?life\b|\btak\w+ (?:my|"
    rf"his|her|their) own\b|\bend(?:ing)? (?:this|my|his|her) (?:miserable |pathetic |sorry "
    rf")?(?:life|existence)\b",
    r"\b(?:everyone|everybody|they|world|family|kids|children|people|you|all|wife|husband|mum|"
    r"mom|parents|life)(?:'d| would|'ll| will| might)? (?:all )?(?:be|do|cope|manage|get on|"
    r"sleep|live) (?:\w+ ){0,2}without me(?! (?:as|in the (?:team|meeting|office|group|queue|"
    r"call)))\b",
    r"\b(?:not|never)(?: \w+){0,2} be(?:ing)? alive\b|\b(?:tired|sick) of being (?:a person|me|"
    r"here|awake|in this world|on this planet)\b",
    r"\b(?:i'm|i am|he's|she's|i|he|she)(?: \w+)? (?:not (?:going to|gonna)|won't|will not) "
    r"(?:be|still be) (?:alive|around)(?: \w+)?(?: in (?:\w+ )?(?:weeks?|months?|days?|a (?:week|"
    r"month|few)|\d+)| by then| when (?:you|it|they)| next (?:week|month|year)| come| much "
    r"longer| to see| long|[.!]|$)",
    r"\b(?:thought i (?:was going to|might|would|could)|scared i(?:'ll| will| might)|afraid "
    r"i(?:'ll| will| might)|nearly|almost) (?:shake|shook|smother\w*|drown\w*|hurt|harm\w*|"
    r"suffocat\w*) (?:her|him|the baby|my (?:baby|son|daughter|child|kids|children))\b",
    r"\bend(?:ing|ed)? it all\b|\bput an end to (?:it all|myself|my life|my suffering|my misery|"
    r"everything)\b|\bout of (?:my|his|her) misery\b",
    rf"\b(?:don't|do not|dont|didn't|didnt|doesn't|doesnt|no longer|never) (?:\w+ )?(?:want|"
    rf"wants|wanna|wish|wishes|deserve|deserves|wanted)(?: to| 2)? (?:be alive|live|exist|be "
    rf"here {_ANY_MORE}|be on this (?:earth|planet)|be in this world|wake up|carry on living|go "
    rf"on living|be around {_ANY_MORE}|keep living)\b(?! (?:in|with|at|near|here|there|on|next|"
    rf"under|above)\b)",
    r"\b(?:no|any|the|a|what's the|what is the|whats the|see the|much) (?:point|reason|sense|use|"
    r"purpose) (?:of |in |to |for )?(?:me )?(?:to )?(?:being (?:here|alive|around)|living|live|"
    r"to live|life|go on|going on|carrying on|carry on|existing|exist|keep going|keep living|"
    r"staying alive|be alive|continuing to live|waking up)\b(?! (?:with|in this|here at|as a)\b)",
    r"\b(?:nothing|no ?one|nobody|little) (?:left |more )?(?:to live for|worth living for)\b|"
    r"\b(?:no|without (?:a|any)) (?:will|reason|desire) to live\b",
    r"\b(?:life|living)(?:'s| is|'s just| is just)? ?(?:not|n't|isn't|isnt|never|no longer|"
    r"hardly) (?:\w+ )?worth (?:living|it)\b|\bnot worth living\b|\blife has no (?:meaning|point|"
    r"purpose)\b",
    rf"\b(?:can't|cant|cannot|can not|couldn't|don't want to|dont want to|unable to) (?:\w+ "
    rf")?(?:go on|carry on|keep going|continue)(?: with (?:life|living|it all))?(?: {_ANY_MORE}| "
    rf"living| like this much longer)",
    r"\b(?:tired|sick|weary|exhausted|done|finished|fed up)(?: of| with) (?:being alive|living|"
    r"life|existing|existence|waking up|breathing)\b(?! (?:in|with|without|at|near|"
    r"here|on|out of)\b)",
    r"\b(?:never|not|don't|didn't|dont|didnt|won't|wouldn't)(?: \w+){0,2} (?:wak(?:e|ing|en)|"
    r"woke) up(?: again| ever| tomorrow| in the morning| any ?more|[.!,]|$| and)",
    r"\bgo to sleep (?:forever|for good|and never)\b|\bsleep forever\b|\bnot be (?:here|alive|"
    r"around) (?:tomorrow|in the morning|by the morning|much longer|any "
    r"?more)\b.{0,40}\b(?:goodbye|sorry|love|pain|tired|alone)\b",
    r"\bwant(?:s|ed)? (?:to )?(?:just )?(?:disappear|vanish|stop existing|not exist|cease to "
    r"exist|fade away|be gone|not be here)(?: forever| for good| completely)?(?:\.|,|!|$| any "
    r"?more| from this (?:world|earth)| forever| for good| and)",
    r"\bwish (?:i|he|she) (?:could|would|can) (?:just )?(?:disappear|vanish|cease|stop existing|"
    r"not wake|be gone)\b",
    r"\b(?:want(?:s|ed)?|need|wish) (?:it|it all|this|everything|the pain|my pain|all (?:of "
    r")?this|this pain|the hurt|the voices?|the suffering)(?: to)?(?: all)?(?: just)? (?:would "
    r")?(?:(?:all )?(?:end|stop|be over|go away forever))(?:\.|,|!|$| now| for good| forever| "
    r"and| all)",
    r"\bby the time you (?:read|get|see) this\b.{0,30}\b(?:gone|dead|over|late|won't be)\b|"
    r"\bthis is (?:my |a )?(?:final |last )?(?:goodbye|farewell)\b(?! (?:email|to your|from "
    r"(?:me )?as))|\bgoodbye,? (?:cruel )?world\b|\bgoodbye forever\b|\bsaying (?:my )?(?:final "
    r")?goodbyes?\b",
    r"\b(?:last|final) (?:message|thing|words|note|e-?mail) (?:you'll|you will|i'll|i will|"
    r"anyone will|i ever)\b(?! ever hear from me as)",
    r"\b(?:written|wrote|writing|leave|leaving|left|sent|send|found|find)(?: (?:me|us|them|him|"
    r"her))? (?:a |my |the |some |his |her )?(?:(?:goodbye|suicide|farewell) )(?:note|letter|"
    r"notes|letters)\b|\bwritten (?:the|my|all the) (?:letters|notes) to (?:my|the)\b|\bi(?:'ve| "
    r"have) written (?:a|my|the) note\b(?! (?:to|in|on|about|for) (?:the|your|my account))",
    rf"\b(?:took|taken|takes?|taking|swallowed|swallow|swallowing|downed|eaten|drank|drunk|drink|"
    rf"necked)(?: \w+){{0,3}} (?:whole |all|entire |bottle|pack|packet|packets|box|boxes|handful|"
    rf"too many|too much|loads|lots|\d+|twenty|thirty|forty|fifty|a lot)(?: of)?(?: (?:my|her|"
    rf"his|the|your|their|them|those|these|of|mum's|dad's|gran's|\w+'s))*(?: \w+)? {_PILLS}\b(?! "
    rf"back\b)",
    rf"\b(?:took|taken|swallowed|downed|swallow|drank|drunk|drink) (?:all|every one of|the whole|"
    rf"a bottle|a box|a load|a bunch|half a bottle|them all)\b.{{0,30}}\b{_PILLS}\b(?! back\b)",
    rf"\b{_PILLS}(?: \w+){{0,3}} (?:lined up|saved up|counted(?: out)?|in front of me|next to me|"
    rf"beside me|in my hand|ready|laid out|stashed|on the table in front)\b",
    rf"\b(?:saved|saving|stockpil\w+|counted|counting|hoard\w*|collect(?:ed|ing)|stash\w*|lined "
    rf"up)(?: up)?(?: \w+){{0,4}} {_PILLS}\b",
    r"\b(?:overdos\w+|od'd|od'ing|oding)\b|\btak(?:e|en|ing) an od\b",
    r"\bnoose\b|\brope (?:around|round|and (?:a |the )?(?:beam|chair|tree|stool)|is ready|in the "
    r"(?:garage|shed|loft))\b|\bhang (?:from|by) (?:a |the |my )?(?:rope|beam|neck)\b",
    rf"\b(?:{INTENT}|standing|stood|i'm|i am|he's|she's|sat|sitting|keeps? (?:thinking|"
    rf"imagining|picturing) (?:about|of))(?: \w+){{0,5}} (?:jump(?:ing)?|step(?:ping)?|"
    rf"walk(?:ing)?|throw(?:ing)? {_SELF}|leap(?:ing)?|drive|driving|crash(?:ing)?)(?: "
    rf"\w+){{0,2}} (?:off|from|in front of|into|under|out of)(?: \w+){{0,2}} (?:{_HEIGHT}|tree|"
    rf"wall|lake|river|sea|quarry|oncoming)\b",
    r"\b(?:standing|stood|sitting|sat|i'm|i am|he's|she's|is) (?:up )?(?:on|at) (?:the "
    r")?(?:edge of )?(?:a |the |my |that )?(?:\w+ )?(?:bridge|roof(?:top)?|ledge|train tracks|"
    r"railway|cliff edge|edge of the (?:cliff|platform|roof))\b(?=.{0,80}\b(?:jump|anymore|"
    r"any more|goodbye|end|over|sorry|done|can't|don't|water|below|ready|nobody|alone)\b)",
    r"\b(?:gun|pistol|rifle|shotgun|revolver|blade|razor|knife)(?:'s)? (?:\w+ )?(?:to|in|at|"
    r"against|on) (?:my|his|her) (?:own )?(?:head|mouth|wrist|throat|neck|temple|chest|arm)\b|"
    r"\b(?:got|have|has|bought|found|loaded|loading)(?: \w+){0,2} (?:gun|pistol|razor "
    r"blades?)\b(?=.{0,60}\b(?:end|myself|tonight|over|himself|herself|done)\b)",
    r"\b(?:kms|unalive|unaliving|kys|sewerslide|ctb)\b",
    r"\b(?:do|doing|done|try) something (?:stupid|silly|drastic|permanent|terrible|bad|i can't "
    r"take back|to (?:myself|himself|herself)|irreversible)\b(?= ?(?:to (?:myself|himself|"
    r"herself)|tonight|if|soon|$|[.,!?]|because|and|when|with|again))(?<!done something stupid)",
    r"\b(?:not|isn't|don't feel|doesn't feel|aren't|n't) (?:feel(?:ing)? )?safe (?:with|from|"
    r"around) (?:my|him|her)self\b|\b(?:don't|can't|cannot|dont) trust (?:my|him|her)self "
    r"(?:tonight|to be alone|alone|with|not to|right now|around)",
    r"\b(?:dark|intrusive|bad|horrible|scary) thoughts (?:about|of) (?:ending|dying|death|"
    r"harming|hurting|killing|not being)\b|\bthoughts (?:of|about) (?:ending (?:it|my|his|her|"
    r"things|everything)|dying|death|not being (?:here|alive))\b",
    r"\b(?:a|such a|just a|only a|nothing but a) burden (?:on|to|for) (?:everyone|everybody|my "
    r"(?:family|kids|children|wife|husband|parents|mum|mom|friends)|them|people|the world)\b|"
    r"\bi(?:'m| am)(?: just| nothing but| such)? a burden\b",
    r"\b(?:giv(?:en|ing) away|gave away) (?:all |most of )?(?:my|his|her) (?:things|stuff|"
    r"belongings|possessions|pets?|dog|cat)\b(?=.{0,80}\b(?:need|goodbye|soon|anymore|any more|"
    r"gone|tonight)\b)",
    r"\b(?:given|giving|gave) up on (?:life|living|myself|everything)\b|\bready to (?:go|leave "
    r"this world|meet my maker|join (?:him|her|my (?:wife|husband|son|daughter|mum|mom|dad)))(?= "
    r"(?:now|and be|too|in heaven|up there)|[.!]$).{0,1}(?<!ready to go[. ])",
    r"\b(?:want|going|gonna|ready|hoping|need)(?: to)? (?:be with|join) (?:my (?:late |dead "
    r")?(?:wife|husband|son|daughter|mum|mom|dad|mother|father|brother|sister|baby)|him|her) "
    r"(?:again|now|in heaven|on the other side|up there|wherever)\b",
    r"\bout of (?:this world|life) for good\b|\bleave this (?:world|earth|life)\b|"
    r"\bcheck(?:ing)? out (?:for good|permanently|of life)\b|\bcross(?:ing)? over to the other "
    r"side\b",
    r"\bno (?:other )?way out(?: (?:but|except|than|of this life|any ?more|for me)|[.!,]|"
    r"$)(?=.{0,80}\b(?:life|die|dead|end|alone|family|pain|goodbye|tired|tonight)\b)|\bonly way "
    r"out(?: \w+){0,3} (?:die|death|end|dead)\b",
)
