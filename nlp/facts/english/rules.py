"""English rules for facts and relations; each pattern begins at its verb."""

import re

from nlp.facts.rules import NAMED, SOME_BODY, SOMEONE, SOMETHING, SOMEWHERE, Rule, Validity
from nlp.facts.sentences import (
    ORGANIZATION,
    OWNER,
    PERSON,
    PLACE,
    REST,
    THING,
)

KIN = (
    r"(?:mother|father|mom|mum|mama|mam|dad|daddy|papa|wife|husband|partner"
    r"|daughter|son|sister|brother|parents|"
    r"grandmother|grandfather|aunt|uncle|cousin|girlfriend|boyfriend|friend|flatmate|nan|gran|granny"
    r"|grandma|grandpa|granddad|grandad|grandson|granddaughter|niece|nephew|fianc[eé]e?|stepdad|stepmum"
    r"|stepmom|stepson|stepdaughter|stepbrother|stepsister|(?:mother|father|sister|brother|son|daughter)"
    r"-in-law|kids|twins|hubby|spouse|boss|roommate|neighbour|neighbor|housemate|colleague)"
)
PARENT = r"(?:Mum|Mom|Dad|Nan|Gran|Granny|Grandma|Grandpa|Grandad|Granddad|Mother|Father)"
# Capital letters of the Latin script, such as Ł and Ø.
UPPER = f"[A-Z{''.join(chr(code) for code in range(0xC0, 0x250) if chr(code).isupper())}]"
PLAIN_NAME = rf"{UPPER}[\w&.'-]*\w(?: {UPPER}[\w&.'-]*\w)*"
THE = r"(?:the |a |an )?"
# A name of several capitalized words, parts of which may be known: "Palmer's Hardware".
WORD = rf"(?!(?:I|It|He|She|They|We|You|My|Our|The|This|That|And|But|When|If|So|Is|Can)\b){UPPER}"
RUN = (
    rf"(?:{NAMED}|{WORD}(?:[\w&.'-]*\w)?)(?:(?:'s)?(?: & | )(?:{NAMED}|{WORD}(?:[\w&.-]*\w)?(?:'s(?= "
    rf"{UPPER}))?))*"
)
# What serves everybody has no capitals: "the coastguard".
PUBLIC = (
    r"(?:[a-z]+ ){0,2}?(?:council|coastguard|post office|police|ambulance service|fire service"
    r"|fire brigade|army|navy|air force|civil service|railways?|prison service|tax office)"
)
EMPLOYER = rf"(?:the )?(?P<o>(?<=the ){PUBLIC}\b|{RUN})"
# "works for Emma" names no firm, "works at Marsh Kingsley" does.
HIRER = rf"(?:the )?(?![{PERSON}])(?P<o>(?<=the ){PUBLIC}\b|{RUN})"
BODY = rf"{THE}(?P<o>{SOME_BODY}|{PLAIN_NAME})"
FIRM = rf"{THE}(?P<o>[{ORGANIZATION}]{REST}*)"
SPOT = rf"(?P<o>{SOMEWHERE}(?:,? {SOMEWHERE})?|{PLAIN_NAME})"
NEAR = (
    r"(?:in|at|near|just outside|outside) (?:the (?:top|bottom|middle|north|south|east|west"
    r"|centre|center|outskirts|edge) of "
    r"|central |downtown |north |south |east |west |inner |rural |an? [\w -]{3,24} (?:in|near) )?"
)
START = r"(?:^[\s>*•-]*|(?<=[;–—] )|(?<=\. ))"
MODEL = rf"(?: (?:{UPPER}[\w.+-]*|\d[\w.]*|[{ORGANIZATION}-{THING}]{REST}*|mini|pro|max|plus)\b)*"
MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
TOOL = rf"{THE}(?!{MONTH}\b)(?P<o>(?:[{PERSON}{ORGANIZATION}{THING}]{REST}*|{PLAIN_NAME}){MODEL})"
MATE = rf"(?P<o>{SOMEONE})"
WHAT = rf"{THE}(?P<o>{SOMETHING})"
# "Im", "hes" and "Ive" are common in chats.
BE = r"(?:am|is|are|'m|'s|'re|(?<=\b[Ii])m|(?<=\b[Hh]e)s|(?<=\b[Ss]he)s)"
HAVE = r"(?:has|have|'ve|'s|(?<=\b[Ii])ve)"
NOT = r"(?:doesn'?t|don'?t|does not|do not)"
ANYMORE = r"(?= (?:anymore|any more|any longer|these days)\b)"
SIMPLY = r"(?<!has )(?<!have )(?<!'ve )(?<!'s )(?<!been )"
GROUP = re.compile(
    r"club|team|society|committee|group|band|union|association|council|guild|board", re.IGNORECASE
)
SCHOOL = re.compile(
    r"university|college|school|institute|academy|polytechnic|sixth form|kindergarten|\buni\b"
    r"|\b(?:primary|elementary|secondary|grammar|infants|juniors|nursery|preschool)$",
    re.IGNORECASE,
)
# A job of one to four words, before "at" a firm.
WORKER = r"(?:(?!at\b|for\b|with\b|by\b|and\b)[\w'-]+ ){0,3}(?!at\b|for\b|with\b|by\b|and\b)[\w'-]+"
STOP = (
    r"(?=\s*(?:[.,;:!?()/\n–—]|$)|\s+(?:and|but|who|because|so|now|at|in|for|with|from|by|on|since|of|near"
    r"|outside|based|living|running|specialising|specializing)\b)"
)
WHOSE = rf"(?P<s>\b[Mm]y|\b[Hh]is|\b[Hh]er|{OWNER}{REST}*'s|{SOMEONE}'s)"
# "User (Emma) lives in": a name in brackets may follow.
USER = rf"(?P<s>{OWNER}{REST}*)(?: \([^()\n]{{1,30}}\))?"
ANY_THING = ORGANIZATION + PLACE + THING
ADVERBS = (
    r"(?:(?:now|currently|still|also|just|really|recently|already|actually|usually|finally|both|always|much|mo"
    r"stly|mainly|myself|himself|herself|,)\s*)*"
)


