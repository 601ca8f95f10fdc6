"""Find the claims and tasks of a text, with precision before recall."""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import zip_longest

from nlp.dates import TimeExpression
from nlp.predicates import AGE, CONDITION, NAME, TASTES
from nlp.readers import LOCATION, Found
from nlp.text.composed import ComposedText, compose_text

from .authorship import introduced_name, is_card_of_owner, mark_noted_owner, mark_owner
from .building import CHANGES, build_claims
from .change import says_change
from .claim_text import ClaimText
from .doubted_health import is_doubted
from .english import OWN_WORDS, PRESUPPOSED
from .english import RULES as ENGLISH
from .family.unnamed import relatives_without_name
from .fitting import fits_predicate
from .japanese import PRESUPPOSED as JAPANESE_PRESUPPOSED
from .japanese import RULES as JAPANESE
from .own_change import reports_own_change
from .rules import OWNER, SURE, Claim, Rule, Validity
from .sentences import OWNER as WRITTEN_OWNER_SIGN
from .sentences import (
    Sentence,
    Subject,
    claim_sentences,
    mask,
)
from .subjects import Match, find_subject, is_of_another, may_speak
from .tasks.finding import listed_tasks, tasks_in_sentence

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
NEAR, FAR = 12, 160
TURNED = re.compile(r"^[^。、\n]{0,8}?に?な(?:った|りました)(?!ら|とき|時)")
MINE = re.compile(r"\b(?:[Mm]y|[Oo]ur)\b")
# What people tell as news: where they live, work and study.
STATIONS = frozenset({"lives_in", "works_for", "occupation", "studies_at", "married_to"})
# 別れた。いや別れてはない: what follows takes it back.
WITHDRAWN = re.compile(
    r"\s*(?:(?:いや|いえ|違う|違った)[、 ]?[^。\n]*(?:ない|違う|じゃなくて)"
    r"|(?:うそ|嘘|冗談)(?:です|だけど|[。！]|$)|なんてね"
    r"|(?:[Nn]o,? wait|[Ww]ait,? no|[Ss]cratch that|(?:[Jj]ust |[Oo]nly )?[Kk]idding|[Jj]/?k|[Nn]ot really"
    r"|I never (?:was|did|have)(?=\s*(?:[.,;!]|$)))\b)"
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
    owner_names: Collection[str] = (),
) -> list[Claim]:
    """Return the claims of ``text`` in order: what holds, has ended, or is to be done.

    ``speaker`` names the first person if that is not the owner; ``is_assistant``: an assistant
    speaks, who claims nothing about itself. ``is_chat``: the owner speaks to an assistant. "The
    user" is the owner in any text. Questions, suppositions,
    wishes, plans, quotations and plain denials claim nothing. ``said_at`` must have a zone.
    ``rules`` come before those of the language (``rules.rules_from_templates``). An assistant may
    call the owner by one of ``owner_names``; the card of somebody else tells nothing of the owner.
    """
    composed = compose_text(text)
    if not composed.is_same:
        mentions = [_composed_mention(one, composed) for one in mentions]
        times = [_composed_time(one, composed) for one in times]
    text = composed.text
    signs = mask(text, mentions, is_chat=is_chat)
    name = introduced_name(signs)
    is_own_card = is_card_of_owner(text, owner_names)
    known = owner_names if is_assistant or is_own_card else ()
    signs = mark_owner(text, signs, known if name is None else [text[slice(*name)]])
    if is_assistant:
        signs = mark_noted_owner(signs)
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
    places = {one.surface for one in mentions if one.type == LOCATION}
    is_japanese = reading.is_japanese
    claims = [
        one
        for one in _claims(reading)
        if fits_predicate(one, text, places, is_japanese=is_japanese)
    ]
    if name is not None and not any(one.predicate == NAME for one in claims):
        claims.append(_name_of_owner(text, name))
    claims += relatives_without_name(reading, claims)
    if is_own_card is False:
        claims = [one for one in claims if one.subject is not OWNER]
    found = _ask_if_unsure(reading, sorted(claims, key=lambda one: one.order))
    return found if composed.is_same else [_in_original(claim, composed) for claim in found]


def _name_of_owner(text: str, name: tuple[int, int]) -> Claim:
    called = text[slice(*name)]
    return Claim("fact", OWNER, NAME, called, called, SURE, *name, is_change=False)


def _ask_if_unsure(reading: ClaimText, found: list[Claim]) -> list[Claim]:
    """Return the claims, those without a change that could end something unasked.

    A message that brings words of others along changes nothing by itself, and a change of its
    author has to read like one. Notes about "the user" are no author's own words.
    """
    if not any(claim.is_change for claim in found):
        return found
    if reading.brings_material:
        return [replace(claim, is_change=False) for claim in _own_of(reading, found)]
    if WRITTEN_OWNER_SIGN in reading.signs or reports_own_change(reading.text):
        return found
    return [
        replace(claim, is_change=False)
        if claim.subject == reading.speaker and not _grows_older(reading, claim)
        else claim
        for claim in found
    ]


