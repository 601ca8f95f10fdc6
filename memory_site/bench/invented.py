"""Invented memories: conversations and notes in both languages, the same for the same seed.

Every session is made by itself, so any part of a million can be made again without the rest.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from itertools import count

import numpy as np
from numpy.typing import NDArray

from .vocabulary import MONTHS, VERBS, Vocabulary, english, japanese

# A session's number decides its length; twenty on average.
SESSION_SIZES = (16, 24, 20, 12, 28)
SPAN = timedelta(days=3 * 365)
BETWEEN_TURNS = timedelta(seconds=40)
SHORTEST, USUAL, LONGEST = 5, 13, 40
# The share of sessions that are notes: longer texts of no speaker.
NOTES = 0.2
# The share of texts that hold something besides words.
WITH_NAME, WITH_NUMBER, WITH_IDENTIFIER = 0.15, 0.15, 0.05
FUNCTION_WORDS = 0.45
QUESTIONS = 0.1
# Categories by the share of memories in them: what filters are measured with.
# Categories that packs declare, and how many of a hundred memories have each.
SHARES = {"release": 0.01, "meeting": 0.10, "food": 0.50}
KEYWORDS = 4
# Questions are asked about so many memories of a session.
OF_ONE_SESSION = 5


@dataclass(frozen=True, slots=True)
class Invented:
    """One invented memory; ``age`` is how long before now it was said."""

    number: int
    text: str
    session: str
    speaker: str
    category: str
    age: timedelta
    keywords: Sequence[str]
    identifier: str = ""


class Inventor:
    """Makes ``total`` memories from a seed."""

    def __init__(self, total: int, seed: int = 7) -> None:
        self.total = total
        self._seed = seed
        self._sessions = next(session for session in count() if _first_of(session) >= total)

    def __iter__(self) -> Iterator[Invented]:
        """Yield all of them, the oldest first."""
        for session in range(self._sessions):
            yield from self._session(session)

    def some(self, wanted: int) -> list[Invented]:
        """Return ``wanted`` of them from all over the span, or fewer if there are fewer."""
        rounds = -(-wanted // OF_ONE_SESSION)
        sessions = dict.fromkeys(at * self._sessions // rounds for at in range(rounds))
        chosen = [memory for at in sessions for memory in self._session(at)[:OF_ONE_SESSION]]
        return chosen[:wanted]

    def _session(self, session: int) -> list[Invented]:
        dice = np.random.default_rng((self._seed, session))
        first, size = _first_of(session), SESSION_SIZES[session % len(SESSION_SIZES)]
        words = _vocabularies()[int(dice.random() < 0.5)]
        pair = dice.choice(words.names, 2, replace=False).tolist()
        speakers = ["", ""] if dice.random() < NOTES else pair
        age = SPAN * (1 - session / self._sessions) + BETWEEN_TURNS * size
        return [
            _memory(dice, words, first + at, f"s{session}", speakers[at % 2], age - lasting * at)
            for at, lasting in enumerate([BETWEEN_TURNS] * min(size, self.total - first))
        ]


def _first_of(session: int) -> int:
    """Return the number of a session's first memory."""
    rounds, rest = divmod(session, len(SESSION_SIZES))
    return rounds * sum(SESSION_SIZES) + sum(SESSION_SIZES[:rest])


def _memory(
    dice: np.random.Generator,
    words: Vocabulary,
    number: int,
    session: str,
    speaker: str,
    age: timedelta,
) -> Invented:
    length = int(np.clip(dice.lognormal(np.log(USUAL), 0.5), SHORTEST, LONGEST))
    content = _drawn(dice, words, length if speaker else 2 * length)
    identifier = _identifier(dice) if dice.random() < WITH_IDENTIFIER else ""
    besides = [*_name_and_number(dice, words), *filter(None, [identifier])]
    return Invented(
        number=number,
        text=_sentence(dice, words, content, besides),
        session=session,
        speaker=speaker,
        category=_category(float(dice.random())),
        age=age,
        keywords=sorted(dict.fromkeys(content), key=len, reverse=True)[:KEYWORDS],
        identifier=identifier,
    )


def _drawn(dice: np.random.Generator, words: Vocabulary, length: int) -> list[str]:
    amount = max(2, round(length * (1 - FUNCTION_WORDS)))
    ranks = np.searchsorted(_chances(words.is_spaced), dice.random(amount))
    return [words.content[rank] for rank in ranks.tolist()]


def _name_and_number(dice: np.random.Generator, words: Vocabulary) -> list[str]:
    found = []
    if dice.random() < WITH_NAME:
        found.append(words.names[int(dice.integers(len(words.names)))])
    if dice.random() < WITH_NUMBER:
        day, month = int(dice.integers(1, 29)), int(dice.integers(12))
        date = f"{MONTHS[month]} {day}" if words.is_spaced else f"{month + 1}月{day}日"
        found.append(date if dice.random() < 0.5 else str(int(dice.integers(2, 5_000))))
    return found


def _identifier(dice: np.random.Generator) -> str:
    number = int(dice.integers(100, 99_999))
    letters = "".join(dice.choice(list("ABCDEFGHKLMNPRSTX"), 2).tolist())
    return str(dice.choice([f"{letters}-{number}", f"issue#{number}", f"v{number % 30}.{letters}"]))


def _category(chance: float) -> str:
    reached = 0.0
    for category, share in SHARES.items():
        reached += share
        if chance < reached:
            return category
    return ""


def _sentence(
    dice: np.random.Generator, words: Vocabulary, content: Sequence[str], besides: Sequence[str]
) -> str:
    said = list(content)
    for word in besides:
        said.insert(int(dice.integers(len(said) + 1)), word)
    # The square favours the first of them, as languages do.
    places = (len(words.function) * dice.random(len(said)) ** 2).astype(int).tolist()
    between = [words.function[place] for place in places]
    is_question = dice.random() < QUESTIONS
    if words.is_spaced:
        text = " ".join(f"{joint} {word}" for joint, word in zip(between, said, strict=True))
        return text[0].upper() + text[1:] + ("?" if is_question else ".")
    text = "".join(f"{word}{joint}" for joint, word in zip(between, said, strict=True))
    verb = VERBS[int(dice.integers(len(VERBS)))]
    return text + verb + ("のですか？" if is_question else "。")


@cache
def _vocabularies() -> tuple[Vocabulary, Vocabulary]:
    return english(), japanese()


@cache
def _chances(is_spaced: bool) -> NDArray[np.float64]:
    return _vocabularies()[0 if is_spaced else 1].chances()


def questions(memories: Sequence[Invented], seed: int = 11) -> list[str]:
    """Return a different question for each memory: its words, its speaker, its identifier."""
    dice = np.random.default_rng(seed)
    return [_question(dice, memory) for memory in memories]


def _question(dice: np.random.Generator, memory: Invented) -> str:
    first, second = memory.keywords[0], memory.keywords[-1]
    is_latin = memory.text.isascii()
    if memory.identifier:
        return f"{memory.identifier} {first}"
    who = memory.speaker or ("anybody" if is_latin else "誰か")
    forms = (
        (
            f"What did {who} say about {first} and {second}?",
            f"When did we talk about the {first}?",
            f"{first} {second}",
            f"Do you remember {who}'s {first} last month?",
        )
        if is_latin
        else (
            f"{who}は{first}と{second}について何と言っていた？",
            f"{first}の話をしたのはいつ？",
            f"{first} {second}",
            f"先月の{first}のことを覚えていますか",
        )
    )
    return forms[int(dice.integers(len(forms)))]
