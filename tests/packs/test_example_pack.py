"""The contract: a pack of somebody else works by being installed; no file of the product changes."""

import json
from typing import Any

import pytest

from tests.packs.conftest import Product

START = """
import json
from django.core.management import call_command
from core.caller import Caller
from accounts.services.users import user_create
call_command("migrate", verbosity=0)
user_create(name="alice")
alice = Caller(base_user="alice")
from memories.schemas import *
from memories.services.save import remember
from memories.services.search import recall
"""


@pytest.fixture(scope="module")
def told(product: Product) -> dict[str, Any]:
    """What the product says of itself with the pack installed."""
    code = """
from django.core import checks
from entities.models import EntityType
from graph.models import RelationType
from packs import registry
from packs.selection import enabled_packs
from memories.tasks.schedules import recurring_tasks
from memory_site.mcp.registry import product_server
from mcp_server.djangomcp import global_mcp_server
product_server()
spec = registry.get("garden")
saved = remember(alice, parsed(MemoryInput, {
    "text": "トマトの種をまいた", "memory_type": "sowing", "category": "bed",
    "entities": [{"name": "トマト", "type": "Plant"}, {"name": "南の花壇", "type": "Location"}],
    "relations": [{"source": "トマト", "target": "南の花壇", "type": "grows_in"}],
}), wait=True)
later = remember(alice, parsed(MemoryInput, {
    "text": "We sowed basil beside the tomatoes", "memory_type": "sowing",
    "links": [{"target_id": str(saved.id), "type": "next_season"}],
}), wait=True)
found = recall(alice, parsed(SearchInput, {"query": "tomato", "packs": ["garden"]}))
from django.utils.module_loading import import_string
print(json.dumps({
    "errors": [str(problem) for problem in checks.run_checks()],
    "packs": enabled_packs(alice),
    "names": [spec.name.in_language("ja"), spec.name.in_language("en")],
    "entity_types": list(
        EntityType.objects.filter(type_name__in=["Plant", "Herb"]).order_by("type_name").values(
            "type_name", "display_name", "display_name_en", "parent_type", "level", "icon", "color",
            "is_system_type",
        )
    ),
    "relation_types": list(
        RelationType.objects.filter(type_name__in=[word.key for word in spec.relation_types])
        .order_by("type_name")
        .values_list("type_name", "scope", "canonical_type", "inverse_type", "is_symmetric")
    ),
    "saved": [saved.pack, later.pack, sorted(entity.type for entity in saved.entities)],
    "found": [hit.memory.pack for hit in found.results],
    "extracted": [[f.surface, f.type] for e in spec.extractors for f in e.extract("basil とトマト", "ja")],
    "schedules": [
        [task.name, task.cron, import_string(task.function)(), str(task.label)]
        for task in recurring_tasks()
        if "garden" in task.name
    ],
    "tools": sorted(name for name in global_mcp_server._tool_manager._tools if name == "season_of"),
}))
"""
    return dict(json.loads(product(START + code)))


def test_it_is_found_and_on(told: dict[str, Any]) -> None:
    assert told["errors"] == []
    assert told["packs"] == ["work", "dev", "lifelog", "garden"]
    assert told["names"] == ["庭", "Garden"]


def test_its_entity_types_are_stored_below_their_parents(told: dict[str, Any]) -> None:
    herb, plant = told["entity_types"]
    assert plant == {
        "type_name": "Plant", "display_name": "植物", "display_name_en": "Plant",
        "parent_type": "Object", "level": 1, "icon": "leaf", "color": "#3a7d44",
        "is_system_type": False,
    }  # fmt: skip
    assert (herb["parent_type"], herb["level"], herb["icon"]) == ("Plant", 2, "leaf")


def test_its_relation_types_are_stored(told: dict[str, Any]) -> None:
    assert told["relation_types"] == [
        ["bed_of", "entities", "grows_in", "grows_in", False],
        ["companion_of", "entities", "companion_of", "", True],
        ["grows_in", "entities", "grows_in", "bed_of", False],
        ["next_season", "memories", "next_season", "", False],
    ]


def test_its_hints_words_and_types_are_used(told: dict[str, Any]) -> None:
    assert told["saved"] == ["garden", "garden", ["Location", "Plant"]]
    assert told["found"] and set(told["found"]) == {"garden"}


def test_its_extractor_schedule_and_tool_are_there(told: dict[str, Any]) -> None:
    assert told["extracted"] == [["basil", "Herb"], ["トマト", "Plant"]]
    assert told["schedules"] == [["garden.water", "0 6 * * *", 2, "Remind of watering"]]
    assert told["tools"] == ["season_of"]


def test_taking_it_away_loses_nothing(product: Product, told: dict[str, Any]) -> None:
    code = """
from memories.models import Memory
from memories.selectors.memories import memory_list
from entities.models import EntityType
from memories.tasks.jobs import recompute
from django.utils import timezone
recompute(timezone.now())
print(json.dumps({
    "listed": memory_list(alice).count(),
    "found": len(recall(alice, parsed(SearchInput, {"query": "tomato"})).results),
    "kept": Memory.objects.filter(user_id="alice#garden").count(),
    "types": EntityType.objects.filter(type_name="Plant").count(),
}))
"""
    gone = json.loads(product(START + code, with_pack=False))
    assert gone == {"listed": 0, "found": 0, "kept": 2, "types": 1}
    back = json.loads(product(START + code))
    assert back["listed"] == 2 and back["found"] == 2
