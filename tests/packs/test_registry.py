"""Declarations are checked where they are registered, with clear words."""

from collections.abc import Callable
from importlib.metadata import EntryPoint

import pytest
from django.core import checks
from django.utils.translation import override

from core.errors import InvalidInput
from nlp.readers import PrivacyPolicy
from packs import registry
from packs.registry import BUILT_IN, ENTRY_POINT_GROUP, PackError, check_packs, pack_apps
from packs.spec import (
    SHARED,
    DecayPolicy,
    EntityTypeSpec,
    Hint,
    Name,
    PackSpec,
    RelationTypeSpec,
    ScheduleSpec,
    Vocabulary,
)

Register = Callable[..., PackSpec]
WORD = Name("Word", "言葉")


def test_built_in_packs_are_apps_like_any_other() -> None:
    assert registry.pack_ids()[:3] == ["work", "dev", "lifelog"]
    assert check_packs() == [] and checks.run_checks() == []
    for spec in registry.all_packs():
        assert spec.problems() == []
        assert spec.name.ja and spec.name.en and spec.description.ja and spec.description.en
        assert spec.memory_types and spec.categories and spec.entity_types and spec.hints


def test_entry_points_come_after_the_built_in_ones_by_name() -> None:
    points = [
        EntryPoint("zoo", "their_zoo.apps:ZooPack", ENTRY_POINT_GROUP),
        EntryPoint("garden", "wasurena_garden", ENTRY_POINT_GROUP),
        EntryPoint("again", "packs.work", ENTRY_POINT_GROUP),
    ]
    assert pack_apps(points) == [*BUILT_IN, "wasurena_garden", "their_zoo.apps.ZooPack"]


def test_registering_again_is_fine_and_another_of_the_id_is_not(register: Register) -> None:
    register("garden")
    register("garden")
    with pytest.raises(PackError, match="'garden' is registered twice"):
        register("garden", hue=1)


@pytest.mark.parametrize(
    ("declared", "problem"),
    [
        ({"memory_types": (Vocabulary("A b", WORD),)}, "memory type 'A b'"),
        ({"memory_types": (Vocabulary("a", WORD),) * 2}, "memory type 'a' is declared twice"),
        ({"categories": (Vocabulary("", WORD),)}, "category ''"),
        ({"entity_types": (EntityTypeSpec("plant", WORD),)}, "entity type 'plant'"),
        ({"relation_types": (RelationTypeSpec("GrowsIn", WORD),)}, "relation type 'GrowsIn'"),
        ({"relation_types": (RelationTypeSpec("a", WORD, between="trees"),)}, "'trees' is not"),
        (
            {"relation_types": (RelationTypeSpec("a", WORD, is_directed=False, inverse="b"),)},
            "only a directed one",
        ),
        ({"hints": (Hint("("),)}, "hint '('"),
        ({"privacy": PrivacyPolicy(secrets="hide")}, "privacy 'hide'"),
        ({"schedules": (ScheduleSpec("s", "a.b", "daily", Name("Job", "仕事")),)}, "schedule 's'"),
    ],
)
def test_a_wrong_declaration_is_refused(
    register: Register, declared: dict[str, object], problem: str
) -> None:
    with pytest.raises(PackError, match=r"pack 'garden'") as refused:
        register("garden", **declared)
    assert problem in str(refused.value)
    assert registry.find("garden") is None


@pytest.mark.parametrize("pack_id", ["shared", "", "Garden", "a-b", "a#b", "1a", "x" * 33])
def test_an_id_is_a_word(register: Register, pack_id: str) -> None:
    with pytest.raises(PackError, match="id"):
        register(pack_id)


class TestClashes:
    def test_one_entity_type_of_two_meanings_names_both_packs(self, register: Register) -> None:
        register("garden", entity_types=(EntityTypeSpec("Bed", Name("Flower bed", "花壇")),))
        with pytest.raises(PackError) as refused:
            register("hotel", entity_types=(EntityTypeSpec("Bed", Name("Bed", "ベッド")),))
        for word in ("'garden'", "'hotel'", "entity type", "'Bed'"):
            assert word in str(refused.value)

    def test_one_relation_type_of_two_meanings_too(self, register: Register) -> None:
        register("garden", relation_types=(RelationTypeSpec("beside", WORD),))
        with pytest.raises(PackError, match=r"'garden' and 'hotel'.*relation type 'beside'"):
            register("hotel", relation_types=(RelationTypeSpec("beside", WORD, is_directed=False),))

    def test_the_same_meaning_may_be_shared(self, register: Register) -> None:
        for pack_id in ("garden", "hotel"):
            register(pack_id, entity_types=(EntityTypeSpec("Bed", WORD),))


def test_an_unknown_pack_names_those_there_are() -> None:
    with pytest.raises(InvalidInput, match="work, dev, lifelog") as refused:
        registry.get("garden", field="packs.0")
    assert refused.value.problems[0].field == "packs.0"
    assert registry.find("garden") is None


def test_vocabularies_are_joined(register: Register) -> None:
    before = registry.memory_types()
    register(
        "garden",
        memory_types=(Vocabulary("sowing", WORD), Vocabulary("note", WORD)),
        categories=(Vocabulary("health", WORD), Vocabulary("bed", WORD)),
    )
    assert registry.memory_types() == [*before, "sowing"]
    assert [word.key for word in registry.categories()].count("health") == 1


def test_half_lives_by_type() -> None:
    policy = DecayPolicy(half_life_days=100, by_type={"meal": 10})
    assert policy.half_life_of("meal") == 10 and policy.half_life_of("note") == 100


@pytest.mark.parametrize(("language", "name"), [("en", "Several packs"), ("ja", "複数のパック")])
def test_what_lies_between_packs_has_a_name(language: str, name: str) -> None:
    with override(language):
        assert registry.pack_name(SHARED) == name
