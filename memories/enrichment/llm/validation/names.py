"""Validate the names of an answer: in the text, of a known type, and not found by a rule."""

from collections import Counter
from collections.abc import Iterator

from memories.schemas.inputs import EntityInput
from nlp.mentions.extraction import is_bare_title
from nlp.text.lexicon import is_owner
from nlp.types import LOCATION, ORGANIZATION, PERSON, Found

from .source import SourceText

METHOD = "llm"
# Enough to create an entity without a proposal, and below the confidence of a rule.
CONFIDENCE = 0.75
LONGEST = 80
PROPER = frozenset({PERSON, ORGANIZATION, LOCATION})


def valid_names(source: SourceText, given: list[EntityInput], dropped: Counter[str]) -> list[Found]:
    """Return every span of every valid name; count the others in ``dropped``."""
    taken = [(one.start, one.end) for one in source.mentions]
    taken += [(one.start_char, one.end_char) for one in source.times]
    kept: list[Found] = []
    for words, kind in sorted(
        _proposed_names(source, given, dropped), key=lambda pair: -len(pair[0])
    ):
        places = list(source.spans(words))
        if not places:
            dropped["not in the text"] += 1
        for start, end in places:
            if all(end <= first or last <= start for first, last in taken):
                taken.append((start, end))
                kept.append(Found(words, start, end, kind, CONFIDENCE, METHOD))
    return sorted(kept, key=lambda one: one.start)


def _proposed_names(
    source: SourceText, given: list[EntityInput], dropped: Counter[str]
) -> Iterator[tuple[str, str]]:
    """Yield each valid name once, with its type."""
    seen: set[str] = set()
    for entity in given:
        if entity.type not in source.vocabulary.entity_types:
            dropped["unknown type"] += 1
            continue
        for words in (entity.name.strip(), *(alias.strip() for alias in entity.aliases)):
            if words in seen:
                continue
            seen.add(words)
            if _is_name(words, entity.type):
                yield words, source.vocabulary.entity_type_ids.get(entity.type, entity.type)
            else:
                dropped["no name"] += 1


def _is_name(words: str, kind: str) -> bool:
    """Return whether words may be a name: not the owner, a sentence or a common noun."""
    if len(words) < 2 or len(words) > LONGEST or "\n" in words or is_owner(words):
        return False
    if kind == PERSON and is_bare_title(words):
        return False
    return kind not in PROPER or not (words.isascii() and words == words.lower())
