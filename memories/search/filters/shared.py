"""Conditions that memories and states share, and the check of filter values."""

from django.db.models import Q

from core.caller import Caller
from core.db.fields import at_or_below
from core.errors import InvalidInput, did_you_mean
from memories.schemas import SearchFilters
from packs import registry

# Unlike an empty Q, these can be negated.
NOTHING = Q(pk__in=[])
EVERYTHING = ~NOTHING


def in_packs(filters: SearchFilters, caller: Caller) -> Q:
    """Return the condition of the packs asked for."""
    if not filters.pack:
        return Q()
    return Q(user_id__in=[caller.space(pack) for pack in filters.pack])


def namespaces(filters: SearchFilters) -> Q:
    """Return the condition of being at or below one of the namespaces asked for."""
    met = Q()
    for namespace in (value.strip("/") for value in filters.namespace or ()):
        met |= at_or_below(namespace)
    return met


def check_vocabulary(filters: SearchFilters, path: str) -> None:
    """Refuse packs, memory types and categories that do not exist.

    Raises:
        InvalidInput: names them, with the nearest known ones.
    """
    for pack in filters.pack or ():
        registry.get(pack, field=f"{path}pack")
    asked = (
        ("memory_type", "memory type", filters.memory_type, registry.memory_types()),
        ("category", "category", filters.category, registry.category_keys()),
    )
    if problems := [
        did_you_mean(f"{path}{name}", word, known, what)
        for name, what, words, known in asked
        for word in words or ()
        if word not in known
    ]:
        raise InvalidInput(problems)
