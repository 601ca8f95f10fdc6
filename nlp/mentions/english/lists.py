"""What the lists of names and places say of a word."""

from functools import cache

from nlp.mentions.words import phrases, words


def is_given(word: str) -> bool:
    """Whether a word in lower case is a given name; of Jean-Luc the first part decides."""
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
    """Return words that are none, or not only, names."""
    return words("common", "ambiguous")


@cache
def never_names() -> frozenset[str]:
    """Return everyday words that no list of names holds."""
    return words("common") - given_names() - family_names()


@cache
def doubtful_places() -> frozenset[str]:
    """Return places whose names are everyday words as well."""
    return everyday() | words("doubtful_places")
