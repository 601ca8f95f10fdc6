"""Find the claims and tasks of a text, with precision before recall."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from nlp.dates import TimeExpression
from nlp.readers import Found
from nlp.text.sentences import JAPANESE_FIRST_PERSON, alternation

from .building import ClaimText, build_claims, due_date, where
from .english import personal as english_personal
from .english import relations as english_relations
from .english import rules as english
from .english import tastes as english_tastes
from .japanese import personal as japanese_personal
from .japanese import relations as japanese_relations
from .japanese import rules as japanese
from .japanese import tastes as japanese_tastes
from .rules import NAMED, OWNER, TODO, Claim, Rule, Validity
from .sentences import (
    HEARSAY,
    PERSON,
    REST,
    SPEAKER,
    WRITTEN_OWNER,
    Sentence,
    Subject,
    claim_sentences,
    mask,
)
from .sentences import OWNER as WRITTEN_OWNER_SIGN

NEGATIVE = dict(zip("さかがらわまばたな", "すくぐるうむぶつぬ", strict=True))
POLITE = dict(zip("しきぎりいみびちに", "すくぐるうむぶつぬ", strict=True))
LISTED = re.compile(
    r"^[ \t]*(?:[-*・•][ \t]*)?"
    r"(?:(?:TODO|To[- ]?[Dd]o|todo|やること|タスク|宿題)[ \t]*[:：]|\[ \]|□|☐)[ \t]*(?P<o>[^\n]+)",
    re.MULTILINE,
)
NEED = re.compile(
    r"(?:^|[\s,.])(?:I|I['’]ve) (?:still |also |really )?(?:need to|have to|must|got to|gotta)\s+"
    r"(?P<o>(?!admit|say|confess|be honest|agree|thank)[^.!?\n;]+)"
    r"|(?:^|[\s,.])(?:[Rr]emind me to|[Dd]on['’]t (?:let me )?forget to)\s+(?P<o2>[^.!?\n;]+)"
)
NOT_FORGET = re.compile(r"(?P<o>[^。、\n]+?)(?:の|こと)を忘れない(?:で|よう)")
UNTIL = re.compile(r"まで(?:に|には)")
# Endings of a main verb in the non-past.
TO_DO = re.compile(
    r"(?P<o>[^。、\n]*?(?:[うくぐすつぬぶむる]|ます))(?P<must>(?:必要が(?:ある|あります)|予定(?:だ|です)?|つもり(?:だ|です)?|こと)?)(?:[。\s]|$)"
)
MUST = re.compile(
    r"(?P<o>[^。、\n]+?)(?:ないと(?:いけない|いけません|だめ|ならない)|なければ(?:ならない|なりません|いけない|いけません)|なきゃ(?:いけない|ならない)?)"
)
FOREIGN_TOPIC = re.compile(r"[^\s、。](?:は|が)")
OWN_TOPIC = re.compile(rf"^(?:{alternation(JAPANESE_FIRST_PERSON)})(?:は|が)")
GIVEN = re.compile(r"(?:て|で)(?:くれ|もらえ|もらう|いただ)")
ALREADY = re.compile(r"ている|でいる|ています|でいます|てある")
CONNECTOR = re.compile(r"^(?:[,、:：]|until|by|on|before|まで|に|には|は|と|、)+\s*|\s*(?:[,、])+$")
SURE_LISTED, SURE_NEEDED, SURE_DATED = 0.95, 0.9, 0.8
NAME = re.compile(NAMED)
FIRST_PERSON = re.compile(rf"^(?:[Mm]y|[Oo]ur|I|[Mm]e|[Mm]ine|{japanese.FIRST})$")
# Predicates of which words state one at a time: "can't stand" is no "stand".
TASTES = frozenset({"likes", "dislikes", "prefers"})
POSSESSIVE = re.compile(r"(?:his|her)$", re.IGNORECASE)
# A pronoun means somebody of the sentence before.
FAR = 400
PART = re.compile(r"[^.!?。！？\n]*[.!?。！？\n]?")
# "The user's name is Emma. She …" is about the user.
OWN_NAME = re.compile(rf"{WRITTEN_OWNER_SIGN}{REST}*'s (?:[a-z]+ )?name\b")
PERSON_SIGNS = re.compile(rf"{PERSON}{REST}*")
ENGLISH = english_personal.RULES + english.RULES + english_relations.RULES + english_tastes.RULES
JAPANESE = (
    japanese_personal.RULES + japanese.RULES + japanese_relations.RULES + japanese_tastes.RULES
)


def plain_form(words: str, *, is_negative: bool = False) -> str:
    """Return words that end in a verb with its dictionary form: 直さ, 直します → 直す.

    ``is_negative``: ない follows the words. An ambiguous form becomes the more frequent verb.
    """
    words = words.strip().lstrip("、")
    if is_negative:
        return _ended(words, NEGATIVE, "し")
    if words.endswith("ます"):
        return _ended(words[:-2], POLITE, "し")
    return words


def _ended(stem: str, endings: dict[str, str], do: str) -> str:
    if stem.endswith(do) and (len(stem) == 1 or not "ぁ" <= stem[-2] <= "ん"):
        # 提出し-ます, but 直し-ます: two kanji take する.
        takes_do = len(stem) > 2 and "一" <= stem[-3] <= "鿿"
        return f"{stem}る" if not do else f"{stem[:-1]}{'する' if takes_do else 'す'}"
    last = stem[-1:]
    return f"{stem[:-1]}{endings[last]}" if last in endings else f"{stem}る"


def listed_tasks(text: str, said_at: datetime) -> Iterator[Claim]:
    """Yield the tasks of a to-do list: whole lines of the text."""
    for found in LISTED.finditer(text):
        yield _task(found["o"], found.start("o"), said_at, SURE_LISTED)


def tasks_in_sentence(text: str, sentence: Sentence, said_at: datetime) -> Iterator[Claim]:
    """Yield the tasks of the speaker in a sentence; ``text`` is the whole text, unmasked."""
    words = text[sentence.at : sentence.at + len(sentence.text)]
    if LISTED.search(words):
        return
    for found in NEED.finditer(words):
        group = "o" if found["o"] else "o2"
        yield _task(found[group], sentence.at + found.start(group), said_at, SURE_NEEDED)
    until = UNTIL.search(words)
    if bound := NOT_FORGET.search(words) or MUST.search(words):
        yield from _japanese(words, bound, sentence, said_at, SURE_NEEDED)
    elif until and (dated := TO_DO.search(words, until.end())):
        yield from _japanese(words, dated, sentence, said_at, SURE_DATED)


def _japanese(
    words: str, found: re.Match[str], sentence: Sentence, said_at: datetime, confidence: float
) -> Iterator[Claim]:
    before = OWN_TOPIC.sub("", words[: found.end("o")])
    is_others = FOREIGN_TOPIC.search(before) and not before.startswith(("今日は", "明日は"))
    if is_others or GIVEN.search(found[0]) or ALREADY.search(found[0]) or HEARSAY.search(words):
        return
    start = UNTIL.search(words)
    at = start.end() if start and start.end() <= found.end("o") else found.start("o")
    ending = found[0][found.end("o") - found.start() :]
    verb = words[at : found.end("o")]
    task = plain_form(verb, is_negative=ending.startswith("な"))
    term = due_date(words, said_at)
    if term or confidence > SURE_DATED:
        yield _claim(task, sentence.at + at, len(verb), confidence, term[0] if term else None)


def _task(words: str, at: int, said_at: datetime, confidence: float) -> Claim:
    term = due_date(words, said_at)
    task = words
    if term:
        first, last = where(term[1])
        task = f"{words[:first].rstrip()} {words[last:].lstrip()}" if first else words[last:]
    task = CONNECTOR.sub("", task.strip()).strip(" 。.、")
    return _claim(task or words.strip(), at, len(words), confidence, term[0] if term else None)


def _claim(task: str, at: int, length: int, confidence: float, due_at: datetime | None) -> Claim:
    return Claim(
        kind="task",
        subject=OWNER,
        predicate=TODO,
        object="",
        value=task.strip(),
        confidence=confidence,
        start=at,
        end=at + length,
        due_at=due_at,
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
    rules: Sequence[Rule] = (),
) -> list[Claim]:
    """Return the claims of ``text`` in order: what holds, has ended, or is to be done.

    ``speaker`` names the first person if that is not the owner; ``is_assistant``: an assistant
    speaks, who claims nothing about itself. "The user" is the owner in any text. Questions, suppositions,
    wishes, plans, quotations and plain denials claim nothing. ``said_at`` must have a zone.
    ``rules`` come before those of the language (``rules.rules_from_templates``).
    """
    signs = mask(text, mentions)
    reading = ClaimText(
        text, signs, times, said_at, speaker or OWNER, language == "ja", rules, is_assistant
    )
    return sorted(_claims(reading), key=lambda claim: (claim.start, claim.end))


def _claims(reading: ClaimText) -> Iterator[Claim]:
    is_owner = reading.speaker is OWNER and not reading.is_assistant
    if is_owner:
        yield from listed_tasks(reading.text, reading.said_at)
    for sentence in claim_sentences(reading.signs):
        if not sentence.asserts_nothing:
            if is_owner:
                yield from tasks_in_sentence(reading.text, sentence, reading.said_at)
            yield from _in_sentence(reading, sentence)


def _in_sentence(reading: ClaimText, sentence: Sentence) -> Iterator[Claim]:
    subject: Subject | None = None
    for found, rule in _matches(reading, sentence):
        whose = _subject(reading, sentence, found, rule, subject)
        if whose is not None and _may_speak(reading, whose):
            yield from build_claims(reading, sentence, found, rule, whose)
        # "My mate Emma": the sentence goes on about Emma, not about the speaker.
        subject = None if rule.validity is Validity.STANDS else whose


def _may_speak(reading: ClaimText, subject: Subject) -> bool:
    """Return whether the words may claim something about the subject: no assistant's own "I".

    An assistant's note about "the user" may leave the subject out in a later sentence.
    """
    if not subject.is_speaker or subject.is_owner or not reading.is_assistant:
        return True
    return not subject.is_explicit and WRITTEN_OWNER_SIGN in reading.signs


def _matches(reading: ClaimText, sentence: Sentence) -> list[tuple[re.Match[str], Rule]]:
    """Return the matches of rules in a sentence, in order.

    Of two that overlap and say the same kind of thing, the earlier rule's counts.
    """
    kept: list[tuple[re.Match[str], Rule]] = []
    general = JAPANESE if reading.is_japanese else ENGLISH
    for rule in (*reading.rules, *general):
        for found in rule.pattern.finditer(sentence.text):
            is_taken = any(
                found.start() < other.end()
                and other.start() < found.end()
                and (_kind_of(known) == _kind_of(rule) or _is_same_value(found, other))
                for other, known in kept
            )
            if not is_taken and _fits(reading, sentence, found, rule):
                kept.append((found, rule))
    return sorted(kept, key=lambda pair: pair[0].start())


def _kind_of(rule: Rule) -> str:
    return "taste" if rule.predicate in TASTES else rule.predicate


def _is_same_value(one: re.Match[str], other: re.Match[str]) -> bool:
    return one.span("o") == other.span("o")


def _fits(reading: ClaimText, sentence: Sentence, found: re.Match[str], rule: Rule) -> bool:
    # "My sister Emma might come": that she comes is unsure, that she is a sister is not.
    if rule.validity is not Validity.STANDS and sentence.is_unsure(*found.span()):
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
    return _one_person(here[:1], sentence.at) or _one_person(before[:1], sentence.at)


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
        if len(people) == 1:
            start, end = (offset - at + place for place in people[0].span())
            return Subject(start, end)
    return None
