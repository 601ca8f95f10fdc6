"""Whatever two people do, neither ever sees, changes or counts anything of the other's."""

from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from accounts.services.users import user_create
from core.caller import Caller
from core.errors import Conflict, NotFound
from core.models import Revision
from entities.models import Entity, EntityType
from entities.schemas import EntityTypePatch, NewEntityType
from entities.selectors import entity_get, entity_list
from entities.types.entity_types import (
    entity_type_create,
    entity_type_get,
    entity_type_list,
    entity_type_outs,
    entity_type_revise,
    entity_types,
)
from graph.models import EntityRelation, MemoryLink, RelationType
from graph.schemas import NewRelationType, RelationTypeFilters, RelationTypePatch
from graph.types import (
    all_types,
    relation_type_create,
    relation_type_list,
    relation_type_outs,
    relation_type_revise,
)
from memories.models import Memory
from memories.schemas import (
    ContextInput,
    LinkInput,
    MemoryInput,
    MemoryPatch,
    SearchInput,
    SearchMode,
    parsed,
)
from memories.selectors.links import explore_related
from memories.selectors.memories import memory_get, memory_history, memory_links, memory_list
from memories.selectors.system import database_stats
from memories.services.context import build_context
from memories.services.forget import forget
from memories.services.save import remember
from memories.services.search import recall
from memories.services.update import invalidate, relate, restore, revise, unrelate
from tests.depth import depth

pytestmark = pytest.mark.django_db

# Names that a careless comparison takes for one another.
PEOPLE = ("alice", "alice2", "Alice", "al_ce", "al%ce")
WORDS = st.sampled_from(["heron", "osprey", "会議", "E12-X", "田中さん"])
people = st.sampled_from(PEOPLE)
SHARED = {"tags": ["shared"], "context": "shared", "session_id": "shared", "device_id": "phone"}


