"""English rules for facts and relations; each pattern begins at its verb."""

import re

from nlp.facts.rules import NAMED, SOME_BODY, SOMEONE, SOMETHING, SOMEWHERE, Rule, Validity
from nlp.facts.sentences import (
    ORGANIZATION,
    PERSON,
    PLACE,
    REST,
    THING,
)

KIN = (
    r"(?:mother|father|mom|mum|dad|wife|husband|partner|daughter|son|sister|brother|parents|"
    r"grandmother|grandfather|aunt|uncle|cousin|girlfriend|boyfriend|friend|flatmate"
    r"|roommate|neighbour|neighbor)"
)
# Capital letters of the Latin script, such as Ł and Ø.
UPPER = f"[A-Z{''.join(chr(code) for code in range(0xC0, 0x250) if chr(code).isupper())}]"
PLAIN_NAME = rf"{UPPER}[\w&.'-]*\w(?: {UPPER}[\w&.'-]*\w)*"
THE = r"(?:the |a |an )?"
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
# "Im" and "Ive" are common in chats.
BE = r"(?:am|is|are|'m|'s|'re|(?<=\bI)m)"
HAVE = r"(?:has|have|'ve|'s|(?<=\bI)ve)"
NOT = r"(?:doesn't|don't|does not|do not)"
ANYMORE = r"(?= (?:anymore|any more|any longer|these days)\b)"
SIMPLY = r"(?<!has )(?<!have )(?<!'ve )(?<!'s )(?<!been )"
GROUP = re.compile(
    r"club|team|society|committee|group|band|union|association|council|guild|board", re.IGNORECASE
)
SCHOOL = re.compile(
    r"university|college|school|institute|academy|polytechnic|sixth form|kindergarten|\buni\b",
    re.IGNORECASE,
)
# A job of one to four words, before "at" a firm.
WORKER = r"(?:(?!at\b|for\b|with\b|by\b|and\b)[\w'-]+ ){0,3}(?!at\b|for\b|with\b|by\b|and\b)[\w'-]+"
ANY_THING = ORGANIZATION + PLACE + THING
ADVERBS = (
    r"(?:(?:now|currently|still|also|just|really|recently|already|actually|usually|finally|,)\s*)*"
)


def rule(
    predicate: str, pattern: str, validity: Validity = Validity.HOLDS, **given: object
) -> Rule:
    """Return a rule with this pattern."""
    return Rule(predicate, re.compile(pattern), validity, **given)  # type: ignore[arg-type]


