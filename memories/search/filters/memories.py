"""The condition of filters on memories, with those on places and the owner's own fields."""

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from uuid import UUID

from django.db.models import (
    BooleanField,
    Case,
    Exists,
    F,
    FloatField,
    Func,
    OuterRef,
    Q,
    TextField,
    Value,
    When,
)
from django.db.models.expressions import Combinable
from django.db.models.functions import Cos, Power, Radians, Sin
from django.db.models.lookups import Exact, LessThanOrEqual

from core.caller import Caller
from entities.models import Entity, Mention
from entities.selectors import aliases_seen
from graph.same_as import same_as_seen, same_entities
from memories.models import Memory
from memories.schemas import Kind, Near, SearchFilters
from nlp.names.spelling import look_up_key
from nlp.readers import PERSON
from nlp.text.tokens import name_key

from .shared import (
    EVERYTHING,
    NOTHING,
    Frame,
    begun,
    bounds,
    in_packs,
    known_vocabulary,
    namespaces,
    replaced_memories,
)

# Whole numbers below this one are the same as integers and as floats.
EXACT_FLOATS = 2**53
# The mean radius: distances differ from those on the ellipsoid by up to 0.5 %.
EARTH_RADIUS_KM = 6371.0088
# In degrees, a tenth of a millimetre: the box must not cut off what lies on the circle.
ROUNDING = 1e-9
COLUMNS: dict[str, Callable[[datetime], Q]] = {
    "created_after": lambda at: Q(created_at__gte=at),
    "created_before": lambda at: Q(created_at__lt=at),
    "recorded_after": lambda at: Q(recorded_at__gte=at),
    "recorded_before": lambda at: Q(recorded_at__lt=at),
    "about_after": lambda at: Q(about_end__gte=at) | Q(about_end=None, about_start__gte=at),
    "about_before": lambda at: Q(about_start__lt=at),
}


