"""Find the subject of an English verb: the name or pronoun directly before it."""

import re

from nlp.facts.masking import PERSON
from nlp.facts.rules import NAMED, Rule
from nlp.facts.sentences import SPEAKER, Sentence, Subject

from .rules import KIN

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
