"""Extract the features by which texts are compared: words, values, denials, mood."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property, lru_cache

from nlp.text.fold import fold
from nlp.text.lexicon import FIRST_PERSON
from nlp.text.script import detect

from . import english, japanese
from .amounts import find_amounts
from .identifiers import find_identifiers
from .markers import find_change_words
from .opposites import SMALL
from .statement import Statement
from .times import find_times
from .tokens import Tokens, Value, spans_of

# Words whose meaning depends on the texts before: thanks, you, それ.
CONTEXT_DEPENDENT = re.compile(
    r"^(?:thanks|thank you|wow|yeah|yep|hey|hi|hello|bye|congrats|congratulations|good luck|way to go"
    r"|absolutely|totally|definitely|of course|haha|aww?|oh|well|great|cool|awesome|nice|please)\b"
    r"|\byou(?:r|rs|rself|'\w+)?\b"
    r"|ありがと|おめでとう|お疲れ|了解|承知|こんにちは|おはよう|なるほど|いいね|すごいね|そうです|そうだね|あなた|君[はがのもを]"
    r"|^(?:that|this|it|those|these|yes|no|ok|okay|sure|same|he|she|they)\b|\b(?:that one|this one)\b"
    r"|^(?:はい|いいえ|うん|ええ|そう|それ|これ|あれ|ここ|そこ|あそこ|その|この|あの|彼|同じ)",
    re.IGNORECASE,
)  # fmt: skip
LEAST_WORDS = 2
# Punctuation that may differ between two spellings of one sentence.
PUNCTUATION = re.compile(r"[!?;\"()\[\]「」『』【】、。…・“”]|[.,:](?!\d)")
# All spaces except one between two Latin words or numbers.
SPACE = re.compile(r"\s+(?![a-z0-9'])|(?<![a-z0-9'])\s+|\s+(?=\s)")


@dataclass(frozen=True)
class Features:
    """The comparable features of one text."""

    statement: Statement
    text: str
    tokens: Tokens
    values: tuple[Value, ...]
    markers: frozenset[str]

    @cached_property
    def key(self) -> str:
        """Return the words without differences of width, case, kana, spaces and punctuation.

        Punctuation between digits stays, and so do signs with a meaning: 1.5, C#, 10%.
        """
        text = PUNCTUATION.sub(" ", fold(self.statement.text).replace("’", "'"))
        return SPACE.sub("", " ".join(text.split()))

    @cached_property
    def words(self) -> frozenset[str]:
        """Return the base forms of the content words."""
        return self.all_words - SMALL

    @cached_property
    def all_words(self) -> frozenset[str]:
        """Return the base forms of the content words and of small words such as on, off, before."""
        return frozenset(word.base for word in self.tokens.words)

    @cached_property
    def names(self) -> frozenset[str]:
        """Return the base forms of the names."""
        return frozenset(word.base for word in self.tokens.words if word.is_name)

    @cached_property
    def subject(self) -> frozenset[str]:
        """Return the words of the subject."""
        end = self.tokens.subject_end
        return frozenset(word.base for word in self.tokens.words if word.end <= end) - SMALL

    @cached_property
    def denied(self) -> frozenset[str]:
        """Return the denied words."""
        return frozenset(word.base for word in self.tokens.words if word.is_denied)

    @cached_property
    def needs_context(self) -> bool:
        """Whether the text is understood only after the one before it."""
        is_short = len(self.tokens.words) + len(self.values) < LEAST_WORDS
        return is_short or bool(CONTEXT_DEPENDENT.search(self.text))

    @cached_property
    def is_personal(self) -> bool:
        """Whether the text is about its speaker."""
        if self.statement.language == "ja":
            return not self.tokens.subject_end or bool(FIRST_PERSON.search(self.text))
        return bool(FIRST_PERSON.search(self.text))


def features_of(statement: Statement) -> Features:
    """Return the features of a statement, from a cache if possible."""
    return _read(statement)


@lru_cache(maxsize=2_000)
def _read(statement: Statement) -> Features:
    text = unicodedata.normalize("NFKC", statement.text)
    language = statement.language or detect(statement.text)
    found = list(find_times(text, statement.said_at))
    found += find_identifiers(text, spans_of(found))
    found += find_amounts(text, spans_of(found))
    changed = list(find_change_words(text))
    taken = [*spans_of(found), *((start, end) for _, start, end in changed if start < end)]
    tokenizer = japanese if language == "ja" else english
    tokens = tokenizer.tokenize(text, taken, statement.names)
    named = [
        Value("name", word.base, text[word.start : word.end], word.start, word.end)
        for word in tokens.words
        if word.is_name
    ]
    return Features(
        statement=statement if statement.language else _with_language(statement, language),
        text=text,
        tokens=tokens,
        values=tuple(sorted([*found, *named], key=lambda fact: fact.start)),
        markers=frozenset(word for word, _, _ in changed),
    )


def _with_language(statement: Statement, language: str) -> Statement:
    return Statement(
        statement.text,
        statement.said_at,
        language,
        statement.speaker,
        statement.about,
        statement.names,
        statement.is_event,
    )
