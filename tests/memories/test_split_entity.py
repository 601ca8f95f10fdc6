"""Splitting two who were taken for one, and taking it back."""

from collections.abc import Callable
from typing import Any

import pytest

from core.caller import Caller
from core.errors import Conflict, Forbidden, InvalidInput, NotFound
from core.models import Revision
from entities.models import Entity, EntityAlias, Mention
from graph.models import EntityRelation
from memories.knowledge.entities.merge import merge_entities
from memories.knowledge.entities.split import split_entity
from memories.models import State
from memories.schemas import SavedOut, SearchOut
from memories.services.history import undo
from tests.memories.conftest import NOW, stored, texts
from tests.memories.test_merge_entities import person, rows

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
Find = Callable[..., SearchOut]


@pytest.fixture
def tanaka(owner: Caller, save: Save) -> Entity:
    """田中 of work and 田中 of the tennis club, as one; both know 佐藤."""
    knows = {"source": "田中", "target": "佐藤", "type": "knows"}
    tennis = {"name": "tennis", "type": "Concept"}
    for text in ("田中 signed the budget", "田中 plays tennis", "田中 won at tennis"):
        given = [person("田中", aliases=["ラケットの田中"]), person("佐藤")]
        relations = [knows]
        if "tennis" in text:
            given.append(tennis)
            relations.append({"source": "田中", "target": "tennis", "type": "uses"})
        save(owner, text, pack="work", entities=given, relations=relations)
    return Entity.objects.get(name="田中")


def at_tennis(entity: Entity) -> list[int]:
    mentions = Mention.objects.filter(entity=entity, memory__raw_text__contains="tennis")
    return list(mentions.values_list("pk", flat=True))


def test_it_works(owner: Caller, tanaka: Entity, find: Find) -> None:
    out = split_entity(
        owner, tanaka.entity_id, mentions=at_tennis(tanaka), name="田中次郎",
        aliases=["ラケットの田中"], reason="another one",
    )  # fmt: skip
    made = Entity.objects.get(name="田中次郎")
    assert (out.made, out.mentions, out.relations) == (made.entity_id, 2, 2)
    assert made.reading == "たなかじろう" and made.extraction_count == 2
    assert made.aliases.get().alias == "ラケットの田中" and not tanaka.aliases.exists()
    uses = EntityRelation.objects.get(relation_type="uses")
    assert uses.source_id == made.entity_id
    # Both know 佐藤: each by the memories that say so.
    knows = EntityRelation.objects.filter(relation_type="knows")
    assert sorted(row.evidence.count() for row in knows) == [1, 2]
    assert sorted(row.evidence_count for row in knows) == [1, 2]
    found = texts(find(owner, filters={"entity": "田中次郎"}))
    assert sorted(found) == ["田中 plays tennis", "田中 won at tennis"]


def test_undo_gives_the_same_rows(owner: Caller, tanaka: Entity) -> None:
    before = rows()
    out = split_entity(owner, tanaka.entity_id, mentions=at_tennis(tanaka), name="田中次郎")
    undo(owner, out.change_id)
    assert rows() == before


def test_states_go_with_their_memories(owner: Caller, tanaka: Entity) -> None:
    mention = Mention.objects.get(pk=at_tennis(tanaka)[0])
    moved, stays = (
        State.objects.create(user_id=tanaka.user_id, kind="fact", subject=tanaka, recorded_at=NOW)
        for _ in range(2)
    )
    moved.evidence.add(mention.memory)
    stays.evidence.add(*[row.memory for row in tanaka.mentions.all()])
    out = split_entity(owner, tanaka.entity_id, mentions=at_tennis(tanaka))
    moved.refresh_from_db()
    stays.refresh_from_db()
    assert (moved.subject_id, stays.subject_id) == (out.made, tanaka.entity_id)
    assert out.states == 1


def test_without_a_name_it_is_called_as_written(owner: Caller, tanaka: Entity) -> None:
    out = split_entity(owner, tanaka.entity_id, mentions=at_tennis(tanaka))
    assert Entity.objects.get(entity_id=out.made).name == "田中"


def test_split_and_merged_again_keeps_every_mention(owner: Caller, tanaka: Entity) -> None:
    before = set(tanaka.mentions.values_list("pk", flat=True))
    out = split_entity(owner, tanaka.entity_id, mentions=at_tennis(tanaka), name="次郎")
    merge_entities(owner, keep=tanaka.entity_id, merge=out.made)
    assert set(tanaka.mentions.values_list("pk", flat=True)) == before
    knows = EntityRelation.objects.get(relation_type="knows")
    assert knows.evidence.count() == knows.evidence_count == 3


def test_one_that_was_mentioned_since_stays(owner: Caller, tanaka: Entity, save: Save) -> None:
    out = split_entity(owner, tanaka.entity_id, mentions=at_tennis(tanaka), name="次郎")
    memory = stored(save(owner, "次郎 again", pack="work", entities=[person("次郎")]))
    with pytest.raises(Conflict) as refused:
        undo(owner, out.change_id)
    assert refused.value.problems[0].code == "used_since"
    assert memory.mentions.get().entity_id == out.made


def test_bad_ones_name_their_field(
    owner: Caller, other: Caller, assistant: Caller, tanaka: Entity
) -> None:
    ids = at_tennis(tanaka)
    everything = list(tanaka.mentions.values_list("pk", flat=True))
    before, entries = rows(), Revision.objects.count()
    cases: list[tuple[Caller, dict[str, Any], type[Exception], str]] = [
        (owner, {"mentions": []}, InvalidInput, "mentions"),
        (owner, {"mentions": everything}, InvalidInput, "mentions"),
        (owner, {"mentions": [ids[0], 10**6]}, NotFound, "mentions.1"),
        (owner, {"mentions": ids, "type": "Persn"}, InvalidInput, "type"),
        (owner, {"mentions": ids, "name": "x" * 256}, InvalidInput, "name"),
        (other, {"mentions": ids}, NotFound, "id"),
        (assistant, {"mentions": ids}, Forbidden, "token"),
    ]
    for caller, given, error, field in cases:
        with pytest.raises(error) as refused:
            split_entity(caller, tanaka.entity_id, **given)
        assert [problem.field for problem in refused.value.problems] == [field]  # type: ignore[attr-defined]
    assert rows() == before and Revision.objects.count() == entries
    assert EntityAlias.objects.filter(entity=tanaka).exists()
