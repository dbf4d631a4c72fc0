"""Word classes the crisis and danger constructions are built from.

A class stands for a kind of word, so that a construction finds wordings nobody listed.
All are written for lower case and for text whose apostrophes are straight.
"""

from __future__ import annotations

_FAMILY = (
    r"(?:husband|wife|partner|boyfriend|girlfriend|fianc\w+|ex|dad|daddy|father|mum|mom|mother|son|"
    r"daughter|brother|sister|uncle|aunt|cousin|nephew|niece|gran\w*|nan|step\w+|child|children|"
    r"kids?|baby|toddler|family|parents|boy|girl|twin|teenager)"
)
_KNOWN = (
    r"(?:friend|mate|bestie|flatmate|roommate|housemate|neighbou?r|colleague|coworker|co-worker|"
    r"boss|manager|student|pupil|teacher|tenant|lodger|patient|resident)"
)
_STRANGER = (
    r"(?:caller|customer|client|user|member|guest|subscriber|passenger|driver|courier|technician|"
    r"engineer|player|employee|worker|man|woman|lady|guy|person|lad|kid|boy|girl|teen\w*)"
)
FAMILY = rf"(?:(?:my|our|his|her|the|their) (?:\w+ )?{_FAMILY})"
PERSON = (
    rf"(?:he|she|they|someone|somebody|mum|mom|dad|gran|grandma|grandpa|granddad|nan|baby|"
    rf"(?:my|our|the|a|this|your|his|her|one of (?:our|my|the)) "
    rf"(?:\w+ )?(?:{_FAMILY}|{_KNOWN}|{_STRANGER})s?)"
)
#: The person and the verb form run together: ``I``, ``I'm``, ``he's``, ``they will``.
SPEAKER = (
    r"(?:i(?:'m|m| am|'ve|ve| have|'ll| will|'d)?|he(?:'s|'ll| is| has)?|she(?:'s|'ll| is| has)?)"
)
SELF = r"(?:my|him|her|your|them|our)-?\s?sel(?:f|ves)"
OWN = r"(?:my|his|her|their)"
NOT = (
    r"(?:not|never|no longer|don'?t|do not|doesn'?t|does not|didn'?t|won'?t|will not|wouldn'?t|"
    r"can'?t|cannot|isn'?t|aren'?t|couldn'?t)"
)
PILLS = (
    r"(?:(?:sleeping |heart |pain )?(?:pills|tablets|tabs|meds|medications?|medicines?)|"
    r"paracetamol|"
    r"ibuprofen|aspirin|tylenol|antidepressants?|painkillers?|sertraline|xanax|valium|codeine|"
    r"morphine|insulin|opioids?|opiates|sedatives?|capsules)"
)
FIREARM = r"(?:gun|pistol|revolver|rifle|shotgun|handgun)"
SHARP = r"(?:knife|razor|razors|blade|blades|razor ?blades?|scalpel|scissors|box ?cutter)"
MEANS = rf"(?:{PILLS}|{FIREARM}|{SHARP}|rope|noose|ligature)"
#: Where means are when they are within reach.
AT_HAND = (
    r"(?:here|ready|loaded|waiting|within reach|laid out|lined up|(?:in|on|under|by|beside|next to|"
    r"in front of|at) (?:(?:my|his|her|the|our) )?(?:\w+ )?(?:hands?|lap|table|desk|bed|bedside|"
    r"pocket|bag|pillow|nightstand|side|drawer|floor|sink|bath|bathroom|bedroom|room|shed|garage|"
    r"loft|attic|wardrobe|kitchen|car|me\b|him\b))"
)
HIGH_PLACE = (
    r"(?:bridge|roof(?:top)?|ledge|balcony|window ?sill|windowsill|railings?|parapet|cliff|"
    r"viaduct|overpass|platform edge|train tracks|railway|tracks|edge)"
)
MANY = (
    r"(?:all|every|everything|loads?|lots|a (?:lot|load|whole|bunch|handful|fistful|bottle|box|"
    r"pack|packet|strip|mix)|the (?:whole|entire|rest|lot|full)|half|too many|too much|so many|"
    r"many|"
    r"dozens?|twenty|thirty|forty|fifty|sixty|a hundred|[2-9]\d|1\d\d)"
)
TOOK = (
    r"(?:took|taken|swallow|swallowed|swallowing|downed|necked|gulped|drank|drunk|ate|eaten|have "
    r"take)"
)
DYING = (
    r"(?:die|dying|be dead|death|kill (?:him|her|my|them)sel\w+|killing (?:him|her|my|them)sel\w+|"
    r"suicide|end (?:it|things|everything)|ending (?:it|things|everything)|end (?:his|her|my) life|"
    r"not be(?:ing)? (?:here|alive|around)|jump|hang (?:him|her|my)self|shoot (?:him|her|my)self|"
    r"never wake up|not wake up|be gone|disappear for good)"
)
SAID = (
    r"(?:says?|said|saying|told (?:me|us|\w+)|tells (?:me|us)|texted|texts|wrote|writes|posted|"
    r"messaged|mentioned|claims|admitted|confided|hinted|keeps saying|announced|threatens|"
    r"threatened|talks about|talking about)"
)
