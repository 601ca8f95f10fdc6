"""Parse a query into weighted terms, names, time expressions and identifiers."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain, groupby, islice

from django.db import OperationalError

from memories.index.in_memory.columns import name_number
from memories.index.in_memory.rows import lexeme
from nlp import dates
from nlp.dates import TimeExpression
from nlp.readers import ReaderGuard
from nlp.text.sentences import word_set
from nlp.text.tokens import (
    CJK,
    HAN,
    HIRAGANA_ONLY,
    HYPHENS,
    RUNS,
    STOP_WORDS,
    fold,
    fold_width,
    identifiers,
)

from .narrowing import asks_nothing_else

# A long katakana or kanji word has many pairs, so each of them counts less.
RUN_LENGTH_POWER = -0.3
# A pair of two scripts (夏の, が降) is rarely a word.
MIXED_PAIR = 0.5
MAX_TERMS = 64
MAX_READ = 1_000
LONGEST_NAME = 12
MOST_NAMES = 600
# The first characters of さん, さま, 様, 氏, くん, 君, ちゃん, 先生 and 殿.
HONORIFIC_BEGINNINGS = "さ様氏く君ち先殿"
ONE_SIGN = re.compile(rf"(?<!{HAN.pattern}){HAN.pattern}(?!{HAN.pattern})")
PUNCTUATION = ".,;:!?()[]{}'\"“”‘’"
# A hyphen alone also joins plain words (follow-up).
EXACT_SIGN = re.compile(r"[0-9_./:#@+]|\(\)")
BETWEEN_CJK = re.compile(rf"(?<=[{CJK}])\s+(?=[{CJK}])")

ASKS_WHEN = re.compile(
    r"\bwhen\b|\bhow long\b|\bsince when\b|\bwhat (?:day|date|month|year|time)\b"
    r"|いつ|何[年月日時曜]|何曜|何週|どのくらい前|どれくらい前|期間",
    re.IGNORECASE,
)
# What the assistant said is asked for: "which library did you suggest".
ASKS_ASSISTANT = re.compile(
    r"\b(?:did|have|had|were) you\b|\bassistant\b"
    r"|\byou (?:\w+ )?(?:said|told|suggested|recommended|explained|advised|mentioned|gave|wrote|proposed)\b"
    r"|\byour (?:advice|answer|suggestion|recommendation|explanation|reply|example)s?\b"
    r"|アシスタント|(?:提案|説明|紹介)してくれ|(?:勧め|すすめ|教え|答え|書い)てくれ(?:た|ました)",
    re.IGNORECASE,
)
# Words about the conversation, or about the form of the answer, seldom stand in what is looked for.
ABOUT_TALK = 0.5
TALK_WORDS = word_set(
    "chat chats conversation conversations discuss discussed discussing discussion discussions mention"
    " mentioned mentioning mentions overview session sessions summarise summarize summary talked"
    " talking throughout"
)


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the query as the index holds it, and its weight apart from rarity."""

    word: str
    weight: float

    @property
    def number(self) -> int:
        """The number of the word in the index."""
        return lexeme(self.word)


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """A parsed query, shared by all routes.

    ``is_only_time``: nothing but a time is asked for ("last week", "what happened last week").
    """

    text: str
    terms: tuple[Term, ...] = ()
    identifiers: tuple[str, ...] = ()
    times: tuple[TimeExpression, ...] = ()
    remainder: str = ""
    names: dict[int, str] = field(default_factory=dict)
    asks_when: bool = False
    asks_assistant: bool = False
    is_only_time: bool = False

    @property
    def is_only_identifiers(self) -> bool:
        """Whether the query is nothing but type numbers, file names, versions and the like."""
        text = fold_width(self.text).translate(HYPHENS)
        words = {word.strip(PUNCTUATION) for word in text.split()}
        exact = {word.strip(PUNCTUATION) for word in self.identifiers if EXACT_SIGN.search(word)}
        return bool(exact) and not self.times and words == exact


def parse_query(text: str, now: datetime, *, reads_time: bool = True) -> ParsedQuery:
    """Parse a query. Times and names are read from the first 1,000 characters only.

    Without ``reads_time``, a time in the query is words like any others.
    """
    beginning = text[:MAX_READ]
    guard = ReaderGuard("a query", (OperationalError,))
    none: tuple[TimeExpression, ...] = ()
    times = guard.attempt("times", lambda: _times(beginning, now), none) if reads_time else none
    remainder = dates.remainder(beginning, times) if times else text
    return ParsedQuery(
        text=text,
        terms=terms_of(text),
        identifiers=tuple(part for part in identifiers(text) if len(part) >= 3),
        times=times,
        remainder=remainder,
        names=dict(_names(beginning)),
        asks_when=bool(ASKS_WHEN.search(beginning)),
        asks_assistant=bool(ASKS_ASSISTANT.search(beginning)),
        is_only_time=bool(times) and asks_nothing_else(remainder),
    )


