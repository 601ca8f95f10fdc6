"""Tell whether a message may report the end of a known fact in words that no rule reads."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from nlp.facts.authorship import brings_material
from nlp.facts.sentences import claim_sentences, mask

from .model import learned_model

# Words that name a value on their own: "Biscuit" of "a cat called Biscuit", 軽井沢 of 軽井沢の別荘.
NAMING = re.compile(r"[A-Z][\w'-]{2,}|[ァ-ヶー]{2,}|[一-龯々]{2,}|[ぁ-ん]{3,}")
WORD = re.compile(r"[\w'-]{3,}")
NOTHING = r"(?!)"


def may_report_end(text: str) -> bool:
    """Return whether a message reads so much like the report of a change that asking is worth it.

    What quotes or brings along the words of others does not count.
    """
    model = learned_model()
    return model.score(text) >= model.doubt and not brings_material(text)


def named_in_statements(text: str, values: Iterable[str]) -> set[str]:
    """Return the values that a sentence of a message names which states something."""
    stated = [
        _folded(sentence.text)
        for sentence in claim_sentences(mask(text, ()))
        if not sentence.asserts_nothing
    ]
    return {value for value in values if any(map(_naming(value).search, stated))}


def _naming(value: str) -> re.Pattern[str]:
    words = {_folded(value).strip(), *_names_in(value)} - {""}
    return re.compile("|".join(map(_whole, sorted(words))) or NOTHING)


def _names_in(value: str) -> Iterator[str]:
    names = NAMING.findall(unicodedata.normalize("NFKC", value)) or WORD.findall(value)[-1:]
    return map(_folded, names)


def _whole(word: str) -> str:
    # Japanese sets no spaces around a word.
    return rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
