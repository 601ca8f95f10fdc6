"""Conditions that memories and states share."""

from django.db.models import Q

from core.caller import Caller
from core.db.fields import at_or_below
from memories.schemas import SearchFilters

# Unlike an empty condition, these say something, and can be negated.
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
