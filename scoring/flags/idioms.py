"""Everyday turns of speech that only sound like danger: blanked before anything is looked for."""

from __future__ import annotations

from scoring.flags.sieve import Sieve

_THING = (
    r"(?:phone|battery|laptop|computer|pc|mac|car|van|engine|server|servers|site|website|app|"
    r"router|modem|wifi|internet|tablet|"
    r"drive|disk|screen|monitor|printer|fridge|freezer|boiler|tv|watch|camera|connection|link|"
    r"line|call|thread|process|plant|"
    r"plants|remote|machine|unit|device|charger|console|speaker|keyboard|mouse|bulb|light|"
    r"heating|pump|washer|dishwasher|kettle|"
    r"signal|session|page|chat|account|deal|project|conversation|feature|product|business|trade|"
    r"link|cursor|pixel|iphone|ipad|"
    r"kindle|xbox|headphones|earbuds|toaster|oven|motor|bike|scooter|build|job|script|container|"
    r"instance|node|cluster)"
)
_STOPPABLE = (
    r"(?:process(?:es)?|jobs?|tasks?|threads?|containers?|instances?|sessions?|scripts?|daemons?|"
    r"servers?|apps?|switch|lights?|"
    r"engine|background|features?|subscription|order|bugs?|germs|bacteria|weeds|time|mood|vibe|"
    r"joke|project|deal|plan|page|tabs?|"
    r"connections?|power|noise|printer|query|queries|browser|program|virus|build|cron|worker|"
    r"pods?|command|campaign|ads?|test)"
)
_OF = (
    r"(?:embarrassment|shame|laughter|laughing|boredom|the heat|heat|curiosity|happiness|"
    r"excitement|cringe|the cold|cold|thirst|"
    r"hunger|old age|frustration|joy|impatience|anticipation|stress|waiting|natural causes)"
)
_PATTERNS = (
    r"\b(?:swallow\w*|ate|eat) (?:my|his|her|their|your|our) (?:pride|words|anger|hat)\b",
    r"\b(?:can'?t|couldn'?t|cannot) (?:feel|move|lift) (?:my|our) (?:\w+ )?\w+ after (?:that|the|"
    r"this|your|a) (?:\w+ )?(?:class|run|"
    r"workout|session|hike|ride|match|game|training|climb|gym)\b|\bnumb (?:from|with) (?:smiling|"
    r"laughing|cold|typing|boredom|sitting|waiting|"
    r"clicking)\b",
    r"\bat this rate,? i(?:'ll| will)(?: \w+)? be (?:dead|gone|buried)\b|\bbe dead and (?:buried|"
    r"gone)\b",
    r"\b(?:battery|shelf|half|real|work|family|still|wild|city|night|love) life\b|\b(?:never|"
    r"not) wake up to\b|\bliving (?:room|area|wage|costs?)\b",
    # Who writes it was not killed, so only a try or a near miss by a person is meant.
    r"(?<!nearly )(?<!almost )(?<!could have )(?<!would have )(?<!tried and )(?<!he )(?<!she "
    r")\b(?:killed|murdered|slayed|slaughtered|"
    r"destroyed|butchered) me\b",
    r"\b(?:class|joke|workout|session|exam|heat|bill|price|hill|run|hike|song|ending|line|meme|"
    r"game|level|boss|update|lag|"
    r"traffic|commute|shift|wait|queue|form|invoice|shoes?|season|episode)(?: just| really| "
    r"nearly| almost| absolutely| literally)? "
    r"(?:kill|murder|slay)(?:ed|s)? (?:me|us)\b",
    r"(?:^|(?<=[.!?,;:] )|\bjust |\bplease |\bsome(?:one|body) )(?:just |please )?(?:shoot|kill) "
    r"me(?: now| already| please)?(?=[,.!?;]|$)(?!.{0,40}"
    r"\b(?:don't want|can't go on|serious|pain|begging)\b)",
    # A thing, a plan or a price has no life to take.
    r"\b(?:your|the|this|that|these|our|its) (?:\w+ )?(?:queue|prices?|pricing|deadline|schedule|"
    r"timeline|speed|move|plan|idea|strategy|policy|"
    r"fees?|terms|rates?|margins?|hours|opening times|workload|pace|release|launch|margin|layout|"
    r"traffic|menu|wait|waiting times?|rota)"
    r"(?:'s| is| are| was| were| looks?| seems?| sounds?)(?: \w+)? suicidal\b",
    r"\bsuicidal (?:queue|pric\w+|deadlines?|schedule|timeline|speed|move|plan|strategy|policy|"
    r"pace|workload|margins?|discounts?)\b",
    r"\b(?:pods?|process(?:es)?|threads?|containers?|nodes?|servers?|instances?|jobs?|workers?|"
    r"tasks?|daemons?|scripts?|services?|apps?|"
    r"companies|company|business|party|brand|startup)(?: \w+){0,2} (?:commit\w*|killing|kills?|"
    r"killed|shoots?|shooting|hangs?|hanging) (?:suicide|itself|"
    r"themselves)\b",
    r"\bchok(?:e|es|ed|ing) on (?:\w+ ){0,2}(?:fees?|prices?|costs?|bills?|debts?|words?|data|"
    r"input|files?|paths?|requests?|smoke and mirrors|"
    r"tax(?:es)?|spaces?|characters?|traffic|emojis?|paperwork|jargon)\b",
    r"\b(?:sales?|team|business|numbers|stage|form|quarter|market|streak|week|season|career|"
    r"launch|channel|feed|inbox|phone line|hotline|"
    r"comments|we(?:'re| are)|you(?:'re| are)|you guys are|he's|she's)(?: \w+){0,2} on fire\b(?! "
    r"in\b)|\bon fire(?=,? (?:so fast|today|this (?:week|"
    r"month|quarter|season|year)|lately|with (?:sales|orders|ideas)|lol|haha))",
    r"\b(?:parcel|box|package|packaging|carton|envelope|item|furniture|suitcase|car|case|door|"
    r"delivery)(?: \w+){0,2} (?:beaten(?: up)?|abused|"
    r"battered|attacked)\b",
    r"\b(?:beat|beats|beaten|beating) (?:me|us|him|her|them) (?:at|in|by|to|on (?:the )?(?:price|"
    r"points|level))\b|\bhit (?:me|us|him|her) (?:on (?:whatsapp|"
    r"slack|linkedin)|up\b|in the (?:wallet|pocket|game)|hard\b)",
    r"\b(?:i'd|i would|we'd|would|id) (?:much )?(?:rather|sooner) [^.?!]{1,60}? than (?:use|talk|"
    r"deal|call|pay|renew|speak|ring|wait|"
    r"fill|read|sit|click|update|log|queue|listen|buy|chat|order|install|(?:your|another|this|"
    r"that) (?:app|bot|form|menu|site|website|portal|line))\b",
    r"\brather die than (?!live|go on|carry on|keep)\w+",
    r"\b(?:last|final) (?:message|e-?mail|thing|words?|time)(?: \w+){0,4} (?:before|until)\b",
    r"\b(?:absolutely |literally |really |just |slowly )?killing (?:me|us|it|time|the (?:mood|"
    r"vibe|battery)|(?:my|our|your) "
    r"(?:\w+ )?(?:back|feet|knees|head|eyes|battery|business|vibe|sales|wallet|productivity|"
    r"conversion|margins?|seo|data|wrist|neck))\b",
    rf"\b(?:die[ds]?|dying|dead|perish(?:ed)?) (?:of|from|with) (?:\w+ )?{_OF}\b",
    r"\b(?:die[ds]?|dying|dead) (?:laughing|inside laughing|from laughing)\b|\bi(?:'m| am) "
    r"(?:dead|dying)(?= ?(?:lol|haha|lmao|\U0001f602|\U0001f480))",
    r"\bdying (?:to|for (?:a|an|some|the|your|this|that|more))\b(?! die)",
    r"\bto die for\b|\bdo or die\b|\bdie[- ]?hard\b|\bnever say die\b|\bdie is cast\b|\bdie[- "
    r"]cut\b",
    rf"\b{_THING}(?:'s| is| are| was| has| have| had| just| keeps?| kept| suddenly| completely| "
    rf"always| finally| will| would| might| "
    rf"went| goes| simply| totally| randomly| about to| going to| started){{0,3}} (?:died|dies|"
    rf"die|dying|dead|overdosed)\b",
    rf"\bkill(?:s|ed|ing)? (?:off )?(?:the |a |an |this |that |all |these |those |your |my |any |"
    rf"our |every |it's |its |some |hung |stuck )*(?:\w+ ){{0,2}}?{_STOPPABLE}\b",
    r"\b(?:boss|wife|husband|mum|mom|dad|mother|father|manager|team|they|she|he|partner|landlord|"
    r"teacher|kids?|daughter|son|"
    r"girlfriend|boyfriend|sister|brother|client|ceo|bride|roommate|flatmate|neighbours?|"
    r"everyone|parents|boss's)(?<!said he)(?<!says he)(?<!said she)(?<!says she)(?<!said they)"
    r"(?:'s| is| are|'re)? ?(?:going to|gonna|will|'ll|would|'d) (?:absolutely |literally |"
    r"actually )?(?:kill|murder|strangle) me\b"
    r"(?!(?<=me)(?: \w+)? if he (?:sees|finds|learns|hears|catches|knows|reads|gets|"
    r"discovers)\b(?!.{0,80}\b(?:bill|spent|price|cost|"
    r"bought|broke|scratch\w*|mess|paid|ordered|late|lol|haha)\b))",
    r"\b(?:kill|killed|die) for (?:a|an|some|that|one)\b|\bdressed to kill\b|\bkill two birds\b|"
    r"\bcuriosity killed\b|\blooks could kill\b",
    r"\bshoot (?:\w+ ){0,2}(?:an? )?(?:e-?mail|message|line|note|text|dm|quick)\b|"
    r"\bshoot(?:ing)? (?:my|your|him|her|our|them)sel(?:f|ves) in the foot\b|\bshot (?:my|"
    r"our)sel(?:f|ves) in the foot\b",
    r"\bkill(?:ed|ing)? (?:my|our|your)sel(?:f|ves) (?:laughing|to (?:get|meet|finish|make|reach|"
    r"deliver|please|hit|keep)|trying|over (?:this|a|the|these)|"
    r"with work|working|for (?:this|a|the) (?:job|company|deadline|project|discount|deal))",
    r"\bsuicide (?:squad|mission|doors?|burn|wings?|sauce|bomber|lanes?|sprints?|grip|slides?|"
    r"runs?|king|blonde|girls|forest|squeeze|gene|inhibitor)\b",
    r"\b(?:career|commercial|political|social|financial|professional|brand|pr|business|economic|"
    r"reputational|marketing|electoral) suicide\b",
    r"\b(?:cut|hurt|burnt?|burned|cutting|hurting|burning|scalded|injured|stabbed) (?:my|him|her|"
    r"our|them)sel(?:f|ves) (?:badly |slightly )?(?:off|out|a slice|some|on|with (?:the|your|a)|"
    r"while|when|in the|short|"
    r"loose|open on|shaving|opening|lifting|trying|because of|falling|using|as the|after (?:the|"
    r"your)|making|cooking|cleaning|from the|getting|by)\b",
    r"\bjump(?:ed|ing)? (?:off|from|on|onto|in|into|ship|to) (?:the |a |this |that )?(?:call|"
    r"topic|page|deep end|bandwagon|queue|conclusions?|zoom|meeting|chat|conversation|ship|step|"
    r"tab|thread)\b",
    r"\bjumped? off a (?:cliff|bridge)(?=,? would you)|\bif (?:\w+ ){1,5}jumped off\b",
    r"\bdrown(?:ing|ed)? (?:(?:my|our|your|them)sel(?:f|ves) )?in (?:\w+ )?(?:work|e-?mails?|"
    r"coffee|paperwork|tickets|debt|chocolate|ice cream|admin|messages|spreadsheets|"
    r"requests|notifications|data|forms|laundry|tea|sorrows)\b",
    r"\boverdos(?:e|ed|ing) (?:of|on) (?:\w+ )?(?:sugar|caffeine|coffee|chocolate|cuteness|"
    r"e-?mails?|notifications|marketing|vitamins?|vitamin c|netflix|pink|cheese|"
    r"carbs|tv|christmas|nostalgia|jargon|emojis?|exclamation marks|buzzwords|screen time|cake|"
    r"glitter|pop-ups|ads|updates)\b",
    r"\b(?:nearly|almost|practically|about|basically|just about|(?:gave|gives|giving|given) "
    r"(?:me|us|him|her|my \w+)|thought i(?:'d| would)?(?: have)?|like to have|going to (?:have|"
    r"give \w+)|"
    r"gonna have) (?:had |have |having |got |give me )?(?:a |an )?(?:mini |small |minor "
    r")?(?:heart attack|stroke|coronary|seizure|aneurysm)\b",
    r"\b(?:had|having|have) a (?:mini |small |minor )?heart attack (?:when|seeing|over|opening|"
    r"looking|reading|at the)\b",
    r"\bstroke of (?:luck|genius|midnight)\b|\b(?:brush|key|pen|back) ?strokes?\b|\bunconscious "
    r"bias\b|\bbleeding (?:money|cash|edge|customers|users|revenue|through)\b",
    r"\b(?:room|time|space|chance|able) to breathe\b|\bcan(?:'t|not) breathe (?:for|with all|"
    r"under|without)\b",
    r"\b(?:lost|losing|lose|loses|sapping|sap|drains?|draining) (?:\w+ )?(?:the|my|all|any) will "
    r"to live\b",
    r"\b(?:death of me|blue screen of death|death by \w+|(?:bored|scared|sick|tickled|starved|"
    r"frightened|worried|love\w*|worked|done|thrilled|flogged) (?:\w+ )?to death|"
    r"life[- ](?:and|or)[- ]death|sudden death|dead (?:line|end|link|on|tired|zone|pixels?|stock|"
    r"weight|simple|easy|serious|wrong|slow|quiet|chat))\b",
    r"\b(?:bomb|bath bomb|photobomb|bombed|a bomb|the bomb|bombs?) (?:jacket|cyclone|shell|"
    r"calorimeter)\b|\bbath bombs?\b|\bcost(?:s|ing)? a bomb\b|\bgoes? (?:down )?a bomb\b|"
    r"\blogic bomb\b",
    r"\b(?:knife edge|under the gun|jump(?:ed|ing)? the gun|son of a gun|glue gun|nerf gun|heat "
    r"gun|nail gun|water gun|massage gun|toy gun|stab(?:bing)? in the (?:dark|back))\b",
    r"\b(?:end|ended|ending|ends) it (?:here|there|on (?:a|that)|with (?:a|an)|early|at the|by "
    r"(?:the|31|clicking)|before (?:the|it renews)|after (?:the|this))\b",
    r"\b(?:blow(?:s|n|ing)? (?:up )?(?:my|our) (?:mind|inbox|phone|cover|whistle|budget)|beats "
    r"me (?:why|how|what)|hit me up|beat me to it|hits? me (?:with|that|for)|strangl\w+ (?:the|"
    r"our|my) (?:business|budget|bandwidth|growth))",
    r"\b(?:point|reason) (?:of|in|to|for) (?:being here|staying|going on) (?:as a|with (?:you|"
    r"your)|in this (?:queue|group|plan|team|meeting|call|chat))",
    r"\bbetter off without me as\b|\b(?:you|you're|your \w+|company|business|team)(?: \w+)? "
    r"(?:is|are|'re|be|will be) better off without me\b",
    r"\bburn(?:ed|ing|t)? (?:my|our|him|her|them)sel(?:f|ves) out\b|\bself[- ]destruct\w*\b|"
    r"\bkill(?:er|ed it| it| joy|joy|switch)\b|\boverkill\b|\bpain ?killers? (?:discount|"
    r"delivery|order|section|aisle)\b",
    r"\bwant(?:s|ed)? to (?:disappear|die|crawl) (?:of|from|into (?:a|the))\b|\bwish(?:ed)? the "
    r"(?:ground|floor|earth)\b",
)
_IDIOMS = Sieve(*_PATTERNS)


def without_idioms(text: str, words: frozenset[str]) -> str:
    """Blank idioms with spaces, so that positions stay.

    Args:
        text: In lower case.
        words: Its word beginnings.
    """
    pieces: list[str] = []
    at = 0
    for match in _IDIOMS.finditer(text, words):
        pieces += (text[at : match.start()], " " * len(match[0]))
        at = match.end()
    return "".join((*pieces, text[at:]))
