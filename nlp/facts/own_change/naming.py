"""Find where a text names a stored value, in full or by the names in it."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from nlp.mentions.words import words

# Words that name a value on their own: "Biscuit" of "a cat called Biscuit", 軽井沢 of 軽井沢の別荘.
NAMING = re.compile(r"[A-Z][\w'-]{2,}|[ァ-ヶー]{2,}|[一-龯々]{2,}|[ぁ-ん]{3,}")
WORD = re.compile(r"[\w'-]{3,}")
NOTHING = r"(?!)"


@lru_cache(maxsize=1_000)
def naming(value: str) -> re.Pattern[str]:
    """Return a pattern that matches in a folded text where it names the value."""
    wanted = {folded(value).strip(), *_names_in(value)} - {""}
    return re.compile("|".join(map(_whole, sorted(wanted))) or NOTHING)


def folded(text: str) -> str:
    """Return a text without the differences of case, width and apostrophes."""
    return unicodedata.normalize("NFKC", text).casefold().replace("’", "'")


def _names_in(value: str) -> Iterator[str]:
    names = NAMING.findall(unicodedata.normalize("NFKC", value)) or WORD.findall(value)[-1:]
    # "Dev is my manager for now" says nothing of a Product Manager.
    return (name for name in map(folded, names) if len(names) == 1 or name not in words("en_jobs"))


def _whole(word: str) -> str:
    # Japanese sets no spaces around a word, and none around a Latin one or a number: 36歳.
    return rf"(?<![a-z0-9]){re.escape(word)}(?![a-z0-9])" if word.isascii() else re.escape(word)
