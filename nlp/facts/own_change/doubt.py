"""Tell whether a message may report the end of a known fact in words that no rule reads."""

import re
import unicodedata
from collections.abc import Iterator

from nlp.facts.material import brings_material
from nlp.facts.sentences import claim_sentences, mask

from .model import learned_model

# Words that name a value on their own: "Biscuit" of "a cat called Biscuit", 軽井沢 of 軽井沢の別荘.
NAMING = re.compile(r"[A-Z][\w'-]{2,}|[ァ-ヶー]{2,}|[一-龯々]{2,}|[ぁ-ん]{3,}")
WORD = re.compile(r"[\w'-]{3,}")


def may_have_ended(text: str, value: str) -> bool:
    """Return whether a message of their own makes it worth asking a person if ``value`` still holds.

    It has to name the value in a sentence that states something, and to read like the report of
    a change; what quotes or brings along the words of others does not count.
    """
    model = learned_model()
    if not value.strip() or model.score(text) < model.doubt or brings_material(text):
        return False
    named = _naming(value)
    return any(
        named.search(_folded(sentence.text)) is not None
        for sentence in claim_sentences(mask(text, ()))
        if not sentence.asserts_nothing
    )


def _naming(value: str) -> re.Pattern[str]:
    words = sorted(set(_words(value)), key=len, reverse=True)
    return re.compile("|".join(_whole(word) for word in words))


def _words(value: str) -> Iterator[str]:
    yield _folded(value)
    names = NAMING.findall(unicodedata.normalize("NFKC", value)) or WORD.findall(value)[-1:]
    yield from map(_folded, names)


def _whole(word: str) -> str:
    # Japanese sets no spaces around a word.
    return rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
