"""Conditions of a search as a QuerySet: keys ANDed, lists ORed, ``not`` negated (SPEC §6)."""

import json
from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, F, Func, OuterRef, Q, TextField, Value
from django.db.models.lookups import Exact

from accounts.caller import Caller
from accounts.errors import InvalidInput
from accounts.moments import aware
from entities.models import Entity, EntityAlias, Mention
from entities.names import name_key
from entities.services import PERSON, look_up_key
from memory_site.db.fields import at_or_below
from packs import registry

from ..models import Memory, MemoryQuerySet
from ..nearest import unknown
from ..schemas import SearchFilters

Values = list[str]
# Whole numbers below this one are the same as integers and as floats.
EXACT_FLOATS = 2**53


def filtered(
    rows: MemoryQuerySet, filters: SearchFilters, caller: Caller, *, path: str = "filters."
) -> MemoryQuerySet:
    """Return the rows that meet ``filters``; errors name fields below ``path``.

    Raises:
        InvalidInput: a pack or a memory type does not exist, or a time cannot be represented.
    """
    return rows.filter(condition(filters, caller, path))


def is_empty(filters: SearchFilters) -> bool:
    """Whether no condition is given."""
    return filters == SearchFilters()


def condition(filters: SearchFilters, caller: Caller, path: str) -> Q:
    """Return the condition of ``filters`` on memories."""
    _check_vocabulary(filters, path)
    met = Q(user_id__in=[caller.space(pack) for pack in filters.pack]) if filters.pack else Q()
    for name, build in WORD_CONDITIONS.items():
        if values := getattr(filters, name):
            met &= build(values)
    if filters.entity:
        met &= _mentions(filters.entity, caller)
    met &= _times(filters, caller, path) & _scores(filters)
    for key, value in (filters.metadata or {}).items():
        met &= _metadata(key, value)
    if filters.not_ is not None and (unwanted := condition(filters.not_, caller, f"{path}not.")):
        met &= ~Q(pk__in=Memory.objects.of(caller).filter(unwanted).values("pk"))
    return met


def _check_vocabulary(filters: SearchFilters, path: str) -> None:
    """Refuse packs and memory types that do not exist: a typing error would find nothing."""
    for pack in filters.pack or ():
        registry.get(pack, field=f"{path}pack")
    known = registry.memory_types()
    if problems := [
        unknown(f"{path}memory_type", word, known, "memory type")
        for word in filters.memory_type or ()
        if word not in known
    ]:
        raise InvalidInput(problems)


def _one_of(column: str) -> Callable[[Values], Q]:
    return lambda values: Q(**{f"{column}__in": values})


def _by_key(column: str) -> Callable[[Values], Q]:
    return lambda values: Q(**{f"{column}__in": [name_key(value) for value in values]})


def _namespaces(values: Values) -> Q:
    met = Q()
    for namespace in (value.strip("/") for value in values):
        met |= at_or_below(namespace)
    return met


def _tags(values: Values) -> Q:
    # A subquery, so that a memory with two of the tags is one row.
    through = Memory.tags.through
    keys = [name_key(value) for value in values]
    return Q(Exists(through.objects.filter(memory_id=OuterRef("pk"), tag__name_key__in=keys)))


def _threads(values: Values) -> Q:
    through = Memory.threads.through
    return Q(
        Exists(through.objects.filter(memory_id=OuterRef("pk"), thread__thread_key__in=values))
    )


WORD_CONDITIONS: dict[str, Callable[[Values], Q]] = {
    "namespace": _namespaces,
    "memory_type": _one_of("memory_type"),
    "category": _one_of("category"),
    "tags": _tags,
    "context": _by_key("context__name_key"),
    "speaker": _one_of("speaker"),
    "session_id": _one_of("session__key"),
    "thread": _threads,
    "device_id": _one_of("device_id"),
    "source": _one_of("source"),
    "external_id": _one_of("external_id"),
    "language": _one_of("language"),
}


def entities_named(names: Values, caller: Caller) -> list[UUID]:
    """Return the entities of these names, aliases or ids."""
    ids = [UUID(name) for name in names if _is_uuid(name)]
    keys = {key for name in names for key in (name_key(name), look_up_key(name, PERSON))}
    aliased = EntityAlias.objects.of(caller).filter(alias_key__in=keys).values("entity_id")
    named = Q(entity_id__in=ids) | Q(name_key__in=keys) | Q(entity_id__in=aliased)
    return list(Entity.objects.of(caller).filter(named).values_list("entity_id", flat=True))


def _is_uuid(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True


def _mentions(names: Values, caller: Caller) -> Q:
    entity_ids = entities_named(names, caller)
    return Q(
        Exists(Mention.objects.filter(memory_id=OuterRef("pk"), entity__entity_id__in=entity_ids))
    )


def _times(filters: SearchFilters, caller: Caller, path: str) -> Q:
    met = Q()
    for name, build in TIME_CONDITIONS.items():
        if (value := getattr(filters, name)) is not None:
            met &= build(aware(value, caller, f"{path}{name}"))
    return met


TIME_CONDITIONS: dict[str, Callable[[datetime], Q]] = {
    "created_after": lambda at: Q(created_at__gte=at),
    "created_before": lambda at: Q(created_at__lt=at),
    "as_of": lambda at: Q(recorded_at__lte=at),
    "about_after": lambda at: Q(about_end__gte=at) | Q(about_end=None, about_start__gte=at),
    "about_before": lambda at: Q(about_start__lt=at),
}


def _scores(filters: SearchFilters) -> Q:
    met = Q()
    if filters.min_importance is not None:
        met &= Q(importance_score__gte=filters.min_importance)
    if filters.min_confidence is not None:
        met &= Q(confidence__gte=filters.min_confidence)
    if filters.pinned is not None:
        met &= Q(pinned=filters.pinned)
    return met


class _AtKey(Func):
    """The JSON under a key of an object; NULL where there is no such key.

    Not Django's key lookups: those take ``contains`` for a lookup, and ``7`` for
    a place in a list.
    """

    template = "(%(expressions)s)"
    arg_joiner = " -> "
    output_field = TextField()


def _metadata(key: str, value: object) -> Q:
    """Return the condition that ``extra_data`` has this value (1 and 1.0 are one) under a key."""
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
