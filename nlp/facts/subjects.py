"""Find whom a claim is about, and leave out what is said of somebody else."""

import re
from collections.abc import Sequence

from nlp.predicates import CONDITION, KIN_TIES, PERSONAL_TIES
from nlp.text.sentences import TITLE_STOP

from .claim_text import ClaimText
from .doubted_health import is_in_care, is_of_patients
from .english import subjects as english
from .english.fragments import fragment_subject
from .english.rules import KIN, UPPER
from .family.unnamed import names_others_relative
from .japanese import subjects as japanese
from .japanese.rules import FIRST
from .japanese.rules import KIN as JAPANESE_KIN
from .rules import NAMED, Rule
from .sentences import OWNER as WRITTEN_OWNER_SIGN
from .sentences import PERSON, REST, SPEAKER, WRITTEN_OWNER, Sentence, Subject

Match = tuple[re.Match[str], Rule]
NAME_OR_KIN = re.compile(rf"{NAMED}|{JAPANESE_KIN}")
FIRST_PERSON = re.compile(rf"^(?:[Mm]y|[Oo]ur|[Ii](?:'?m| am)?|[Mm]e|[Mm]ine|[Ww]e|[Uu]s|{FIRST})$")
PRONOUN = re.compile(r"(?:his|him|he|she|her|their|them)$", re.IGNORECASE)
# Words for somebody else, about whom a sentence without a known subject may be.
OTHER = re.compile(r"\b(?:he|she|they|you|who|somebody|someone|it)\b|[a-z]'s\b", re.IGNORECASE)
# Who tells what was in 1890 tells of history, and leaves its subject out, not themselves.
LONG_AGO = re.compile(r"(?<!生まれは)(?:1[0-8]\d\d|19[0-4]\d)年(?![\d月日]{0,6}生)")
# Prose of an encyclopedia leaves its subject out as well: 同年、USクレモネーゼに加入した。
PROSE = re.compile(
    r"同年|翌年(?!度)|没後|芸能人|アイドルグループ|総選挙|衆議院|参議院|内閣|文部科学|入党|初当選|博覧会|子会社|として生まれ"
    r"|旧姓は[^。]{1,20}である|(?:歌人|俳人|詩人|武将|藩主|力士|選手|政治家|実業家)(?:で(?:も)?ある)?。"
    r"|出身の(?:[一-龥ァ-ヶ]{1,8})(?:で|が|の|。)|(?:タレント|女優|俳優|歌手)の"
)
POLITE = re.compile(r"(?:です|ます|ました|ません|でした)|[私僕俺]|わたし|うち|自分")
OTHER_FIRST = re.compile(rf"\W*(?:{PERSON}|(?:[Hh]e|[Ss]he|[Tt]hey|[Hh]is|[Hh]er|[Tt]heir)\b)")
# A letter that an assistant drafts speaks to whom it is for.
ADDRESSED = re.compile(rf"\bDear [A-Z{PERSON}]|\b[Tt]ell (?:him|her|them|the)\b|\b[Ss]ubject: ")
TIES = PERSONAL_TIES | {"pet"}
# A pronoun means somebody of the sentence before.
FAR = 400
SENTENCES_BACK = 2
# The full stop of "Mrs. Lund" ends no sentence.
PART = re.compile(rf"[^.!?。！？\n]*(?:{TITLE_STOP}[^.!?。！？\n]*)*[.!?。！？\n]?")
TITLE = r"(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.? )?"
# "The user's name is Emma. She …" is about the user.
OWN_NAME = re.compile(
    rf"{WRITTEN_OWNER_SIGN}{REST}*(?:'s (?:[a-z]+ )?name\b| is (?:called|named)| goes by|: | \("
    rf"| is {TITLE}{PERSON}| speaks )"
)
# "I go by Lizzie. Just turned 40": whoever gives their own name goes on about themselves.
OWN_INTRODUCTION = re.compile(
    rf"(?:\b(?:[Ii]'?m|I am|[Cc]all me|I go by|[Mm]y name(?:'s| is))|(?:^|[.!] )[Nn]ame's) {PERSON}"
)
PERSON_SIGNS = re.compile(rf"(?P<who>{PERSON}{REST}*)")
OWN_RELATIVE = re.compile(
    rf"(?<!is )(?<!'s )(?<!with )(?:\b[Mm]y|\b[Oo]ur|'s) (?:[a-z]+ )?(?:{KIN} (?={UPPER}))?"
    rf"(?P<who>{KIN}\b(?! {UPPER})|{UPPER}[a-z]+)"
)


def find_subject(
    reading: ClaimText, sentence: Sentence, readings: Sequence[Match], earlier: Subject | None
) -> tuple[re.Match[str], Rule, Subject | None]:
    """Return the first of several readings of the same words whose subject is known."""
    is_of_other = reading.is_japanese or OTHER.search(sentence.text, 0, readings[0][0].end())
    for found, rule in readings[:1] if is_of_other else readings:
        whose = _subject(reading, sentence, found, rule, earlier)
        if whose is not None:
            return found, rule, whose
    return *readings[0], None


def may_speak(reading: ClaimText, subject: Subject) -> bool:
    """Return whether the words may claim something about the subject: no assistant's own "I".

    An assistant's note about "the user" may leave the subject out in a later sentence.
    """
    is_implied = subject.is_speaker and not subject.is_explicit and not subject.is_owner
    if is_implied and reading.is_japanese and _is_of_history(reading.text):
        return False
    if not subject.is_speaker or subject.is_owner or not reading.is_assistant:
        return True
    return not subject.is_explicit and WRITTEN_OWNER_SIGN in reading.signs


