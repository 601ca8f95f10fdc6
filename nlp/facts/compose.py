"""Find the claims and tasks of a text, with precision before recall."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import zip_longest

from nlp.dates import TimeExpression
from nlp.readers import Found
from nlp.text.composed import ComposedText, compose_text

from .building import CHANGES, TASTES, ClaimText, build_claims
from .english import RULES as ENGLISH
from .english import subjects as english
from .english.fragments import fragment_subject
from .english.rules import KIN, UPPER
from .japanese import RULES as JAPANESE
from .japanese import subjects as japanese
from .japanese.rules import FIRST
from .material import brings_material
from .own_change import reports_own_change
from .rules import NAMED, OWNER, Claim, Rule, Validity
from .sentences import OWNER as WRITTEN_OWNER_SIGN
from .sentences import (
    PERSON,
    REST,
    SPEAKER,
    WRITTEN_OWNER,
    Sentence,
    Subject,
    claim_sentences,
    mask,
)
from .tasks import listed_tasks, tasks_in_sentence

Match = tuple[re.Match[str], Rule]
NAME = re.compile(NAMED)
FIRST_PERSON = re.compile(rf"^(?:[Mm]y|[Oo]ur|[Ii](?:'?m| am)?|[Mm]e|[Mm]ine|{FIRST})$")
# Predicates of which words state one at a time: "can't stand" is no "stand".
POSSESSIVE = re.compile(r"(?:his|her)$", re.IGNORECASE)
# What only says the kind of a place or firm names none.
GENERIC = re.compile(
    r"(?:工業高校|商業高校|農業高校|定時制高校|県庁|市役所|区役所|役場|町役場|村役場|病院"
    r"|大学|高校|小学校|中学校|保育園|幼稚園|美術(?:大学|短大)"
    r"|音楽大学|専門学校|会社|地元|実家|都内|県内|市内|中学|短大|大学院|支店|本社|工場|銀行"
    r"|郵便局|農協|消防署|警察署|図書館|美術館|博物館"
    r"|[Uu]ni(?:versity)?|[Cc]ollege|[Ss]chool|[Hh]ospital|IT|PR|HR|API|CI|CSS|HTML|SEO)"
)
# "Explain it like I'm 5" tells no age; so many characters before it are read.
LIKE = re.compile(r"\blike [Ii]?'?\s*$")
SOON = re.compile(r"(?:来月|来週|来年|明日|もうすぐ|もうじき|まもなく|今度)[^。、\n]*$")
NEAR = 12
# 別れた。いや別れてはない: what follows takes it back.
WITHDRAWN = re.compile(
    r"\s*(?:(?:いや|いえ|違う|違った)[、 ]?[^。\n]*(?:ない|違う|じゃなくて)"
    r"|(?:うそ|嘘|冗談)(?:です|だけど|[。！]|$)|なんてね"
    r"|(?:[Nn]o,? wait|[Ww]ait,? no|[Ss]cratch that|(?:[Jj]ust |[Oo]nly )?[Kk]idding|[Jj]/?k|[Nn]ot really)\b)"
)
# Words for somebody else, about whom a sentence without a known subject may be.
OTHER = re.compile(r"\b(?:he|she|they|you|who|somebody|someone|it)\b|[a-z]'s\b", re.IGNORECASE)
# Who tells what was in 1890 tells of history, and leaves its subject out, not themselves.
LONG_AGO = re.compile(r"(?:1[0-8]\d\d|19[0-4]\d)年(?![\d月日]{0,6}生)")
# A pronoun means somebody of the sentence before.
FAR = 400
SENTENCES_BACK = 2
PART = re.compile(r"[^.!?。！？\n]*[.!?。！？\n]?")
# "The user's name is Emma. She …" is about the user.
OWN_NAME = re.compile(
    rf"{WRITTEN_OWNER_SIGN}{REST}*(?:'s (?:[a-z]+ )?name\b| is (?:called|named)| goes by|: | \()"
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


def find(
    text: str,
    *,
    mentions: Sequence[Found],
    times: Sequence[TimeExpression],
    language: str,
    said_at: datetime,
    speaker: str = "",
    is_assistant: bool = False,
    is_chat: bool = False,
    rules: Sequence[Rule] = (),
) -> list[Claim]:
    """Return the claims of ``text`` in order: what holds, has ended, or is to be done.

    ``speaker`` names the first person if that is not the owner; ``is_assistant``: an assistant
    speaks, who claims nothing about itself. ``is_chat``: the owner speaks to an assistant. "The
    user" is the owner in any text. Questions, suppositions,
    wishes, plans, quotations and plain denials claim nothing. ``said_at`` must have a zone.
    ``rules`` come before those of the language (``rules.rules_from_templates``).
    """
    composed = compose_text(text)
    if not composed.is_same:
        mentions = [_composed_mention(one, composed) for one in mentions]
        times = [_composed_time(one, composed) for one in times]
    text = composed.text
    signs = mask(text, mentions)
    reading = ClaimText(
        text,
        signs,
        times,
        said_at,
        speaker or OWNER,
        language == "ja",
        rules,
        is_assistant,
        is_chat,
    )
    found = _ask_if_unsure(reading, sorted(_claims(reading), key=lambda one: one.order))
    return found if composed.is_same else [_in_original(claim, composed) for claim in found]


def _ask_if_unsure(reading: ClaimText, found: list[Claim]) -> list[Claim]:
    """Return the claims, those without a change that could end something unasked.

    A message that brings words of others along changes nothing by itself, and a change of its
    author has to read like one. Notes about "the user" are no author's own words.
    """
    if not any(claim.is_change for claim in found):
        return found
    if brings_material(reading.text):
        return [replace(claim, is_change=False) for claim in found]
    if WRITTEN_OWNER_SIGN in reading.signs or reports_own_change(reading.text):
        return found
    return [
        replace(claim, is_change=False) if claim.subject == reading.speaker else claim
        for claim in found
    ]


def _composed_mention(one: Found, composed: ComposedText) -> Found:
    start, end = composed.from_original(one.start, one.end)
    return replace(one, surface=composed.text[start:end], start=start, end=end)


def _composed_time(one: TimeExpression, composed: ComposedText) -> TimeExpression:
    start, end = composed.from_original(one.start_char, one.end_char)
    return replace(one, text=composed.text[start:end], start_char=start, end_char=end)


def _in_original(claim: Claim, composed: ComposedText) -> Claim:
    start, end = composed.to_original(claim.start, claim.end)
    return replace(claim, start=start, end=end)


def _claims(reading: ClaimText) -> Iterator[Claim]:
    is_owner = reading.speaker is OWNER and not reading.is_assistant
    if is_owner:
        yield from listed_tasks(reading.text, reading.said_at)
    sentences = list(claim_sentences(reading.signs))
    for sentence, following in zip_longest(sentences, sentences[1:]):
        is_withdrawn = following is not None and WITHDRAWN.match(following.text)
        if not sentence.asserts_nothing and not is_withdrawn:
            if is_owner:
                yield from tasks_in_sentence(
                    reading.text, sentence, reading.said_at, is_chat=reading.is_chat
                )
            yield from _in_sentence(reading, sentence)


def _in_sentence(reading: ClaimText, sentence: Sentence) -> Iterator[Claim]:
    subject: Subject | None = None
    for readings in _matches(reading, sentence):
        found, rule, whose = _of_somebody(reading, sentence, readings, subject)
        if (
            whose is not None
            and _may_speak(reading, whose)
            and not _is_of_another(reading, sentence, found, rule, whose)
        ):
            yield from build_claims(reading, sentence, found, rule, whose)
        if rule.is_of_known:
            continue
        # "My mate Emma": the sentence goes on about Emma, not about the speaker.
        subject = None if rule.validity is Validity.STANDS else whose


def _of_somebody(
    reading: ClaimText, sentence: Sentence, readings: Sequence[Match], earlier: Subject | None
) -> tuple[re.Match[str], Rule, Subject | None]:
    """Return the first of several readings of the same words whose subject is known."""
    is_of_other = reading.is_japanese or OTHER.search(sentence.text, 0, readings[0][0].end())
    for found, rule in readings[:1] if is_of_other else readings:
        whose = _subject(reading, sentence, found, rule, earlier)
        if whose is not None:
            return found, rule, whose
    return *readings[0], None


def _may_speak(reading: ClaimText, subject: Subject) -> bool:
    """Return whether the words may claim something about the subject: no assistant's own "I".

    An assistant's note about "the user" may leave the subject out in a later sentence.
    """
    is_implied = subject.is_speaker and not subject.is_explicit
    if is_implied and reading.is_japanese and LONG_AGO.search(reading.text):
        return False
    if not subject.is_speaker or subject.is_owner or not reading.is_assistant:
        return True
    return not subject.is_explicit and WRITTEN_OWNER_SIGN in reading.signs


def _is_of_another(
    reading: ClaimText, sentence: Sentence, found: re.Match[str], rule: Rule, whose: Subject
) -> bool:
    """Return whether words that leave their subject out follow words on somebody else.

    "Dom called. Hates days", 和子の誕生日。六十五歳。 Whoever writes "I" says "Hate days" of themselves.
    """
    if not whose.is_speaker or whose.is_explicit or whose.is_owner:
        return False
    nearest = [text for text, _ in _parts_before(reading, sentence.at)[:1]]
    before = " ".join([*nearest, sentence.text[: found.start()]])
    if WRITTEN_OWNER_SIGN in before:
        return False
    if reading.is_japanese and rule.predicate == "married_to":
        line = reading.signs[: sentence.at].rpartition("\n")[2] + sentence.text[: found.start()]
        return japanese.names_spouse_of_another(line, found[0])
    if reading.is_japanese:
        return rule.predicate in japanese.OF_ONE and japanese.names_another(before)
    is_about_another = PERSON in before or OTHER.search(before) or english.OWN.search(reading.signs)
    return bool(is_about_another) and english.is_third_person(found[0])


def _matches(reading: ClaimText, sentence: Sentence) -> list[list[Match]]:
    """Return the matches of rules in a sentence, in order.

    Of two that overlap and say the same kind of thing, the earlier rule's counts; the other one
    stands behind it, and counts if the first is about nobody who is known. Rules for what is known
    compete with each other only.
    """
    kept: list[list[Match]] = []
    general = JAPANESE if reading.is_japanese else ENGLISH
    for rule in (*reading.rules, *general):
        for found in rule.pattern.finditer(sentence.text):
            rivals = [one for one in kept if _are_rivals((found, rule), one[0])]
            if (not rivals or _may_stand_in(rule, rivals)) and _fits(
                reading, sentence, found, rule
            ):
                (rivals[0] if rivals else _new(kept)).append((found, rule))
    return sorted(kept, key=lambda readings: readings[0][0].start())


def _new(kept: list[list[Match]]) -> list[Match]:
    kept.append([])
    return kept[-1]


def _are_rivals(one: Match, other: Match) -> bool:
    (found, rule), (taken, known) = one, other
    if found.start() >= taken.end() or taken.start() >= found.end():
        return False
    is_same_kind = _kind_of(known) == _kind_of(rule)
    return known.is_of_known is rule.is_of_known and (
        is_same_kind or (not rule.is_of_known and _is_same_value(found, taken))
    )


def _may_stand_in(rule: Rule, rivals: Sequence[Sequence[Match]]) -> bool:
    """Return whether a rule reads what one other reads too, so that it may take its place."""
    first = rivals[0][0][1]
    return len(rivals) == 1 and not rule.is_of_known and first.predicate == rule.predicate


def _kind_of(rule: Rule) -> str:
    return "taste" if rule.predicate in TASTES else rule.predicate


def _is_same_value(one: re.Match[str], other: re.Match[str]) -> bool:
    return one.span("o") == other.span("o")


def _fits(reading: ClaimText, sentence: Sentence, found: re.Match[str], rule: Rule) -> bool:
    # "My sister Emma might come": that she comes is unsure, that she is a sister is not.
    if rule.validity is not Validity.STANDS and sentence.is_unsure(*found.span()):
        return False
    if rule.validity in CHANGES and sentence.has_condition:
        return False
    at = sentence.at + found.start()
    before = reading.signs[max(0, at - NEAR) : at]
    if rule.predicate == "age" and (LIKE.search(before) or SOON.search(before)):
        return False
    if rule.kind == "relation" and GENERIC.fullmatch(reading.words(sentence, *found.span("o"))):
        return False
    return rule.fits is None or bool(rule.fits.search(reading.words(sentence, *found.span("o"))))


def _subject(
    reading: ClaimText,
    sentence: Sentence,
    found: re.Match[str],
    rule: Rule,
    earlier: Subject | None,
) -> Subject | None:
    if "s" in rule.pattern.groupindex and found["s"] and not POSSESSIVE.match(found["s"]):
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
    name = NAME.match(sentence.text, found.start("s"))
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
