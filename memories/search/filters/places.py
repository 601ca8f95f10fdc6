"""Near a place: a box first, which plain comparisons decide, then the exact distance."""

import math
from dataclasses import dataclass

from django.db.models import BooleanField, Case, F, FloatField, Q, Value, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Cos, Power, Radians, Sin
from django.db.models.lookups import LessThanOrEqual

from memories.schemas import Near

# The mean radius: distances differ from those on the ellipsoid by up to 0.5 %.
EARTH_RADIUS_KM = 6371.0088
# In degrees, a tenth of a millimetre: the box must not cut off what lies on the circle.
ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Box:
    """What surely holds a circle, in degrees; two ranges of longitude at the date line."""

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
    """Return the box around a circle: the whole way round where it holds a pole."""
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
