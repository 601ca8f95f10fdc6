"""The kinds of answer that questions ask for, and what an answer of each kind looks like (kinds.toml)."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

NUMBER = (
    r"(?:\d[\d,.]*|[〇一二三四五六七八九十百千万]+|(?<![a-z])(?:one|two|three|four|five|six|seven|eight"
    r"|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|half|a dozen|a couple)(?![a-z]))"
)
# Beside their pattern, these kinds are answered by a name: a capitalized or katakana word.
BY_NAME = frozenset({"who", "where", "name"})
# An answer of these kinds can be told by its looks alone; of the others it is a hint.
EXACT = frozenset(
    {
        "color", "blood", "phone", "mail", "secret", "code", "address", "clock", "weight", "age",
        "area", "length", "speed", "share", "money", "duration",
    }
)  # fmt: skip
# What people ask for, and seldom store.
DIRECTORY = frozenset({"phone", "mail", "secret", "code", "address", "blood"})
# Of these, what looks like an answer is nothing else.
CONTACTS = frozenset({"phone", "mail"})
NAMELIKE = re.compile(r"(?<![.!?…\n] )(?<!^)(?<![A-Za-z])[A-Z][A-Za-zÀ-ɏ'&-]+|[ァ-ヶー]{3,}")


@dataclass(frozen=True, slots=True)
class AnswerKind:
    """A kind of answer: how it is asked for, and how it looks; it must say more than the question."""

    name: str
    asked: re.Pattern[str]
    answered: re.Pattern[str]


@cache
def kinds() -> tuple[AnswerKind, ...]:
    """Return the kinds of kinds.toml in their order; read once per process."""
    stored = tomllib.loads((files("nlp.answers") / "kinds.toml").read_text("utf-8"))
    return tuple(
        AnswerKind(row["name"], _joined(row["asked"]), _joined(row["answered"]))
        for row in stored["kind"]
    )


def _joined(patterns: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(patterns).replace("{number}", NUMBER))


def kind_of(question: str) -> AnswerKind | None:
    """Return the kind of answer that a normal question asks for; None if any text may answer."""
    return next((kind for kind in kinds() if kind.asked.search(question)), None)


def is_answered(kind: AnswerKind, question: str, text: str, raw: str) -> bool:
    """Return whether a text holds an answer of a kind that the question does not hold itself."""
    if any(match[0] not in question for match in kind.answered.finditer(text)):
        return True
    if kind.name not in BY_NAME:
        return False
    return any(match[0].lower() not in question for match in NAMELIKE.finditer(raw))
