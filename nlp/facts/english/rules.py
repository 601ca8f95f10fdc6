"""English rules for facts and relations; each pattern begins at its verb."""

import re

from nlp.facts.rules import NAMED, SOME_BODY, SOMEONE, SOMETHING, SOMEWHERE, Rule, Validity
from nlp.facts.sentences import ORGANIZATION, PERSON, PLACE, REST, SPEAKER, THING, Sentence, Subject

KIN = (
    r"(?:mother|father|mom|mum|dad|wife|husband|partner|daughter|son|sister|brother|parents|"
    r"grandmother|grandfather|aunt|uncle|cousin|girlfriend|boyfriend|friend|flatmate|roommate|neighbour|neighbor)"
)
PLAIN_NAME = r"[A-Z][\w&.-]*\w(?: [A-Z][\w&.-]*\w)*"
THE = r"(?:the |a |an )?"
BODY = rf"{THE}(?P<o>{SOME_BODY}|{PLAIN_NAME})"
FIRM = rf"{THE}(?P<o>[{ORGANIZATION}]{REST}*)"
SPOT = rf"(?P<o>{SOMEWHERE}|{PLAIN_NAME})"
TOOL = rf"{THE}(?P<o>{SOMETHING}|{PLAIN_NAME})"
MATE = rf"(?P<o>{SOMEONE})"
WHAT = rf"{THE}(?P<o>{SOMETHING})"
PRONOUN = r"(?!to |(?:it|that|this|how|when|what|him|her|them|you|me)\b)"
GO_ON = r"(?:to|over|and|but|because|when|since|so|than|on|for|in|at|with|from|after|before)"
WORDS = rf"(?P<o>{PRONOUN}[^\s.,;!?]+(?: (?!{GO_ON} )[^\s.,;!?]+){{0,3}})(?= {GO_ON} |[.,;!]|$)"
BE = r"(?:am|is|are|'m|'s|’m|’s|'re)"
HAVE = r"(?:has|have|'ve|'s)"
NOT = r"(?:doesn['’]t|don['’]t|does not|do not)"
ANYMORE = r"(?= (?:anymore|any more|any longer|these days)\b)"
SIMPLY = r"(?<!has )(?<!have )(?<!'ve )(?<!'s )(?<!been )"
GROUP = re.compile(
    r"club|team|society|committee|group|band|union|association|council|guild|board", re.IGNORECASE
)
SCHOOL = re.compile(r"university|college|school|institute|academy", re.IGNORECASE)
ANY_THING = ORGANIZATION + PLACE + THING
ADVERBS = (
    r"(?:(?:now|currently|still|also|just|really|recently|already|actually|usually|finally|,)\s*)*"
)
BEFORE = re.compile(
    rf"(?:^|[\s,(\"“])(?:(?P<first>I)|[Mm]y (?P<kin>[{PERSON}]\ue1ff*|{KIN})"
    rf"|(?:[Tt]he |[Oo]ur )?(?P<name>{NAMED})|(?P<plain>[A-Z][a-z]+(?: [A-Z][a-z]+)*))(?:, who)?\s*{ADVERBS}$"
)
# "… works at Acme and lives in Kobe": both verbs share the subject.
GOES_ON = re.compile(rf"(?:,|\band|\bthen)\s*{ADVERBS}$")
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
        rf"(?:works?|{BE} working|{HAVE} (?:been working|worked)) (?:for|at) {BODY}",
    ),
    rule(
        "works_for",
        rf"(?:left|quit|resigned from|retired from|was laid off (?:from|by)) {FIRM}",
        Validity.STOPPED,
    ),
    rule("member_of", rf"(?:joined|{HAVE} joined) {BODY}", Validity.BEGINS, fits=GROUP),
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
    rule("member_of", rf"(?:{BE} (?:a |an |the )?member of|belongs? to) {BODY}"),
    rule("studies_at", rf"(?:stud(?:y|ies)|{BE} studying|goes|go) (?:at|to) {BODY}", fits=SCHOOL),
    rule("studies_at", rf"graduated from {BODY}", Validity.STOPPED, fits=SCHOOL),
    rule("reports_to", rf"reports? to {MATE}"),
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
    rule("lives_in", rf"(?:lives?|{BE} living|{HAVE} (?:been living|lived)|resides?) in {SPOT}"),
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
    rule("uses", rf"(?:uses?|{BE} using) {TOOL}", subjects=PERSON + ORGANIZATION + THING),
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
    rule("allergic_to", rf"{BE} allergic to {WORDS}"),
    rule("prefers", rf"prefers? {WORDS}"),
    rule("dislikes", rf"(?:{NOT} (?:like|enjoy)|hates?|dislikes?|can['’]t stand) {WORDS}"),
    rule("likes", rf"(?:really )?(?:likes?|loves?|enjoys?) {WORDS}"),
)
# Patterns that include their subject.
WHOLE = (
    rule("reports_to", rf"(?P<s>\b[Mm]y|{SOMEONE}['’]s) (?:boss|manager|supervisor) is {MATE}"),
    rule("married_to", rf"(?P<s>\b[Mm]y|{SOMEONE}['’]s) (?:wife|husband|spouse) is {MATE}"),
    rule("married_to", rf"(?P<s>{SOMEONE}) and {MATE} (?:are|got) divorced", Validity.STOPPED),
    rule("married_to", rf"(?P<s>{SOMEONE}) and {MATE} (?:are|got) married"),
    rule(
        "birthday",
        rf"(?P<s>\b[Mm]y|{SOMEONE}['’]s) birthday is (?:on )?(?P<o>[A-Z][a-z]+ \d{{1,2}}"
        rf"|\d{{1,2}} [A-Z][a-z]+)",
    ),
    rule(
        "located_in",
        rf"(?P<s>[{ORGANIZATION}{THING}]{REST}*)['’]s (?:headquarters|head office"
        rf"|office) (?:is|are) in (?P<o>{SOMEWHERE})",
        subjects=ANY_THING,
    ),
)
RULES = WHOLE + WORK + LIVING + THINGS


def subject_before(
    sentence: Sentence, at: int, rule: Rule, earlier: Subject | None
) -> Subject | None:
    """Return the subject of the verb at ``at``; None if it is unknown."""
    before = sentence.text[:at]
    found = BEFORE.search(before)
    if found is None:
        return earlier if GOES_ON.search(before) else None
    if found["first"]:
        return SPEAKER if PERSON in rule.subjects else None
    if found["kin"]:
        return _named(found, "kin") if PERSON in rule.subjects else None
    if found["plain"]:
        is_name = not NO_NAME.fullmatch(found["plain"]) and PERSON in rule.subjects
        return Subject(*found.span("plain"), is_plain=True) if is_name else None
    return _named(found, "name") if found["name"][0] in rule.subjects else None


def _named(found: re.Match[str], group: str) -> Subject:
    return Subject(*found.span(group))
