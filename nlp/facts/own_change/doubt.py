"""Tell whether a message may report the end of a known fact in words that no rule reads."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from nlp.facts.authorship import brings_material
from nlp.facts.sentences import Sentence, claim_sentences, mask
from nlp.mentions.words import words

from .model import learned_model

# Words that name a value on their own: "Biscuit" of "a cat called Biscuit", 軽井沢 of 軽井沢の別荘.
NAMING = re.compile(r"[A-Z][\w'-]{2,}|[ァ-ヶー]{2,}|[一-龯々]{2,}|[ぁ-ん]{3,}")
WORD = re.compile(r"[\w'-]{3,}")
NOTHING = r"(?!)"
# "I must send Ingrid the contract": what is still to be done has ended nothing.
STILL_TO_DO = re.compile(r"\b(?:must|need to|have to|has to|needs to|remind me|don't forget)\b")
# "They gave me a Dovetail mug": a thing of the name, not what is known by it.
ANOTHER = r"(?<!\ba )(?<!\ban )(?<!\banother )"
# "Tomasz made pancakes": what people do for each other while nothing ends between them.
KINDNESS = (
    r"(?! (?:(?:has|had|just|even|kindly|always|also) )*(?:made|makes|gave|gives|cooked|cooks|baked|bakes"
    r"|brought|brings|sent|sends|wrote|writes|texted|sings|sang|hugged|smiled|laughed|helped|helps|picked"
    r"|organi[sz]ed|surprised|suggested|recommended|eats|drinks|snores|thinks|loves|likes|hates|enjoyed)\b)"
)


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
        if _may_tell_end(sentence)
    ]
    return {value for value in values if any(map(_naming(value).search, stated))}


def _may_tell_end(sentence: Sentence) -> bool:
    """Return whether a sentence states something, and reads like a change on its own."""
    if sentence.asserts_nothing or STILL_TO_DO.search(sentence.text):
        return False
    model = learned_model()
    return model.score(sentence.text) >= model.doubt


def _naming(value: str) -> re.Pattern[str]:
    wanted = {_folded(value).strip(), *_names_in(value)} - {""}
    named = "|".join(map(_whole, sorted(wanted)))
    return re.compile(f"{ANOTHER}(?:{named}){KINDNESS}" if named else NOTHING)


def _names_in(value: str) -> Iterator[str]:
    names = NAMING.findall(unicodedata.normalize("NFKC", value)) or WORD.findall(value)[-1:]
    # "Dev is my manager for now" says nothing of a Product Manager.
    return (name for name in map(_folded, names) if len(names) == 1 or name not in words("en_jobs"))


def _whole(word: str) -> str:
    # Japanese sets no spaces around a word.
    return rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
