"""The rules for attributes: what they refuse, and that they hold where entities are changed."""

from typing import Any
from uuid import UUID

import pytest

from core.caller import Caller
from core.errors import InvalidInput
from entities.models import Entity, EntityType
from entities.schemas import EntityPatch, NewEntity
from entities.types.attribute_rules import attribute_problems, definition_problems, value_problem
from memories.services.knowledge import entity_create, entity_revise


@pytest.mark.parametrize(
    ("rule", "good", "bad"),
    [
        ({"type": "string"}, "", 3),
        ({"type": "integer"}, 3, 3.5),
        ({"type": "integer"}, 0, True),
        ({"type": "number"}, 3.5, "3.5"),
        ({"type": "boolean"}, False, 0),
        ({"type": "date"}, "2026-02-28", "2026-02-30"),
        ({"type": "list"}, [], {}),
        ({"pattern": "[A-Z]{2}-\\d+"}, "AB-12", "AB-12x"),
        ({"pattern": "\\d+"}, "12", 12),
        ({"min": 1, "max": 60}, 60, 61),
        ({"min": 1, "max": 60}, 1, 0.5),
        ({"type": "string", "max": 3}, "大阪市", "大阪市内"),
        ({"type": "list", "min": 2}, ["a", "b"], ["a"]),
        ({"type": "date", "min": "2020-01-01"}, "2020-01-01", "2019-12-31"),
        ({"choices": ["low", "high", 3]}, 3, "middle"),
        ({}, {"anything": 1}, None),
    ],
)
def test_a_rule(rule: dict[str, Any], good: object, bad: object) -> None:
    assert value_problem("x", good, rule) is None
    if rule:
        problem = value_problem("x", bad, rule)
        assert problem is not None and problem.field == "attributes.x"


@pytest.mark.parametrize(
    ("required", "rules", "said"),
    [
        ("floor", {}, "a list of names"),
        ([""], {}, "a list of names"),
        ([], [], "an object"),
        ([], {"floor": 3}, "floor: an object"),
        ([], {"floor": {"typ": "integer"}}, "typ is not known"),
        ([], {"floor": {"type": "int"}}, "type is one of"),
        ([], {"floor": {"pattern": "("}}, "pattern"),
        ([], {"floor": {"min": "low"}}, "numbers"),
        ([], {"since": {"type": "date", "max": "soon"}}, "dates"),
        ([], {"floor": {"min": 3, "max": 2}}, "min is above max"),
        ([], {"floor": {"choices": "a"}}, "choices is a list"),
    ],
)
def test_a_rule_that_cannot_be_followed_is_named(required: Any, rules: Any, said: str) -> None:
    problems = definition_problems(required, rules)
    assert [said in problem.detail for problem in problems] == [True]


def test_good_rules_have_no_problems() -> None:
    rules = {"floor": {"type": "integer", "min": 0}, "city": {"choices": ["大阪"]}}
    assert definition_problems(["floor"], rules) == []


@pytest.fixture
def office(db: None) -> EntityType:
    """Offices are places: both have rules."""
    EntityType.objects.filter(pk="Location").update(
        required_attributes=["city"], validation_rules={"floor": {"type": "integer"}}
    )
    return EntityType.objects.create(
        type_name="Office",
        display_name="事務所",
        display_name_en="Office",
        parent_type_id="Location",
        validation_rules={"city": {"choices": ["大阪", "京都"]}, "floor": {"max": 60}},
    )


def fields(refused: pytest.ExceptionInfo[InvalidInput]) -> list[tuple[str, str]]:
    return [(problem.field, problem.code) for problem in refused.value.problems]


def test_what_is_made_keeps_to_the_rules(owner: Caller, office: EntityType) -> None:
    given = {"name": "HQ", "type": "Office", "pack": "work"}
    with pytest.raises(InvalidInput) as refused:
        entity_create(owner, NewEntity(**given, attributes={"floor": 61}))
    assert fields(refused) == [("attributes.city", "required"), ("attributes.floor", "too_large")]
    assert not Entity.objects.exists()
    attributes = {"city": "大阪", "floor": "3rd", "extra": 1}
    made = entity_create(owner, NewEntity(**given, attributes=attributes))
    assert made.attributes == attributes, "a type's own rule replaces that of its parent"


def test_what_is_changed_keeps_to_the_rules(owner: Caller, office: EntityType) -> None:
    given = NewEntity(name="HQ", type="Concept", pack="work")
    uid: UUID = entity_create(owner, given).id
    with pytest.raises(InvalidInput) as refused:
        entity_revise(owner, uid, EntityPatch(type="Office"))
    assert fields(refused) == [("attributes.city", "required")]
    changed = entity_revise(owner, uid, EntityPatch(type="Office", attributes={"city": "京都"}))
    assert changed.type == "Office"
    with pytest.raises(InvalidInput):
        entity_revise(owner, uid, EntityPatch(attributes={}))
    EntityType.objects.filter(pk="Office").update(required_attributes=["manager"])
    renamed = entity_revise(owner, uid, EntityPatch(name="Head office"))
    assert renamed.name == "Head office", "what was right before may be renamed"


def test_parents_in_a_circle_do_no_harm(office: EntityType) -> None:
    EntityType.objects.filter(pk="Location").update(parent_type="Office")
    assert [problem.field for problem in attribute_problems("Office", {})] == ["attributes.city"]
