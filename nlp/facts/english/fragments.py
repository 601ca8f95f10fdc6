"""English rules for lists of fragments: "Tom, 45, nurse in Leeds, allergic to cats".

A fragment fills the place between two commas. It is about whom the sentence begins with, or
about the writer if the sentence holds nothing but fragments.
"""

import re
from dataclasses import replace

from nlp.facts.rules import SOMEONE, SOMEWHERE, Rule
from nlp.facts.sentences import OWNER, PERSON, REST, SPEAKER, WRITTEN_OWNER, Sentence, Subject

from .food_and_pets import ALLERGEN, ANIMAL, FED, FREE
from .personal import LANGUAGES, NUMBER, OLD, SIDE
from .rules import EMPLOYER, KIN, NEAR, PARENT, SPOT, UPPER, rule
from .work import JOB, NO_JOB

ITEM = r"(?:^[\s>*•-]*|(?<=[,;:–—] )|(?<=\. )|(?<=, and )|(?<=\())"
SHUT = r"(?=\s*(?:[.,;!)\n–—\U0001f1e6-\U0001faff]|$)|\s+and\b|\s+with\b|\s+& )"
# "Call doctor", "Define User Model": who is ordered about, no occupation.
NO_ORDER = (
    r"(?!(?:add|ask|be|become|book(?! (?:binder|designer|editor|illustrator|seller))|build|buy"
    r"|call(?! cent)|check|choose|confirm|contact|create|define|email|find|follow|get|give|help(?! desk)"
    r"|hire|implement|interview|invite|make|meet|message|pay|pick|remind|replace|ring|see|select|send"
    r"|talk(?! show)|tell|text|thank|train(?= (?:an?|the|model)\b)|update|use|visit|wait|write) )"
)
# "Doctor at the clinic put me on metformin" is a sentence about somebody.
NO_VERB = r"(?=\s*(?:[.,;:!)\n–—]|$)| (?:since|for|in|and|with|from|but|by|now|here|on|until)\b)"
_LISTED: tuple[Rule, ...] = (
    rule("age", rf"{ITEM}(?<!\d, )(?:[Aa]ged? )?{NUMBER}(?:{OLD})?{SHUT}(?!,? (?:and |or )?\d)"),
    rule(
        "occupation",
        rf"{ITEM}(?![Nn]ew )(?:an? )?(?P<o>(?i:{NO_ORDER}{NO_JOB}{JOB}))"
        r"(?=\s*(?:[.,;!)\n–—]|$)| (?:at|in|for|from|with|by|and) )",
    ),
    rule("works_for", rf"{ITEM}(?:an? )?(?i:{NO_ORDER}{NO_JOB}{JOB}) at {EMPLOYER}{NO_VERB}"),
    rule(
        "lives_in",
        rf"{ITEM}(?:[Nn]ow |[Cc]urrently |[Pp]resently )?(?:[Ll]iving|[Bb]ased|[Ll]ives?|[Ss]ettled|["
        rf"Nn]ow) {NEAR}{SPOT}",
    ),
    rule(
        "from",
        rf"{ITEM}(?:[Oo]riginally )?from (?P<o>{SIDE}{SOMEWHERE}(?:,? {SOMEWHERE})?|{UPPER}[a-z]+"
        rf"|{SOMEONE}){SHUT}",
    ),
    rule(
        "from",
        rf"{ITEM}(?:[Bb]orn and (?:raised|bred) in|[Bb]orn in|[Rr]aised in|[Nn]ative of) {SPOT}",
    ),
    rule("allergic_to", rf"{ITEM}(?:also )?[Aa]llergic to {ALLERGEN}{SHUT}", is_list=True),
    rule("diet", rf"{ITEM}(?:strict |lifelong |mostly )?(?P<o>(?i:{FED}|{FREE})){SHUT}"),
    rule("speaks", rf"{ITEM}(?:[Ss]peaks|[Ff]luent in) {LANGUAGES}", is_list=True),
    rule("pet", rf"{ITEM}(?P<o>(?:one|two|three|four|five|\d) (?:[a-z]+ )?{ANIMAL}){SHUT}"),
    rule(
        "likes",
        rf"{ITEM}(?:[Ll]oves?|[Ll]ikes|[Ii]nto|[Mm]ad about|[Bb]ig fan of) (?P<o>(?!it\b"
        rf"|this\b|the\b|having\b|seeing\b|to\b|that"
        rf"\b)[a-z][\w' -]{{2,40}}?){SHUT}",
    ),
)
RULES = tuple(replace(each, is_fragment=True, confidence=0.85) for each in _LISTED)
# Whom the list is about, if it says so first.
HEAD = re.compile(
    r"^[\s>*•-]*(?:(?:[Hh]i|[Hh]ello|[Hh]ey)(?: there)?[,!.]* )?(?:(?P<first>(?:I'm|I am|[Ii]m|i'm|["
    r"Mm]y name(?: is|'s)|[Nn]ame's"
    rf"|[Cc]all me|[Nn]ame:) |{OWNER}{REST}*(?: is\b|:|,))"
    rf"|(?:[Mm]y |[Oo]ur )?(?:[a-z-]+ ){{0,3}}?(?:(?P<name>{SOMEONE})|(?:[Mm]y |[Oo]ur )(?P<kin>{KIN}"
    rf")|(?P<parent>{PARENT}))"
    r"(?: is|'s(?= (?:an?|the|from|in|at|now|still|also|my|our|\d+|[a-z]+ing|allergic|vegan|vegetarian)\b)"
    r"|,|:| \(| –| —))"
)
OTHER = re.compile(
    rf"\b(?:he|she|we|they|it|who|my|his|her|whose|our|you|your|[Ii]|I'm)\b|[{PERSON}]"
)
VERB = re.compile(
    r"\b(?:I|he|she|we|they|it|my|you|is|are|was|were|has|have|had|will|can|do|does|did|the"
    r"|this|that|please|at)\b|'[smrl]",
    re.IGNORECASE,
)
# Whoever notes "67 M" or "pt" describes a patient, a client or an applicant.
CASE = re.compile(
    r"\b(?:[Pp]t|[Pp]atient|[Cc]lient|[Aa]pplicant|[Cc]andidate|\d{2} ?[MFmf])\b(?! me)"
)
# Who lists these describes a person.
PERSONAL = re.compile(
    rf"(?i:\b(?:married|single|divorced|widow\w*|retired|engaged|mum|mom|dad|mother|father"
    rf"|parent|from|living|lives|based|student"
    rf"|kids|children|vegan|vegetarian|allergic|speaks|native|two|born|lefty|(?:{JOB}))\b)"
)
LISTED = Subject(is_speaker=True, is_explicit=False)


def fragment_subject(
    sentence: Sentence, at: int, end: int, rule: Rule, person: Subject | None
) -> Subject | None:
    """Return whom the fragment at ``at`` is about; None if that is unclear.

    ``person`` is whom the sentence before is about, if it is about one.
    """
    before = sentence.text[:at]
    if head := HEAD.match(before):
        return None if OTHER.search(before[head.end() :]) else _of(head)
    if VERB.search(before) or PERSON in before or CASE.search(before):
        return None
    others = f"{before} {sentence.text[end:]}"
    if rule.predicate in {"age", "from", "occupation", "condition"} and not PERSONAL.search(others):
        return None
    if person is not None and person.is_speaker:
        return person
    # A line of its own is about its writer; behind a sentence about somebody that is unclear.
    return None if person else LISTED


def _of(head: re.Match[str]) -> Subject:
    if head["first"]:
        return WRITTEN_OWNER if OWNER in head["first"] else replace(SPEAKER, is_explicit=False)
    group = next(name for name in ("name", "kin", "parent") if head[name])
    return Subject(*head.span(group))