class Two(RuleBasedStateMachine):
    """People use the same words, tags, sessions, ids and names; each text carries its owner."""

    memories: Bundle[tuple[str, UUID]] = Bundle("memories")

    @initialize()
    def start(self) -> None:
        self.savepoint = transaction.savepoint()
        self.number = 0
        for name in PEOPLE:
            user_create(name=name)

    def teardown(self) -> None:
        """Every run starts from an empty database."""
        transaction.savepoint_rollback(self.savepoint)

    @rule(target=memories, person=people, word=WORDS, pack=st.sampled_from(["work", "dev"]))
    def save(self, person: str, word: str, pack: str) -> Any:
        self.number += 1
        fields = {
            "text": f"{word} <{person}> {self.number}",
            "pack": pack,
            "external_id": f"e{self.number}",
            "speaker": "田中",
            "entities": [{"name": "shared", "type": "Project"}],
            **SHARED,
        }
        saved = remember(Caller(base_user=person), parsed(MemoryInput, fields), wait=True)
        assert saved.action == "created"
        return multiple((person, saved.id))

    @rule(mine=memories, word=WORDS)
    def change(self, mine: tuple[str, UUID], word: str) -> None:
        patch = MemoryPatch(text=f"{word} <{mine[0]}> changed")
        if Memory.objects.filter(uid=mine[1]).exists():
            revise(Caller(base_user=mine[0]), mine[1], patch)

    @rule(mine=memories, is_hidden=st.booleans())
    def hide(self, mine: tuple[str, UUID], is_hidden: bool) -> None:
        if Memory.objects.filter(uid=mine[1]).exists():
            (invalidate if is_hidden else restore)(Caller(base_user=mine[0]), mine[1])

    @rule(one=memories, two=memories)
    def link(self, one: tuple[str, UUID], two: tuple[str, UUID]) -> None:
        exist = Memory.objects.filter(uid__in=[one[1], two[1]]).count() == 2
        if one[0] == two[0] and exist:
            relate(Caller(base_user=one[0]), one[1], LinkInput(target_id=two[1], type="supports"))

    @rule(mine=memories, person=people)
    def reach_for_anothers(self, mine: tuple[str, UUID], person: str) -> None:
        """Every service that takes an id says that there is no such thing."""
        if person == mine[0]:
            return
        caller, uid = Caller(base_user=person), mine[1]
        own = remember(caller, MemoryInput(text=f"own <{person}>", external_id="own"))
        deeds = (
            lambda: memory_get(caller, uid),
            lambda: memory_history(caller, uid),
            lambda: memory_links(caller, uid),
            lambda: revise(caller, uid, MemoryPatch(text="stolen")),
            lambda: invalidate(caller, uid),
            lambda: restore(caller, uid),
            lambda: forget(caller, [uid]),
            lambda: forget(caller, [own.id, uid], confirm=True),
            lambda: explore_related(caller, uid),
            lambda: relate(caller, uid, LinkInput(target_id=own.id)),
            lambda: relate(caller, own.id, LinkInput(target_id=uid)),
        )
        before = Revision.objects.count()
        for deed in deeds:
            with pytest.raises(NotFound):
                deed()
        assert Revision.objects.count() == before
        given = {
            "text": f"x <{person}>",
            "links": [{"target_id": str(uid)}],
            "replaces": [str(uid)],
        }
        saved = remember(caller, parsed(MemoryInput, given))
        linked = memory_links(caller, saved.id)
        assert uid not in {
            end for link in linked for end in (link.src_memory.uid, link.dst_memory.uid)
        }
        if saved.action != "unchanged":
            assert [note.field for note in saved.notes] == ["links.0.target_id", "replaces.0"]

    @rule(mine=memories)
    def erase(self, mine: tuple[str, UUID]) -> None:
        if Memory.objects.filter(uid=mine[1]).exists():
            forget(Caller(base_user=mine[0]), [mine[1]], confirm=True)

    @rule(person=people, word=WORDS, mode=st.sampled_from(SearchMode))
    def search(self, person: str, word: str, mode: SearchMode) -> None:
        caller = Caller(base_user=person)
        only_own(person, recall(caller, SearchInput(query=f"{word} 田中 shared", mode=mode)))
        for filters in (
            {"tags": "shared"},
            {"entity": "shared"},
            {"context": "shared"},
            {"session_id": "shared"},
            {"not": {"pack": "lifelog"}, "speaker": "田中"},
        ):
            only_own(person, recall(caller, parsed(SearchInput, {"filters": filters})))
        only_own(person, build_context(caller, ContextInput(message=word)))

    @rule(person=people)
    def read(self, person: str) -> None:
        caller = Caller(base_user=person)
        for memory in memory_list(caller):
            assert memory.base_user == person
            only_own(person, explore_related(caller, memory.uid, depth=3))
            assert {row.user_id for row in memory_history(caller, memory.uid)} == {memory.user_id}
        assert {entity.user_id.split("#")[0] for entity in entity_list(caller)} <= {person}
        assert database_stats(caller)["memories"] == memory_list(caller).count()
        for entity in Entity.objects.exclude(user_id__startswith=f"{person}#")[:3]:
            if entity.user_id.split("#")[0] != person:
                with pytest.raises(NotFound):
                    entity_get(caller, entity.entity_id)

    @rule(person=people)
    def make_types(self, person: str) -> None:
        """Everybody makes a type and a relation of the same keys, and may use them."""
        caller = Caller(base_user=person)
        named = {"display_name": f"型 <{person}>", "display_name_en": f"Type <{person}>"}
        try:
            entity_type_create(caller, parsed(NewEntityType, {"key": "Craft", **named}))
            relation = {"key": "crafts", "scope": "both", "is_directed": person < "b", **named}
            relation_type_create(caller, parsed(NewRelationType, relation))
        except Conflict:
            assert "Craft" in entity_types(person)

    @rule(person=people)
    def name_types(self, person: str) -> None:
        caller = Caller(base_user=person)
        entity_type_revise(
            caller, "Person", parsed(EntityTypePatch, {"display_name": f"人 <{person}>"})
        )
        relation_type_revise(
            caller, "knows", parsed(RelationTypePatch, {"display_name_en": f"Knows <{person}>"})
        )

    @rule(person=people)
    def use_types(self, person: str) -> None:
        caller = Caller(base_user=person)
        self.number += 1
        fields = {
            "text": f"heron <{person}> {self.number}",
            "pack": "work",
            "entities": [{"name": "boat", "type": "Craft"}, {"name": "sail", "type": "Crafd"}],
            "relations": [{"source": "boat", "target": "sail", "type": "crafts"}],
        }
        saved = remember(caller, parsed(MemoryInput, fields), wait=True)
        is_own = "Craft" in entity_types(person)
        noted = {note.field for note in saved.notes}
        assert noted == (
            {"entities.1.type"}
            if is_own
            else {"entities.0.type", "entities.1.type", "relations.0.type"}
        )
        if not is_own:
            hinted = " ".join(note.detail for note in saved.notes)
            given = ("“Craft”", "“Crafd”", "“crafts”")
            for word in given:
                hinted = hinted.replace(word, "")
            assert "craf" not in hinted.casefold()

    @rule(person=people)
    def read_types(self, person: str) -> None:
        caller = Caller(base_user=person)
        only_own(person, all_types(caller))
        for out in entity_type_outs(caller, list(entity_type_list(caller))):
            only_own(person, out)
        relations = relation_type_list(caller, RelationTypeFilters())
        for relation in relation_type_outs(caller, list(relations)):
            only_own(person, relation)
        if "Craft" not in entity_types(person):
            with pytest.raises(NotFound):
                entity_type_get(caller, "Craft")
            with pytest.raises(NotFound):
                relation_type_revise(
                    caller, "crafts", parsed(RelationTypePatch, {"display_name": "stolen"})
                )

    @rule(person=people)
    def remove_anothers_link(self, person: str) -> None:
        for link in MemoryLink.objects.all()[:5]:
            if link.user_id.split("#")[0] != person:
                with pytest.raises(NotFound):
                    unrelate(Caller(base_user=person), link.pk)

    @invariant()
    def nothing_joins_two_people(self) -> None:
        for entity in Entity.objects.select_related("entity_type"):
            assert entity.entity_type.owner in (None, entity.user_id.split("#")[0])
        for relation in EntityRelation.objects.select_related("relation_type"):
            assert relation.relation_type.owner in (None, relation.user_id.split("#")[0])
        assert EntityType.objects.get(pk="Person").display_name == "人物"
        assert RelationType.objects.get(pk="knows").display_name_en == "Knows"
        for link in MemoryLink.objects.select_related("src_memory", "dst_memory"):
            assert link.src_memory.base_user == link.dst_memory.base_user
        for memory in Memory.objects.select_related("session", "context"):
            assert memory.session.user_id == memory.user_id
            assert f"<{memory.base_user}>" in memory.raw_text


def only_own(person: str, out: Any) -> None:
    """Every text in an answer carries its owner: no other may stand there."""
    answer = out.model_dump_json()
    assert not [name for name in PEOPLE if name != person and f"<{name}>" in answer]


@pytest.mark.deep
def test_random_deeds_of_five_people() -> None:
    run_state_machine_as_test(
        Two,
        settings=settings(
            max_examples=depth(5, 15),
            stateful_step_count=20,
            suppress_health_check=list(HealthCheck),
        ),
    )
