"""A person's word on what a stretch of text names, and taking it back."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any
from uuid import UUID, uuid4

import pytest

from core.caller import Caller
from core.errors import Conflict, Forbidden, InvalidInput, NotFound, WasurenaError
from core.models import Revision
from entities.models import Entity, Mention, MentionRuling
from memories.enrichment.queue import drain
from memories.knowledge.entities.merge import merge_entities
from memories.knowledge.mentions.correct import (
    clear_correction,
    correct_mention,
    retype_mention,
    undo_correction,
)
from memories.models import State
from memories.schemas import SavedOut, SearchOut
from memories.selectors.mentions import mentions_of
from tests.memories.conftest import texts

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
TEXT = "田中さんと大阪で会議。田中は遅れた。"


def person(name: str, kind: str = "Person") -> dict[str, Any]:
    return {"name": name, "type": kind}


@pytest.fixture
def memory(owner: Caller, save: Save) -> UUID:
    """Its first 田中 and its 大阪 are named; 大阪 as a person, by mistake."""
    return save(owner, TEXT, pack="work", entities=[person("田中"), person("大阪")]).id


def named(caller: Caller, memory: UUID) -> list[tuple[int, str, str, str, bool]]:
    return [
        (one.start, one.surface, one.entity_name, one.method, one.validated)
        for one in mentions_of(caller, memory)
    ]


def entity(name: str) -> Entity:
    return Entity.objects.get(name=name)


def counts() -> dict[str, int]:
    return dict(Entity.objects.values_list("name", "extraction_count"))


def rows() -> list[Any]:
    """Everything that ruling may change, apart from times."""
    return [
        sorted(Entity.objects.values_list("entity_id", "name", "entity_type", "extraction_count")),
        sorted(Mention.objects.values_list("pk", "entity", "surface", "context_window")),
        sorted(MentionRuling.objects.values_list("pk", "surface", "verdict")),
    ]


def test_it_is_another_one_that_is_known(owner: Caller, memory: UUID, save: Save) -> None:
    save(owner, "田中太郎 came", pack="work", entities=[person("田中太郎")])
    meant = entity("田中太郎")
    ruled = correct_mention(owner, memory, start=0, surface="田中", entity=meant.entity_id)
    assert ruled.entity == meant
    assert named(owner, memory) == [
        (0, "田中", "田中太郎", "person", True),
        (5, "大阪", "大阪", "caller", False),
    ]
    assert mentions_of(owner, memory)[0].confidence == 1.0
    assert counts() == {"田中": 0, "大阪": 1, "田中太郎": 2}
    assert ruled.change_id is not None
    noted = Revision.objects.filter(change_id=ruled.change_id).order_by("pk")
    assert [(one.action, one.target_type) for one in noted] == [
        ("DELETE", "mention"),
        ("CREATE", "mentionruling"),
        ("CREATE", "mention"),
    ]


def test_a_new_one_is_made_and_found_by(owner: Caller, memory: UUID, find: Any) -> None:
    correct_mention(owner, memory, start=5, surface="大阪", name="大阪支社", type="Organization")
    made = entity("大阪支社")
    assert (made.entity_type_id, made.extraction_count) == ("Organization", 1)
    found: SearchOut = find(owner, "大阪支社", mode="keyword")
    assert texts(found) == [TEXT], "its words are indexed with the new name"


def test_it_names_nothing(owner: Caller, memory: UUID) -> None:
    correct_mention(owner, memory, start=5, surface="大阪", verdict="is_not")
    assert [one[1] for one in named(owner, memory)] == ["田中"]
    assert counts()["大阪"] == 0


def test_a_longer_stretch_takes_the_place_of_what_it_covers(owner: Caller, memory: UUID) -> None:
    correct_mention(owner, memory, start=0, surface="田中", verdict="is_not")
    correct_mention(owner, memory, start=0, surface="田中さん", name="田中次郎", type="Person")
    assert named(owner, memory)[0] == (0, "田中さん", "田中次郎", "person", True)
    assert [ruling.surface for ruling in MentionRuling.objects.all()] == ["田中さん"]


def test_saying_it_again_changes_nothing(owner: Caller, memory: UUID) -> None:
    meant = entity("大阪").entity_id
    correct_mention(owner, memory, start=0, surface="田中", entity=meant)
    before = Revision.objects.count()
    assert correct_mention(owner, memory, start=0, surface="田中", entity=meant).change_id is None
    assert Revision.objects.count() == before


@pytest.mark.parametrize(
    "said",
    [
        {"start": 0, "surface": "田中", "name": "田中太郎", "type": "Person"},
        {"start": 0, "surface": "田中さんと大阪", "name": "x", "type": "Concept"},
        {"start": 5, "surface": "大阪", "verdict": "is_not"},
    ],
)
def test_undo_gives_every_row_back(owner: Caller, memory: UUID, said: dict[str, Any]) -> None:
    before = rows()
    change = correct_mention(owner, memory, **said).change_id
    assert change is not None and rows() != before
    undo_correction(owner, memory, change)
    assert rows() == before
    with pytest.raises(Conflict):
        undo_correction(owner, memory, change)


def test_undo_of_a_second_word_leaves_the_first(owner: Caller, memory: UUID) -> None:
    correct_mention(owner, memory, start=0, surface="田中", name="田中太郎", type="Person")
    before = rows()
    change = correct_mention(owner, memory, start=0, surface="田中", verdict="is_not").change_id
    assert change is not None
    undo_correction(owner, memory, change)
    assert rows() == before


def test_taking_the_word_back_brings_what_the_save_had_named(owner: Caller, memory: UUID) -> None:
    before = rows()
    correct_mention(owner, memory, start=0, surface="田中", entity=entity("大阪").entity_id)
    correct_mention(owner, memory, start=0, surface="田中", verdict="is_not")
    clear_correction(owner, memory, start=0, surface="田中")
    assert rows() == before
    with pytest.raises(NotFound) as refused:
        clear_correction(owner, memory, start=0, surface="田中")
    assert refused.value.problems[0].field == "start"


def test_what_comes_back_is_of_the_one_it_was_merged_into(owner: Caller, memory: UUID) -> None:
    correct_mention(owner, memory, start=0, surface="田中", verdict="is_not")
    merge_entities(
        owner, keep=entity("大阪").entity_id, merge=entity("田中").entity_id, reason="one"
    )
    clear_correction(owner, memory, start=0, surface="田中")
    assert [one[2] for one in named(owner, memory)] == ["大阪", "大阪"]


def test_another_type_holds_everywhere_and_is_undone(owner: Caller, memory: UUID) -> None:
    place = entity("大阪")
    done = retype_mention(owner, memory, place.entity_id, "Location")
    assert entity("大阪").entity_type_id == "Location" and done.change_id is not None
    undo_correction(owner, memory, done.change_id)
    assert entity("大阪").entity_type_id == "Person"


@pytest.mark.parametrize(
    ("said", "error", "field"),
    [
        ({"surface": "佐藤"}, InvalidInput, "surface"),
        ({"surface": " "}, InvalidInput, "surface"),
        ({"start": 1}, InvalidInput, "start"),
        ({"start": -18}, InvalidInput, "start"),
        ({}, InvalidInput, "entity"),
        ({"entity": uuid4()}, NotFound, "entity"),
        ({"entity": uuid4(), "name": "x"}, InvalidInput, "name"),
        ({"name": "x"}, InvalidInput, "type"),
        ({"name": "x", "type": "Persno"}, InvalidInput, "type"),
        ({"name": "大阪", "type": "Person"}, Conflict, "name"),
        ({"name": "x" * 256, "type": "Person"}, InvalidInput, "name"),
        ({"verdict": "is_not", "entity": uuid4()}, InvalidInput, "entity"),
        ({"verdict": "perhaps"}, InvalidInput, "verdict"),
    ],
)
def test_bad_input_names_its_field(
    owner: Caller, memory: UUID, said: dict[str, Any], error: type[WasurenaError], field: str
) -> None:
    before = rows()
    with pytest.raises(error) as refused:
        correct_mention(owner, memory, **{"start": 0, "surface": "田中", **said})
    assert refused.value.problems[0].field == field
    assert rows() == before


def test_where_it_stands_and_which_types_there_are_is_said(owner: Caller, memory: UUID) -> None:
    with pytest.raises(InvalidInput, match="it is at: 0, 11"):
        correct_mention(owner, memory, start=3, surface="田中", verdict="is_not")
    with pytest.raises(InvalidInput, match=r"nearest in meaning: .*Person"):
        correct_mention(owner, memory, start=0, surface="田中", name="x", type="Persno")


def test_what_is_of_another_pack_or_merged_is_refused(
    owner: Caller, memory: UUID, save: Save
) -> None:
    save(owner, "numpy", pack="dev", entities=[person("numpy", "Technology")])
    with pytest.raises(InvalidInput, match="of the pack dev") as refused:
        correct_mention(owner, memory, start=0, surface="田中", entity=entity("numpy").entity_id)
    assert refused.value.problems[0].field == "entity"
    merge_entities(owner, keep=entity("大阪").entity_id, merge=entity("田中").entity_id)
    with pytest.raises(Conflict, match="merged into"):
        correct_mention(owner, memory, start=0, surface="田中", entity=entity("田中").entity_id)


def test_only_the_owner_says_so(
    owner: Caller, other: Caller, assistant: Caller, memory: UUID
) -> None:
    change = correct_mention(owner, memory, start=0, surface="田中", verdict="is_not").change_id
    assert change is not None
    bound = replace(owner, packs=frozenset({"work"}))
    for caller, error in ((assistant, Forbidden), (bound, Forbidden), (other, NotFound)):
        with pytest.raises(error):
            correct_mention(caller, memory, start=5, surface="大阪", verdict="is_not")
        with pytest.raises(error):
            clear_correction(caller, memory, start=0, surface="田中")
        with pytest.raises(error):
            undo_correction(caller, memory, change)
    with pytest.raises(Forbidden, match="POST /api/inbox/"):
        correct_mention(assistant, memory, start=5, surface="大阪", verdict="is_not")


def test_only_its_own_changes_are_undone_there(owner: Caller, memory: UUID, save: Save) -> None:
    elsewhere = save(owner, "鈴木 came", pack="work").id
    change = correct_mention(owner, memory, start=0, surface="田中", verdict="is_not").change_id
    assert change is not None
    merged = merge_entities(owner, keep=entity("大阪").entity_id, merge=entity("田中").entity_id)
    for where, what in ((elsewhere, change), (memory, merged.change_id), (memory, uuid4())):
        with pytest.raises(NotFound):
            undo_correction(owner, where, what)


def test_it_is_followed_when_the_text_is_read_again(
    owner: Caller, save: Save, settings: Any
) -> None:
    settings.EXTRACTION = "rules"
    memory = save(owner, "佐藤花子さんは大阪に住んでいる。", pack="work").id
    drain()
    assert [one[1] for one in named(owner, memory)] == ["佐藤花子", "大阪"]
    correct_mention(owner, memory, start=0, surface="佐藤花子", name="花子", type="Person")
    correct_mention(owner, memory, start=7, surface="大阪", verdict="is_not")
    drain()
    assert named(owner, memory) == [(0, "佐藤花子", "花子", "person", True)]
    clear_correction(owner, memory, start=7, surface="大阪")
    drain()
    assert [one[1] for one in named(owner, memory)] == ["佐藤花子", "大阪"]
    assert counts()["花子"] == 1 and counts()["大阪"] == 1


def held() -> list[tuple[str, str, str]]:
    """Who lives where, by what is known now."""
    rows = State.objects.filter(predicate="lives_in", superseded_at=None, valid_to=None)
    return sorted(
        (row.subject.name if row.subject else "", row.predicate, row.value) for row in rows
    )


def test_claims_follow_the_word(owner: Caller, save: Save, settings: Any) -> None:
    settings.EXTRACTION = "rules"
    save(owner, "佐藤花子さんは東京に住んでいる。", pack="work", created_at="2026-01-05T00:00:00Z")
    memory = save(
        owner,
        "佐藤花子さんは2026年5月に大阪へ引っ越した。",
        pack="work",
        created_at="2026-06-01T00:00:00Z",
    ).id
    drain()
    assert held() == [("佐藤花子", "lives_in", "大阪")]
    said = partial(correct_mention, owner, memory, start=0, surface="佐藤花子")
    ruled = said(name="佐藤次郎", type="Person")
    drain()
    assert held() == [("佐藤次郎", "lives_in", "大阪"), ("佐藤花子", "lives_in", "東京")], (
        "she did not move, and he did"
    )
    clear_correction(owner, memory, start=0, surface="佐藤花子")
    drain()
    assert held() == [("佐藤花子", "lives_in", "大阪")]
    change = said(entity=entity("佐藤次郎").entity_id).change_id
    drain()
    assert change is not None and ruled.change_id is not None
    undo_correction(owner, memory, change)
    drain()
    assert held() == [("佐藤花子", "lives_in", "大阪")]


def test_a_new_one_goes_with_what_was_claimed_of_it(
    owner: Caller, save: Save, settings: Any
) -> None:
    settings.EXTRACTION = "rules"
    memory = save(owner, "佐藤花子さんは大阪に住んでいる。", pack="work").id
    drain()
    change = correct_mention(
        owner, memory, start=0, surface="佐藤花子", name="佐藤次郎", type="Person"
    ).change_id
    drain()
    assert change is not None and held() == [("佐藤次郎", "lives_in", "大阪")]
    undo_correction(owner, memory, change)
    drain()
    assert held() == [("佐藤花子", "lives_in", "大阪")]
    assert not Entity.objects.filter(name="佐藤次郎").exists()
    assert counts() == {"佐藤花子": 1, "大阪": 1}


def test_the_same_words_elsewhere_in_it_stay_named(
    owner: Caller, save: Save, settings: Any
) -> None:
    settings.EXTRACTION = "rules"
    memory = save(owner, "佐藤さんが来た。夕方に佐藤さんは帰った。", pack="work").id
    drain()
    assert [one[0] for one in named(owner, memory)] == [0, 11]
    correct_mention(owner, memory, start=0, surface="佐藤", name="佐藤次郎", type="Person")
    drain()
    assert [one[:3] for one in named(owner, memory)] == [
        (0, "佐藤", "佐藤次郎"),
        (11, "佐藤", "佐藤次郎"),
    ]
