"""Builds the gazetteers beside this file: ``python -m scoring.text.data.build WORDLIST...``.

Run by hand, never at install or at run time. Needs ``pip install faker`` and SCOWL word lists
(Debian's ``wamerican-small`` and ``wbritish-small``). Licences of all are in ``LICENCES.md``.
What it writes:

* ``names.txt``: first and last names of many cultures in Latin letters, lower case, one a line;
* ``places.txt``: countries and the better-known cities, the same way;
* ``words.txt``: stems of common English words, to tell a name from a capitalised label.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from scoring.text.gazetteer import bases, fold
from scoring.text.lexicon import MONTHS, WEEKDAYS

HERE = Path(__file__).resolve().parent
#: Most names taken of one list of one locale, in the list's own order (commonest first where
#: the source orders them), so that no culture crowds out another.
PER_LIST = 300
_LOCALE_LIST = (
    "en_US en_GB en_IN en_KE en_NG en_NZ en_PK en_IE en_TH de_DE de_AT fr_FR fr_BE es_ES es_MX "
    "es_CO "
    "it_IT pt_BR pt_PT nl_NL pl_PL cs_CZ sk_SK hr_HR hu_HU ro_RO sv_SE no_NO da_DK fi_FI is_IS "
    "et_EE "
    "lt_LT lv_LV sl_SI tr_TR id_ID vi_VN yo_NG ig_NG ha_NG zu_ZA sw tw_GH ga_IE az_AZ uz_UZ "
    "fr_DZ ja_JP zh_CN zh_TW"
)
LOCALES = _LOCALE_LIST.split()
LIST_NAMES = re.compile(r"(first|last|male|female).*name|romanized", re.IGNORECASE)
CITY_LOCALES = ("en_IN", "en_PH", "de_DE", "de_CH", "de_AT", "fr_CH", "fi_FI", "hr_HR")
#: Common names and well-known cities that the sources lack.
MORE_NAMES = """
nowak olumide lakisha thabo siobhan keisha jamal darnell latoya tyrone deshawn shanice aaliyah malik
okonkwo adeyemi chukwu ngozi chinedu kwame kofi ama akosua abena yaw mensah owusu boateng sipho
thandiwe nomsa lerato mandla nkosi dlamini mbeki khumalo wanjiru kamau otieno achieng mwangi
mohammed muhammad mohamed ahmed ali fatima aisha khadija yasmin zainab layla leila omar yusuf
ibrahim hassan hussein mustafa karim rashid samir nadia amina hamza bilal tariq imran farah saeed
noor khan begum chowdhury rahman hossain sharma verma gupta kumar patel singh kaur iyer nair reddy
rao das priya ananya aarav arjun rohan anjali deepa lakshmi sunita ravi sanjay vikram
nguyen tran pham hoang huynh linh thuy minh duc wang zhang liu chen yang huang zhao wu zhou xu zhu
wei jing mei ling xiu xiaoming kim park choi jung seo jiwoo minjun hyun soo tanaka suzuki sato
yamamoto nakamura kobayashi haruto yuki sakura hiroshi kenji aiko dmitri dmitry sergei svetlana olga
natasha ivan vladimir ivanov petrov oleksandr oksana kowalski kowalczyk wisniewski wojcik agnieszka
katarzyna malgorzata jose maria juan carlos luis guadalupe xiomara garcia rodriguez hernandez
martinez lopez gonzalez perez joao thiago goncalves mehmet ayse fatma emre ozturk yilmaz demir
cohen levi shlomo moshe rivka avraham yael ezra miriam giannis papadopoulos eleni aoife niamh
saoirse ciaran padraig caoimhe oisin seamus rhys gareth angharad lowri hamish alasdair eilidh morag
emily oliver jessica sophie charlotte chloe ethan liam noah mia zoe
"""
MORE_PLACES = """
london birmingham manchester leeds glasgow edinburgh cardiff belfast liverpool bristol sheffield
nottingham leicester bradford newcastle brighton dublin cork galway paris lyon marseille toulouse
lille bordeaux nantes nice strasbourg berlin hamburg munich cologne frankfurt stuttgart leipzig
dresden vienna graz salzburg zurich geneva basel bern rome milan naples turin florence venice
madrid barcelona valencia seville bilbao lisbon porto amsterdam rotterdam utrecht brussels antwerp
ghent warsaw krakow gdansk wroclaw poznan prague brno budapest bucharest sofia belgrade zagreb
ljubljana sarajevo athens thessaloniki istanbul ankara izmir kyiv kiev lviv odesa minsk moscow
vilnius riga tallinn helsinki stockholm gothenburg malmo oslo bergen copenhagen aarhus reykjavik
lagos abuja ibadan kano accra kumasi nairobi mombasa kampala kigali johannesburg durban pretoria
soweto harare lusaka cairo alexandria casablanca rabat tunis algiers khartoum dakar abidjan
addis-ababa kinshasa luanda dubai riyadh jeddah doha muscat kuwait beirut amman damascus baghdad
tehran jerusalem kabul karachi lahore islamabad peshawar delhi mumbai bombay chennai kolkata
calcutta bangalore bengaluru hyderabad pune ahmedabad jaipur lucknow kerala punjab gujarat dhaka
chittagong colombo kathmandu bangkok hanoi saigon manila cebu jakarta bandung singapore
kuala-lumpur penang beijing shanghai shenzhen guangzhou chengdu wuhan taipei seoul busan tokyo osaka
kyoto nagoya sydney melbourne brisbane perth adelaide canberra auckland wellington christchurch
toronto montreal vancouver calgary ottawa edmonton winnipeg boston chicago houston dallas austin
seattle portland denver phoenix atlanta miami orlando philadelphia detroit cleveland pittsburgh
minneapolis baltimore washington memphis nashville milwaukee california texas florida ohio oregon
alabama arkansas illinois michigan minnesota mississippi missouri montana nebraska nevada colorado
tennessee wisconsin oklahoma pennsylvania massachusetts connecticut alaska hawaii idaho kansas
kentucky louisiana maryland utah vermont wyoming mexico guadalajara monterrey bogota medellin cali
lima quito caracas santiago montevideo asuncion brasilia recife salvador fortaleza havana kingston
haiti jamaica trinidad barbados england scotland wales ireland britain america europe africa asia
australia canada syria iran iraq palestine israel vietnam korea russia ukraine poland nigeria ghana
kenya ethiopia somalia eritrea sudan egypt morocco algeria tunisia pakistan india bangladesh nepal
"""
#: Everyday words of support mail that the word lists lack.
MORE_WORDS = """
app online euro laptop apologise lol neighbour website neighbours screenshot automatically colour
centre subtitle fridge download inbox login typo dialysis responsibility sync harbour wifi backup
sim inconvenience outage congratulations admin offline authorised apps flatmate reissue scam mould
fob quid favourite pre chemotherapy ramen gyoza approx synced screenshots pls voicemail hotline
grandchildren hrs chemo thurs mic spam investigation demo pyjamas cafe colours incl dystrophy
backups yrs meds unchecked behaviour correspondence anymore valuation proctoring rep payout
onboarding wellbeing modem representative hospice organised chatbot typos tumour accs alright tics
ticcing rota laminated kilometres autistic hiya haha administrator asdf granddaughter landline
bidet intranet compressor windowsill immersive handover paramedics gearbox aqua smoothie
rectification promo chem baklava bday doc launderette granddad realised pharmacology trans
hairbrush defence ref deadbeat autism oncology forklift req aspirational handsets recognise
smartwatch communication schoolkid pushchair ext immunisation dept tmrw apprenticeship ppl
indemnity hotplate ovarian powerchair plugins coloured elderflower yeah oof grandma flatshare
paramedic vape flatmates reorganise remortgaged sertraline fantasised stepdad binged porn
antidepressant ketamine satay scammer coeliac callback helpline tbh accessibility unopened
policyholder accommodation misunderstanding realise webinar organisation nooo workspace
stakeholders rebooking activation devs resit subtitles payslips allergen recognised cheque dorm
retake https electronically esp congrats omg sympathise documentation workaround organisers
outages downloaded thru honoured rebook disappointment grandad entitlement checklist payslip
confidentiality offboarding offence understandable avatar reinstall euros humour litres unplug
scammed stopcock wiki coworkers pics recalculated bro doorbell workspaces iconic consideration
glitch techs compatibility underestimate prioritised handset dunning identification prioritise
regulator centres unsubscribe deactivated international clinician referral upcoming visualise
jewellery reimbursement accommodations dpi reinstatement ombudsman recommendation troubleshooting
infrastructure determination tic subcontractor digitise unauthorised invigilator stairwell til
calipers favour authorisation fundraising timelines organiser reachable anti postnatal hun
takeaways tho goosebumps lunchbox autopay laptops pallet physio docs autosave tarp coriander
luthier rebill replant recoding macros embarrassment timeout seamless organisations overages
admins unmatched unworn docket authorise kerbside consignee pcs reorder config deployment deploy
backoff jitter webhooks overwhelmingly administrators overage uncomfortable roadmap hotfix
shortcuts runaround setup nope slowdown analyse serviceability extraordinary nerd overpaid
authenticator disconnection signatories chargeback cardholder undeliverable letterbox pursuant
clarification sceptical unrecognised realisation housekeeping metres reassigned bulkhead
specifications espresso pings unhygienic reallocation optimised goosebump resold synchronisation
complimentary appt endeavour comms administrative lmk frictionless thx recommendations cyber
endpoint unhurt multifactor whistleblower deactivation lactation gluten carport deductible
disproportionately cheekiest pawsome underinsurance entrepreneur redrawn extenuating schnapps
macro familiarise refundable rollback readme widget synergies fax signatory rollercoaster tonite
nebuliser beep jackhammer acknowledgement punchbag rebilled organise undignified backdated misfire
resits honour environmental criticised payouts scams passcodes roadworthiness username serialised
infra uptime gearboxes poof questionnaire fab inappropriate rewired relist circumvention labour
barcode barcodes activations deactivate nitpicking pic thingy incompatibilities vulnerability
deservedly stonemason glovebox midweek plugin unsee stereochemistry flavour hon btw apologising
superpower squeeziest treatable vibes guardianship progesterone grandkids croutons concentration
bailiffs annexe mini skint aww flashcards favourites hmm lmaooo irresponsible elevenses organises
housemates apologised snowsuits breakup tiredness bookies fluoride schoolwork tracksuit hahaha tbf
payday chuffed unmet collaborative worktops laminate plughole bodge unscripted relearned
understaffing overthink ideation turmeric bloke romanticising aftershave rewire pharma antecedents
meetups coursework mealtimes overprotective coercive elocution counterproductive helplines
organising alexithymia dissociative coworking bingeing dietitians sideboard outsourcing
manipulative hairbrushes babysat survivorship airside pinged understaffed reorganisation
recalculate resend watchlist downloads whitelisted watchmaker audiologist headset copycats
callbacks shards affordability reapplication headcount rehab childcare preorder intro fibre
phishing cohort sleepover timeline nerfed veg authorization faxing babymoon bathrobes unaided
spammed policyholders concierge shouldnt oops timeframe latency burpees misfires misfired rockstar
overjoyed lvl probate comprehensive litre hardworking motivational dyslexic penalised vpn cos diff
prefs faxed medics cloakroom stillbirth triage idk storefront tyre underpayment unmonitored
breastfeeding noooo fam discrimination deferral lanyard unsympathetic msging birthdate acl
prosthetics doable deadname yay voicemails motherless recalculates storytime shutoffs
"""
LATIN = re.compile(r"[a-z]{2,}(?:[-' ][a-z]{2,})?")


def entries(value: object) -> Iterator[str]:
    """Yield the strings of one provider attribute, whatever shape it has."""
    if isinstance(value, dict | list | tuple):
        for item in value:
            if isinstance(item, str):
                yield item
            elif isinstance(item, tuple) and item and isinstance(item[0], str):
                yield item[0]


def person_names() -> set[str]:
    """Collect names of all locales, folded."""
    names: set[str] = set()
    for locale in LOCALES:
        provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
        for attribute in sorted(vars(provider)):
            if LIST_NAMES.search(attribute) and "format" not in attribute:
                folded = [fold(n) for n in entries(getattr(provider, attribute))]
                names.update([n for n in folded if LATIN.fullmatch(n) and " " not in n][:PER_LIST])
    names.update(MORE_NAMES.split())
    return {n for n in names if 3 <= len(n) <= 14}


def place_names() -> set[str]:
    """Collect countries and cities, folded."""
    countries = importlib.import_module("faker.providers.address.en").Provider.countries
    raw: list[str] = [*countries, *MORE_PLACES.split()]
    for locale in CITY_LOCALES:
        provider = importlib.import_module(f"faker.providers.address.{locale}").Provider
        raw += list(getattr(provider, "cities", ()))[:200]
    return {n for n in map(fold, raw) if LATIN.fullmatch(n) and len(n) >= 4}


def stems(words: Iterable[str]) -> set[str]:
    """Keep lower-case words that cannot be derived from a shorter one in the list."""
    known = {w for w in words if re.fullmatch(r"[a-z]{2,16}", w)}
    kept: set[str] = set()
    for word in sorted(known, key=len):
        if len(word) < 5 or not kept.intersection(bases(word)[1:]):
            kept.add(word)
    return kept


def write(name: str, words: set[str]) -> None:
    """Write one sorted list."""
    (HERE / name).write_text("\n".join(sorted(words)) + "\n", encoding="ascii")


def main(wordlists: list[str]) -> None:
    """Write the three lists."""
    words = [*MORE_WORDS.split(), *WEEKDAYS, *MONTHS]
    for wordlist in wordlists:
        words += Path(wordlist).read_text(encoding="utf-8").split()
    write("names.txt", person_names())
    write("places.txt", place_names())
    write("words.txt", stems(words))


if __name__ == "__main__":
    main(sys.argv[1:])
