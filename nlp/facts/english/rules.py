"""English rules for facts and relations; each pattern begins at its verb."""

import re
from dataclasses import replace

from nlp.facts.rules import NAMED, SOME_BODY, SOMEONE, SOMETHING, SOMEWHERE, Rule, Validity
from nlp.facts.sentences import (
    ORGANIZATION,
    OWNER,
    PERSON,
    PLACE,
    REST,
    SPEAKER,
    THING,
    WRITTEN_OWNER,
    Sentence,
    Subject,
)

KIN = (
    r"(?:mother|father|mom|mum|dad|wife|husband|partner|daughter|son|sister|brother|parents|"
    r"grandmother|grandfather|aunt|uncle|cousin|girlfriend|boyfriend|friend|flatmate|roommate|neighbour|neighbor)"
)
# Capital letters of the Latin script, such as Ł and Ø.
UPPER = f"[A-Z{''.join(chr(code) for code in range(0xC0, 0x250) if chr(code).isupper())}]"
PLAIN_NAME = rf"{UPPER}[\w&.'-]*\w(?: {UPPER}[\w&.'-]*\w)*"
THE = r"(?:the |a |an )?"
BODY = rf"{THE}(?P<o>{SOME_BODY}|{PLAIN_NAME})"
FIRM = rf"{THE}(?P<o>[{ORGANIZATION}]{REST}*)"
SPOT = rf"(?P<o>{SOMEWHERE}(?:,? {SOMEWHERE})?|{PLAIN_NAME})"
NEAR = (
    r"(?:in|at|near|just outside|outside) (?:the (?:top|bottom|middle|north|south|east|west|centre|center|outskirts|edge) of "
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
BEFORE = re.compile(
    rf"(?:^|[\s,(\"“])(?:(?P<first>[Ii]|{OWNER}{REST}*)|(?P<us>[Ww]e|(?:[Mm]e|I) and my [a-z]+)"
    rf"|(?P<pronoun>[Hh]e|[Ss]he|[Tt]hey)|[Mm]y (?P<kin>[{PERSON}]{REST}*|{KIN})"
    rf"|(?:[Tt]he |[Oo]ur )?(?P<name>{NAMED})|(?P<plain>{UPPER}[a-z]+(?: {UPPER}[a-z]+)*))"
    rf"(?:, who| \([^()]{{1,40}}\)|, [^,{PERSON}]{{1,40}},|,)?\s*{ADVERBS}$"
)
# "… works at Acme and lives in Kobe": both verbs share the subject.
GOES_ON = re.compile(rf"(?:,|;|\band|\bthen|\bbut|\bwho)\s*{ADVERBS}$")
# The subject at the beginning of a sentence: "My mate Callum plays bass and works as …".
LEADING = re.compile(
    rf"^[\s>*•-]*(?:(?:[Aa]nd|[Bb]ut|[Ss]o|[Ww]ell|[Aa]lso|[Hh]i|[Hh]ey|[Hh]ello)[,!]? )*(?:(?P<first>I\b|{OWNER}{REST}*(?!'s))"
    rf"|(?P<us>[Ww]e\b)|(?P<pronoun>[Hh]e\b|[Ss]he\b)|(?:[Mm]y |[Oo]ur )?(?:[A-Za-z][a-z-]+ ){{0,2}}(?:(?:Mr|Mrs|Ms|Dr)\.? )?"
    rf"(?P<name>{SOMEONE})(?!'s))"
)
BASE_FORM = re.compile(
    r"(?:like|love|hate|enjoy|prefer|live|work|use|speak|study|eat|adore|own|run|lead|manage|keep|come|go|have|do|don't|never eat|am|'m|'ve)\b"
)
# What people share is told in the plural: "we live in Kobe".
SHARED = frozenset({"lives_in", "pet", "uses", "from"})
# A note leaves out its writer: "Allergic to wasps".
NOTED = Subject(is_speaker=True, is_explicit=False)
NO_NAME = re.compile(
    r"(?:He|She|It|They|We|You|This|That|There|Who|What|Which|One|The|My|Our|Your|His|Her|Their|And|But|So|If|When"
    r"|Someone|Everyone|Nobody|Everybody|Somebody|People|Also|Then|Now|Not|No)"
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
        rf"(?:works?|{BE} working|{HAVE} (?:been working|worked)) (?:[a-z-]+ )?(?:for|at) (?:an? [\w ]{{2,24}} called )?{BODY}",
    ),
    rule("works_for", rf"(?:works?|working) as an? [^.,;]{{3,40}}? (?:for|at|with) {BODY}"),
    rule(
        "works_for",
        rf"{START}(?:[Ww]orks?|[Ww]orking|[Ee]mployed) (?:for|at|by) {BODY}",
        is_elidable=True,
    ),
    rule(
        "works_for",
        rf"(?:left|quit|resigned from|retired from|(?:was |got |been )(?:laid off|fired|let go|made redundant|sacked) (?:from|by|at)) {FIRM}",
        Validity.STOPPED,
    ),
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
        rf"(?:{BE} |take|taking|takes|doing|in (?:my|the) )[^.,;]{{0,40}}?(?:degree|course|master's|masters|PhD|BA|BSc|MSc|MA|year|diploma|class)\b[^.,;]{{0,30}}? at {BODY}",
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
        rf"(?:sings?|plays?(?: \w+){{0,2}}|drums?|rows?|runs?|sails?|trains?(?: [a-z]+){{0,2}}|climbs?|hikes?|volunteers?) (?:in|for|with|at) the (?P<o>{SOME_BODY}|{PLAIN_NAME})",
    ),
    rule("studies_at", rf"(?:stud(?:y|ies)|{BE} studying|goes|go) (?:at|to) {BODY}", fits=SCHOOL),
    rule("studies_at", rf"graduated from {BODY}", Validity.STOPPED, fits=SCHOOL),
    rule("reports_to", rf"reports? to {MATE}"),
    rule(
        "leads",
        r"(?:runs?|leads?|manages?|heads?) the (?P<o>[\w -]{2,40}? (?:team|department|group|unit|project|office|lab|branch|choir|club))\b",
    ),
    rule(
        "works_for",
        rf"(?:runs?|leads?|manages?|heads?) the [\w -]{{2,40}}? (?:team|department|group|unit|office|lab|branch) at {BODY}",
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
        rf"(?:{HAVE} )?(?:called|calls?|made|makes?) (?P<o>{SOMEWHERE}|{PLAIN_NAME}) (?:my |his |her |our )?home\b",
    ),
    rule(
        "lives_in",
        rf"(?P<s>\b[Mm]y|\b[Oo]ur) (?:home|address|place|house|flat|apartment) is {NEAR}{SPOT}",
    ),
    rule("lives_in", rf"{BE} an? (?P<o>{SOMEWHERE}|{PLAIN_NAME}) resident\b"),
    rule(
        "lives_in",
        rf"(?:rents?|owns?|shares?|{HAVE} got|bought) (?:an? |my |our )(?:\w+ )?(?:room|flat|house|apartment|place|cottage|studio) {NEAR}{SPOT}",
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
        rf"(?:[Ss]wapped|[Tt]raded|[Dd]itched|[Rr]eplaced) (?:my |our )?(?P<left>{SOMETHING}|{PLAIN_NAME}) (?:for|with) {TOOL}",
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
        rf"(?:write|code|draw|edit|do|play|work|run|film|shoot|record)s? [^.,;]{{0,30}}?(?:in|on|with) (?:my |a |an )?{TOOL}",
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
        "located_in",
        rf"(?P<s>[{ORGANIZATION}{THING}]{REST}*)'s (?:headquarters|head office"
        rf"|office) (?:is|are) in (?P<o>{SOMEWHERE})",
        subjects=ANY_THING,
    ),
)
RULES = WHOLE + WORK + LIVING + THINGS