def _times(text: str, now: datetime) -> tuple[TimeExpression, ...]:
    found = dates.find(text, now=now, with_habits=False, is_question=True)
    return tuple(found)


def terms_of(text: str, names: Iterable[str] = ()) -> tuple[Term, ...]:
    """Return the terms to look up for a query.

    English function words and pairs of hiragana only (です, した) are left out,
    unless nothing else is there. Of known ``names``, folded, pairs in hiragana (むぎ) and single
    characters (楓) count.
    """
    kept = {name[at : at + 2] for name in names for at in range(max(1, len(name) - 1))}
    strong: dict[str, float] = {sign: 1.0 for sign in kept if len(sign) == 1}
    weak: dict[str, float] = {}
    for run in RUNS.finditer(fold_width(text)):
        for token, weight in _tokens(run):
            is_empty = token in STOP_WORDS or HIRAGANA_ONLY.fullmatch(token)
            is_weak = is_empty and fold(token) not in kept
            into, word = (weak if is_weak else strong), fold(token)
            into[word] = max(weight, into.get(word, 0.0))
    chosen = list((strong or weak).items())[:MAX_TERMS]
    return tuple(Term(word, weight) for word, weight in chosen)


def _tokens(run: re.Match[str]) -> Iterator[tuple[str, float]]:
    if word := run["word"]:
        yield word, ABOUT_TALK if word in TALK_WORDS else 1.0
        return
    text = run["cjk"]
    if len(text) == 1:
        yield text, 1.0
        return
    lengths = _script_lengths(text)
    scripts = [_script(character) for character in text]
    for at in range(len(text) - 1):
        weight = max(1, lengths[at] - 1) ** RUN_LENGTH_POWER
        yield text[at : at + 2], weight * (MIXED_PAIR if scripts[at] != scripts[at + 1] else 1.0)


def _script_lengths(text: str) -> list[int]:
    """Return for each character how long the run of its own script is."""
    lengths: list[int] = []
    for _, run in groupby(text, key=_script):
        length = len(list(run))
        lengths += [length] * length
    return lengths


def _script(character: str) -> int:
    return 1 if "\u3040" <= character < "\u30a0" else 2 if "\u30a0" <= character < "\u3100" else 3


def _names(text: str) -> Iterator[tuple[int, str]]:
    """Yield the keys of everything in the query that could be a name, and their numbers."""
    for name in islice(chain.from_iterable(_possible_names(text)), MOST_NAMES):
        yield name_number(name), name


def _possible_names(text: str) -> Iterator[Iterable[str]]:
    folded = BETWEEN_CJK.sub("", fold(text))
    runs = list(RUNS.finditer(folded))
    yield _phrases([run["word"] for run in runs if run["word"]])
    yield _phrases([word.strip(PUNCTUATION) for word in folded.split() if word.isascii()])
    for run in runs:
        if run["cjk"]:
            yield _parts(run["cjk"])


def _phrases(words: Sequence[str]) -> Iterator[str]:
    for count in (1, 2, 3):
        for at in range(len(words) - count + 1):
            phrase = " ".join(words[at : at + count])
            if phrase and phrase not in STOP_WORDS:
                yield phrase


def _parts(run: str) -> Iterator[str]:
    # A single character is a name only where it stands by itself: 楓は, not 楓通り.
    yield from (sign[0] for sign in ONE_SIGN.finditer(run))
    for length in range(2, LONGEST_NAME + 1):
        for at in range(len(run) - length + 1):
            yield run[at : at + length]


def without_names(terms: tuple[Term, ...], names: list[str]) -> tuple[Term, ...]:
    """Return the terms without those of speakers' names, unless no others remain.

    The speaker has a feature of its own; a name in a text mostly belongs to the person addressed.
    """
    words = {term.word for name in names for term in terms_of(name)}
    # Of 田中さん, 中さ belongs to the name as well.
    words |= {name[-1] + first for name in names if name for first in HONORIFIC_BEGINNINGS}
    rest = tuple(term for term in terms if term.word not in words)
    return rest or terms
