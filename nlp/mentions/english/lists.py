"""Look up English words and phrases in the word lists."""

from functools import cache

from nlp.mentions.words import phrases, words
from nlp.text.lexicon import word_set

TITLES = words("en_titles")
# Abbreviated titles are never part of a name, as King is in "King Charles".
ABBREVIATED = words("en_abbreviations")
COMPANY_FORMS = words("en_company_forms")
ORGANIZATION_ENDS = COMPANY_FORMS | words("en_organization_ends")
ORGANIZATION_HEADS = words("en_organization_heads")
PLACE_ENDS = words("en_place_ends")
PLACE_HEADS = words("en_place_heads")
# A kind of document needs a word of its own: "Project Plan", but not "My Notes".
DOCUMENT_ENDS = words("en_document_ends")
NAME_PARTS = word_set("de da di do dos del della van von der den la le el al bin ibn y du des")
JOINING = NAME_PARTS | {"of", "the", "and", "&", "for"}


def is_given(word: str) -> bool:
    """Whether a word in lower case is a given name; the first part decides for Jean-Luc."""
    return word in given_names() or ("-" in word and word.split("-")[0] in given_names())


def is_family(word: str) -> bool:
    """Whether a word in lower case is a family name."""
    return word in family_names() or word.removesuffix("s") in family_names()


@cache
def given_names() -> frozenset[str]:
    """Return given names in lower case."""
    return words("given_names", "more_given_names")


@cache
def family_names() -> frozenset[str]:
    """Return family names in lower case."""
    return words("surnames", "more_surnames")


@cache
def places() -> frozenset[str]:
    """Return places in lower case."""
    return frozenset(name.lower() for name in phrases("places", "more_places") if name)


@cache
def everyday() -> frozenset[str]:
    """Return words that are no names, or not only names."""
    return words("common", "ambiguous")


@cache
def never_names() -> frozenset[str]:
    """Return everyday words that are on no list of names."""
    return words("common") - given_names() - family_names()


@cache
def doubtful_places() -> frozenset[str]:
    """Return places whose names are everyday words as well."""
    return everyday() | words("doubtful_places")