def _is_of_history(text: str) -> bool:
    is_prose = PROSE.search(text) is not None and POLITE.search(text) is None
    return is_prose or LONG_AGO.search(text) is not None


def is_of_another(
    reading: ClaimText, sentence: Sentence, found: re.Match[str], rule: Rule, whose: Subject
) -> bool:
    """Return whether words that leave their subject out follow words on somebody else.

    "Dom called. Hates days", 和子の誕生日。六十五歳。 Whoever writes "I" says "Hate days" of themselves.
    """
    if rule.predicate == CONDITION and whose.is_owner and is_in_care(reading.text):
        return True
    if not whose.is_speaker or whose.is_explicit or whose.is_owner:
        return False
    # "We got a dog. His name is Bo": the sentence before tells whose.
    if rule.after is not None:
        return False
    # A list of guests, patients or figures leaves its subjects out too, but names no relatives.
    has_field = ":" in found[0]
    is_own_tie = rule.predicate in TIES and (reading.is_japanese or has_field)
    is_own_tie = is_own_tie or (rule.predicate == "uses" and has_field)
    is_listed = not (is_own_tie or rule.is_wish) and WRITTEN_OWNER_SIGN not in reading.signs
    if is_listed and reading.brings_material:
        return True
    if rule.predicate == CONDITION and is_of_patients(reading.text, found[0]):
        return True
    nearest = [text for text, _ in _parts_before(reading, sentence.at)[:1]]
    before = " ".join([*nearest, sentence.text[: found.start()]])
    if WRITTEN_OWNER_SIGN in before:
        return False
    if reading.is_japanese and rule.predicate == "name":
        told = reading.signs[max(0, sentence.at - FAR) : sentence.at + found.start()]
        return japanese.introduces_another(told, found[0])
    if reading.is_japanese and rule.predicate in KIN_TIES:
        at = sentence.at + found.start()
        if names_others_relative(reading.signs[max(0, at - FAR) : at], found[0]):
            return True
    if reading.is_japanese and rule.predicate == "married_to":
        line = reading.signs[: sentence.at].rpartition("\n")[2] + sentence.text[: found.start()]
        return japanese.names_spouse_of_another(line, found[0])
    if reading.is_japanese:
        return rule.predicate in japanese.OF_ONE and japanese.names_another(before, rule.predicate)
    if not english.is_third_person(found[0]):
        return False
    # A note that begins with the user goes on about them, unless a sentence begins with another.
    if reading.is_assistant and reading.signs.startswith(WRITTEN_OWNER_SIGN):
        return bool(OTHER_FIRST.match(before))
    return PERSON in before or bool(OTHER.search(before) or english.OWN.search(reading.signs))


def _subject(
    reading: ClaimText,
    sentence: Sentence,
    found: re.Match[str],
    rule: Rule,
    earlier: Subject | None,
) -> Subject | None:
    if rule.is_to_owner:
        at = sentence.at + found.start()
        is_drafted = ADDRESSED.search(reading.signs, max(0, at - FAR), at)
        return WRITTEN_OWNER if reading.is_assistant and not is_drafted else None
    if "s" in rule.pattern.groupindex and found["s"] and not PRONOUN.match(found["s"]):
        return _stated_subject(sentence, found)
    person = _person_meant(reading, sentence, found.start())
    if "s" in rule.pattern.groupindex and found["s"]:
        return person
    if reading.is_japanese:
        return japanese.subject_before(sentence, found.start(), rule, person)
    if rule.is_fragment:
        previous = _one_person(_parts_before(reading, sentence.at)[:1], sentence.at)
        return fragment_subject(sentence, found.start(), found.end(), rule, previous)
    return english.subject_before(sentence, found.start(), rule, earlier, person)


def _stated_subject(sentence: Sentence, found: re.Match[str]) -> Subject | None:
    """Return the subject that a pattern includes."""
    if found["s"].startswith(WRITTEN_OWNER_SIGN):
        return WRITTEN_OWNER
    if FIRST_PERSON.match(found["s"]):
        return SPEAKER
    name = NAME_OR_KIN.match(sentence.text, found.start("s"))
    return Subject(found.start("s"), name.end()) if name else None


def _person_meant(reading: ClaimText, sentence: Sentence, at: int) -> Subject | None:
    """Return whom a pronoun, or a Japanese sentence without a subject, is about."""
    before = _parts_before(reading, sentence.at)
    if reading.is_japanese:
        return japanese.topic_of(before, sentence.at)
    here = _parts_before(reading, sentence.at + at)
    return _one_person(here[:1], sentence.at) or _one_person(before[:SENTENCES_BACK], sentence.at)


def _parts_before(reading: ClaimText, at: int) -> list[tuple[str, int]]:
    """Return the sentences before a place, the nearest first, each with its offset."""
    start = max(0, at - FAR)
    parts = [
        (part[0], start + part.start())
        for part in PART.finditer(reading.signs[start:at])
        if part[0].strip()
    ]
    return parts[::-1]


def _one_person(parts: Sequence[tuple[str, int]], at: int) -> Subject | None:
    """Return the one person of a sentence, as a span that counts from ``at``; None for two."""
    for text, offset in parts:
        people = list(PERSON_SIGNS.finditer(text))
        if WRITTEN_OWNER_SIGN in text and (not people or OWN_NAME.search(text)):
            return WRITTEN_OWNER
        if not people:
            people = list(OWN_RELATIVE.finditer(text))
        if OWN_INTRODUCTION.search(text):
            return SPEAKER
        if people:
            start, end = (offset - at + place for place in people[0].span("who"))
            return Subject(start, end) if len(people) == 1 else None
    return None