def subject_before(
    sentence: Sentence, at: int, rule: Rule, earlier: Subject | None, person: Subject | None
) -> Subject | None:
    """Return the subject of the verb at ``at``; None if it is unknown.

    ``earlier`` is the subject of the verb before it; ``person`` the one that a pronoun means.
    """
    before = sentence.text[:at]
    found = BEFORE.search(before)
    if found is None and GOES_ON.search(before):
        if earlier is not None:
            return earlier
        found = LEADING.match(before)
    if found is None:
        return _unnamed(before, rule)
    if not _agrees(found, sentence.text[at:]):
        return None
    if found["name"] or found.groupdict().get("plain"):
        return _named(found, rule)
    if PERSON not in rule.subjects:
        return None
    if found["first"]:
        return WRITTEN_OWNER if found["first"][0] == OWNER else SPEAKER
    if found["us"]:
        return SPEAKER if rule.predicate in SHARED else None
    return person if found["pronoun"] else _span(found, "kin")


def _agrees(found: re.Match[str], verb: str) -> bool:
    """Return whether the verb has the form of its subject: "Tastes like soap" states no taste."""
    is_first = bool(found["first"] and found["first"] in "Ii") or bool(found["us"])
    is_plural = (found["pronoun"] or "").casefold() == "they" or _kin(found).endswith(("s", REST))
    return is_first or is_plural or not BASE_FORM.match(verb)


def _kin(found: re.Match[str]) -> str:
    return found.groupdict().get("kin") or ""


def _unnamed(before: str, rule: Rule) -> Subject | None:
    is_first = not before.strip(" \t>*-•") or before.endswith((". ", "; ", "– ", "— "))
    return NOTED if is_first and rule.is_elidable else None


def _named(found: re.Match[str], rule: Rule) -> Subject | None:
    if found["name"]:
        return _span(found, "name") if found["name"][0] in rule.subjects else None
    is_name = not NO_NAME.fullmatch(found["plain"]) and PERSON in rule.subjects
    return replace(_span(found, "plain"), is_plain=True) if is_name else None


def _span(found: re.Match[str], group: str) -> Subject:
    return Subject(*found.span(group))