def _grows_older(reading: ClaimText, claim: Claim) -> bool:
    """Whether words tell a new age, which needs no other sign of a change: 53になった."""
    is_own = claim.predicate == AGE and not reading.brings_material
    return is_own and TURNED.search(reading.text[claim.start : claim.end + NEAR]) is not None


def _own_of(reading: ClaimText, found: list[Claim]) -> list[Claim]:
    """Return the claims of a message that brings words of others along, without their changes.

    "[Dana] I moved to Porto": what changes is Dana's, unless the message reads like one's own.
    """
    if WRITTEN_OWNER_SIGN in reading.signs or reports_own_change(reading.text):
        return found
    return [claim for claim in found if not _is_own_change(claim, reading)]


def _is_own_change(claim: Claim, reading: ClaimText) -> bool:
    is_of_speaker = claim.subject == reading.speaker and not claim.needs
    if not claim.is_change or not is_of_speaker:
        return False
    is_new = claim.predicate in STATIONS and says_change(reading.text[claim.start : claim.end])
    return claim.ends or is_new


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
    found = listed_tasks(reading.text, reading.said_at) if is_owner else ()
    listed = sorted(found, key=lambda task: task.start)
    yield from listed
    sentences, rules = list(claim_sentences(reading.signs)), _rules(reading)
    for sentence, following in zip_longest(sentences, sentences[1:]):
        is_withdrawn = following is not None and WITHDRAWN.match(following.text)
        if is_withdrawn:
            continue
        if sentence.only_asks and (reading.is_japanese or MINE.search(sentence.text)):
            known = JAPANESE_PRESUPPOSED if reading.is_japanese else PRESUPPOSED
            yield from _in_sentence(reading, sentence, known)
        if not sentence.asserts_nothing:
            if is_owner and not _is_listed(sentence, listed):
                yield from tasks_in_sentence(
                    reading.text, sentence, reading.said_at, is_chat=reading.is_chat
                )
            yield from _in_sentence(reading, sentence, rules)


def _is_listed(sentence: Sentence, tasks: Sequence[Claim]) -> bool:
    """Return whether a sentence is an item of a list, whose tasks are in order."""
    end = sentence.at + len(sentence.text)
    before = bisect_left(tasks, end, key=lambda task: task.start)
    return before > 0 and tasks[before - 1].end > sentence.at


def _rules(reading: ClaimText) -> Sequence[Rule]:
    if reading.is_japanese:
        return (*reading.rules, *JAPANESE)
    is_of_user = reading.is_assistant or WRITTEN_OWNER_SIGN in reading.signs
    return (*reading.rules, *(ENGLISH if is_of_user else OWN_WORDS))


def _in_sentence(reading: ClaimText, sentence: Sentence, rules: Sequence[Rule]) -> Iterator[Claim]:
    subject: Subject | None = None
    for readings in _matches(reading, sentence, rules):
        found, rule, whose = find_subject(reading, sentence, readings, subject)
        if (
            whose is not None
            and may_speak(reading, whose)
            and not is_of_another(reading, sentence, found, rule, whose)
        ):
            yield from build_claims(reading, sentence, found, rule, whose)
        if rule.is_of_known:
            continue
        # "My mate Emma": the sentence goes on about Emma, not about the speaker.
        subject = None if rule.validity is Validity.STANDS else whose


def _matches(reading: ClaimText, sentence: Sentence, rules: Sequence[Rule]) -> list[list[Match]]:
    """Return the matches of rules in a sentence, in order.

    Of two that overlap and say the same kind of thing, the earlier rule's counts; the other one
    stands behind it, and counts if the first is about nobody who is known. Rules for what is known
    compete with each other only.
    """
    kept: list[list[Match]] = []
    for rule in rules:
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
    if rule.predicate == CONDITION and _is_doubted_condition(sentence, found):
        return False
    at = sentence.at + found.start()
    before = reading.signs[max(0, at - NEAR) : at]
    if rule.after is not None and not rule.after.search(reading.signs[max(0, at - FAR) : at]):
        return False
    if rule.predicate == AGE and (LIKE.search(before) or SOON.search(before)):
        return False
    if rule.kind == "relation" and GENERIC.fullmatch(reading.words(sentence, *found.span("o"))):
        return False
    return rule.fits is None or bool(rule.fits.search(reading.words(sentence, *found.span("o"))))


def _is_doubted_condition(sentence: Sentence, found: re.Match[str]) -> bool:
    first, _ = sentence.clause(*found.span())
    before, behind = sentence.text[: found.end()], sentence.text[found.end() :]
    return is_doubted(before, before[first:], behind)
