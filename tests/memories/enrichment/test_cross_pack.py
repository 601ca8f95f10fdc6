"""People of two packs who have the same full name."""

from collections.abc import Callable

import pytest

from core.caller import Caller
from entities.models import Entity
from graph.models import RelationType
from graph.services import entity_relation_save
from memories.enrichment.suggestions import find_cross_pack_matches
from memories.schemas import SavedOut
from tests.memories.conftest import NOW
from tests.memories.test_merge_entities import person

pytestmark = pytest.mark.django_db


def test_it_works(owner: Caller, other: Caller, save: Callable[..., SavedOut]) -> None:
    for pack, names in (
        ("work", ["田中太郎", "佐藤", "鈴木花子"]),
        ("lifelog", ["Taro Tanaka", "佐藤", "鈴木次郎"]),
    ):
        for name in names:
            save(owner, name, pack=pack, entities=[person(name)])
    save(other, "x", pack="dev", entities=[person("田中太郎")])
    (twins,) = find_cross_pack_matches("alice")
    ends = {twins.payload["source"], twins.payload["target"]}
    both = Entity.objects.filter(entity_id__in=ends)
    assert {row.name for row in both} == {"田中太郎", "Taro Tanaka"}
    assert twins.payload["type"] == "same_as" and twins.user_id == "alice#work"
    assert "by its reading" in twins.reason
    kind = RelationType.objects.get(pk="same_as")
    entity_relation_save(*both, kind, evidence=[], reason="", method="stated", now=NOW)
    assert find_cross_pack_matches("alice") == []
