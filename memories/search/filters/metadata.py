"""Fields of the owner's own: keys of ``extra_data`` and their values."""

import json
from collections.abc import Mapping

from django.db.models import F, Func, Q, TextField, Value
from django.db.models.lookups import Exact

# Whole numbers below this one are the same as integers and as floats.
EXACT_FLOATS = 2**53


class _AtKey(Func):
    """The JSON under a key of an object; NULL where there is no such key.

    Not Django's key lookups: those take ``contains`` for a lookup, and ``7`` for
    a place in a list.
    """

    template = "(%(expressions)s)"
    arg_joiner = " -> "
    output_field = TextField()


def metadata(wanted: Mapping[str, object]) -> Q:
    """Return the condition that ``extra_data`` has each value (1 and 1.0 are one) under its key."""
    met = Q()
    for key, value in wanted.items():
        met &= _at(key, value)
    return met


def _at(key: str, value: object) -> Q:
    stored = _AtKey(F("extra_data"), Value("$." + json.dumps(key, ensure_ascii=False)))
    met = Q()
    for spelling in _spellings(value):
        met |= Q(Exact(stored, Func(Value(spelling), function="JSON", output_field=TextField())))
    return met


def _spellings(value: object) -> set[str]:
    if isinstance(value, float) and value.is_integer():
        return {json.dumps(value), json.dumps(int(value))}
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < EXACT_FLOATS:
        return {json.dumps(value), json.dumps(float(value))}
    return {json.dumps(value)}