class _AtKey(Func):
    """The JSON under a key of an object; NULL if there is no such key.

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


@dataclass(frozen=True, slots=True)
class Box:
    """A bounding box of a circle in degrees; two ranges of longitude at the date line."""

    south: float
    north: float
    longitudes: tuple[tuple[float, float], ...]


def near(place: Near) -> Q:
    """Return the condition of lying at most ``radius_km`` from a place."""
    box = box_of(place)
    inside = Q(latitude__gte=box.south, latitude__lte=box.north)
    east_west = Q()
    for west, east in box.longitudes:
        east_west |= Q(longitude__gte=west, longitude__lte=east)
    inside &= east_west
    # CASE: the distance is worked out inside the box only, whatever SQLite plans.
    exact = Case(
        When(inside, then=LessThanOrEqual(_haversine(place), Value(_farthest(place)))),
        default=Value(False),
        output_field=BooleanField(),
    )
    return inside & Q(exact)


def box_of(place: Near) -> Box:
    """Return the box around a circle: all longitudes if it contains a pole."""
    angle = math.degrees(place.radius_km / EARTH_RADIUS_KM) + ROUNDING
    south, north = place.latitude - angle, place.latitude + angle
    if south <= -90 or north >= 90:
        return Box(max(south, -90.0), min(north, 90.0), ((-180.0, 180.0),))
    reach = math.sin(math.radians(angle)) / math.cos(math.radians(place.latitude))
    half = math.degrees(math.asin(min(1.0, reach))) + ROUNDING
    return Box(south, north, _ranges(place.longitude - half, place.longitude + half))


def _ranges(west: float, east: float) -> tuple[tuple[float, float], ...]:
    """Split a range of longitudes at the date line; 180° is −180°."""
    if west <= -180:
        return ((west + 360, 180.0), (-180.0, east))
    if east >= 180:
        return ((west, 180.0), (-180.0, east - 360))
    return ((west, east),)


def _farthest(place: Near) -> float:
    """Return the haversine of the radius; it grows with the distance, up to half-way round."""
    return math.sin(min(place.radius_km / EARTH_RADIUS_KM / 2, math.pi / 2)) ** 2


def _haversine(place: Near) -> Combinable:
    """Return the haversine of the angle between a row and the place, worked out by the database."""
    latitude, longitude = math.radians(place.latitude), math.radians(place.longitude)
    north_south = Power(Sin((Radians(F("latitude")) - Value(latitude)) / Value(2.0)), 2)
    east_west = Power(Sin((Radians(F("longitude")) - Value(longitude)) / Value(2.0)), 2)
    across = Cos(Radians(F("latitude"))) * Value(math.cos(latitude), FloatField())
    return north_south + across * east_west


Values = list[str]


def condition(
    filters: SearchFilters, caller: Caller, path: str = "filters.", *, now: datetime | None = None
) -> Q:
    """Return the condition of ``filters`` on memories; empty if there is none.

    Raises:
        InvalidInput: a pack or a memory type does not exist, or a time cannot be represented.
    """
    filters = known_vocabulary(filters, path)
    met = in_packs(filters, caller) & namespaces(filters) & memory_only_condition(filters)
    if filters.kind:
        met &= EVERYTHING if Kind.MEMORY in filters.kind else NOTHING
    if filters.entity:
        met &= _mentions(filters.entity, caller)
    met &= bounds(filters, caller, path, COLUMNS) & _scores(filters)
    met &= _at_its_time(Frame.of(filters, caller, path, now=now), caller)
    met &= metadata(filters.metadata or {})
    if filters.not_ is not None and (
        unwanted := condition(filters.not_, caller, f"{path}not.", now=now)
    ):
        met &= ~Q(pk__in=Memory.objects.of(caller).filter(unwanted).values("pk"))
    return met


def memory_only_condition(filters: SearchFilters) -> Q:
    """Return the condition on columns that states lack: speaker, session, device, place."""
    met = Q()
    for name, build in WORD_CONDITIONS.items():
        if values := getattr(filters, name):
            met &= build(values)
    if filters.pinned is not None:
        met &= Q(pinned=filters.pinned)
    return met & near(filters.near) if filters.near else met


def _one_of(column: str) -> Callable[[Values], Q]:
    return lambda values: Q(**{f"{column}__in": values})


def _by_key(column: str) -> Callable[[Values], Q]:
    return lambda values: Q(**{f"{column}__in": [name_key(value) for value in values]})


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


# An id of an entity, or the beginning of one, as answers show it.
ID = re.compile(r"(?:entity:)?(?=[0-9a-fA-F-]{6,36}$)(?:[0-9a-fA-F]-?){6,32}")


def entities_named(names: Values, caller: Caller) -> list[UUID]:
    """Return the entities of these names, aliases or ids, and those of other packs that are the same."""
    by_id = reduce(or_, [_begins(name) for name in names if ID.fullmatch(name)], Q(pk__in=[]))
    keys = {key for name in names for key in (name_key(name), look_up_key(name, PERSON))}
    aliased = aliases_seen(caller).filter(alias_key__in=keys).values("entity_id")
    named = by_id | Q(name_key__in=keys) | Q(entity_id__in=aliased)
    found = list(Entity.objects.of(caller).filter(named).values_list("entity_id", flat=True))
    joined = same_entities(same_as_seen(caller), found)
    return sorted({one for same in joined.values() for one in same})


def _begins(text: str) -> Q:
    """Return the condition of entities whose id begins so."""
    digits = text.rpartition(":")[2].replace("-", "")
    ends = UUID(digits.ljust(32, "0")), UUID(digits.ljust(32, "f"))
    return Q(entity_id__range=ends)


def _mentions(names: Values, caller: Caller) -> Q:
    entity_ids = entities_named(names, caller)
    return Q(
        Exists(Mention.objects.filter(memory_id=OuterRef("pk"), entity__entity_id__in=entity_ids))
    )


def _scores(filters: SearchFilters) -> Q:
    met = Q()
    if filters.min_importance is not None:
        met &= Q(importance_score__gte=filters.min_importance)
    if filters.min_confidence is not None:
        met &= Q(confidence__gte=filters.min_confidence)
    return met


def _at_its_time(frame: Frame, caller: Caller) -> Q:
    """Return the condition of what held and was known at the times of ``frame``."""
    met = Q(recorded_at__lte=frame.known_at) if frame.known_at else Q()
    if frame.held_at:
        met &= begun(frame.held_at)
    if frame.leaves_out_ended:
        met &= Q(about_end=None) | Q(about_end__gt=frame.moment)
    if frame.replaced is not None:
        is_replaced = Q(pk__in=replaced_memories(frame, caller))
        met &= is_replaced if frame.replaced else ~is_replaced
    return met
