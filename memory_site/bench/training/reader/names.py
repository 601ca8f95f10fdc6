"""Turn texts in which names are labeled, and facts about named ones, into what the network is trained on."""

import re
from collections.abc import Iterator

from tokenizers import Tokenizer

from memory_site.bench.datasets.labelled_facts import OWNER, Fact, FactText
from memory_site.bench.datasets.labelled_names import Label, LabelledText
from nlp.predicates import PERSONAL_TIES
from nlp.readers import LOCATION, ORGANIZATION, PERSON
from nlp.roles import ROLES
from nlp.trained.names import NAME_TYPES, OTHER

from .labels import (
    IGNORED,
    KnownName,
    LabelledPieces,
    encoded,
    pieces_in,
    place_of,
    tag_pieces,
)

# What the values of these predicates are if they look like names.
NAMED = {
    **dict.fromkeys((*PERSONAL_TIES, "name"), PERSON),
    **dict.fromkeys(("lives_in", "from"), LOCATION),
    **dict.fromkeys(("works_for", "studies_at", "member_of"), ORGANIZATION),
    "pet": OTHER,
}
# What the values of these are not.
UNNAMED = ("occupation", "age", "birthday", "diet", "condition", "allergic_to", "speaks", "studies")
LATIN_NAME = re.compile(r"[A-ZÀ-Þ][^\s,;:()]*(?: (?:[A-ZÀ-Þ][^\s,;:()]*|of|de|van|and|the|&))*")
# 駅前のマンション and 市内の病院 are no names, nor is a kind of thing alone.
JAPANESE_NAME = re.compile(r"[一-龥々ァ-ヶー・ヶa-zA-Zぁ-ん]{2,12}")
KINDS = re.compile(
    r"の|(?:部|教室|さま)$|^(?:会社|病院|大学|学校|高校|中学|小学校|市役所|役所|工場|実家|寮|都内|市内|県内|海外|田舎|地元|[一-龥]?[犬猫]|うさぎ|ハムスター|インコ|金魚)$"
)


def labelled_names(
    text: LabelledText, tokenizer: Tokenizer, *, is_assistant: bool
) -> LabelledPieces:
    """Return the pieces of a text with the labels of its names, and none of facts.

    Tag 0 is no name; 1 + 2n begins one of type n, and 2 + 2n goes on in it.
    """
    ids, spans = encoded(text.text, tokenizer, is_assistant=is_assistant)
    names = [0] * len(ids)
    for label in text.labels:
        tag_pieces(names, pieces_in(spans, (label.start, label.end)), _tag(_type_of(label)))
    unknown = [IGNORED] * len(ids)
    return LabelledPieces(ids, unknown, (), names, [0] * len(ids))


def _type_of(label: Label) -> str:
    return next((name for name in label.types[:1] if name in NAME_TYPES), OTHER)


def _tag(name_type: str) -> int:
    return 1 + 2 * NAME_TYPES.index(name_type)


def known_names(text: FactText) -> Iterator[KnownName]:
    """Yield the words of a text that its facts tell to be a name of a type, or to be none."""
    pets = {fact.value for fact in text.facts if fact.predicate == "pet"}
    for fact in text.facts:
        value = place_of(text.text, fact.value)
        if value and (tag := _tag_of_value(text, fact)) is not None:
            yield *value, tag
        if fact.subject != OWNER and _is_name(text, fact.subject):
            near = place_of(text.text, fact.subject, near=value[0] if value else None)
            if near:
                yield *near, _tag(OTHER if fact.subject in pets else PERSON)


def _tag_of_value(text: FactText, fact: Fact) -> int | None:
    """Return the tag of a value, 0 if it is no name; None if nobody knows."""
    if fact.predicate in UNNAMED:
        return 0
    name_type = NAMED.get(fact.predicate)
    return _tag(name_type) if name_type and _is_name(text, fact.value) else None


def _is_name(text: FactText, words: str) -> bool:
    if words.casefold() in ROLES or words in ROLES:
        return False
    if text.language == "ja" and not words.isascii():
        return bool(JAPANESE_NAME.fullmatch(words)) and not KINDS.search(words)
    return bool(LATIN_NAME.fullmatch(words))
