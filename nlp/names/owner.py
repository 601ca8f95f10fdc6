"""Tell whether a name in a text is the owner's."""

import re
from collections.abc import Collection

from nlp.readers import PERSON
from nlp.text.tokens import has_japanese, name_key

from .forms import form_of

WORDS = re.compile(r"[^\W_][\w'’-]*")


def names_of_named_owner(
    called: str, owner_names: Collection[str], *, is_note: bool
) -> tuple[str, ...]:
    """Return all names of the owner if a text calls them so; none otherwise.

    A given name alone is the owner's in an assistant's note (``is_note``) only: the owner may
    write of somebody else who has it.
    """
    key = name_key(called)
    names = sorted(owner_names, key=lambda name: (-len(name), name))
    if key in map(name_key, names):
        return called, *(name for name in names if name_key(name) != key)
    if is_note and any(key in _given(name) for name in names):
        return tuple(names)
    return ()


def _given(full_name: str) -> set[str]:
    """Return the folded given names of a full name, and the nickname between them."""
    if has_japanese(full_name):
        return {name_key(form_of(full_name, PERSON).given)} - {""}
    return {name_key(word) for word in WORDS.findall(full_name)[:-1]}
