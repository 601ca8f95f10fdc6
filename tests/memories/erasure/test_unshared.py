"""What only the forgotten memories name is listed, and goes where that is asked; the rest stays."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType

from accounts.callers import caller_of_token
from accounts.services.tokens import token_create
from core.caller import Caller
from core.errors import Conflict, Forbidden
from core.journal import Change, described
from core.journal.replay import verify
from core.models import Action, Revision
from entities.models import Entity, EntityAlias
from entities.schemas import EntityPatch
from graph.models import EntityRelation
from memories.knowledge.entities.merge import merge_entities
from memories.models import Context, Proposal, RetrievalRun, Session, Tag, Thread
from memories.schemas import MemoryPatch, SavedOut, SearchOut
from memories.search import log
from memories.services.forget import forget
from memories.services.groups import context_delete, tag_delete
from memories.services.history import undo
from memories.services.knowledge import entity_delete, entity_revise
from memories.services.update import revise
from tests.memories.conftest import NOW, SaveAll

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
Find = Callable[..., SearchOut]
FIELDS: dict[str, Any] = {
    "pack": "work",
    "tags": ["zoo", "both"],
    "context": "Ark",
    "session_id": "s1",
    "speaker": "Noah",
    "entities": [
        {"name": "Ararat", "type": "Location", "aliases": ["Peak"]},
        {"name": "Ham", "type": "Person", "aliases": ["Hammy"]},
    ],
}


@pytest.fixture
def alone(owner: Caller, save: Save) -> SavedOut:
    """A memory of its own session, beside one that shares a tag and a person with it."""
    save(owner, "Ham is here", pack="work", tags=["both"], session_id="s2",
         entities=[{"name": "Ham", "type": "Person"}])  # fmt: skip
    return save(owner, "Ham, that is Hammy, stood on Ararat", **FIELDS)


def listed(caller: Caller, *saved: SavedOut) -> set[tuple[str, str]]:
    preview = forget(caller, [one.id for one in saved])
    return {(one.kind.value, one.name) for one in preview.only_named_here}


def payloads() -> str:
    return str(list(Revision.objects.values_list("before", "after", "reason")))


def test_the_preview_names_what_nothing_else_names(owner: Caller, alone: SavedOut) -> None:
    assert listed(owner, alone) == {
        ("entity", "Ararat"), ("entity", "Noah"), ("alias", "Hammy"), ("tag", "zoo"),
        ("context", "Ark"), ("session", "s1"),
    }  # fmt: skip


def test_without_the_choice_all_of_it_stays(owner: Caller, alone: SavedOut) -> None:
    forget(owner, [alone.id], confirm=True)
    assert Tag.objects.filter(name="zoo").exists() and Context.objects.filter(name="Ark").exists()
    assert Entity.objects.filter(name="Ararat").exists() and "Ararat" in payloads()


def test_with_the_choice_it_goes_and_the_rest_stays(owner: Caller, alone: SavedOut) -> None:
    done = forget(owner, [alone.id], confirm=True, erase_names=True)
    assert {one.name for one in done.only_named_here} >= {"Ararat", "zoo"}
    assert [tag.name for tag in Tag.objects.all()] == ["both"]
    assert [entity.name for entity in Entity.objects.all()] == ["Ham"]
    assert not EntityAlias.objects.exists() and not Context.objects.exists()
    assert [session.key for session in Session.objects.all()] == ["s2"]
    assert Thread.objects.count() == 1
    for word in ("Ararat", "Noah", "Hammy", "zoo", "Ark", "s1"):
        assert f"'{word}'" not in payloads()
    erased = Revision.objects.filter(action=Action.ERASE).values_list("target_type", flat=True)
    assert {"memory", "entity", "entityalias", "tag", "context", "session"} <= set(erased)
    assert verify().is_sound


def test_two_memories_name_it_until_both_are_forgotten(owner: Caller, save: Save) -> None:
    texts = ("one: Hammy on the Peak", "two: Hammy on the Peak")
    one, two = (save(owner, text, **FIELDS) for text in texts)
    assert listed(owner, one) == set()
    assert ("entity", "Ararat") in listed(owner, one, two)


def test_an_alias_that_a_person_added_stays(owner: Caller, alone: SavedOut) -> None:
    ham = Entity.objects.get(name="Ham")
    entity_revise(owner, ham.entity_id, EntityPatch(aliases=["Hammy", "Cham"]))
    assert ("alias", "Cham") not in listed(owner, alone)
    assert ("alias", "Hammy") in listed(owner, alone)


def test_a_name_that_lives_on_in_a_merged_entity_goes(owner: Caller, alone: SavedOut) -> None:
    merge_entities(
        owner,
        keep=Entity.objects.get(name="Ham").entity_id,
        merge=Entity.objects.get(name="Noah").entity_id,
    )
    assert ("alias", "Noah") in listed(owner, alone)
    forget(owner, [alone.id], confirm=True, erase_names=True)
    assert [entity.name for entity in Entity.objects.all()] == ["Ham"]
    assert "Noah" not in payloads() and verify().is_sound


def test_what_was_removed_before_leaves_the_journal_too(owner: Caller, save: Save) -> None:
    saved = save(owner, "Ham stood on Ararat", **FIELDS)
    tag_delete(owner, Tag.objects.get(name="zoo").pk)
    context_delete(owner, Context.objects.get(name="Ark").pk)
    revise(owner, saved.id, MemoryPatch(speaker=""))
    entity_delete(owner, Entity.objects.get(name="Noah").entity_id)
    assert {("removed", "zoo"), ("removed", "Ark"), ("removed", "Noah")} <= listed(owner, saved)
    forget(owner, [saved.id], confirm=True, erase_names=True)
    for word in ("zoo", "Ark", "Noah"):
        assert f"'{word}'" not in payloads()
    assert verify().is_sound


def test_a_tag_that_another_memory_lost_with_it_stays_in_the_journal(
    owner: Caller, alone: SavedOut
) -> None:
    tag_delete(owner, Tag.objects.get(name="both").pk)
    assert ("removed", "both") not in listed(owner, alone)


def test_searches_that_found_it_lose_their_words(
    owner: Caller, alone: SavedOut, find: Find
) -> None:
    found = find(owner, "who stood on Ararat?", filters={"context": "Ark"})
    filtered = find(owner, "anything", filters={"tags": ["zoo"], "pack": "dev"})
    other = find(owner, "is Ham here", filters={"session_id": "s2"})
    log.flush()
    assert ("search", "who stood on Ararat?") in listed(owner, alone)
    forget(owner, [alone.id], confirm=True, erase_names=True)
    for run_id in (found.run_id, filtered.run_id):
        run = RetrievalRun.objects.get(pk=run_id)
        assert run.query == "" and run.trace is None and "filters" not in run.plan
    assert str(alone.id) not in str(RetrievalRun.objects.get(pk=found.run_id).selected)
    assert RetrievalRun.objects.get(pk=other.run_id).query == "is Ham here"
    entry = Revision.objects.get(target_id=str(found.run_id))
    assert entry.after is None and entry.erased_at is not None


def test_searches_that_ask_for_a_name_are_listed_before_they_go(
    owner: Caller, alone: SavedOut, find: Find
) -> None:
    asked = find(owner, "anything", filters={"tags": ["zoo"], "pack": "dev"})
    log.flush()
    preview = forget(owner, [alone.id])
    assert str(asked.run_id) in {one.id for one in preview.only_named_here}


def test_a_bound_token_learns_and_changes_nothing_of_other_searches(
    owner: Caller, alone: SavedOut, find: Find
) -> None:
    bound = replace(owner, packs=frozenset({"work"}))
    outside = [
        find(owner, "who stood on Ararat?"),
        find(owner, "the clinic at Ararat", filters={"pack": "lifelog"}),
    ]
    inside = find(bound, "who stood on Ararat, then?")
    log.flush()
    runs = {one.id for one in forget(bound, [alone.id]).only_named_here if one.kind == "search"}
    assert runs == {str(inside.run_id)}
    forget(bound, [alone.id], confirm=True, erase_names=True)
    kept = RetrievalRun.objects.filter(pk__in=[run.run_id for run in outside])
    assert set(kept.values_list("query", flat=True)) == {
        "who stood on Ararat?", "the clinic at Ararat",
    }  # fmt: skip
    assert RetrievalRun.objects.get(pk=inside.run_id).query == ""


def test_quoting_searches_elsewhere_are_not_counted_for_a_bound_token(
    owner: Caller, save: Save, find: Find
) -> None:
    saved = save(owner, "The clinic called at nine.", pack="work")
    find(owner, "The clinic called at nine.", filters={"pack": "lifelog"})
    log.flush()
    bound = replace(owner, packs=frozenset({"work"}))
    assert forget(owner, [saved.id]).search_count == 1
    assert forget(bound, [saved.id]).search_count == 0


def test_relations_that_were_removed_earlier_go_from_the_journal(owner: Caller, save: Save) -> None:
    knows = {"source": "Ham", "target": "Shem", "type": "knows", "reason": "purple"}
    people = [{"name": name, "type": "Person"} for name in ("Ham", "Shem")]
    saved = save(owner, "Ham and Shem", pack="work", entities=people, relations=[knows])
    row = EntityRelation.objects.get()
    change = Change(owner, NOW)
    change.note(Action.DELETE, row, before=described(row))
    change.write()
    row.delete()
    forget(owner, [saved.id], confirm=True)
    assert "purple" not in payloads() and verify().is_sound


def test_proposals_about_it_are_emptied(owner: Caller, alone: SavedOut) -> None:
    ararat = Entity.objects.get(name="Ararat")
    Proposal.objects.create(
        user_id="alice#work", kind="entity", key="x", namespace="team/ark", reason="Ararat?",
        payload={"entity": str(ararat.entity_id), "names": ["Ararat"]}, created_at=ararat.created_at,
    )  # fmt: skip
    forget(owner, [alone.id], confirm=True, erase_names=True)
    row = Proposal.objects.get()
    assert (row.payload, row.reason, row.namespace, row.status) == ({}, "", "", "obsolete")


def test_the_admins_log_loses_its_entries(owner: Caller, alone: SavedOut) -> None:
    for row in (Entity.objects.get(name="Ararat"), Tag.objects.get(name="zoo")):
        LogEntry.objects.create(
            user=User.objects.get(username="alice"),
            content_type=ContentType.objects.get_for_model(row),
            object_id=row.pk, object_repr=str(row), action_flag=CHANGE,
        )  # fmt: skip
    forget(owner, [alone.id], confirm=True, erase_names=True)
    assert not LogEntry.objects.exists()


def test_changes_of_what_is_erased_are_not_undone(owner: Caller, alone: SavedOut) -> None:
    made = Revision.objects.get(target_type="tag", after__name="zoo").change_id
    forget(owner, [alone.id], confirm=True, erase_names=True)
    erased = Revision.objects.filter(action=Action.ERASE).values_list("change_id", flat=True)
    for change in (made, erased[0]):
        with pytest.raises(Conflict, match="forgotten"):
            undo(owner, change)


def test_a_token_bound_to_a_namespace_neither_sees_nor_erases_names(
    owner: Caller, save: Save
) -> None:
    saved = save(owner, "Ham stood on Ararat", namespace="team/a", **FIELDS)
    bound = caller_of_token(token_create(user_name="alice", namespace="team")[0])
    assert listed(bound, saved) == set()
    with pytest.raises(Forbidden):
        forget(bound, [saved.id], confirm=True, erase_names=True)
    assert Tag.objects.filter(name="zoo").exists()


def test_many_at_once(owner: Caller, save_all: SaveAll) -> None:
    items = [{"text": f"line {n}", "tags": [f"t{n % 7}"], "speaker": f"p{n}"} for n in range(60)]
    saved = save_all(owner, items, pack="work").results
    forget(owner, [one.id for one in saved[:50]], confirm=True, erase_names=True)
    assert Tag.objects.count() == 7 and Entity.objects.count() == 10
    assert verify().is_sound


def test_what_other_packs_name_alike_stays_told(owner: Caller, save: Save) -> None:
    shared: dict[str, Any] = {
        "context": "Aozora",
        "tags": ["fig"],
        "entities": [{"name": "Zoë", "type": "Person"}],
    }
    first = save(owner, "one", pack="work", **shared)
    save(owner, "one", pack="lifelog", **shared)
    forget(owner, [first.id], confirm=True, erase_names=True)
    assert verify().differences == ()
