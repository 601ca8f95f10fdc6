"""Tell whether a message may report the end of a known fact in words that no rule reads."""

from collections.abc import Iterable

from nlp.facts.authorship import brings_material
from nlp.facts.sentences import claim_sentences, mask

from .model import learned_model
from .naming import folded, naming


def may_report_end(text: str) -> bool:
    """Return whether a message reads so much like the report of a change that asking is worth it.

    What quotes or brings along the words of others does not count.
    """
    model = learned_model()
    return model.score(text) >= model.doubt and not brings_material(text)


def named_in_statements(text: str, values: Iterable[str]) -> set[str]:
    """Return the values that a sentence of a message names which states something."""
    stated = [
        folded(sentence.text)
        for sentence in claim_sentences(mask(text, ()))
        if not sentence.asserts_nothing
    ]
    return {value for value in values if any(map(naming(value).search, stated))}
