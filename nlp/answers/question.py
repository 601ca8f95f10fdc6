"""Read a question: its content words with their concepts, what it asks of whom, and the kind of answer."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Self

from nlp.morphology import stem
from nlp.questions import ASKING, JAPANESE_ASKING, LATIN, normalize, without_name

from .concepts import concepts
from .kinds import AnswerKind, kind_of, kinds

WORD = re.compile(r"[a-zà-ɏ0-9][a-zà-ɏ0-9.\-_']*|[ァ-ヶー]{2,}|[々一-鿿]+")
VERBS = r"(?:is|are|was|were|did|does|do|has|had|have|will|can|could|should|would)"
AFTER_NOUN = (
    r"(?:of|in|at|for|on|to|from|that|with|by|when|who|do|does|did|i|we|is|called|named)(?![a-z])"
)
# What may stand behind a word, and behind its stem.
WHOLE = re.compile(r"(?![a-zà-ɏ0-9])")
ENDING = re.compile(r"[a-z]{0,3}(?![a-zà-ɏ0-9])")
# What a question asks for: "what breed is", "what is the color of", "how heavy", 血液型は？
EN_HEAD = re.compile(
    r"(?:what|which)\s+(?:kind|type|sort|brand|color|colour)?\s?(?:of\s+)?"
    rf"((?!{VERBS})[a-z-]+)"
    r"|(?:what|which)(?:'s|\s+(?:is|are|was|were))\s+(?:the\s+|my\s+|our\s+|your\s+|[a-z.]+'s?\s+)*"
    rf"([a-z -]+?)(?=\s+{AFTER_NOUN}|[?.!]|$)"
    r"|how\s+(heavy|tall|old|fast|far|big|large|often|long)"
)
JA_HEAD = re.compile(
    r"(?:何の|どの|どんな|どういう)([^はがをにでと、。？?]+)"
    r"|([^のはがをにでとも、。]+)(?:は|って)"
    r"(?:何|なに|いつ|どこ|誰|だれ|いくら|いくつ|どう|どの|どれ|どんな|なん)?[^はがを]{0,8}[?？]?$"
)
OWNER = re.compile(
    r"(?<![a-z])(?:i|my|me|mine|myself|i'm|i've|i'd|we|our|us)(?![a-z])|私|僕|俺|わたし|自分|うち|我が家"
)


@dataclass(frozen=True, slots=True)
class Places:
    """How far a text covers a word, 0…1, where, and whether it holds the word as it is written."""

    share: float
    starts: list[int]
    is_literal: bool


@dataclass(frozen=True, slots=True)
class Spelling:
    """A word of a question as texts may hold it; a Latin word with any ending behind its stem.

    To compile a pattern for each would cost a search more than to look through its texts.
    """

    written: str
    stem: str = ""

    @classmethod
    def of_latin(cls, word: str) -> Self:
        return cls(word, stem(word))

    def starts(self, text: str) -> list[int]:
        """Return where a normal text holds it."""
        if not self.stem:
            return list(_found(text, self.written))
        forms = ((self.stem, ENDING), (self.written, WHOLE))
        return sorted(
            {
                at
                for form, rest in forms
                for at in _found(text, form)
                if rest.match(text, at + len(form)) and not (at and LATIN.match(text[at - 1]))
            }
        )


def _found(text: str, part: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


@dataclass(frozen=True, slots=True)
class Item:
    """One content word of a question: its spellings, and patterns of its concepts."""

    word: str
    literal: tuple[Spelling, ...]
    concepts: tuple[re.Pattern[str], ...]

    def places(self, text: str) -> Places:
        """Return how far a normal text covers the word, and where."""
        meant = [match.start() for pattern in self.concepts for match in pattern.finditer(text)]
        held = [spelling.starts(text) for spelling in self.literal]
        share = sum(map(bool, held)) / len(held)
        starts = [*meant, *(start for each in held for start in each)]
        return Places(1.0 if meant else share, starts, share == 1.0)


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question as it is compared with texts; ``head`` is the index of the item asked for."""

    text: str
    items: tuple[Item, ...]
    head: int | None
    kind: AnswerKind | None
    is_of_owner: bool


def load_patterns() -> None:
    """Compile the concepts and kinds of answers, for which the first question would wait 0.2 s."""
    concepts()
    kinds()


def read_question(question: str, names: Collection[str] = ()) -> AskedQuestion:
    """Read a question; its words in ``names`` are no content words."""
    text = normalize(question)
    rest = text
    for name in sorted(map(normalize, names), key=len, reverse=True):
        rest = without_name(rest, name)
    items = tuple(_items(rest))
    return AskedQuestion(text, items, _head(rest, items), kind_of(text), bool(OWNER.search(text)))


def _items(rest: str) -> Iterator[Item]:
    asked = JAPANESE_ASKING.sub(" ", rest)
    # 好き is known, 好 is not: the concepts of a word are those of all that overlaps it.
    known = [(match.span(), match[0]) for match in concepts().japanese.finditer(asked)]
    seen: set[str] = set()
    for match in WORD.finditer(asked):
        word = match[0].strip(".-_'").removesuffix("'s")
        if word in ASKING or word in seen or (word.isascii() and len(word) < 2):
            continue
        seen.add(word)
        at, end = match.span()
        yield _item(word, [each for (start, stop), each in known if start < end and at < stop])
    for (start, stop), word in known:
        if not WORD.search(asked[start:stop]) and word not in seen:
            seen.add(word)
            yield _item(word, [word])


def _item(word: str, expressions: Collection[str]) -> Item:
    known = concepts()
    if LATIN.match(word):
        literal = [Spelling.of_latin(word)]
        numbers = list(known.of_word(word))
    else:
        literal = [Spelling(pair) for pair in _pairs(word)]
        numbers = [number for each in expressions for number in known.by_japanese[each]]
    meant = tuple(known.patterns[number] for number in dict.fromkeys(numbers))
    return Item(word, tuple(literal), meant)


def _pairs(word: str) -> list[str]:
    if len(word) < 3 or "ァ" <= word[0] <= "ー":
        return [word]
    return [word[at : at + 2] for at in range(len(word) - 1)]


def _head(rest: str, items: tuple[Item, ...]) -> int | None:
    for pattern in (EN_HEAD, JA_HEAD):
        if (match := pattern.search(rest)) is None:
            continue
        asked = next(part for part in match.groups() if part is not None)
        held = [at for at, item in enumerate(items) if item.word in asked]
        if held:
            return held[-1]
    return None
