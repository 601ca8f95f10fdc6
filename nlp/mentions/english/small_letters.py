"""Find listed names that people write without capitals: netflix, heathrow, lake titicaca, kofi."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from nlp.mentions.findings import DOUBTFUL, LIKE_WORDS, mention_at
from nlp.mentions.words import phrases, words
from nlp.readers import CREATIVE_WORK, LOCATION, ORGANIZATION, PERSON, TECHNOLOGY, Found

from .tokens import (
    Token,
    doubtful_places,
    everyday,
    family_names,
    given_names,
    is_family,
    is_given,
    places,
)

# Shorter words are too often no names.
LEAST, LEAST_OF_TOOLS, LEAST_GIVEN, LEAST_ALONE = 4, 3, 3, 5
# A title of fewer words is too often a mere phrase.
LEAST_OF_TITLES = 4
BEFORE_PLACE = re.compile(
    r"\b(?:in|from|to|near|visit|visited|visiting|for|at|around|than|leaving|via|through|and|or) $"
)
# Turkey and Bergen are words, too.
LIVES_IN = re.compile(
    r"\b(?:(?:liv(?:e|es|ed|ing)|grew up|born|weekend|holiday|job) in|(?:mov(?:e|ed|ing)|trip|fl(?:y"
    r"|ying|ight|ew)) to) $"
)
REACH = 24
# Shinjuku station is one place, and vienna sausages are none.
AFTER_PLACE = re.compile(r" (?:station|airport|bridge|harbour|harbor|castle|cathedral)\b")
MADE_THERE = re.compile(
    r" (?:sausages?|coffee|tea|cheese|ham|cake|buns?|rolls?|sauce|curry|soup|lamb|wine)\b"
)
# What goes before and after the given name of somebody whom a text speaks of.
KIN = (
    r"(?:sister|brother|mum|mom|dad|mother|father|wife|husband|son|daughter|kid|cousin|niece|nephew"
    r"|auntie?|uncle|gran(?:dma|dpa|ny)?|friend|mate|bf|gf|boyfriend|girlfriend|partner|roommate"
    r"|flatmate|housemate|boss|manager|colleague|coworker|neighbou?r|teacher|landlord|named|called)"
)
BEFORE_GIVEN = re.compile(
    rf"\b(?:{KIN}|hi|hey|hello|dear|thanks|thx|cheers|ask(?:ed)?|tell|told|text(?:ed)?|met|meet|invite[ds]?"
    r"|it['’]?s|i['’]?m|i am|this is|with|w/|from|for|to|by|says?|said|and|&|love|miss|@),? $",
    re.IGNORECASE,
)
AFTER_GIVEN = re.compile(
    r" (?:is|isnt|isn['’]t|was|wasnt|has|hasnt|had|says|said|wants|wanted|thinks|thought|told|asked|keeps|kept"
    r"|likes|liked|loves|hates|needs|got|gets|just|will|wont|won['’]t|cant|can['’]t|did|didnt|didn['’]t"
    r"|does|doesnt"
    r"|doesn['’]t|and i|here|again|left|came|called|texted|sent|gave|took|made|bought|broke|forgot|quit|moved"
    r"|works|lives|cooked|brought|never|always|also)\b|['’]s\b| \((?:my|our|flatmate|from)\b"
)

# What goes before a name only, so that no list has to know it: auntie bola, call me bee.
INTRODUCED = re.compile(
    rf"\b(?:(?:auntie|aunty|aunt|uncle|cousin) (?P<kin>[a-z]{{3,12}})(?={AFTER_GIVEN.pattern})"
    r"|(?:my name is|my names|my name['’]s|call me) (?P<own>[a-z]{3,12})(?=[.,!?;)\n]|$| and ))"
)


def in_small_letters(text: str, tokens: Sequence[Token]) -> Iterator[Found]:
    """Yield listed names that are written without capitals."""
    small = [token for token in tokens if token.text.islower()]
    for at, token in enumerate(small):
        if one := _listed(text, small, at):
            yield one
        elif len(token.text) >= LEAST and _is_place(text, token):
            end = AFTER_PLACE.match(text, token.end)
            if not MADE_THERE.match(text, token.end):
                stop = end.end() if end else token.end
                yield mention_at(text, token.start, stop, LOCATION, 0.7, "small")
        elif _is_given(text, token):
            yield mention_at(text, token.start, token.end, PERSON, 0.7, "small")
    for match in INTRODUCED.finditer(text):
        word = match["kin"] or match["own"]
        if word not in only_with_capital() and word not in words("en_jobs"):
            group = "kin" if match["kin"] else "own"
            yield mention_at(text, *match.span(group), PERSON, 0.75, "small")
    for first, last in pairwise(one for one in small if len(one.text) >= LEAST):
        if last.start - first.end == 1 and _is_full_name(first.text, last.text):
            yield mention_at(text, first.start, last.end, PERSON, 0.6, "list")


def _listed(text: str, small: Sequence[Token], at: int) -> Found | None:
    """Return the longest listed name that begins with a word and is no word itself."""
    start = small[at].start
    for name, type_name in _index().get(small[at].text, ()):
        end = start + len(name)
        if text.startswith(name, start) and not text[end : end + 1].isalnum():
            return mention_at(text, start, end, type_name, 0.85, "small")
    return None


def _is_place(text: str, token: Token) -> bool:
    if token.text in places() and token.text in doubtful_places():
        return bool(LIVES_IN.search(text, max(0, token.start - REACH), token.start))
    if stands_for_a_place(token.text):
        return True
    is_listed = token.text in places()
    before = BEFORE_PLACE.search(text, max(0, token.start - REACH), token.start)
    return is_listed and bool(before) and token.text not in only_with_capital()


@cache
def stands_for_a_place(word: str) -> bool:
    """Whether a word in small letters is a place and nothing else: brazil."""
    is_word = word in doubtful_places() or word in only_with_capital()
    is_name = is_word or is_given(word) or is_family(word)
    return len(word) >= LEAST_ALONE and word in places() and not is_name


def _is_given(text: str, token: Token) -> bool:
    word = token.text
    is_word = word in everyday() or word in only_with_capital()
    is_listed = word in given_names() and not is_word
    if not is_listed or len(word) < LEAST_GIVEN or word in places():
        return False
    before = BEFORE_GIVEN.search(text, max(0, token.start - REACH), token.start)
    return bool(before or AFTER_GIVEN.match(text, token.end))


def _is_full_name(first: str, last: str) -> bool:
    is_given = first in given_names() and first not in everyday()
    return is_given and last in family_names() and last not in words("common")


@cache
def only_with_capital() -> frozenset[str]:
    """Return listed names that are everyday words without a capital."""
    doubtful = {name.lower() for name in DOUBTFUL | LIKE_WORDS}
    return (
        words("en_only_with_capital", "common", "no_names", "en_kinds", "en_more_words") | doubtful
    )


@cache
def _index() -> Mapping[str, Sequence[tuple[str, str]]]:
    """Return names in small letters with their types, by their first word, long names first."""
    index: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name, type_name in _names():
        index[re.split(r"[ .]", name, maxsplit=1)[0]].append((name, type_name))
    for names in index.values():
        names.sort(key=lambda one: -len(one[0]))
    return dict(index)


def _names() -> Iterator[tuple[str, str]]:
    no_words = everyday() | only_with_capital()
    whole_words = everyday()
    for type_name, file in ((TECHNOLOGY, "technologies"), (ORGANIZATION, "organizations")):
        for name in (one.lower() for one in phrases(file) if one.isascii()):
            parts = name.split()
            is_odd = any(
                part not in (no_words if len(parts) < 2 else whole_words) for part in parts
            )
            if len(name) >= LEAST_OF_TOOLS and is_odd and name[0].isalpha():
                yield name, type_name
    for name in places():
        if " " in name and not set(name.split()) <= no_words:
            yield name, LOCATION
    for name in (one.lower() for one in phrases("works") if one.isascii()):
        parts = name.split()
        is_title = len(parts) >= LEAST_OF_TITLES or (len(parts) > 1 and not set(parts) <= no_words)
        if is_title or (parts and len(parts) < 3 and not set(parts) & no_words):
            yield name, CREATIVE_WORK
