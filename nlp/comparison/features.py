"""Extract the features by which texts are compared: words, values, denials, mood."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from nlp.text.sentences import FIRST_PERSON
from nlp.text.tokens import detect, fold

from . import english, japanese
from .statement import SMALL, Statement, Tokens, Value, spans_of
from .values import find_amounts, find_identifiers, find_times

ENGLISH = (
    r"no longer|anymore|(?<=not )any more|instead of"
    r"|(?:has|have|had) (?:been )?(?:moved|changed|become|switched|replaced|fixed)"
    r"|moved|changed|switched|migrated|relocated|replaced|renamed|rescheduled|postponed|upgraded|downgraded"
    r"|(?:was|were|been|is|are) (?:raised|lowered|increased|reduced|extended|shortened|delayed|corrected"
    r"|updated)|went (?:up|down) to|dropped|stopped|quit|gave up|became|become|now|by now|from \w+ on|as of"
    r"|since then|cancelled|canceled|starting (?=next|on|in|from|tomorrow|[A-Z])"
    r"|left (?=the|our|my|his|her|their)"
)
JAPANESE = (
    r"変更|変わ[っりる]|変え[たまる]|に改め|引っ?越|移転|移行|移っ|移り|延期|延び|延長|前倒し|繰り上げ|繰り下げ"
    r"|代わ[っり]|交代|になった|になりました|となった|となりました|ようになっ|ことにな[っり]|なくなっ|なくなり|辞め"
    r"|やめた|やめました|ではなく|じゃなく|今は|現在|値上げ|値下げ|増設|改定|改訂|更新|置き換え|切り替え|切替|訂正"
    r"|になる|になります|異動|移し|移す|転勤|配属|もう|退職|転職|中止|廃止"
)
# Words that end a state without a successor.
ENDING = re.compile(
    r"(?<!n't )(?<!not )(?<!never )\b(?:no longer|anymore|dropped|stopped|quit|gave up|cancell?ed"
    r"|left (?:the|our|my|his|her|their))\b"
    r"|なくなっ|なくなり|辞め|やめた|やめました|退職|中止|廃止|異動|転勤",
    re.IGNORECASE,
)
CHANGE = re.compile(rf"(?<!n't )(?<!not )(?<!never )\b(?:{ENGLISH})\b|{JAPANESE}", re.IGNORECASE)
# Words that mark a change only together with another value.
WEAK = re.compile(r"now|new|starting\s*|新しい|新たに|今は|現在|もう|as of", re.IGNORECASE)
# Words that mark a change and carry content of their own.
TURNS = re.compile(
    r"\bnew\b|\b(?:got|is now) (?:married|divorced)\b|新しい|新たに|結婚した|離婚した",
    re.IGNORECASE,
)
# Words for a state that has not begun.
NOT_YET = re.compile(r"\bnot\b[^.]*\byet\b|n't [^.]*\byet\b|まだ.*(?:ない|ません)", re.IGNORECASE)
STATED = re.compile(
    r"\b(?:is|are|'s|lives?|needs?|requires?|belongs?|was born|called|named)\b"
    r"|(?:です|だ|である|にあります|にある|に住んで(?:いる|います)|必要(?:です|だ)?|にいる|にいます|所属|在住)[。.!\s]*$",
    re.IGNORECASE,
)
# A role that only one can have: "Mr Okada is the owner".
DEFINITE = re.compile(r"\bis (?:the|my|our|his|her|their)\b", re.IGNORECASE)
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


def find_change_words(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the change words of a text (NFKC); those with content of their own get an empty span."""
    for match in CHANGE.finditer(text):
        yield match.group().lower(), match.start(), match.end()
    for match in TURNS.finditer(text):
        yield match.group().lower(), match.start(), match.start()


def is_weak(marker: str) -> bool:
    """Whether a change word counts only together with another value."""
    return bool(WEAK.fullmatch(marker))


def ends_something(text: str) -> bool:
    """Whether a text states that something has ended."""
    return bool(ENDING.search(text))


def was_open(text: str) -> bool:
    """Whether a text states that something has not happened yet."""
    return bool(NOT_YET.search(text))


def has_one_value(text: str) -> bool:
    """Whether a sentence states an identity, a place or a need, which have one value."""
    return bool(STATED.search(text))


def names_the_one(text: str) -> bool:
    """Whether a sentence names the only holder of a role."""
    return bool(DEFINITE.search(text))


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


# A memory is compared with a few near ones right after each other. What was read of a long text
# takes a hundred kilobytes.
MOST_READ = 200


def features_of(statement: Statement) -> Features:
    """Return the features of a statement, from a cache if possible."""
    return _read(statement)


@lru_cache(maxsize=MOST_READ)
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
