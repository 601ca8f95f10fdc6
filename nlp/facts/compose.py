"""Find the claims and tasks of a text, with precision before recall."""

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import zip_longest

from nlp.dates import TimeExpression
from nlp.predicates import NAME
from nlp.readers import LOCATION, PERSON, Found
from nlp.text.spaced import join_words
from nlp.text.tokens import has_japanese

from .authorship import introduced_name, is_card_of_owner, mark_noted_owner, mark_owner
from .building import build_claims
from .cards import (
    CardSentence,
    card_sentences,
    is_card_of_other,
    people_in_brackets,
    people_in_lines,
)
from .claim_text import ClaimText
from .english import OWN_WORDS, PRESUPPOSED
from .english import RULES as ENGLISH
from .family.unnamed import relatives_without_name
from .fitting import fits_predicate
from .japanese import PRESUPPOSED as JAPANESE_PRESUPPOSED
from .japanese import RULES as JAPANESE
from .matching import matches
from .own_change.asking import ask_if_unsure
from .rules import OWNER, SURE, Claim, Rule, Validity
from .sentences import OWNER as WRITTEN_OWNER_SIGN
from .sentences import QUOTED, Sentence, Subject, claim_sentences, mask
from .spelling import in_original, mention_in, time_in, written_out
from .subjects import find_subject, is_of_another, may_speak
from .tasks.finding import REMIND, listed_tasks, tasks_in_sentence

MINE = re.compile(r"\b(?:[Mm]y|[Oo]ur)\b")
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
    composed = join_words(written_out(text))
    if not composed.is_same:
        mentions = [mention_in(one, composed) for one in mentions]
        times = [time_in(one, composed) for one in times]
    times = _without_names(times, mentions)
    is_own_card = is_card_of_owner(composed.text, owner_names)
    known = owner_names if is_assistant or is_own_card else ()
    signs, name = _masked(
        composed.text, mentions, known, is_assistant=is_assistant, is_chat=is_chat
    )
    may_be_own = not speaker and is_own_card is not False
    people = people_in_lines(composed.text, mentions, language) if may_be_own else []
    signs = _without(signs, people)
    reading = ClaimText(
        composed.text,
        signs,
        times,
        said_at,
        speaker or OWNER,
        language == "ja",
        rules,
        is_assistant,
        is_chat,
    )
    if may_be_own and (lines := card_sentences(composed.text)):
        found = _of_card(lines, reading, mentions)
    else:
        people += people_in_brackets(composed.text, mentions, language) if may_be_own else []
        told = _of_card(people, reading, mentions)
        found = _of_text(reading, mentions, name, told, is_others=is_own_card is False)
    return found if composed.is_same else [in_original(claim, composed) for claim in found]


def _without_names(
    times: Sequence[TimeExpression], mentions: Sequence[Found]
) -> list[TimeExpression]:
    """Return the times that are no part of the name of a person: Jun-ho, April Jones."""
    people = [(one.start, one.end) for one in mentions if one.type == PERSON]
    return [
        time
        for time in times
        if not any(start <= time.start_char and time.end_char <= end for start, end in people)
    ]


def _masked(
    text: str,
    mentions: Sequence[Found],
    owner_names: Collection[str],
    *,
    is_assistant: bool,
    is_chat: bool,
) -> tuple[str, tuple[int, int] | None]:
    """Return the masked text with the signs of the owner, and where it introduces them by name."""
    signs = mask(text, mentions, is_chat=is_chat)
    name = introduced_name(signs)
    signs = mark_owner(text, signs, owner_names if name is None else [text[slice(*name)]])
    return mark_noted_owner(signs) if is_assistant else signs, name


def _of_text(
    reading: ClaimText,
    mentions: Sequence[Found],
    name: tuple[int, int] | None,
    told: Sequence[Claim],
    *,
    is_others: bool,
) -> list[Claim]:
    """Return the claims of sentences, and those ``told`` in lines on one person each.

    Of the card of somebody else, those on the owner are none.
    """
    text, places = reading.text, {one.surface for one in mentions if one.type == LOCATION}
    claims = [
        one
        for one in _claims(reading)
        if fits_predicate(one, text, places, is_japanese=reading.is_japanese)
    ]
    if name is not None and not any(one.predicate == NAME for one in claims):
        claims.append(_name_of_owner(text, name))
    known = {_what(one) for one in claims}
    claims += {_what(one): one for one in told if _what(one) not in known}.values()
    claims += relatives_without_name(reading, claims)
    people = {one.surface for one in mentions if one.type == PERSON}
    if is_others or is_card_of_other(text, people):
        claims = [one for one in claims if one.subject is not OWNER]
    return ask_if_unsure(reading, sorted(claims, key=lambda one: one.order))


def _without(signs: str, lines: Sequence[CardSentence]) -> str:
    """Return a masked text without the lines that sentences were made of, from the first value on."""
    for line in lines:
        end = signs.find("\n", line.start)
        end = len(signs) if end < 0 else end
        signs = f"{signs[: line.start]}{QUOTED * (end - line.start)}{signs[end:]}"
    return signs


def _of_card(
    lines: Sequence[CardSentence], reading: ClaimText, mentions: Sequence[Found]
) -> list[Claim]:
    """Return the claims of a card about the owner, each with the place of its line."""
    claims = []
    for line in lines:
        said = find(
            line.text,
            mentions=line.mentions(mentions),
            times=line.times(reading.times),
            language="ja" if has_japanese(line.text) else "en",
            said_at=reading.said_at,
            is_assistant=True,
            rules=reading.rules,
        )
        claims += [replace(claim, start=line.start, end=line.end) for claim in said]
    return claims


def _what(claim: Claim) -> tuple[str | None, str, str]:
    return claim.subject, claim.predicate, claim.value


def _name_of_owner(text: str, name: tuple[int, int]) -> Claim:
    called = text[slice(*name)]
    return Claim("fact", OWNER, NAME, called, called, SURE, *name, is_change=False)


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
        asserts = not sentence.asserts_nothing
        tells_task = asserts or REMIND.search(sentence.text)
        if is_owner and tells_task and not _is_listed(sentence, listed):
            yield from tasks_in_sentence(
                reading.text, sentence, reading.said_at, is_chat=reading.is_chat
            )
        if asserts:
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
    for readings in matches(reading, sentence, rules):
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
