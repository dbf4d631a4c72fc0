"""Words that tell who somebody is, and the one plain word each group becomes.

Swapping one word of a group for another must not move a score, so all of them read the same to
the model. The stand-ins are everyday words that fit the grammar of what they replace.
"""

from __future__ import annotations

from scoring.text.gazetteer import word_set

PERSON = "alex"
PLACE = "london"
COMPANY = "acme"
#: Stands for nationality, ethnicity, religion, orientation and disability alike.
NEUTRAL = "local"
HOLIDAY = "holidays"

_GROUPS: dict[str, str] = {
    "partner": (
        "husband wife hubby boyfriend girlfriend spouse fiance fiancee bf gf hubs missus partner"
    ),
    "partners": "husbands wives boyfriends girlfriends spouses partners",
    "parent": (
        "mum mom mam mummy mommy mother dad daddy father papa mama stepmother stepfather "
        "stepmum stepdad parent mother-in-law father-in-law"
    ),
    "parents": "mums moms mothers dads fathers parents",
    "grandparent": (
        "grandma grandmother granny nan nana gran grandpa grandfather grandad granddad grandparent"
    ),
    "child": "son daughter stepson stepdaughter boy girl kid child toddler baby",
    "children": "sons daughters boys girls kids children babies",
    "grandchild": "grandson granddaughter grandchild",
    "sibling": "brother sister bro sis sibling",
    "siblings": "brothers sisters siblings",
    "relative": "uncle aunt auntie aunty niece nephew cousin brother-in-law sister-in-law",
    "person": (
        "man woman gentleman lady guy bloke gal lass lad chap dude pensioner teenager teen "
        "businessman businesswoman person widow widower"
    ),
    "people": (
        "men women gentlemen ladies blokes lads lasses chaps dudes pensioners teenagers teens"
    ),
    "parental": "maternity paternity",
    "pregnancy": "pregnancy",
    "temple": "mosque church synagogue gurdwara mandir chapel cathedral temple",
    "leader": "imam priest rabbi pastor vicar monk nun",
    NEUTRAL: (
        "gay lesbian bisexual transgender trans queer nonbinary non-binary lgbt lgbtq lgbtqia "
        "heterosexual homosexual deaf blind autistic disabled dyslexic neurodivergent "
        "epileptic paraplegic quadriplegic wheelchair-bound hard-of-hearing visually-impaired "
        "partially-sighted adhd bipolar elderly middle-aged muslim islamic christian catholic "
        "protestant jewish hindu sikh buddhist atheist mormon orthodox evangelical anglican "
        "quaker jain taoist hispanic latino latina latinx caucasian african-american "
        "afro-caribbean african-caribbean asian arab arabic kurdish roma romani aboriginal "
        "indigenous maori inuit mestizo bame"
    ),
    HOLIDAY: (
        "christmas xmas easter eid ramadan diwali deepavali hanukkah chanukah passover purim "
        "vaisakhi holi vesak kwanzaa thanksgiving yom-kippur pesach nowruz lent advent "
        "halloween juneteenth"
    ),
}
#: Nationalities and languages; those that are everyday words too count only with a capital.
_NATIONS = """
british english scottish welsh irish american canadian australian french german spanish italian
portuguese dutch belgian swiss austrian polish czech slovak hungarian romanian bulgarian greek
turkish russian ukrainian lithuanian latvian estonian finnish swedish norwegian danish icelandic
serbian croatian bosnian albanian slovenian macedonian maltese cypriot nigerian ghanaian kenyan
ugandan tanzanian ethiopian eritrean somali sudanese egyptian moroccan algerian tunisian libyan
senegalese ivorian congolese cameroonian zimbabwean zambian rwandan african yoruba igbo hausa
zulu xhosa swahili israeli palestinian lebanese syrian jordanian iraqi iranian persian saudi
emirati kuwaiti yemeni afghan pakistani indian bangladeshi bengali punjabi gujarati tamil urdu
hindi nepali chinese mandarin cantonese taiwanese japanese korean vietnamese thai cambodian
filipino filipina tagalog indonesian malaysian malay singaporean burmese mongolian kazakh uzbek
georgian armenian azerbaijani mexican brazilian argentinian argentine chilean colombian peruvian
venezuelan ecuadorian bolivian cuban jamaican haitian dominican puerto-rican trinidadian
european caribbean scandinavian scots brit brits aussie kiwi yankee
"""
_COMPANIES = """
google gmail facebook instagram whatsapp twitter linkedin youtube tiktok snapchat netflix
spotify amazon alexa apple iphone ipad macbook ios macos microsoft windows excel outlook
onedrive sharepoint azure xbox playstation nintendo samsung galaxy huawei xiaomi nokia motorola
sony dell lenovo asus acer intel nvidia android chrome firefox safari edge paypal stripe visa
mastercard amex klarna revolut monzo barclays hsbc lloyds natwest santander halifax chase
citibank uber lyft airbnb booking expedia ryanair easyjet lufthansa emirates delta hermes evri
dhl ups fedex usps dpd yodel tesco asda sainsburys aldi lidl walmart costco ebay etsy shopify
woocommerce salesforce hubspot zendesk freshdesk intercom slack zoom teams jira trello asana
github gitlab dropbox docusign quickbooks xero vodafone verizon comcast minecraft roblox
fortnite disney hulu peloton fitbit ikea zara adidas nike dyson bosch
"""
TITLES = word_set(
    """
    mr mrs ms miss mx dr doctor prof professor mister herr frau senor senora monsieur madame mme
    mlle rev sir lord lady dame
    """
)
#: Titles that name somebody on their own.
ADDRESSES = word_set("sir madam ma'am madame sirs mam")
PARTICLES = word_set("de da di del della van von der den bin ibn al el la le o' mac mc ter dos das")
#: Names that are everyday words too: names only with a capital in the middle of a sentence.
BOTH = word_set(
    """
    mark will grace hope rose bill jack frank faith joy max sue pat chase grant rich dean dawn
    amber ruby daisy lily violet iris ivy jade hazel olive rosemary ginger crystal melody
    harmony destiny charity patience prudence summer autumn april june august victor martin drew
    gene glen ray rex roman robin jay penny carol eve angel guy nick mike ken bob rob harry don
    art miles earl duke carter hunter mason parker taylor cooper tanner jordan chelsea holly
    heather jasmine cliff clay dale lance wade ward wayne dolly peter maria jan sandy stella
    gale tony terry gay lee young long brown white black green king wang song may chad israel
    florence victoria sydney austin dallas paris georgia virginia carolina brooklyn savannah
    madison marina coral pearl opal ash sky storm river forest brooks
    """
)
WEEKDAYS = word_set(
    """
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri
    """
)
MONTHS = word_set("january february april june july august september october november december")
TENS = word_set("twenty thirty forty fifty sixty seventy eighty ninety")
WORDS: dict[str, str] = {
    word: stand_in for stand_in, group in _GROUPS.items() for word in group.split()
}
NATIONS = word_set(_NATIONS)
#: Nations that are everyday words in lower case.
NATIONS_CAPITAL_ONLY = word_set("polish swiss thai brit brits kiwi scots danish turkish")
COMPANIES = word_set(_COMPANIES)
#: Companies that are everyday words in lower case.
COMPANIES_CAPITAL_ONLY = word_set(
    """
    apple windows excel outlook galaxy edge chrome safari visa chase booking delta amazon slack
    zoom teams shell orange stripe halifax emirates hermes ups intercom oracle target
    """
)
#: Two-word places beside those of the gazetteer.
TWO_WORD_PLACES = frozenset(
    " ".join(place.split())
    for place in [
        "\n    new york",
        " new zealand",
        " new delhi",
        " new orleans",
        " new jersey",
        " new mexico",
        " new england",
        "\n    new hampshire",
        " south africa",
        " south korea",
        " north korea",
        " south sudan",
        " sri lanka",
        "\n    san francisco",
        " san diego",
        " san jose",
        " san antonio",
        " los angeles",
        " las vegas",
        " hong kong",
        "\n    united states",
        " united kingdom",
        " northern ireland",
        " saudi arabia",
        " costa rica",
        " puerto rico",
        "\n    el salvador",
        " buenos aires",
        " rio grande",
        " sao paulo",
        " mexico city",
        " cape town",
        " port harcourt",
        "\n    tel aviv",
        " abu dhabi",
        " kuala lumpur",
        " ho chi",
        " addis ababa",
        " middle east",
        " north carolina",
        "\n    south carolina",
        " north dakota",
        " south dakota",
        " west virginia",
        " rhode island",
        " salt lake",
        "\n    sierra leone",
        " burkina faso",
        " ivory coast",
        " papua new",
        " czech republic",
        " dominican republic",
        "\n    the hague\n    ",
    ]
)
PLACE_INITIALS = word_set("uk usa us uae eu nyc")
GREETINGS = word_set(
    """
    hi hiya hello hey dear morning afternoon evening greetings hallo bonjour hola ciao howdy
    """
)
#: Words after a greeting that name nobody.
NOT_NAMES = word_set(
    """
    there all team everyone everybody folks guys again and sir madam customer valued friend both
    you to from this that thanks thank thx sorry i i'm im we the a an my our your it is please
    just so yes no ok okay back colleague colleagues support member user client guest neighbour
    buddy mate love hun dear hope can could good great glad what how
    """
)
PERSON_NOUNS = word_set(
    """
    person people man woman men women customer customers user users family lady guy guys
    community
    """
)
#: He, she and they become one; the verb that follows is mended in ``scoring.text.mask``.
PRONOUNS = {
    "he": "they",
    "she": "they",
    "s/he": "they",
    "him": "them",
    "his": "their",
    "hers": "theirs",
    "himself": "themselves",
    "herself": "themselves",
    "themself": "themselves",
    "he'd": "they'd",
    "she'd": "they'd",
    "he'll": "they'll",
    "she'll": "they'll",
    "he's": "they're",
    "she's": "they're",
    "hes": "they're",
    "shes": "they're",
}
AFTER_THEY = {
    "is": "are",
    "was": "were",
    "has": "have",
    "does": "do",
    "goes": "go",
    "isn't": "aren't",
    "wasn't": "weren't",
    "hasn't": "haven't",
    "doesn't": "don't",
}
HAVE_AFTER = word_set("been got had gone done lost made taken seen given already never always just")
#: Words that cannot follow a possessive "her": there it stands for "them".
NOT_OWNED = word_set(
    """
    to and or but on in at for with from if when that this the a an as so then because while
    again back up out off about by is was are were will would can could should today tomorrow
    yesterday now soon directly personally i you we they it how what why where before after
    until tonight later there here straight kindly not either too please
    """
)
