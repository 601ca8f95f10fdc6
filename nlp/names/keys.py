"""Keys by which names are compared."""

from nlp.text.fold import name_key
from nlp.text.lexicon import HONORIFIC, TITLE
from nlp.types import PERSON


def look_up_key(name: str, entity_type: str) -> str:
    """Return the key by which ``name`` is compared; forms of address are left out for people."""
    return name_key(bare_name(name, entity_type))


def bare_name(name: str, entity_type: str) -> str:
    """Return ``name`` without forms of address, where it is a person's."""
    if entity_type == PERSON:
        return TITLE.sub("", HONORIFIC.sub("", name.strip()))
    return name.strip()
