"""Entities, relations and speakers that come with a memory."""

from collections.abc import Callable
from typing import Any

import pytest

from core.caller import Caller
from core.models import Revision
from entities.models import Entity, EntityAlias, Mention, MentionType
from graph.models import EntityRelation
from memories.schemas import MemoryPatch, SavedOut, SearchOut
from memories.services.update import revise
from tests.memories.conftest import SaveAll, stored, texts

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
Find = Callable[..., SearchOut]
TANAKA = {"name": "田中太郎", "type": "Person", "aliases": ["田中", "Tanaka"]}


def person(name: str, **fields: Any) -> dict[str, Any]:
    return {"name": name, "type": "Person", **fields}


def names() -> list[str]:
    return sorted(Entity.objects.values_list("name", flat=True))


def test_it_works(owner: Caller, save: Save) -> None:
    out = save(owner, "今日、田中太郎と会った", pack="work", entities=[TANAKA])
    assert [(ref.name, ref.type) for ref in out.entities] == [("田中太郎", "Person")]
    entity = Entity.objects.get()
    assert entity.user_id == "alice#work" and entity.extraction_count == 1
    assert set(EntityAlias.objects.values_list("alias", flat=True)) == {"田中", "Tanaka"}
    mention = Mention.objects.get()
    assert (mention.surface, mention.position_in_text) == ("田中太郎", 3)
    assert mention.context_window == "今日、田中太郎と会った" and mention.relevance_score == 1.0


@pytest.mark.parametrize(
    "spelling",
    [
        "田中太郎",
        "田中",
        "田中さん",
        "田中様",
        "田中 太郎",
        "田中　太郎先生",
        "TANAKA",
        "Ｔａｎａｋａ",
        "Mr. Tanaka",
        "dr tanaka",
    ],
)
def test_an_alias_or_a_form_of_address_is_the_same_person(
    owner: Caller, save: Save, spelling: str
) -> None:
    first = save(owner, "一", pack="work", entities=[TANAKA])
    again = save(owner, "二", pack="work", entities=[person(spelling)])
    assert again.entities[0].id == first.entities[0].id
    assert names() == ["田中太郎"] and Entity.objects.get().extraction_count == 2


def test_an_alias_that_comes_later_joins(owner: Caller, save: Save) -> None:
    save(owner, "一", pack="work", entities=[person("Tanaka")])
    save(owner, "二", pack="work", entities=[person("田中太郎", aliases=["Tanaka"])])
    save(owner, "三", pack="work", entities=[person("田中太郎")])
    assert names() == ["Tanaka"] and Entity.objects.get().extraction_count == 3


def test_an_honorific_belongs_to_people_only(owner: Caller, save: Save) -> None:
    given = [{"name": "りんごちゃん", "type": "Object"}, {"name": "りんご", "type": "Object"}]
    save(owner, "x", pack="work", entities=given)
    assert names() == ["りんご", "りんごちゃん"]


def test_one_name_of_two_types_is_two_things(owner: Caller, save: Save) -> None:
    given = [person("Mercury"), {"name": "Mercury", "type": "Location"}]
    out = save(owner, "Mercury on Mercury", pack="work", entities=given)
    assert {ref.type for ref in out.entities} == {"Person", "Location"}
    assert Mention.objects.values("entity").distinct().count() == 2


def test_packs_have_their_own(owner: Caller, save: Save) -> None:
    for pack in ("work", "lifelog"):
        save(owner, "x", pack=pack, entities=[TANAKA])
    assert Entity.objects.count() == 2


def test_within_one_batch(owner: Caller, save_all: SaveAll) -> None:
    given = [
        [TANAKA],
        [person("田中さん")],
        [person("Tanaka", aliases=["タナカ"])],
        [person("ﾀﾅｶ")],
    ]
    save_all(owner, [{"text": f"{n}", "entities": row} for n, row in enumerate(given)], pack="work")
    assert Entity.objects.get().extraction_count == 4


def test_an_unknown_type_is_a_concept_and_said(owner: Caller, save: Save) -> None:
    out = save(owner, "x", entities=[{"name": "x", "type": "guitarist"}])
    assert [ref.type for ref in out.entities] == ["Concept"]
    (note,) = out.notes
    assert note.field == "entities.0.type" and "stored as Concept" in note.detail


