"""`near`: within so many kilometres of a place, around the date line and the poles as well."""

import math

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.caller import Caller
from memories.models import Memory
from memories.schemas import Near, SearchFilters
from memories.search.filters.memories import EARTH_RADIUS_KM, box_of
from memories.selectors.memories import memory_list
from tests.memories.conftest import SaveAll

pytestmark = pytest.mark.django_db

PLACES = {
    "Kyoto": (35.0116, 135.7681),
    "Osaka": (34.6937, 135.5023),
    "Suva": (-18.1416, 178.4419),
    "Apia": (-13.8333, -171.7667),
    "on the line": (-16.0, 180.0),
    "on the line, from the east": (-16.0, -180.0),
    "north pole": (90.0, 0.0),
    "Alert": (82.5018, -62.3481),
    "Severny": (80.4, 100.0),
    "south pole": (-90.0, 0.0),
    "null island": (0.0, 0.0),
}


@pytest.fixture
def places(owner: Caller, save_all: SaveAll) -> None:
    save_all(
        owner,
        [
            {"text": name, "latitude": latitude, "longitude": longitude}
            for name, (latitude, longitude) in PLACES.items()
        ],
        pack="lifelog",
    )
    save_all(owner, ["nowhere in particular"], pack="lifelog")


@pytest.mark.usefixtures("places")
@pytest.mark.parametrize(
    ("latitude", "longitude", "radius_km", "found"),
    [
        (35.0116, 135.7681, 0.001, {"Kyoto"}),
        (35.0116, 135.7681, 42, {"Kyoto"}),
        (35.0116, 135.7681, 43, {"Kyoto", "Osaka"}),
        (0, 0, 1, {"null island"}),
        # From Suva to Apia it is 1,150 km, over the date line.
        (-18.1416, 178.4419, 1_130, {"Suva", "on the line", "on the line, from the east"}),
        (-18.1416, 178.4419, 1_180, {"Suva", "on the line", "on the line, from the east", "Apia"}),
        (-13.8333, -171.7667, 1_180, {"Suva", "on the line", "on the line, from the east", "Apia"}),
        (-16, 180, 1, {"on the line", "on the line, from the east"}),
        (-16, -180, 1, {"on the line", "on the line, from the east"}),
        # Two places on opposite sides of the pole are near each other.
        (82.5018, -62.3481, 1_900, {"Alert", "north pole", "Severny"}),
        (90, 77, 900, {"north pole", "Alert"}),
        (-89.9, 10, 20, {"south pole"}),
        (12, 34, 20_038, set(PLACES)),
    ],
)
def test_what_lies_within_the_radius(
    owner: Caller, latitude: float, longitude: float, radius_km: float, found: set[str]
) -> None:
    place = Near(latitude=latitude, longitude=longitude, radius_km=radius_km)
    assert names_near(owner, place) == found
    beyond = memory_list(owner, filters=SearchFilters.model_validate({"not": {"near": place}}))
    assert {memory.raw_text for memory in beyond} == {*PLACES, "nowhere in particular"} - found


LATITUDES = st.one_of(st.floats(-90, 90), st.sampled_from([-90.0, -89.999, 0.0, 89.999, 90.0]))
LONGITUDES = st.one_of(st.floats(-180, 180), st.sampled_from([-180.0, -179.999, 179.999, 180.0]))
RADII = st.one_of(st.floats(0.001, 20_038), st.sampled_from([1.0, 111.0, 10_007.0, 20_015.0]))


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(LATITUDES, LONGITUDES, RADII)
@pytest.mark.usefixtures("places")
def test_it_agrees_with_the_distance_worked_out_in_space(
    owner: Caller, latitude: float, longitude: float, radius_km: float
) -> None:
    place = Near(latitude=latitude, longitude=longitude, radius_km=radius_km)
    found = names_near(owner, place)
    for name, (north, east) in PLACES.items():
        distance = chord_distance(latitude, longitude, north, east)
        if abs(distance - radius_km) > 0.01:  # on the circle itself, rounding decides
            assert (name in found) == (distance < radius_km), (name, distance)


def chord_distance(north: float, east: float, other_north: float, other_east: float) -> float:
    """Return the distance in km by way of the chord: another formula than the one under test."""
    chord = math.dist(_in_space(north, east), _in_space(other_north, other_east))
    return 2 * math.asin(min(1.0, chord / 2)) * EARTH_RADIUS_KM


def _in_space(north: float, east: float) -> tuple[float, float, float]:
    up, around = math.radians(north), math.radians(east)
    return math.cos(up) * math.cos(around), math.cos(up) * math.sin(around), math.sin(up)


def test_the_box_comes_first_and_takes_one_query(owner: Caller, places: None) -> None:
    box = box_of(Near(latitude=0, longitude=179.9, radius_km=50))
    assert len(box.longitudes) == 2 and box.longitudes[0][1] == 180.0
    filters = SearchFilters.model_validate({"near": "35.0116,135.7681,43"})
    with CaptureQueriesContext(connection) as queries:
        assert memory_list(owner, filters=filters).count() == 2
    assert len(queries) == 2  # packs switched off, and the count
    assert Memory.objects.count() == len(PLACES) + 1


def names_near(caller: Caller, place: Near) -> set[str]:
    rows = memory_list(caller, filters=SearchFilters(near=place))
    return {memory.raw_text for memory in rows}
