"""Filters: keys are ANDed, lists ORed, ``not`` negated; all of them agree with plain Python."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.caller import Caller
from core.errors import InvalidInput
from memories.models import Memory, Thread
from memories.schemas import SavedOut, SearchFilters, SearchOut, parsed
from memories.selectors.memories import memory_list
from tests.memories.conftest import NOW, SaveAll, stored, texts

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
Find = Callable[..., SearchOut]
DAY = timedelta(days=1)

ITEMS: list[dict[str, Any]] = [
    {
        "text": "a", "pack": "work", "namespace": "team/a", "memory_type": "decision", "category": "sales",
        "tags": ["Alpha", "会議"], "context": "Project X", "speaker": "田中", "session_id": "s1",
        "device_id": "phone", "source": "chat", "external_id": "e-a", "created_at": "2025-01-10T00:00:00Z",
        "about_start": "2025-02-01T00:00:00Z", "about_end": "2025-02-28T00:00:00Z", "importance": 0.9,
        "confidence": 0.4, "pinned": True, "latitude": 35.0116, "longitude": 135.7681,
        "extra_data": {"lang": "ja", "n": 1, "ok": True, "none": None, "deep": {"k": ["v"]}},
    },
    {
        "text": "b", "pack": "work", "namespace": "team/a/b", "memory_type": "task", "tags": ["alpha"],
        "context": "project x", "session_id": "s1", "device_id": "laptop", "source": "mail",
        "created_at": "2025-02-10T00:00:00Z", "about_start": "2025-03-01T00:00:00Z", "importance": 0.1,
        "latitude": 34.6937, "longitude": 135.5023,
        "entities": [{"name": "佐藤", "type": "Person", "aliases": ["Sato"]}],
        "extra_data": {"lang": "en", "n": 2.0, "ok": False, "7": "seven", "contains": "x", "a__b": 1},
    },
    {
        "text": "c", "pack": "dev", "memory_type": "task", "session_id": "s2",
        "created_at": "2025-03-10T00:00:00Z", "extra_data": {"n": 1, "it's": "\"quoted\"", "日本": "語"},
    },
    {"text": "これは日本語", "pack": "lifelog", "session_id": "s3", "created_at": "2025-04-10T00:00:00Z"},
]  # fmt: skip
JA = "これは日本語"


TABLE: list[tuple[dict[str, Any], Any]] = [
    ({"pack": "work"}, "ab"),
    ({"pack": ["work", "dev"]}, "abc"),
    ({"namespace": "team/a"}, "ab"),
    ({"namespace": "/team/a/b/"}, "b"),
    ({"namespace": "team"}, "ab"),
    ({"namespace": ["team/a/b", "other"]}, "b"),
    ({"memory_type": "task"}, "bc"),
    ({"memory_type": ["task", "decision"]}, "abc"),
    ({"category": "sales"}, "a"),
    ({"tags": "ALPHA"}, "ab"),
    ({"tags": ["会議", "nothing"]}, "a"),
    ({"context": "PROJECT X"}, "ab"),
    ({"speaker": "田中"}, "a"),
    ({"entity": "田中さん"}, "a"),
    ({"entity": "Sato"}, "b"),
    ({"entity": ["田中", "sato"]}, "ab"),
    ({"entity": "nobody"}, ""),
    ({"session_id": "s1"}, "ab"),
    ({"session_id": ["s2", "s1"]}, "abc"),
    ({"device_id": "phone"}, "a"),
    ({"device_id": "default"}, ["c", JA]),
    ({"source": ["chat", "mail"]}, "ab"),
    ({"external_id": "e-a"}, "a"),
    ({"language": "ja"}, [JA]),
    ({"created_after": "2025-02-10T00:00:00Z"}, ["b", "c", JA]),
    ({"created_before": "2025-02-10T00:00:00Z"}, "a"),
    ({"created_after": "2025-02-10T09:00:01"}, ["c", JA]),
    ({"created_before": "2025-02-10T09:00:01"}, "ab"),
    ({"about_after": "2025-02-15T00:00:00Z"}, "ab"),
    ({"about_after": "2025-03-01T00:00:01Z"}, ""),
    ({"recorded_after": NOW.isoformat()}, ["a", "b", "c", JA]),
    ({"recorded_before": NOW.isoformat()}, ""),
    ({"about_before": "2025-02-15T00:00:00Z"}, "a"),
    ({"held_at": "2025-02-15T00:00:00Z"}, "a"),
    ({"held_at": "2025-05-01T00:00:00Z"}, ["b", "c", JA]),
    ({"known_at": (NOW - DAY).isoformat()}, ""),
    ({"known_at": NOW.isoformat()}, ["a", "b", "c", JA]),
    ({"validity": "current"}, ["b", "c", JA]),
    ({"validity": "superseded"}, ""),
    ({"near": {"latitude": 35.01, "longitude": 135.77, "radius_km": 5}}, "a"),
    ({"near": "35.01,135.77,50"}, "ab"),
    ({"near": "-35,-45,20000", "category": "sales"}, "a"),
    ({"kind": "memory"}, ["a", "b", "c", JA]),
    ({"kind": ["state", "memory"], "memory_type": "task"}, "bc"),
    ({"kind": "state"}, ""),
    ({"as_of": (NOW - DAY).isoformat()}, ""),
    ({"as_of": NOW.isoformat()}, ["a", "b", "c", JA]),
    ({"min_importance": 0.5}, ["a", "c", JA]),
    ({"min_importance": 0.51}, "a"),
    ({"min_confidence": 0.5}, ["b", "c", JA]),
    ({"pinned": True}, "a"),
    ({"pinned": False}, ["b", "c", JA]),
    ({"metadata": {"lang": "ja"}}, "a"),
    ({"metadata": {"n": 1}}, "ac"),
    ({"metadata": {"n": 1.0}}, "ac"),
    ({"metadata": {"n": 2}}, "b"),
    ({"metadata": {"n": "1"}}, ""),
    ({"metadata": {"n": True}}, ""),
    ({"metadata": {"ok": True}}, "a"),
    ({"metadata": {"ok": False, "lang": "en"}}, "b"),
    ({"metadata": {"ok": 1}}, ""),
    ({"metadata": {"none": None}}, "a"),
    ({"metadata": {"missing": None}}, ""),
    ({"metadata": {"deep": {"k": ["v"]}}}, "a"),
    ({"metadata": {"7": "seven"}}, "b"),
    ({"metadata": {"contains": "x"}}, "b"),
    ({"metadata": {"a__b": 1}}, "b"),
    ({"metadata": {"isnull": True}}, ""),
    ({"metadata": {"regex": "["}}, ""),
    ({"metadata": {"it's": '"quoted"'}}, "c"),
    ({"metadata": {"日本": "語"}}, "c"),
    ({"metadata": {'x" OR 1=1 --': "%"}}, ""),
    ({"not": {"pack": "work"}}, ["c", JA]),
    ({"not": {"tags": ["alpha", "会議"]}}, ["c", JA]),
    ({"not": {"context": "project x", "memory_type": "task"}}, ["a", "c", JA]),
    ({"not": {"not": {"memory_type": "task"}}}, "bc"),
    ({"not": {"speaker": "田中"}}, ["b", "c", JA]),
    ({"not": {"about_after": "2025-01-01T00:00:00Z"}}, ["c", JA]),
    ({"pack": "work", "memory_type": "task"}, "b"),
    ({"memory_type": "task", "not": {"pack": "dev"}}, "b"),
    ({"tags": "alpha", "created_after": "2025-02-01T00:00:00Z", "pinned": False}, "b"),
    ({"tags": [], "entity": [], "memory_type": "task"}, "bc"),
    ({"not": {"tags": [], "near": None}, "memory_type": "task"}, "bc"),
]


class TestItems:
    """Each filter, on a few memories that differ in everything."""

    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def items(cls, class_owner: Caller, save_all: SaveAll) -> None:
        save_all(class_owner, ITEMS, now=NOW)

    @pytest.mark.parametrize(("filters", "kept"), TABLE)
    def test_every_key(self, owner: Caller, filters: dict[str, Any], kept: Any) -> None:
        found = memory_list(owner, filters=parsed(SearchFilters, filters))
        assert sorted(memory.raw_text for memory in found) == sorted(kept)

    @pytest.mark.parametrize(("filters", "kept"), TABLE)
    def test_every_key_negated(self, owner: Caller, filters: dict[str, Any], kept: Any) -> None:
        found = memory_list(owner, filters=parsed(SearchFilters, {"not": filters}))
        rest = {"a", "b", "c", JA} - set(kept)
        assert sorted(memory.raw_text for memory in found) == sorted(rest)

    @pytest.mark.parametrize(
        "nothing",
        [
            {"tags": []},
            {"metadata": {}},
            {"kind": []},
            {"not": {}},
            {"not": {"tags": [], "not": {}}},
        ],
    )
    def test_what_is_empty_is_no_condition(self, owner: Caller, nothing: dict[str, Any]) -> None:
        filters = parsed(SearchFilters, nothing)
        assert filters.is_empty
        assert memory_list(owner, filters=filters).count() == 4

    def test_by_thread_and_entity_id(self, owner: Caller, find: Find) -> None:
        memory = Memory.objects.get(raw_text="b")
        thread = Thread.objects.get(memories=memory)
        assert sorted(texts(find(owner, filters={"thread": thread.thread_key}))) == ["a", "b"]
        entity_id = str(memory.mentions.get().entity_id)
        assert texts(find(owner, filters={"entity": entity_id})) == ["b"]

    @pytest.mark.parametrize("mode", ["hybrid", "semantic_only", "keyword", "temporal"])
    def test_a_query_stays_within_the_filter(
        self, owner: Caller, save_all: SaveAll, find: Find, mode: str
    ) -> None:
        save_all(owner, [f"the heron stands in the pond {n}" for n in range(150)], pack="work")
        save_all(owner, ["a heron far away"], pack="work", tags=["rare"])
        # The one with the tag is not among the first hundred of any route: the filter goes in first.
        out = find(owner, "the heron stands in the pond", mode=mode, filters={"tags": "rare"})
        if mode in ("keyword", "temporal"):
            assert texts(out) == ["a heron far away"]
        assert set(texts(out)) <= {"a heron far away"}


def test_every_filter_is_in_the_table() -> None:
    names = {field.alias or name for name, field in SearchFilters.model_fields.items()}
    tried = {name for filters, _ in TABLE for name in filters}
    assert names - tried == {"thread"}  # by its key, below


@pytest.mark.parametrize(
    ("filters", "field"),
    [
        ({"pack": "nope"}, "filters.pack"),
        ({"not": {"pack": ["work", "nope"]}}, "filters.not.pack"),
        ({"memory_type": ["task", "decisio"]}, "filters.memory_type"),
        ({"created_after": "0001-01-01T00:00:00"}, "filters.created_after"),
        ({"as_of": "9999-12-31T23:59:59-12:00"}, "filters.as_of"),
        ({"not": {"colour": "red"}}, "filters.not.colour"),
        ({"tags": [""]}, "filters.tags.0"),
        ({"tags": 5}, "filters.tags"),
        ({"tags": ["x"] * 201}, "filters.tags"),
        ({"metadata": {f"k{n}": n for n in range(51)}}, "filters.metadata"),
        ({"not": {"not": {"not": {"not": {"not": {"not": {"tags": "x"}}}}}}}, "filters.not"),
        ({"min_importance": 2}, "filters.min_importance"),
        ({"metadata": {"a": "b\x00"}}, "filters.metadata"),
        ({"kind": ["x"]}, "filters.kind.0"),
        ({"validity": "maybe"}, "filters.validity"),
        ({"held_at": "soon"}, "filters.held_at"),
        ({"known_at": "9999-12-31T23:59:59-12:00"}, "filters.known_at"),
        ({"not": {"held_at": "0001-01-01T00:00:00+14:00"}}, "filters.not.held_at"),
        ({"near": {"latitude": 91, "longitude": 0, "radius_km": 1}}, "filters.near.latitude"),
        ({"near": {"latitude": 0, "longitude": -181, "radius_km": 1}}, "filters.near.longitude"),
        ({"near": {"latitude": 0, "longitude": 0, "radius_km": 0}}, "filters.near.radius_km"),
        ({"near": {"latitude": 0, "longitude": 0, "radius_km": -1}}, "filters.near.radius_km"),
        ({"near": {"latitude": 0, "longitude": 0, "radius_km": 1e9}}, "filters.near.radius_km"),
        ({"near": {"latitude": 0, "longitude": 0}}, "filters.near.radius_km"),
        ({"near": {"latitude": 0, "longitude": 0, "radius_km": 1, "km": 2}}, "filters.near.km"),
        ({"near": "nan,0,1"}, "filters.near.latitude"),
        ({"near": "here"}, "filters.near"),
        ({"near": 7}, "filters.near"),
    ],
)
def test_bad_ones_name_their_field(
    owner: Caller, find: Find, filters: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidInput) as refused:
        find(owner, "x", filters=filters)
    assert {problem.field for problem in refused.value.problems} == {field}


def test_the_most_that_may_be_asked_at_once(owner: Caller, find: Find) -> None:
    many = [f"w{n}" for n in range(200)]
    asked: dict[str, Any] = {
        **dict.fromkeys(("tags", "context", "entity", "session_id", "thread"), many),
        "category": ["sales"] * 200,
        "pack": ["work"] * 200,
        "namespace": many[:20],
        "metadata": {f"k{n}": n for n in range(50)},
    }
    for _ in range(5):
        asked = {**asked, "not": asked}
    assert texts(find(owner, "heron", filters=asked)) == []


def test_as_of_is_about_when_we_knew(owner: Caller, save_all: SaveAll, find: Find) -> None:
    said = datetime(2025, 1, 1, tzinfo=UTC)
    save_all(owner, ["heron, told late"], created_at=said, now=NOW)
    early, late = (NOW - DAY).isoformat(), (NOW + DAY).isoformat()
    assert texts(find(owner, "heron", filters={"as_of": early})) == []
    assert texts(find(owner, "heron", filters={"as_of": late})) == ["heron, told late"]


KEYS: dict[str, tuple[str, ...]] = {
    "memory_type": ("note", "task", "decision"),
    "category": ("", "sales", "travel"),
    "speaker": ("", "ann", "ben"),
    "device_id": ("default", "phone"),
}


def _meets(item: dict[str, Any], filters: dict[str, Any]) -> bool:
    met = all(
        item[key] in ([wanted] if isinstance(wanted, str) else wanted)
        for key, wanted in filters.items()
        if key in KEYS
    )
    if (tags := filters.get("tags")) is not None:
        met = met and bool(set(tags) & set(item["tags"]))
    return met and not (_asks(filters.get("not", {})) and _meets(item, filters["not"]))


def _asks(filters: dict[str, Any]) -> bool:
    """Whether there is any condition: what is empty negates nothing."""
    return bool(filters.keys() - {"not"}) or ("not" in filters and _asks(filters["not"]))


words = {
    key: st.lists(st.sampled_from([v for v in known if v]), min_size=1)
    for key, known in KEYS.items()
}
tags = st.lists(st.sampled_from(["t1", "t2", "t3"]), max_size=2, unique=True)
saves = st.fixed_dictionaries(
    {**{key: st.sampled_from(v) for key, v in KEYS.items()}, "tags": tags}
)
some = st.fixed_dictionaries(
    {}, optional={**words, "tags": st.lists(st.sampled_from(["t1", "t2", "t3"]), min_size=1)}
)
nested = st.recursive(
    some, lambda inner: st.builds(lambda a, b: {**a, "not": b}, some, inner), max_leaves=4
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(saves, max_size=6), st.lists(nested, min_size=1, max_size=5))
def test_any_combination_agrees_with_python(
    owner: Caller, save_all: SaveAll, given_items: list[dict[str, Any]], asked: list[dict[str, Any]]
) -> None:
    space = f"n{Memory.objects.count()}"
    items = [{**item, "text": f"{n}"} for n, item in enumerate(given_items)]
    save_all(owner, items, namespace=space, session_id=space, pack="work", external_id=None)
    for filters in asked:
        wanted = parsed(SearchFilters, {**filters, "namespace": space})
        found = {memory.raw_text for memory in memory_list(owner, filters=wanted)}
        assert found == {item["text"] for item in items if _meets(item, filters)}


def test_the_newest_come_first(owner: Caller, save_all: SaveAll) -> None:
    out = save_all(owner, ["1", "2"], created_at="2025-01-01T00:00:00Z")
    assert [memory.raw_text for memory in memory_list(owner)] == ["2", "1"]
    assert stored(out.results[0]).created_at == stored(out.results[1]).created_at
