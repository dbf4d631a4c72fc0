"""Oblique signs: two fields of meaning that meet in one sentence, such as weariness and life.

Wider than the constructions: each joins words that stand at most a few words apart, whatever
stands between them.
"""

from __future__ import annotations

from scoring.flags.words import FAMILY, HIGH_PLACE, NOT, OWN, PERSON, PILLS, SELF, TOOK

_LIFE = (
    r"(?:(?:my |this |his |her )?life|living|being (?:alive|born)|to live|live or|alive or|alive|"
    r"existing|existence|being here|this world|"
    r"breathing)\b(?! (?:insurance|cover|policy|jacket|assurance|in|with|without|at|near|on|room|"
    r"wage|admin|of the|coach|long|member\w*|style|"
    r"balance|cycle|costs?))"
)
_WEARY = (
    r"(?:hat(?:e|es|ed|ing)|had enough of|have enough of|enough of|done with|sick of|tired of|"
    r"bored of|weary of|finished with|fed up (?:with|of)|"
    r"stopped caring|don'?t care|doesn'?t care|do not care|no interest in|g(?:ive|iving|ave|iven) "
    r"up on|leav(?:e|ing) this|lost interest in|"
    r"no (?:more )?(?:joy|use|place|meaning|sense) in|regret being|can'?t (?:stand|bear|face|do)|"
    r"checking out of|stop|quit|not made for|through with)"
)
_AIM = (
    r"(?:think|thinks|thought|thinking|would|'d|'ll|ill|will|might|could|should|want|wants|wanted|"
    r"simpler|easier|swear|going|gonna|feel like|"
    r"urge|what if|imagin\w+|dream\w*|tempt\w+|consider\w*|keep|plan\w*|wonder\w*|fantasi\w+|need)"
)
_FALL = (
    r"(?:jump(?:ing)?|driv(?:e|ing)|walk(?:ing)?|crash(?:ing)?|run(?:ning)?|step(?:ping)?|"
    r"throw(?:ing)? \w+self|fall(?:ing)?|l(?:ie|ying) down|"
    r"leap(?:ing)?|swerv(?:e|ing)|steer(?:ing)?|swim(?:ming)? out|let(?:ting)? go)"
)
_DEADLY = (
    rf"(?:{HIGH_PLACE}|wall|tree|traffic|train|window|river|sea|lake|canal|water|motorway|highway|"
    rf"lorry|truck|bus|car ?park|tower|building|"
    r"quarry|tunnel|oncoming \w+|rails|cars|barrier)"
)
_BODY = r"(?:arms?|wrists?|thighs?|legs?|stomach|skin|hips?|knuckles)"
_GONE = (
    r"(?:gone|dead|went|died|out of the (?:way|picture)|not here|wasn'?t (?:here|around|alive)|"
    r"weren'?t (?:here|around|alive)|no longer (?:here|around|alive)|"
    r"not around|wasn'?t there|weren'?t there|didn'?t exist|stopped existing)"
)
_GAIN = (
    r"(?:insurance|money|payout|better|easier|favou?r|happier|debts?|free|relief|relieved|peace|"
    r"room|cope|manage|move on|rid of|lighter|less (?:trouble|work|worry)|"
    r"thank me|simpler|deserve)"
)
_DOCTORING = (
    r"(?:dialysis|chemo\w*|insulin|medication|medicine|meds|tablets|pills|treatment|eating|"
    r"drinking|food)"
)
CRISIS: tuple[str, ...] = (
    rf"\b(?:hoard\w*|stockpil\w*|stash\w*|sav(?:ed|ing) up|collecting|hidden|hiding)"
    rf"(?: [\w']+){{0,3}} {PILLS}\b",
    rf"\b{PERSON}\b.{{0,60}}\b(?:crying|says?|said|told|tells|drunk)\b.{{0,40}}\b(?:has|got|with|"
    rf"holding)\b.{{0,20}}\b(?:{PILLS}|gun|knife|razors?|blades?|rope)(?: [\w']+){{0,2}} (?:in "
    rf"front|"
    r"in (?:his|her) hands?|next to|beside|ready|here|with (?:him|her))\b",
    r"\b(?:frightened|scared|afraid|terrified) of (?:my|him|her)self\b",
    r"\bcan'?t be (?:left )?alone (?:tonight|right now|with (?:my|his|her)|any ?more)\b",
    r"\b(?:tonight|finally|now)\b[^.?!]{0,30}\b(?:courage|brave enough|strong enough|guts)\b(?! "
    r"to (?:ask|"
    r"call|write|try|order|switch|complain|say|buy|cancel))(?=[^.?!]{0,20}(?:[.!]|$|\b(?:do it|"
    r"end|go|jump)))",
    r"\bgo(?:ing)? (?:away )?(?:from|out of) (?:this|the) (?:world|life)\b|\bi(?:'m| am)? "
    r"go(?:ing)? to die\b"
    r"(?! (?:of|from|if|laughing|waiting|on))",
    r"\b(?:with me not|me not being|if i (?:wasn'?t|weren'?t|were not|was not)) (?:in it|here|"
    r"there|around|alive)\b",
    r"\b(?:hurts|hard|painful|difficult|exhausting|tiring|much)(?: too much)? (?:to (?:keep |stay "
    r"|be |go on )?"
    r"(?:living|live|alive|existing|exist|go on|breathe))\b(?! (?:in|with|on|at|near|without|"
    r"under)\b)",
    r"\b(?:god|lord|death|jesus|allah|someone|somebody)(?: would| will| could| please| just| to| "
    r"can){0,3} "
    r"(?:take me|put me (?:down|out of)|finish me|end me|let me die)\b(?! (?:off|to|through|on|"
    r"in))",
    r"\b(?:anyone|anybody|no ?one|nobody|who|people)(?: [\w']+){0,3} (?:look(?:ing)? for me|come "
    r"looking|"
    r"notice|find me|realise|realize)(?: [\w']+){0,2} if i\b",
    r"\bbe gone before (?:the|my|any) (?:bailiffs?|court|eviction|hearing|trial|exams?|results?|"
    r"letters?|sentence|"
    r"surgery|divorce)\b",
    r"\b(?:blade|razor|cut|cutting|burn|burning|knife)\b[^.?!]{0,30}\bfelt (?:so )?(?:good|better|"
    r"calm\w*|relie\w+|"
    r"alive)\b",
    r"\b(?:i|he|she) (?:just |simply |really )?(?:can'?t|cannot|can not) (?:go|carry) on(?=[.!,]|"
    r"$| like this(?:[.!]|$))",
    r"\bgoodbye before i (?:go|do it|leave)(?=[.!,]|$)",
    rf"\b(?:ill|i'll|i'd|he'll|she'll|im gonna|i'm gonna|i will|he will|she will)(?: just)? "
    rf"{_FALL} (?:off|into|in front of|"
    rf"under|from|out of)(?: the| a| an| my| that| this)?(?: [\w']+)? {_DEADLY}\b",
    rf"\b{_WEARY}(?: [\w']+){{0,3}} {_LIFE}",
    rf"\b(?:i|me|he|she|they|i'm|im|ill|i'll|what if i|what "
    rf"if)\b[^.?!]{{0,40}}\b{_AIM}\b[^.?!]{{0,30}}\b{_FALL}(?: [\w']+){{0,2}} (?:off|into|in front "
    rf"of|under|from|out of|out|over|onto|in)"
    rf"(?: (?:the|a|an|my|this|that|our|some))?(?: [\w']+){{0,2}} {_DEADLY}\b(?! (?:rack|bag|light|"
    rf"pane|seat|issue|problem))",
    rf"\b(?:cut|cuts|cutting|scratch\w*|burn(?:s|t|ed|ing)?|slic\w+|carv\w+|slash\w*|scars?|marks|"
    rf"bruises|wounds)(?: [\w']+){{0,4}} {OWN} (?:\w+ )?{_BODY}\b"
    r"(?=.{0,60}(?:\b(?:again|till|until|bled|bleed\w*|blood|hid\w*|sleeves?|deep\w*|fresh|every|"
    r"secret\w*|tell|knows?|notic\w+|worr\w+)\b))",
    rf"\b(?:found|saw|seen|showed|noticed|has|have|hiding|fresh)(?: [\w']+){{0,2}} (?:cuts|scars|"
    rf"burns|cut marks|slashes)(?: [\w']+){{0,3}} (?:on|over|up|down|along)(?: [\w']+)? {OWN} "
    rf"(?:\w+ "
    rf")?{_BODY}\b",
    r"\b(?:what if|hope|wish|fine (?:with|if)|happy (?:to|if)|glad if|okay if|ok if|wouldn'?t "
    r"mind|don'?t mind|not mind|relief|would (?:it )?be (?:nice|good|great|easier|better)|"
    r"prefer)\b[^.?!]{0,30}\b(?:never|not|didn'?t|don'?t|n't) (?:\w+ )?(?:wake|waking|woke) "
    r"up\b(?! (?:to|so|early|late|before))",
    r"\bhow (?:long|quick\w*|fast|painful|much)\b[^.?!]{0,30}\b(?:to die|to bleed (?:out|to "
    r"death)|to suffocate|to drown|to starve|before (?:you|i|someone) (?:die|dies|bleed)|it "
    r"hurts? to die|is lethal|to kill (?:a person|someone|yourself|myself))\b(?! (?:in (?:the|"
    r"this) (?:game|level)))",
    rf"\b{PERSON}(?:'s| is|'re| are| was)?(?: [\w']+){{0,2}} (?:on|at|over|off) (?:the |a |his |"
    rf"her "
    rf"|our )(?:\w+ ){{0,3}}(?:bridge|roof(?:top)?|ledge|balcony|railings?|tracks|window ?sill|"
    rf"cliff)\b.{{0,50}}\b(?:won'?t come|come down|coming down|jump\w*|threat\w*|crying|drunk|"
    rf"alone|suicid\w*|talk (?:him|her) down)\b",
    r"\b(?:last|final) (?:call|message|text|e-?mail|time|night|day|shift|letter|post|birthday|"
    r"christmas|goodbye)\b[^.?!]{0,30}\b(?:ever|on (?:this )?earth|of my life|alive)\b(?! "
    r"(?:bought|seen?|ordered|use|used|buy|order|shop|again))",
    rf"\b(?:with me|if i|if i'm|if i was|once i'?m|when i'?m|after i'?m|me being|if i were|"
    rf"without me|if i(?:'d| had))(?: [\w']+){{0,2}} {_GONE}\b(?=.{{0,70}}\b{_GAIN}\b)(?! (?:to|"
    rf"for|"
    rf"with|on holiday|over|through|back|from|premium|ahead))",
    rf"\b{_GAIN}\b[^.?!]{{0,40}}\b(?:with me|if i|if i'm|if i was|once i'?m|when i'?m|after i'?m|"
    rf"if i were)(?: [\w']+)? {_GONE}\b(?! (?:to|for|with|on holiday|over|through|back|from|"
    rf"premium|"
    rf"ahead))",
    r"\b(?:only|sole|one) (?:reason|thing|person)?(?: [\w']+){0,4} ?(?:still (?:here|alive|going|"
    r"breathing)|keep(?:s|ing) me (?:alive|here|going)|hanging on|haven'?t (?:done|ended) it|"
    r"alive)\b(?=.{0,40}\b(?:because|is|for|dog|cat|kids|mum|mom)\b)",
    r"\bwhen (?:the |my )?(?:dog|cat|mum|mom|dad|mother|father|wife|husband|nan|gran)(?: [\w']+)? "
    r"(?:dies|goes|is gone|passes)\b[^.?!]{0,30}\b(?:i'm (?:following|next|going)|i(?:'ll| "
    r"will) (?:follow|go|join|end)|so (?:do|will) i)\b",
    r"\b(?:tonight|tomorrow|today|on \w+day)[ ,]*(?:i'?m|i am|i will be|i'll be) (?:going|"
    r"leaving|gone|done)(?=[.!,]|$)|\b(?:leaving|leave|depart\w*|exit\w*|quit\w*) (?:from )?this "
    r"(?:life|world|earth|planet|existence)\b",
    r"\b(?:tidied|cleaned|packed|sorted|cleared|paid|labelled|boxed)\b[^.?!]{0,40}\bso "
    r"(?:that )?(?:\w+ ){1,3}(?:doesn'?t|don'?t|won'?t|needn'?t|wouldn'?t) (?:have to|need to|"
    r"find)\b",
    rf"\b(?:stopped|stopping|refus\w+|quit|given up|won'?t take|not taking|threw away)(?: "
    rf"\w+){{0,3}} {_DOCTORING}\b(?=.{{0,60}}\b(?:die|dying|over|end|wait\w*|live\w*|long enough|"
    rf"point|die|without (?:him|her|me)|be with|no use)\b)|\blived (?:long )?enough\b",
    rf"\b(?:told|tell|tells|telling|says?|said|saying|wants?|want)(?: [\w']+){{0,2}} (?:me|him|"
    rf"her) "
    rf"to (?:go )?(?:kill {SELF}|die|jump)\b|\bsay(?:s|ing)? i should (?:just )?(?:die|kill|jump|"
    rf"end)\b",
    r"\b(?:want|need|like)(?: to)? sleep (?:for )?(?:always|ever|forever|eternal\w*)\b|\bi "
    r"(?:not can|no can|can not|cannot|can'?t) (?:more|no more)\b(?! than)|\b(?:try|tried|want|"
    r"think|make|do) (?:to |the |about )?(?:the )?suicide\b",
    rf"\b(?:rope|noose|belt|cord|gun|knife|blade)(?: [\w']+)? (?:round|around|to|against|at) {OWN} "
    rf"(?:own )?(?:neck|head|throat|wrist|chest)\b",
    rf"\b{PERSON}(?:'s|'ve| is| has| have)?(?: [\w']+)? (?:locked (?:him|her|them)sel\w+|"
    rf"barricaded|"
    rf"shut (?:him|her)self)(?: [\w']+){{0,4}} (?:with (?:a|the|his|her)|and|threat\w*|"
    rf"says?)\b.{{0,50}}\b(?:razors?|blades?|knife|gun|pills|tablets|rope|scissors|hurt|harm|die|"
    rf"kill|answer\w*)\b",
    r"\b(?:i'm|i am|i've|i have|sitting|sat|alone)\b[^.?!]{0,40}\b(?:revolver|pistol|gun|"
    r"shotgun|razor|rope|noose|pills|sleeping tablets)\b[^.?!]{0,40}\b(?:whisk\w+|vodka|gin|"
    r"wine|company|alone|courage|bottle)\b",
    r"\b(?:wish|better|best)(?: [\w']+){0,3} (?:i|me) (?:\w+ )?(?:dead|gone for good|never "
    r"(?:here|existed|lived|been)|weren'?t (?:here|alive|born)|wasn'?t (?:here|alive|born))\b",
    r"\b(?:nobody|no ?one|not (?:one|a single) person|who)(?: [\w']+){0,2} (?:'ll |'d )?(?:cry|"
    r"notice|miss|mourn|care|find)(?: [\w']+){0,2} (?:me|i'm gone|my body|when i)\b(?! (?:a|an|"
    r"the|another|this))",
    r"\b(?:make|making|made) (?:my|his|her) peace with (?:dying|death|it|god|going)\b|\b(?:my|"
    r"his|her) (?:body|corpse)\b[^.?!]{0,30}\b(?:find|found|finds|discover\w*|bury|buried)\b",
    r"\b(?:see|want|know|find|have)(?: [\w']+)? (?:a |any |no |another )?(?:way|reason|strength|"
    r"point|cause)(?: [\w']+)? to (?:carry on|go on|keep going|continue|get up|stay)\b(?! (?:with|"
    r"using|as|in|paying|at|at|on))(?=.{0,60})",
    rf"\b(?:{NOT})(?: [\w']+){{0,2}} (?:want|wish|need|deserve|like|able|manage|bear)(?: to)?(?: "
    rf"\w+)? (?:be|stay|remain|keep) (?:alive|on this (?:earth|planet)|in this (?:world|life|"
    rf"body))\b",
)
_HURT = (
    r"(?:threw|thrown|dragged|push(?:ed|es)|shov(?:ed|es)|grabb(?:ed|s)|pinned|held|slamm(?:ed|s)|"
    r"kick(?:ed|s)|hits?|punch(?:ed|es)|burn(?:ed|t|s)|forc(?:ed|es)|choke[sd]?|touch(?:es)?|"
    r"beats?|slaps?)"
)
LIFE: tuple[str, ...] = (
    r"\b(?:hands?|fingers|arm|belt|cord) (?:round|around|on|to|at) (?:my|her|our) (?:neck|"
    r"throat)\b",
    r"\bloaded (?:gun|pistol|rifle|shotgun|revolver|weapon)\b(?! in (?:the|this) (?:game|level))",
    r"\b(?:is|was|'s|are|lying|found|and|went|gone|been|knocked) unconscious\b",
    r"\bno pulse\b|\b(?:lips?|face|skin|fingers|nails) (?:\w+ ){0,3}(?:purple|blue|grey|gray|"
    r"white as)\b(?! (?:lipstick|colou?r|cream))",
    r"\beverything(?:'s| is) (?:going|turning|getting|went) (?:black|dark|blurry|spinning)\b|"
    r"\b(?:i'm|i am|he's|she's)(?: [\w']+)? (?:passing out|blacking out|losing consciousness|"
    r"fading|"
    r"about to faint|going to pass out)\b",
    r"\b(?:can'?t|cannot|unable to|won'?t|doesn'?t|couldn'?t) (?:lift|move|feel|raise) (?:my|"
    r"his|her) (?:\w+ )?(?:arms?|legs?|face|side|hands?|body)\b",
    r"\bslurr\w*\b",
    rf"\b(?:{TOOK}|take|gave (?:him|her|my \w+))(?: [\w']+)? (?:double|twice|triple|three times|"
    rf"the "
    rf"wrong|wrong|someone else'?s|too much|too many|an extra)(?: [\w']+){{0,3}} (?:{PILLS}|dose|"
    rf"medication|insulin|pills?|tablets?)\b",
    r"\b(?:ceiling|wall|roof|shelf|tree|ladder|scaffold\w*|shed|bookcase|wardrobe|crane|"
    r"forklift|balcony|gate)(?: [\w']+){0,3} (?:collapsed|come down|came down|fell|fallen|"
    r"toppled|dropped)\b[^?!]{0,50}\b(?:under|trapped|pinned|crushed|on (?:me|him|her|us|my|"
    r"top of)|bleeding|hurt|injured)\b",
    r"\b(?:crash\w*|hit by|run over|knocked down|rolled over|collided)\b[^?]{0,60}\b(?:moving|"
    r"unconscious|bleeding|trapped|hurt|breathing|injured|responding|awake|blood)\b(?<!fast "
    r"moving)",
    r"\bnever see (?:them|him|her|my \w+|the \w+)(?: [\w']+)? alive\b",
)
HARM: tuple[str, ...] = (
    r"\bgas(?:'s| is)?(?: [\w']+)? (?:coming (?:out|from)|leaking|escaping|hissing|pouring)\b",
    rf"\b(?:he|she|they|my \w+|{FAMILY}|boss,? (?:he|she))(?:'s| has|'d)?(?: [\w']+)? {_HURT} "
    rf"(?:me|"
    rf"us|my (?:son|daughter|kids|child|mum|mom))\b(?! (?:with (?:a|an|the|another) (?:\w+ "
    rf")?(?:fee|bill|charge|price|question)|up|as|accountable|to (?:the|it|pay|use|a)|in (?:the "
    rf")?(?:wallet|pocket|game|queue)|on (?:hold|the price)|for (?:ransom|the)|at|by \w+ points))",
    r"\b(?:he|she|they|husband|boyfriend|partner|ex|wife|father|dad|someone|"
    r"man)\b.{0,40}\b(?:banging|pounding|kicking|hammering|beating|smashing)(?: [\w']+)? (?:on|"
    r"at|in|down) (?:the|my|our) (?:\w+ )?(?:door|window|gate)\b",
    r"\b(?:giving off|emitting|full of|filled with|breathing in|toxic|strong|chemical)(?: [\w']+)? "
    r"(?:fumes|smoke|gas)\b|\b(?:fumes|smoke|gas|smell)\b.{0,60}\b(?:sick|dizzy|headaches?|"
    r"faint\w*|vomit\w*|cough\w*|burn\w* eyes)\b",
    r"\b(?:water|leak\w*|rain|flood\w*)\b.{0,50}\b(?:meter (?:box|cupboard)|buzzing|sparks?|live "
    r"wires?|electrics?|fuse)\b",
    r"\b(?:fire|burning|flames|smoke)\b.{0,60}\b(?:people|kids|children|mum|mother|neighbours?|"
    r"someone|residents|stairs?\w*|upstairs|trapped|evacuat\w*|outside)\b(?! (?:loved|love|alarm "
    r"test))(?<!fire drill outside)",
    r"\b(?:he|she|they)(?:'s| is| has| have|'ve)?(?: [\w']+)? (?:got|taken|took|has|snatched|"
    r"abducted) my (?:kids?|children|son|daughter|baby)\b(?=.{0,80}\b(?:never|alive|hurt|"
    r"threat\w*|scared|kill|run|won'?t (?:give|bring|say)|police)\b)",
    r"\b(?:afraid|scared|frightened|terrified) (?:to|of|for)(?: [\w']+)? (?:go(?:ing)? (?:home|to "
    r"work|at work|back)|my (?:husband|boss|partner|dad|father|ex|life|kids)|him|her|what (?:he|"
    r"she)|he|she)\b(?! (?:shipping|price|cost))",
)