def rule(
    predicate: str, pattern: str, validity: Validity = Validity.HOLDS, **given: object
) -> Rule:
    """Return a rule with this pattern."""
    return Rule(predicate, pattern, validity, **given)  # type: ignore[arg-type]


WORK = (
    rule(
        "works_for", rf"no longer (?:works? (?:for|at)|{BE} (?:at|with)) {EMPLOYER}", Validity.OVER
    ),
    rule("works_for", rf"{NOT} work (?:for|at) {EMPLOYER}{ANYMORE}", Validity.OVER),
    rule(
        "works_for",
        rf"(?:used to (?:work|write|drive|teach|be|play)|{SIMPLY}worked) (?:as an? [\w -]{{3,30}}? )?"
        rf"(?:for|at|with) {EMPLOYER}",
        Validity.OVER,
    ),
    rule("works_for", rf"\b[Bb]efore that,? (?P<s>I) was (?:with|at) {EMPLOYER}", Validity.OVER),
    rule(
        "works_for", rf"(?:works?|working) as an? [^.,;]{{3,40}}? (?:at|in(?! {PLACE})) {EMPLOYER}"
    ),
    rule("works_for", rf"(?:works?|working) as an? [^.,;]{{3,40}}? (?:for|with) {HIRER}"),
    rule(
        "works_for",
        rf"(?:works?|{BE} working|{HAVE} (?:been working|worked)) (?:(?!for\b|at\b|on\b)[\w-]+ ){{0,4}}?"
        rf"(?:for|at|with) (?:an? [\w ]{{2,24}} called )?{HIRER}",
    ),
    rule(
        "works_for",
        rf"(?:works?|{BE} working|{HAVE} (?:been working|worked)) (?:(?!for\b|at\b|on\b)[\w-]+ ){{0,4}}?"
        rf"at {EMPLOYER}",
    ),
    rule(
        "works_for",
        rf"{START}(?:[Ww]orks?|[Ww]orking|[Ee]mployed) (?:for|at|by) {EMPLOYER}",
        is_elidable=True,
    ),
    rule(
        "works_for",
        rf"(?:drives?|cooks?|cleans?|teach(?:es)?|writes?|codes?) (?:for|at) {HIRER}{STOP}",
    ),
    rule(
        "works_for",
        rf"{BE} (?:at|with) {FIRM}(?= now\b| these days|,(?! (?:ward|room|bed)\b)| as an? )",
    ),
    rule("works_for", rf"{BE} on (?:the staff of|the tills at|the board of) {EMPLOYER}"),
    rule("works_for", rf"{WHOSE} (?:current |new )?employer is (?:now )?{EMPLOYER}"),
    rule("works_for", rf"(?P<o>{RUN}) (?:pays (?P<s>my) wages)"),
    rule(
        "works_for",
        r"(?:left|quit|resigned from|retired from|(?:was |got |been )(?:laid off|fired|let go"
        rf"|made redundant|sacked) (?:from|by|at)) {FIRM}",
        Validity.STOPPED,
    ),
    rule(
        "works_for",
        r"(?:quit|left|resigned|lost|gave up) (?:from )?(?:my |his |her )?(?:job|position|post"
        rf"|role) (?:at|with|in) {EMPLOYER}",
        Validity.STOPPED,
    ),
    rule("works_for", rf"resigned from {BODY}", Validity.STOPPED),
    rule(
        "works_for",
        rf"(?:joined|{HAVE} joined|(?:just )?started (?:working )?(?:at|for|with)|(?:got|landed|found|started"
        rf"|took|have|accepted) (?:an? |my )?(?:new )?(?:job|role|position|post) (?:at|with)"
        rf"|(?:was|got) hired (?:by|at)) {FIRM}",
        Validity.BEGINS,
    ),
    rule(
        "works_for",
        r"(?:got|landed|found|started|took|accepted|starting|starts) (?:(?:my|him|her)self )?"
        r"(?:an? |my |his |her )?(?:(?:new|part-time|full-time) )*(?:job|role|position|post) "
        rf"(?:as (?:an? )?(?:[\w'-]+ ){{1,4}}?)?(?:at|with) {HIRER}(?!{REST}|\w)",
        Validity.BEGINS,
    ),
    rule(
        "works_for",
        rf"(?:started working (?:at|for|with)|(?:was|got) hired (?:by|at)) {HIRER}(?!{REST}|\w)",
        Validity.BEGINS,
    ),
)
LIVING = (
    rule("lives_in", rf"no longer lives? in {SPOT}", Validity.OVER),
    rule("lives_in", rf"{NOT} live in {SPOT}{ANYMORE}", Validity.OVER),
    rule("lives_in", rf"(?:used to live|{SIMPLY}lived) in {SPOT}", Validity.OVER),
    rule(
        "lives_in",
        # "I've lived in Rome, Oslo and Bern" does not say where now.
        rf"(?!{HAVE} lived in {SOMEWHERE}(?:, {SOMEWHERE})*,? and {SOMEWHERE})"
        rf"(?:lives?|{BE} living|{HAVE} (?:been living|lived)|resides?|{BE} based|{BE} settled)"
        rf" (?:(?!in\b|at\b|near\b)[\w'-]+ ){{0,5}}?{NEAR}{SPOT}",
    ),
    rule(
        "lives_in",
        rf"{BE} in an? [\w -]{{0,24}}(?:flat|apartment|house|cottage|place) {NEAR}{SPOT}",
    ),
    rule(
        "lives_in",
        rf"{START}(?:[Ll]ives?|[Ll]iving|[Bb]ased|[Rr]esides) {NEAR}{SPOT}",
        is_elidable=True,
    ),
    rule(
        "lives_in",
        rf"(?:stay|stays|live|lives) (?:in|on) an? [\w -]{{3,30}} (?:near|in|outside|called) {SPOT}",
    ),
    rule("lives_in", rf"\b[Hh]ome is (?:[\w' -]{{1,30}}? )?{NEAR}{SPOT}", is_elidable=True),
    rule(
        "lives_in",
        rf"(?:{HAVE} )?(?:called|calls?|made|makes?) (?P<o>{SOMEWHERE}|{PLAIN_NAME}) (?:my |his "
        r"|her |our )?home\b",
    ),
    rule(
        "lives_in",
        rf"(?P<s>\b[Mm]y|\b[Oo]ur) (?:home|address|place|house|flat|apartment) is {NEAR}{SPOT}",
    ),
    rule(
        "lives_in",
        rf"{HAVE} been in (?P<o>{SOMEWHERE}) (?:for )?(?:almost |nearly |over |about )?[\w-]+ years?\b",
    ),
    rule("lives_in", rf"{BE} an? (?P<o>{SOMEWHERE}|{PLAIN_NAME}) resident\b"),
    rule(
        "lives_in",
        rf"(?:rents?|owns?|shares?|{HAVE} got|bought) (?:an? |my |our )(?:\w+ )?(?:room|flat"
        rf"|house|apartment|place|cottage|studio) {NEAR}{SPOT}",
    ),
    rule("lives_in", rf"settled (?:down )?{NEAR}{SPOT}", Validity.BEGINS),
    rule("lives_in", rf"{START}[Bb]een living {NEAR}{SPOT}", is_elidable=True),
    rule(
        "lives_in",
        rf"{START}(?:(?:[Jj]ust|[Ff]inally|[Rr]ecently) )?(?:[Rr]elocated|[Mm]oved) "
        rf"(?:from [^.,]{{2,24}} )?to (?P<o>{SOMEWHERE})",
        Validity.BEGINS,
        is_elidable=True,
    ),
    rule("lives_in", rf"from {SPOT}, where (?P<s>I) live", Validity.STANDS),
    rule(
        "lives_in",
        rf"(?:moved|relocated|shifted|{HAVE} moved) (?:from (?P<left>{SOMEWHERE}|"
        rf"{PLAIN_NAME}) )?to (?P<o>{SOMEWHERE})",
        Validity.BEGINS,
    ),
    rule("lives_in", rf"moved (?:away from|out of) {SPOT}", Validity.STOPPED),
    rule("married_to", rf"(?:married|got married to) {MATE}", Validity.BEGINS),
    rule("married_to", rf"{BE} married to {MATE}"),
    rule(
        "married_to",
        rf"(?:(?:got |been )?divorced(?: from)?|separated from) {MATE}",
        Validity.STOPPED,
    ),
)
# Patterns that include their subject.
WHOLE = (
    rule("reports_to", rf"(?P<s>\b[Mm]y|{SOMEONE}'s) (?:boss|manager|supervisor) is {MATE}"),
    rule("married_to", rf"(?P<s>\b[Mm]y|{SOMEONE}'s) (?:wife|husband|spouse) is {MATE}"),
    rule("married_to", rf"(?P<s>{SOMEONE}) and {MATE} (?:are|got) divorced", Validity.STOPPED),
    rule("married_to", rf"(?P<s>{SOMEONE}) and {MATE} (?:are|got) married"),
    rule(
        "married_to",
        rf"(?P<o>{SOMEONE}) and (?P<s>I) (?:(?:have |got |are |were )?divorced|split up|separated|broke up)",
        Validity.STOPPED,
    ),
    rule(
        "located_in",
        rf"(?P<s>[{ORGANIZATION}{THING}]{REST}*)'s (?:headquarters|head office"
        rf"|office) (?:is|are) in (?P<o>{SOMEWHERE})",
        subjects=ANY_THING,
    ),
)
RULES = WHOLE + WORK + LIVING