class TestSpeaker:
    def test_is_stored_shown_found_and_mentioned(
        self, owner: Caller, save: Save, find: Find
    ) -> None:
        save(owner, "明日は休みます", speaker="鈴木さん", pack="work")
        (hit,) = find(owner, "鈴木").results
        assert hit.memory.speaker == "鈴木さん"
        assert [entity.name for entity in hit.memory.entities] == ["鈴木さん"]
        assert Mention.objects.get().link_type == MentionType.PERFORMED_BY
        assert texts(find(owner, filters={"speaker": "鈴木さん"})) == ["明日は休みます"]
        assert texts(find(owner, filters={"entity": "鈴木"})) == ["明日は休みます"]

    def test_is_the_person_known_by_an_alias(self, owner: Caller, save: Save) -> None:
        first = save(owner, "x", pack="work", entities=[TANAKA])
        said = save(owner, "y", pack="work", speaker="Tanaka")
        assert said.entities[0].id == first.entities[0].id

    @pytest.mark.parametrize("role", ["assistant", "User", "system", "me"])
    def test_is_no_person_where_it_is_a_role(self, owner: Caller, save: Save, role: str) -> None:
        save(owner, "x", speaker=role)
        assert not Entity.objects.exists()

    def test_follows_a_change(self, owner: Caller, save: Save, find: Find) -> None:
        uid = save(owner, "明日は休みます", speaker="鈴木", pack="work").id
        revise(owner, uid, MemoryPatch(speaker=" 佐藤 "))
        assert find(owner, "佐藤", mode="keyword").results[0].memory.speaker == "佐藤"
        assert find(owner, "鈴木", mode="keyword").results == []
        revise(owner, uid, MemoryPatch(speaker=""))
        assert not Mention.objects.exists()


class TestRelations:
    KNOWS = {"source": "佐藤", "target": "田中", "type": "knows", "reason": "同期"}
    BOTH = [person("佐藤"), person("田中")]

    def test_evidence_is_counted_by_memory(self, owner: Caller, save: Save) -> None:
        one = save(owner, "一", pack="work", entities=self.BOTH, relations=[self.KNOWS])
        relation = EntityRelation.objects.get()
        assert (relation.reason, relation.evidence_count) == ("同期", 1)
        swapped = {**self.KNOWS, "source": "田中さん", "target": "佐藤さん"}
        given = [person("佐藤さん"), person("田中さん")]
        two = save(owner, "二", pack="work", entities=given, relations=[swapped, swapped])
        relation.refresh_from_db()
        assert relation.evidence_count == 2
        assert set(relation.evidence.all()) == {stored(one), stored(two)}

    def test_a_repeated_save_is_no_further_evidence(self, owner: Caller, save: Save) -> None:
        for _ in range(2):
            save(owner, "一", external_id="e", entities=self.BOTH, relations=[self.KNOWS])
        assert EntityRelation.objects.get().evidence_count == 1

    def test_a_directed_one_keeps_its_direction(self, owner: Caller, save: Save) -> None:
        leads = {"source": "佐藤", "target": "田中", "type": "leads"}
        led = {"source": "田中", "target": "佐藤", "type": "leads"}
        save(owner, "一", entities=self.BOTH, relations=[leads, led])
        assert EntityRelation.objects.count() == 2

    def test_ends_may_be_named_by_alias(self, owner: Caller, save: Save) -> None:
        given = [TANAKA, person("佐藤")]
        save(owner, "x", entities=given, relations=[{**self.KNOWS, "target": "Tanaka"}])
        assert EntityRelation.objects.count() == 1

    def test_a_new_name_becomes_an_entity(self, owner: Caller, save: Save) -> None:
        save(owner, "x", entities=self.BOTH, relations=[{**self.KNOWS, "target": "山田"}])
        assert EntityRelation.objects.get().target.name == "山田"
        assert Entity.objects.get(name="山田").type_key == "Person"

    def test_one_to_itself_is_left_out(self, owner: Caller, save: Save) -> None:
        out = save(owner, "x", entities=self.BOTH, relations=[{**self.KNOWS, "target": "佐藤"}])
        assert not EntityRelation.objects.exists() and "itself" in out.notes[0].detail

    @pytest.mark.parametrize(
        ("word", "kept"), [("know", "knows"), ("Knows", "knows"), ("supersedes", "relates_to")]
    )
    def test_types_by_any_word(self, owner: Caller, save: Save, word: str, kept: str) -> None:
        out = save(owner, "x", entities=self.BOTH, relations=[{**self.KNOWS, "type": word}])
        assert EntityRelation.objects.get().relation_type_id == kept
        assert [note.field for note in out.notes] == ["relations.0.type"] * (kept == "relates_to")


def test_the_journal_tells_of_what_was_made(owner: Caller, save: Save) -> None:
    both = TestRelations.BOTH
    save(owner, "一", entities=both, relations=[TestRelations.KNOWS])
    kinds = Revision.objects.filter(action="CREATE").values_list("target_type", flat=True)
    made = ["entity", "entity", "entityrelation", "memory", "mentions", "session"]
    assert sorted(kinds) == made
    assert Revision.objects.values("change_id").distinct().count() == 1


@pytest.mark.parametrize("speaker", ["import", "Imported", "derived"])
def test_where_words_came_from_is_nobody(owner: Caller, save: Save, speaker: str) -> None:
    out = save(owner, "The board met on Monday.", pack="work", speaker=speaker)
    assert out.entities == [] and names() == []
