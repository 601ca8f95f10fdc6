"""Names of one batch become entities: known ones, doubtful ones, new ones."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.caller import Caller
from entities.models import Entity, EntityAlias
from entities.resolution import Context, Decision, NameQuery, Resolution, Resolver, name_context
from memories.knowledge.entities.merge import merge_entities
from memories.schemas import SavedOut
from tests.memories.conftest import NOW

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
SPACE = "alice#work"
NOWHERE = Context()


def person(name: str, **fields: Any) -> dict[str, Any]:
    return {"name": name, "type": "Person", **fields}


def resolved(*names: str, context: Context = NOWHERE, kind: str = "Person") -> list[Resolution]:
    """Resolve names as one batch."""
    resolver = Resolver(SPACE, NOW)
    wanted = [NameQuery(name, kind) for name in names]
    resolver.load(wanted)
    found = [resolver.resolve(one, context) for one in wanted]
    resolver.store()
    return found


@pytest.mark.parametrize(
    "name",
    [
        "田中太郎",
        "田中さん",
        "たなか",
        "Tanaka",
        "Tanaka-san",
        "Dr. Tanaka",
        "田中部長",
        "Taro Tanaka",
    ],
)
def test_all_these_are_the_one_tanaka(owner: Caller, save: Save, name: str) -> None:
    known = save(
        owner, "田中太郎 and 佐藤", pack="work", entities=[person("田中太郎"), person("佐藤")]
    )
    (found,) = resolved(name, context=name_context(["佐藤さん"]))
    assert found.decision is Decision.SAME and not found.is_new
    assert found.entity.entity_id == known.entities[0].id


def test_nobody_is_known(owner: Caller) -> None:
    (found,) = resolved("田中太郎")
    assert found.is_new and found.decision is Decision.NEW
    assert Entity.objects.get().reading == "たなかたろう"


def test_two_of_one_family_are_asked_about(owner: Caller, save: Save) -> None:
    for name in ("田中太郎", "田中花子"):
        save(owner, name, pack="work", entities=[person(name)])
    (found,) = resolved("田中さん")
    assert found.is_new and found.decision is Decision.MAYBE
    assert {alternative.entity.name for alternative in found.alternatives} == {
        "田中太郎",
        "田中花子",
    }
    assert all("family name" in alternative.reasons[0] for alternative in found.alternatives)


def test_the_session_tells_which_one(owner: Caller, save: Save) -> None:
    save(owner, "田中太郎", pack="work", session_id="a", entities=[person("田中太郎")])
    save(owner, "田中花子", pack="work", session_id="b", entities=[person("田中花子")])
    session = Entity.objects.get(name="田中花子").mentions.get().memory.session_id
    (found,) = resolved("田中さん", context=name_context(session=session))
    assert found.entity.name == "田中花子" and found.decision is Decision.SAME


def test_tags_and_contexts_tell_as_well(owner: Caller, save: Save) -> None:
    save(owner, "x", pack="work", tags=["会計", "決算"], entities=[person("田中太郎")])
    save(owner, "y", pack="work", context="Tennis", entities=[person("田中花子")])
    assert (
        resolved("田中", context=name_context(tags=["会計", "決算"]))[0].entity.name == "田中太郎"
    )
    assert resolved("田中", context=name_context(context="tennis"))[0].entity.name == "田中花子"


def test_within_one_batch(owner: Caller) -> None:
    first, again, family, other = resolved("田中太郎", "Tarō Tanaka", "田中さん", "佐藤花子")
    assert first.entity is again.entity is family.entity and other.is_new
    assert Entity.objects.count() == 2
    # A family name is anybody's and is not kept as a name.
    assert list(EntityAlias.objects.values_list("alias", flat=True)) == ["Tarō Tanaka"]


def test_types_and_packs_stay_apart(owner: Caller, save: Save) -> None:
    save(owner, "x", pack="work", entities=[{"name": "Mercury", "type": "Location"}])
    save(owner, "x", pack="lifelog", entities=[person("Mercury")])
    assert resolved("Mercury")[0].is_new


def test_a_merged_one_leads_to_the_one_that_stays(owner: Caller, save: Save) -> None:
    ids = [
        save(owner, name, pack="work", entities=[person(name)]).entities[0].id
        for name in ("田中太郎", "TT")
    ]
    merge_entities(owner, keep=ids[0], merge=ids[1])
    assert resolved("TT")[0].entity.entity_id == ids[0]


def test_any_number_of_names_costs_the_same_queries(owner: Caller, save: Save) -> None:
    save(owner, "x", pack="work", entities=[person("田中太郎"), person("佐藤花子")])

    def queries(*names: str) -> int:
        resolver = Resolver(SPACE, NOW)
        with CaptureQueriesContext(connection) as captured:
            wanted = [NameQuery(name, "Person") for name in names]
            resolver.load(wanted)
            for one in wanted:
                resolver.resolve(one, NOWHERE)
        return len(captured)

    assert queries("田中") == queries("田中", "佐藤", "Tanaka", "鈴木", "Sato Hanako") <= 10
