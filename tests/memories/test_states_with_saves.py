"""States that come with a save: stored with it, checked like the rest, all or nothing."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from core.caller import Caller
from core.errors import InvalidInput
from graph.models import EntityRelation
from memories.knowledge.states.edit import state_undo
from memories.models import Memory, Proposal, State
from memories.schemas import SavedOut
from tests.memories.conftest import SaveAll

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
KEN = {"name": "Ken", "type": "Person", "aliases": ["Kenji"]}
ACME = {"name": "Acme", "type": "Organization"}
GLOBEX = {"name": "Globex", "type": "Organization"}
AT_ACME = {"subject": "Ken", "predicate": "works_for", "value": "Acme", "valid_from": "2020-04-01"}


def test_it_works(owner: Caller, save: Save) -> None:
    out = save(owner, "Ken works at Acme", pack="work", entities=[KEN, ACME], states=[AT_ACME])
    state = State.objects.get()
    assert out.states == [state.uid] and list(state.evidence.all()) == [Memory.objects.get()]
    assert (state.kind, state.extraction_method, state.confidence) == ("relation", "assistant", 0.9)
    assert state.valid_from == datetime(2020, 3, 31, 15, tzinfo=UTC), "midnight in Tokyo"
    assert EntityRelation.objects.get().target.name == "Acme"


def test_of_the_owner_and_to_do(owner: Caller, save: Save) -> None:
    states = [
        {"predicate": "allergic_to", "value": "peanuts"},
        {"kind": "task", "value": "call the dentist", "due_at": "2030-01-05T10:00:00Z"},
    ]
    save(owner, "I can't have peanuts; call the dentist", pack="lifelog", states=states)
    fact, task = State.objects.order_by("pk")
    assert (fact.subject, fact.predicate, fact.value) == (None, "allergic_to", "peanuts")
    assert (task.kind, task.predicate, task.value) == ("task", "to_do", "call the dentist")
    assert task.due_at == datetime(2030, 1, 5, 10, tzinfo=UTC)


@pytest.mark.parametrize("word", ["relations", "states"])
def test_a_new_employer_ends_the_old_one(owner: Caller, save: Save, word: str) -> None:
    """Said as a relation or as a state, one works for one at a time."""
    save(owner, "Ken works at Acme", pack="work", entities=[KEN, ACME], states=[AT_ACME])
    news: dict[str, Any] = {
        "states": {"subject": "Kenji", "predicate": "works_for", "value": "Globex"},
        "relations": {"source": "Kenji", "target": "Globex", "type": "works_for"},
    }
    given = {word: [{**news[word], "valid_from": "2025-10-01"}]}
    save(owner, "Ken joined Globex", pack="work", entities=[KEN, GLOBEX], **given)
    acme, globex = State.objects.filter(superseded_at=None).order_by("pk")
    assert acme.valid_to == globex.valid_from and globex.valid_to is None
    assert EntityRelation.objects.get(target__name="Acme").valid_to == acme.valid_to


def test_what_contradicts_is_asked(owner: Caller, save: Save) -> None:
    at = "2025-01-01T00:00:00Z"
    both = [{"predicate": "lives_in", "value": name} for name in ("Tokyo", "Osaka")]
    out = save(owner, "Tokyo or Osaka", pack="lifelog", created_at=at, states=both)
    assert Proposal.objects.get().kind == "contradiction"
    assert out.next_actions == ["Ask the user which holds: Tokyo / Osaka."]


def test_what_is_not_sure_is_proposed(owner: Caller, save: Save) -> None:
    unsure = {**AT_ACME, "confidence": 0.3}
    out = save(owner, "Ken at Acme?", pack="work", entities=[KEN, ACME], states=[unsure])
    assert out.states == [] and not State.objects.exists()
    assert Proposal.objects.get().kind == "relation"


def test_the_same_save_again_states_nothing_again(owner: Caller, save: Save) -> None:
    for _ in range(2):
        save(owner, "x", external_id="e", pack="work", entities=[KEN, ACME], states=[AT_ACME])
    assert State.objects.get().confidence == 0.9


def test_undoing_a_state_leaves_the_memory(owner: Caller, save: Save) -> None:
    save(owner, "Ken works at Acme", pack="work", entities=[KEN, ACME], states=[AT_ACME])
    state_undo(owner, State.objects.get().uid)
    assert not State.objects.exists() and not EntityRelation.objects.exists()
    assert Memory.objects.count() == 1


@pytest.mark.parametrize(
    ("state", "field"),
    [
        ({"subject": "Maria", "predicate": "likes", "value": "tea"}, "subject"),
        ({"predicate": "Lives In", "value": "Tokyo"}, "predicate"),
        ({"kind": "relation", "predicate": "works_with", "value": "Acme"}, "predicate"),
        ({"predicate": "likes", "value": " "}, "value"),
        ({"predicate": "likes"}, "value"),
        ({"subject": "Ken", "predicate": "knows", "value": "Ken"}, "value"),
        ({**AT_ACME, "valid_to": "2020-04-01"}, "valid_to"),
        ({"kind": "mood", "value": "x"}, "kind"),
        ({"predicate": "likes", "value": "tea", "confidence": 2}, "confidence"),
    ],
)
def test_bad_ones_are_named_and_nothing_is_stored(
    owner: Caller, save_all: SaveAll, state: Any, field: str
) -> None:
    good = {"text": "fine", "states": [{"predicate": "likes", "value": "tea"}]}
    bad = {"text": "x", "entities": [KEN, ACME], "states": [good["states"][0], state]}
    with pytest.raises(InvalidInput) as refused:
        save_all(owner, [good, bad])
    assert refused.value.problems[0].field.endswith(f"states.1.{field}")
    assert not Memory.objects.exists() and not State.objects.exists()


def test_a_relation_that_ends_before_it_begins(owner: Caller, save: Save) -> None:
    knows = {"source": "Ken", "target": "Acme", "type": "knows"}
    dates = {"valid_from": "2025-01-01", "valid_to": "2024-01-01"}
    with pytest.raises(InvalidInput) as refused:
        save(owner, "x", entities=[KEN, ACME], relations=[{**knows, **dates}])
    assert [problem.field for problem in refused.value.problems] == ["relations.0.valid_to"]
    save(owner, "x", entities=[KEN, ACME], relations=[{**knows, "valid_from": "2025-01-01"}])
    assert EntityRelation.objects.get().valid_from is not None


def test_a_value_told_for_an_earlier_time_than_an_end(
    owner: Caller, save: Callable[..., Any]
) -> None:
    """An end before the first telling leaves no room for another value before that telling."""
    ended = {"kind": "fact", "predicate": "lives_in", "value": "Osaka", "valid_to": "2026-05-20"}
    save(owner, "I left Osaka on 20 May.", pack="work", states=[ended], created_at="2026-06-10")
    known = {"kind": "fact", "predicate": "lives_in", "value": "Kyoto"}
    save(owner, "I live in Kyoto.", pack="work", states=[known], created_at="2026-05-01")
    osaka, kyoto = (
        State.objects.get(value=city, superseded_at=None) for city in ("Osaka", "Kyoto")
    )
    assert osaka.valid_to is not None and kyoto.valid_to is None
