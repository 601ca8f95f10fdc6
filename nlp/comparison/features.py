"""One text, read once: its words, values, denials, and what it says about itself."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from nlp.text.fold import fold
from nlp.text.lexicon import FIRST_PERSON
from nlp.text.script import detect

from .amounts import amounts
from .changes import markers
from .english import features as english
from .facts import Fact, spans_of
from .identifiers import identifiers
from .japanese import features as japanese
from .opposites import SMALL
from .statement import Said
from .times import times
from .tokens import Tokens

# Words that mean what stands around them, and nothing by themselves.
LEANING = re.compile(
    r"^(?:thanks|thank you|wow|yeah|yep|hey|hi|hello|bye|congrats|congratulations|good luck|way to go"
    r"|absolutely|totally|definitely|of course|haha|aww?|oh|well|great|cool|awesome|nice|please)\b"
    r"|\byou(?:r|rs|rself|'\w+)?\b"
    r"|ありがと|おめでとう|お疲れ|了解|承知|こんにちは|おはよう|なるほど|いいね|すごいね|そうです|そうだね|あなた|君[はがのもを]"
    r"|^(?:that|this|it|those|these|yes|no|ok|okay|sure|same|he|she|they)\b|\b(?:that one|this one)\b"
    r"|^(?:はい|いいえ|うん|ええ|そう|それ|これ|あれ|ここ|そこ|あそこ|その|この|あの|彼|同じ)",
    re.IGNORECASE,
)  # fmt: skip
LEAST_WORDS = 2
# What may differ between two writings of one sentence.
UNSAID = re.compile(r"[!?;\"()\[\]「」『』【】、。…・“”]|[.,:](?!\d)")
# Spaces, but for the last one between two Latin words or numbers.
SPACE = re.compile(r"\s+(?![a-z0-9'])|(?<![a-z0-9'])\s+|\s+(?=\s)")


@dataclass(frozen=True)
class Reading:
    """What comparing needs of a text."""

    said: Said
    text: str
    tokens: Tokens
    values: tuple[Fact, ...]
    markers: frozenset[str]

    @cached_property
    def key(self) -> str:
        """Return the words as they are, up to width, case, kana, spaces and the signs of sentences.

        What stands between digits stays, so do signs that mean something: 1.5, C#, 10%.
        """
        text = UNSAID.sub(" ", fold(self.said.text).replace("’", "'"))
        return SPACE.sub("", " ".join(text.split()))

    @cached_property
    def words(self) -> frozenset[str]:
        """Return the base forms of the words that say something."""
        return self.all_words - SMALL

    @cached_property
    def all_words(self) -> frozenset[str]:
        """Return the same with on, off, before and their like."""
        return frozenset(word.base for word in self.tokens.words)

    @cached_property
    def names(self) -> frozenset[str]:
        """Return the words that are names."""
        return frozenset(word.base for word in self.tokens.words if word.is_name)

    @cached_property
    def subject(self) -> frozenset[str]:
        """Return the words of what the text is about."""
        end = self.tokens.subject_end
        return frozenset(word.base for word in self.tokens.words if word.end <= end) - SMALL

    @cached_property
    def denied(self) -> frozenset[str]:
        """Return the words that are denied."""
        return frozenset(word.base for word in self.tokens.words if word.is_denied)

    @cached_property
    def is_leaning(self) -> bool:
        """Whether the text says something only together with what was said before."""
        is_short = len(self.tokens.words) + len(self.values) < LEAST_WORDS
        return is_short or bool(LEANING.search(self.text))

    @cached_property
    def is_personal(self) -> bool:
        """Whether the speaker is whom the text is about."""
        if self.said.language == "ja":
            return not self.tokens.subject_end or bool(FIRST_PERSON.search(self.text))
        return bool(FIRST_PERSON.search(self.text))


def read(said: Said) -> Reading:
    """Read a text; the same one is read once."""
    return _read(said)


@lru_cache(maxsize=2_000)
def _read(said: Said) -> Reading:
    text = unicodedata.normalize("NFKC", said.text)
    language = said.language or detect(said.text)
    found = list(times(text, said.said_at))
    found += identifiers(text, spans_of(found))
    found += amounts(text, spans_of(found))
    changed = list(markers(text))
    taken = [*spans_of(found), *((start, end) for _, start, end in changed if start < end)]
    reader = japanese if language == "ja" else english
    tokens = reader.read(text, taken, said.names)
    named = [
        Fact("name", word.base, text[word.start : word.end], word.start, word.end)
        for word in tokens.words
        if word.is_name
    ]
    return Reading(
        said=said if said.language else _with_language(said, language),
        text=text,
        tokens=tokens,
        values=tuple(sorted([*found, *named], key=lambda fact: fact.start)),
        markers=frozenset(word for word, _, _ in changed),
    )


def _with_language(said: Said, language: str) -> Said:
    return Said(
        said.text, said.said_at, language, said.speaker, said.about, said.names, said.is_event
    )


def keys(facts: Iterable[Fact]) -> frozenset[str]:
    """Return the values of facts."""
    return frozenset(fact.key for fact in facts)
