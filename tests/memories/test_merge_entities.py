"""Merging two entities into one, seeing it before, and taking it back."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db.models import Model

from core.caller import Caller
from core.errors import Conflict, Forbidden, InvalidInput, NotFound, WasurenaError
from core.journal import described
from core.models import Action, Revision
from entities.models import Entity, EntityAlias, Mention, MentionRuling
from graph.models import EntityRelation
from memories.knowledge.entities.merge import merge_entities, merge_preview, undo_merge
from memories.models import State, StateEntity
from memories.schemas import SavedOut, SearchOut
from tests.memories.conftest import NOW, stored, texts

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
Find = Callable[..., SearchOut]
MODELS = (Entity, EntityAlias, Mention, MentionRuling, EntityRelation, State, StateEntity)


def person(name: str, **fields: Any) -> dict[str, Any]:
    return {"name": name, "type": "Person", **fields}


def rows() -> dict[str, list[dict[str, Any]]]:
    """Everything that merging may touch, as the journal sees it."""
    return {model.__name__: _described(model) for model in MODELS}


def _described(model: type[Model]) -> list[dict[str, Any]]:
    return [described(row) for row in model._default_manager.order_by("pk")]


def entity(name: str) -> Entity:
    return Entity.objects.get(name=name)


@pytest.fixture
def two(owner: Caller, save: Save) -> tuple[Entity, Entity]:
    """田中太郎 and T. Tanaka, who know each other, and both know 佐藤 and lead the same project."""
    team = [person("佐藤"), {"name": "Apollo", "type": "Project"}]
    for name in ("田中太郎", "T. Tanaka"):
        save(
            owner, f"{name} leads Apollo with 佐藤", pack="work", entities=[person(name), *team],
            relations=[
                {"source": name, "target": "Apollo", "type": "leads"},
                {"source": name, "target": "佐藤", "type": "knows"},
            ],
        )  # fmt: skip
    save(
        owner, "田中太郎 met T. Tanaka", pack="work",
        entities=[person("田中太郎"), person("T. Tanaka", aliases=["TT"])],
        relations=[{"source": "T. Tanaka", "target": "田中太郎", "type": "knows"}],
    )  # fmt: skip
    return entity("田中太郎"), entity("T. Tanaka")


def merge(owner: Caller, kept: Entity, gone: Entity, **fields: Any) -> Any:
    return merge_entities(owner, keep=kept.entity_id, merge=gone.entity_id, **fields)


def test_it_works(owner: Caller, two: tuple[Entity, Entity], find: Find) -> None:
    kept, gone = two
    out = merge(owner, kept, gone, reason="one person", now=NOW)
    kept.refresh_from_db()
    gone.refresh_from_db()
    assert (out.mentions, kept.extraction_count) == (2, 4)
    assert Mention.objects.filter(entity=kept).count() == 4
    assert gone.merged_into_id == kept.entity_id and kept.merged_from == [str(gone.entity_id)]
    assert set(kept.aliases.values_list("alias", flat=True)) == {"T. Tanaka", "TT"}
    # What both said is said once, with the evidence of both; one does not know oneself.
    for row in EntityRelation.objects.all():
        assert row.evidence_count == row.evidence.count() == 2
    assert EntityRelation.objects.count() == 2
    assert "T. Tanaka leads Apollo with 佐藤" in texts(find(owner, filters={"entity": "田中太郎"}))


def test_the_name_that_goes_leads_to_the_one_that_stays(
    owner: Caller, two: tuple[Entity, Entity], save: Save
) -> None:
    merge(owner, *two)
    out = save(owner, "again", pack="work", entities=[person("T. Tanaka")])
    assert out.entities[0].id == two[0].entity_id


def test_undo_gives_the_same_rows(owner: Caller, two: tuple[Entity, Entity], find: Find) -> None:
    before = rows()
    out = merge(owner, *two)
    assert rows() != before
    undo_merge(owner, out.change_id)
    assert rows() == before
    assert len(texts(find(owner, filters={"entity": "T. Tanaka"}))) == 2


def test_what_came_later_outlives_an_undo(
    owner: Caller, two: tuple[Entity, Entity], save: Save
) -> None:
    kept, gone = two
    out = merge(owner, kept, gone)
    save(owner, "田中太郎 called", pack="work", entities=[person("田中太郎")])
    Entity.objects.filter(pk=kept.pk).update(description="our lead")
    undo_merge(owner, out.change_id)
    kept.refresh_from_db()
    assert kept.description == "our lead" and kept.extraction_count == 3
    assert Mention.objects.filter(entity=kept).count() == 3


def test_states_go_along(owner: Caller, two: tuple[Entity, Entity]) -> None:
    kept, gone = two
    state = State.objects.create(
        user_id=kept.user_id, kind="fact", subject=gone, body="secret words", recorded_at=NOW
    )
    for one in two:
        StateEntity.objects.create(state=state, entity=one, user_id=kept.user_id, created_at=NOW)
    before = rows()
    out = merge(owner, kept, gone)
    state.refresh_from_db()
    assert state.subject_id == kept.entity_id and StateEntity.objects.count() == 1
    assert "secret words" not in str(list(Revision.objects.values("before", "after")))
    undo_merge(owner, out.change_id)
    assert rows() == before


def test_relations_of_other_times_are_kept_as_past(
    owner: Caller, two: tuple[Entity, Entity]
) -> None:
    kept, gone = two
    for year, one in zip((2020, 2024), two, strict=True):
        row = EntityRelation.objects.filter(relation_type="leads", source=one)
        row.update(valid_from=NOW.replace(year=year))
    out = merge(owner, kept, gone, now=NOW)
    leads = EntityRelation.objects.filter(relation_type="leads", source=kept)
    assert sorted(row.superseded_at is None for row in leads) == [False, True]
    undo_merge(owner, out.change_id)
    assert EntityRelation.objects.filter(relation_type="leads", superseded_at=None).count() == 2


def test_the_preview_says_what_happens_and_writes_nothing(
    owner: Caller, two: tuple[Entity, Entity]
) -> None:
    before, entries = rows(), Revision.objects.count()
    preview = merge_preview(owner, two[0].entity_id, two[1].entity_id)
    assert rows() == before and Revision.objects.count() == entries
    assert preview.names == ("田中太郎", "T. Tanaka", "TT")
    assert (preview.mentions, preview.mentions_after) == (2, 4)
    assert [row.type for row in preview.vanishing] and len(preview.folded) == 2


def test_two_found_at_one_place_are_both_kept(owner: Caller, save: Save) -> None:
    given = [person("田中"), {"name": "田中", "type": "Organization"}]
    save(owner, "田中 is here", pack="work", entities=given)
    kept, gone = Entity.objects.order_by("pk")
    before = rows()
    out = merge(owner, kept, gone, force=True)
    assert Mention.objects.filter(entity=kept).count() == 2
    undo_merge(owner, out.change_id)
    assert rows() == before


def test_every_row_is_in_the_journal_once(owner: Caller, two: tuple[Entity, Entity]) -> None:
    out = merge(owner, *two, reason="one person")
    entries = Revision.objects.filter(change_id=out.change_id)
    assert set(entries.values_list("action", flat=True)) == {Action.MERGE}
    assert set(entries.values_list("reason", flat=True)) == {"one person"}
    kinds = set(entries.values_list("target_type", flat=True))
    assert kinds == {"entity", "entityalias", "entityrelation", "mention"}
    assert "leads Apollo" not in str(list(entries.filter(target_type="mention").values("after")))


class TestRefused:
    def test_bad_ones_name_their_field(
        self, owner: Caller, other: Caller, two: tuple[Entity, Entity], save: Save
    ) -> None:
        kept, gone = (row.entity_id for row in two)
        place = save(owner, "x", pack="work", entities=[{"name": "Kyoto", "type": "Location"}])
        home = save(owner, "y", pack="lifelog", entities=[person("田中太郎")])
        cases: list[tuple[Caller, Any, Any, type[WasurenaError], str, str]] = [
            (owner, kept, kept, InvalidInput, "merge", "self_merge"),
            (owner, kept, uuid4(), NotFound, "merge", "not_found"),
            (owner, uuid4(), gone, NotFound, "keep", "not_found"),
            (other, kept, gone, NotFound, "keep", "not_found"),
            (owner, kept, place.entities[0].id, Conflict, "merge", "other_type"),
            (owner, kept, home.entities[0].id, Conflict, "merge", "other_pack"),
        ]
        before = rows()
        for caller, keep, goes, error, field, code in cases:
            with pytest.raises(error) as refused:
                merge_entities(caller, keep=keep, merge=goes)
            (problem,) = refused.value.problems
            assert (problem.field, problem.code) == (field, code)
        assert rows() == before

    def test_twice_and_in_a_circle(self, owner: Caller, two: tuple[Entity, Entity]) -> None:
        kept, gone = two
        out = merge(owner, kept, gone)
        for pair, code in (((kept, gone), "merged"), ((gone, kept), "merge_cycle")):
            with pytest.raises(Conflict) as refused:
                merge(owner, *pair)
            assert refused.value.problems[0].code == code
        undo_merge(owner, out.change_id)
        with pytest.raises(Conflict) as refused:
            undo_merge(owner, out.change_id)
        assert refused.value.problems[0].code == "undone"

    def test_assistants_only_propose(
        self, assistant: Caller, owner: Caller, two: tuple[Entity, Entity]
    ) -> None:
        with pytest.raises(Forbidden):
            merge(assistant, *two)
        out = merge(owner, *two)
        with pytest.raises(Forbidden):
            undo_merge(assistant, out.change_id)

    def test_a_change_of_somebody_else(
        self, owner: Caller, other: Caller, two: tuple[Entity, Entity]
    ) -> None:
        out = merge(owner, *two)
        for caller, change in ((other, out.change_id), (owner, uuid4())):
            with pytest.raises(NotFound):
                undo_merge(caller, change)


class TestChains:
    @pytest.fixture
    def three(self, owner: Caller, save: Save) -> list[Entity]:
        for name in "ABC":
            save(owner, f"{name} is here", pack="work", entities=[person(name)])
        return list(Entity.objects.order_by("name"))

    def test_the_later_one_is_undone_first(self, owner: Caller, three: list[Entity]) -> None:
        a, b, c = three
        before = rows()
        first, second = merge(owner, b, a), merge(owner, c, b)
        with pytest.raises(Conflict, match=str(second.change_id)):
            undo_merge(owner, first.change_id)
        undo_merge(owner, second.change_id)
        undo_merge(owner, first.change_id)
        assert rows() == before

    def test_two_into_one_are_undone_in_any_order(self, owner: Caller, three: list[Entity]) -> None:
        a, b, c = three
        first, second = merge(owner, c, a), merge(owner, c, b)
        undo_merge(owner, first.change_id)
        c.refresh_from_db()
        assert c.merged_from == [str(b.entity_id)] and c.extraction_count == 2
        undo_merge(owner, second.change_id)
        assert not EntityAlias.objects.exists()
        assert {m.entity.name: m.surface for m in Mention.objects.all()} == {n: n for n in "ABC"}


def test_a_forgotten_memory_stays_forgotten(
    owner: Caller, two: tuple[Entity, Entity], save: Save
) -> None:
    from memories.services.forget import forget

    out = merge(owner, *two)
    uid = stored(save(owner, "T. Tanaka leads Apollo with 佐藤 again", pack="work")).uid
    first = Mention.objects.filter(surface="T. Tanaka").order_by("pk")[0].memory
    forget(owner, [first.uid, uid], confirm=True)
    undo_merge(owner, out.change_id)
    assert Mention.objects.filter(entity=two[1]).count() == 1
