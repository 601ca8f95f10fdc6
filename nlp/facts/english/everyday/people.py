"""English rules for partners, children, friends and pets as people name them in passing."""

from nlp.facts.english.food_and_pets import ANIMAL, NAMES, OWN, PET_NAMES
from nlp.facts.english.fragments import ITEM
from nlp.facts.english.relations import EACH, HONORIFIC, MANY, TIES, WHICH, WHO, WHOSE
from nlp.facts.english.rules import HAVE, MATE, PLAIN_NAME, START, rule
from nlp.facts.rules import NAMED, SOMEONE, Rule, Validity
from nlp.facts.sentences import OWNER, REST

PARTNER = (
    r"(?:partner|fianc[eé]e?|girlfriend|boyfriend|fella|other half|better half|husband-to-be|wife-to-be"
    r"|(?:gf|bf)(?= [A-Z\ue100]))"
)
CHILD = (
    r"(?:youngest|eldest|oldest|first-?born|middle one|middle child|little one|wee one|baby|twin|lad|lass"
    r"|boy|girl|bairn|step-?(?:son|daughter))"
)
# A name with an age: "Merve 17", "Zoe (4)", "Tom, 5".
AGED = rf"{EACH},? \(?\d{{1,2}}\)?"
ALL_AGED = rf"(?P<o>{AGED}(?:(?:,|,? and| &|;) {AGED})+)"
PARENT_OF = (
    r"(?:mum|mom|mam|dad|mother|father|parent|nan|nanna|gran|granny|grandma|grandmother|grandad"
    r"|granddad|grandpa|grandfather|auntie?|uncle|step-?(?:mum|mom|dad))"
)
CHIEF = (
    r"(?:charge nurse|head nurse|ward sister|gaffer|foreman|forewoman|head chef|shift (?:lead|manager"
    r"|supervisor)|section head|department head|dispatcher|sergeant|line lead|crew chief)"
)
OLD_FRIEND = (
    r"(?:bestie|bff|bezzie|chum|bud|buddy|(?:childhood|old school|school|uni|college|gym|climbing|running"
    r"|drinking|gaming|bingo|church) (?:friend|mate|pal|buddy))"
)
# What is told of "our Paul" is told of a relative, as many say in Britain; "our Alexa" is none.
GOES_ON = (
    r"(?='s (?:lot|kids?|lad|lass|girl|boy|wife|husband|birthday|wedding|retirement|idea|fault)\b"
    r"|(?:'s|'ll|s)? ?(?:is|was|has|had|got|gets|wants?|loves?|likes?|says|said|phoned|rang|came|comes|made"
    r"|makes"
    r"|took|bought|moved|lives?|turned|started|thinks|hates?|did|does|never|always|still|and)\b)"
)
PARTNERS: tuple[Rule, ...] = (
    rule(
        "family_member",
        rf"(?P<s>\b[Mm]y|{OWNER}{REST}*'s) {WHICH}{PARTNER},? {HONORIFIC}{WHO}",
        Validity.STANDS,
    ),
    rule(
        "family_member",
        rf"(?P<s>\b[Mm]y|{OWNER}{REST}*'s) {WHICH}{PARTNER}(?: is (?:called|named)|'s name is|'s called) {WHO}",
    ),
    rule(
        "family_member",
        rf"(?P<o>{SOMEONE}|{PLAIN_NAME})(?:, | \()(?P<s>my|our) {WHICH}(?:{PARTNER}|{CHILD})\b(?!'s| of)",
        Validity.STANDS,
    ),
    rule(
        "family_member",
        rf"(?P<o>{SOMEONE}) and (?P<s>I) (?:are|'re|have been|'ve been|got) (?:just |finally |now |both )?"
        r"(?:getting married|engaged|to be married|together (?:for|since|\d)|dating|living together)\b",
    ),
    rule(
        "family_member",
        rf"\b(?P<s>[Mm]e) and (?P<o>{NAMED}|{PLAIN_NAME}) (?:(?:have |{HAVE} )?been together"
        r"|(?:\d\d?|two|three|four|five|six|ten) (?:weeks?|months?|years?|yrs)(?=[.,;!]|$| now\b| today\b"
        r"| together\b))",
    ),
    rule(
        "family_member",
        rf"(?P<o>{SOMEONE}) and (?P<s>I) [^.;!?\n]{{0,30}}?\bwe(?:'re| are)? (?:marry|marrying|getting"
        rf" married|tying the"
        r" knot|eloping)\b",
    ),
    rule(
        "married_to",
        rf"(?P<s>\b[Mm]y) (?:husband|wife) of (?:\w+|\d+) (?:years?|yrs),? {MATE}",
        Validity.STANDS,
    ),
    rule(
        "married_to",
        rf"(?P<s>\b[Mm]y) (?:ex-wife|ex-husband|ex-hubby): {MATE}",
        Validity.OVER,
    ),
)
CHILDREN: tuple[Rule, ...] = (
    rule("family_member", rf"(?P<s>\b[Oo]ur) {MATE}{GOES_ON}", Validity.STANDS, confidence=0.85),
    rule(
        "family_member",
        rf"(?P<s>\b[Mm]y|\b[Oo]ur) {WHICH}(?:other )?{CHILD},? {MATE}",
        Validity.STANDS,
    ),
    rule(
        "family_member",
        rf"(?P<o>{SOMEONE}) ?(?:is|'s) (?P<s>my|our) {WHICH}(?:{CHILD}|{PARTNER})\b(?!'s| of| in| from)",
        Validity.STANDS,
    ),
    rule(
        "family_member",
        rf"(?P<s>\b[Mm]y|\b[Oo]ur) {WHICH}(?:{PARTNER}|{CHILD}|{TIES['family_member']}) \({MATE}[,)]",
        Validity.STANDS,
    ),
    rule(
        "married_to", rf"(?P<s>\b[Mm]y) (?:wife|husband|missus|hubby) \({MATE}[,)]", Validity.STANDS
    ),
    rule(
        "family_member",
        rf"{WHOSE} {MANY}(?: are(?: called| named)?|,| called| named| \(|:| –)? {ALL_AGED}",
        Validity.STANDS,
        is_list=True,
    ),
    rule(
        "family_member",
        rf"(?:have|has|{HAVE} got|got) {MANY}(?:,| called| named| \(|:| –)? {ALL_AGED}",
        is_list=True,
    ),
    rule(
        "family_member",
        rf"(?P<s>\b[Ii]'?m|\b[Ii] am) (?:an? |the )?(?:[a-z-]+ ){{0,2}}?{PARENT_OF} (?:of|to)"
        rf" (?P<o>{SOMEONE}(?:,? \(?\d{{1,2}}\)?)?(?:(?:,|,? and| &) {EACH}(?:,? \(?\d{{1,2}}\)?)?){{0,5}})",
        is_list=True,
    ),
)
OTHERS: tuple[Rule, ...] = (
    rule(
        "reports_to",
        rf"(?P<s>\b[Mm]y) (?:new |current )?{CHIEF},? {HONORIFIC}{WHO}",
        Validity.STANDS,
    ),
    rule("friend", rf"(?P<s>\b[Mm]y) {WHICH}{OLD_FRIEND},? {WHO}", Validity.STANDS),
)
PETS: tuple[Rule, ...] = (
    rule(
        "pet",
        rf"{ITEM}(?:[Tt]wo|[Tt]hree|[Ff]our|\d|[Aa]n?|[Oo]ne) (?:[\w-]+ ){{0,2}}?(?P<kind>{ANIMAL})"
        rf"(?: [a-z][a-z -]{{0,24}})? \((?:called |named )?(?P<o>{PET_NAMES})\)",
        is_fragment=True,
        is_list=True,
        confidence=0.85,
    ),
    rule(
        "pet",
        rf"(?:{OWN}|{HAVE}|(?P<s>\b[Mm]y|\b[Oo]ur)) (?:[\w-]+ ){{0,3}}?(?P<kind>{ANIMAL})(?: [a-z][a-z"
        rf" -]{{0,24}})?"
        rf" \((?:called |named )?(?P<o>{PET_NAMES})\)",
        is_list=True,
    ),
    rule(
        "pet",
        rf"{START}(?P<o>{NAMES}), (?:the|our|my) (?P<kind>{ANIMAL})(?=,| \()",
        is_elidable=True,
    ),
    rule(
        "pet",
        rf"(?P<o>{NAMES})(?: [a-z]+){{0,2}} \((?P<s>my|our) (?:[a-z-]+ ){{0,2}}?(?P<kind>{ANIMAL})\)",
        Validity.STANDS,
    ),
)
RULES: tuple[Rule, ...] = PARTNERS + CHILDREN + OTHERS + PETS