WORK = (
    rule("works_for", rf"no longer works? (?:for|at) {BODY}", Validity.OVER),
    rule("works_for", rf"{NOT} work (?:for|at) {BODY}{ANYMORE}", Validity.OVER),
    rule("works_for", rf"(?:used to work|{SIMPLY}worked) (?:for|at) {BODY}", Validity.OVER),
    rule(
        "works_for",
        rf"(?:works?|{BE} working|{HAVE} (?:been working|worked)) (?:[a-z-]+ )?(?:for|at) (?:an?"
        rf" [\w ]{{2,24}} called )?{BODY}",
    ),
    rule("works_for", rf"(?:works?|working) as an? [^.,;]{{3,40}}? (?:for|at|with) {BODY}"),
    rule(
        "works_for",
        rf"{START}(?:[Ww]orks?|[Ww]orking|[Ee]mployed) (?:for|at|by) {BODY}",
        is_elidable=True,
    ),
    rule(
        "works_for",
        r"(?:left|quit|resigned from|retired from|(?:was |got |been )(?:laid off|fired|let go"
        rf"|made redundant|sacked) (?:from|by|at)) {FIRM}",
        Validity.STOPPED,
    ),
    rule(
        "works_for",
        r"(?:quit|left|resigned|lost|gave up) (?:from )?(?:my |his |her )?(?:job|position|post"
        rf"|role) (?:at|with|in) {BODY}",
        Validity.STOPPED,
    ),
    rule("works_for", rf"resigned from {BODY}", Validity.STOPPED),
    rule("member_of", rf"(?:joined|{HAVE} joined) {BODY}", Validity.BEGINS, fits=GROUP),
    rule(
        "studies_at",
        rf"(?:started|starts|enrolled|got in(?:to)?|joined)(?: studying)?(?: at)? {BODY}",
        Validity.BEGINS,
        fits=SCHOOL,
    ),
    rule(
        "studies_at",
        rf"(?:attends?|{BE} (?:an? )?(?:[\w-]+ ){{0,4}}student at|{BE} at) {BODY}",
        fits=SCHOOL,
    ),
    rule(
        "studies_at",
        rf"(?:{BE} |take|taking|takes|doing|in (?:my|the) )[^.,;]{{0,40}}?(?:degree|course"
        rf"|master's|masters|PhD|BA|BSc|MSc|MA|year|diploma|class)\b[^.,;]{{0,30}}? at {BODY}",
        fits=SCHOOL,
    ),
    rule(
        "studies_at",
        rf"(?:stud\w+|doing|reading|masters?|PhD|degree|year) [^.,;]{{2,40}}? at {BODY}",
        fits=SCHOOL,
    ),
    rule(
        "works_for",
        rf"(?:joined|{HAVE} joined|started (?:working )?(?:at|for)|got a job at"
        rf"|was hired by) {FIRM}",
        Validity.BEGINS,
    ),
    rule(
        "member_of",
        rf"(?:{BE} no longer (?:a |an |the )?member of|used to be (?:a |an |the )?member of) {BODY}",
        Validity.OVER,
    ),
    rule("member_of", rf"(?:{BE} (?:a |an |the )?(?:\w+ )?member of|belongs? to) {BODY}"),
    rule("member_of", rf"{START}(?:[Mm]ember of|[Oo]n the board of) {BODY}", is_elidable=True),
    rule(
        "member_of",
        rf"(?:sings?|plays?(?: \w+){{0,2}}|drums?|rows?|runs?|sails?|trains?(?: [a-z]+){{0,2}}"
        rf"|climbs?|hikes?|volunteers?) (?:in|for|with|at) the (?P<o>{SOME_BODY}|{PLAIN_NAME})",
    ),
    rule("studies_at", rf"(?:stud(?:y|ies)|{BE} studying|goes|go) (?:at|to) {BODY}", fits=SCHOOL),
    rule("studies_at", rf"graduated from {BODY}", Validity.STOPPED, fits=SCHOOL),
    rule("reports_to", rf"reports? to {MATE}"),
    rule(
        "leads",
        r"(?:runs?|leads?|manages?|heads?) the (?P<o>[\w -]{2,40}? (?:team|department|group"
        r"|unit|project|office|lab|branch|choir|club))\b",
    ),
    rule(
        "works_for",
        rf"(?:runs?|leads?|manages?|heads?) the [\w -]{{2,40}}? (?:team|department|group|unit"
        rf"|office|lab|branch) at {BODY}",
    ),
    rule(
        "leads",
        rf"(?:founded|co-founded|started|set up) {BODY}(?=[.,]| in \d{{4}}| and\b)",
        confidence=0.85,
    ),
    rule(
        "leads",
        rf"(?:leads?|heads|{BE} leading|{BE} the (?:leader|head|lead) of) {THE}(?P<o>"
        rf"{NAMED})",
    ),
    rule(
        "assigned_to",
        rf"{BE} (?:in charge of|responsible for|assigned to) {WHAT}",
        is_swapped=True,
    ),
    rule("assigned_to", rf"{BE} assigned to {MATE}", subjects=THING),
)
LIVING = (
    rule("lives_in", rf"no longer lives? in {SPOT}", Validity.OVER),
    rule("lives_in", rf"{NOT} live in {SPOT}{ANYMORE}", Validity.OVER),
    rule("lives_in", rf"(?:used to live|{SIMPLY}lived) in {SPOT}", Validity.OVER),
    rule(
        "lives_in",
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
        rf"{START}(?:[Rr]elocated|[Mm]oved) (?:from [^.,]{{2,24}} )?to (?P<o>{SOMEWHERE})",
        Validity.BEGINS,
        is_elidable=True,
    ),
    rule("lives_in", rf"from {SPOT}, where (?P<s>I) live", Validity.STANDS),
    rule(
        "lives_in",
        rf"(?:moved|relocated|{HAVE} moved) (?:from (?P<left>{SOMEWHERE}|"
        rf"{PLAIN_NAME}) )?to (?P<o>{SOMEWHERE})",
        Validity.BEGINS,
    ),
    rule("lives_in", rf"moved (?:away from|out of) {SPOT}", Validity.STOPPED),
    rule("married_to", rf"(?:married|got married to) {MATE}", Validity.BEGINS),
    rule("married_to", rf"{BE} married to {MATE}"),
    rule("married_to", rf"(?:divorced|{BE} divorced from|separated from) {MATE}", Validity.STOPPED),
)
THINGS = (
    rule(
        "uses",
        rf"(?:no longer uses?|stopped using|used to use) {TOOL}",
        Validity.OVER,
        subjects=PERSON + ORGANIZATION + THING,
    ),
    rule(
        "uses",
        rf"(?:use|uses|{BE} using|{HAVE} been using|{HAVE} been on|{BE} (?:still )?on|drive|drives) {TOOL}",
        subjects=PERSON + ORGANIZATION + THING,
    ),
    rule(
        "uses",
        rf"(?:[Ss]wapped|[Tt]raded|[Dd]itched|[Rr]eplaced) (?:my |our )?(?P<left>{SOMETHING}"
        rf"|{PLAIN_NAME}) (?:for|with) {TOOL}",
        Validity.BEGINS,
        is_elidable=True,
    ),
    rule(
        "uses",
        rf"(?:[Gg]ot rid of|[Dd]itched|[Gg]ave up|[Dd]ropped) {TOOL}",
        Validity.STOPPED,
        is_elidable=True,
    ),
    rule(
        "uses",
        rf"(?:write|code|draw|edit|do|play|work|run|film|shoot|record)s? [^.,;]{{0,30}}?(?:in|on"
        rf"|with) (?:my |a |an )?{TOOL}",
        confidence=0.85,
    ),
    rule(
        "uses",
        rf"(?:switched|migrated|moved) from (?P<left>{SOMETHING}) to (?P<o>{SOMETHING})",
        Validity.BEGINS,
        subjects=PERSON + ORGANIZATION + THING,
    ),
    rule(
        "located_in",
        rf"{BE} (?:located |based |headquartered )?in (?P<o>{SOMEWHERE})",
        subjects=ANY_THING,
    ),
    rule(
        "part_of",
        rf"{BE} (?:a )?(?:part|subsidiary|division|module|component) of {THE}"
        rf"(?P<o>[{ORGANIZATION}-{THING}]{REST}*)",
        subjects=ANY_THING,
    ),
    rule(
        "ownership",
        rf"owns? {THE}(?P<o>[{ORGANIZATION}-{THING}]{REST}*)",
        subjects=PERSON + ORGANIZATION,
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
RULES = WHOLE + WORK + LIVING + THINGS
