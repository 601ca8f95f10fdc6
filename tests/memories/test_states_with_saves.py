"""States that come with a save: stored with it, checked like the rest, all or nothing."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from core.caller import Caller
from graph.models import EntityRelation
from memories.knowledge.states.edit import state_undo
from memories.models import Memory, Proposal, State
from memories.schemas import SavedOut
from tests.memories.conftest import SaveAll, stored

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


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("The user moved to Kyoto", True),
        ("ユーザーは京都に引っ越した", True),
        ("The user lives in Kyoto", False),
        ("Translate into French: I moved to Kyoto", False),
        ("相談者：京都に引っ越しました。", False),
    ],
)
def test_an_assistant_needs_a_word_of_change(
    assistant: Caller, save: Save, text: str, ends: bool
) -> None:
    for said, value in (("The user lives in Osaka", "Osaka"), (text, "Kyoto")):
        state = {"predicate": "lives_in", "value": value}
        save(assistant, said, pack="lifelog", states=[state])
    osaka = State.objects.filter(superseded_at=None).get(value="Osaka")
    assert (osaka.valid_to is not None) is ends
    assert Proposal.objects.filter(kind="contradiction").exists() is not ends


def test_dates_of_an_assistant_are_a_change(assistant: Caller, save: Save) -> None:
    for value, since in (("Osaka", "2020-01-01"), ("Kyoto", "2025-01-01")):
        state = {"predicate": "lives_in", "value": value, "valid_from": since}
        save(assistant, f"The user lives in {value}", pack="lifelog", states=[state])
    osaka, kyoto = State.objects.filter(superseded_at=None).order_by("pk")
    assert osaka.valid_to == kyoto.valid_from


def test_what_contradicts_is_asked(owner: Caller, save: Save) -> None:
    at = "2025-01-01T00:00:00Z"
    both = [{"predicate": "lives_in", "value": name} for name in ("Tokyo", "Osaka")]
    out = save(owner, "Tokyo or Osaka", pack="lifelog", created_at=at, states=both)
    assert Proposal.objects.get().kind == "contradiction"
    assert out.warnings == ["These contradict each other: Tokyo / Osaka."]
    assert out.next_actions == ["Ask the user which of the contradicting values holds."]


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
        ({"kind": "relation", "predicate": "zorbs", "value": "Acme"}, "states.1.kind"),
        ({"predicate": "血液型", "value": "A"}, "states.1.predicate"),
        ({"predicate": "likes", "value": " "}, "states.1"),
        ({"predicate": "likes"}, "states.1"),
        ({"subject": "Ken", "predicate": "knows", "value": "Ken"}, "states.1"),
        ({**AT_ACME, "valid_to": "2020-04-01"}, "states.1"),
        ({**AT_ACME, "valid_to": "some day"}, "states.1"),
        ({"kind": "mood", "value": "x"}, "states.1.kind"),
        ({"predicate": "likes", "value": "tea", "confidence": 2}, "states.1.confidence"),
    ],
)
def test_bad_ones_are_noted_and_the_others_stored(
    owner: Caller, save_all: SaveAll, state: Any, field: str
) -> None:
    good = {"text": "fine", "states": [{"predicate": "likes", "value": "tea"}]}
    bad = {"text": "x", "entities": [KEN, ACME], "states": [good["states"][0], state]}
    first, second = save_all(owner, [good, bad]).results
    assert not first.notes and [note.field for note in second.notes] == [field]
    assert State.objects.filter(predicate="likes", value="tea", evidence=stored(second)).exists()


def test_subjects_and_predicates_by_any_word(owner: Caller, save: Save) -> None:
    said = [
        {"subject": "Maria", "predicate": "Lives In", "value": "Tokyo"},
        {"predicate": "勤務先", "value": "Acme", "kind": "関係"},
        {"object": "call Ken", "type": "TODO", "due": "2027-01-01"},
        "prefers short answers",
    ]
    out = save(owner, "x", pack="work", entities=[ACME], states=said)
    assert not out.notes
    kept = set(State.objects.values_list("kind", "subject__name", "predicate", "value"))
    assert ("fact", "Maria", "lives_in", "Tokyo") in kept or (
        "relation", "Maria", "lives_in", "Tokyo") in kept  # fmt: skip
    assert {("relation", None, "works_for", "Acme"), ("task", None, "to_do", "call Ken")} <= kept
    assert ("fact", None, "", "prefers short answers") in kept


def test_a_relation_that_ends_before_it_begins(owner: Caller, save: Save) -> None:
    knows = {"source": "Ken", "target": "Acme", "type": "knows"}
    dates = {"valid_from": "2025-01-01", "valid_to": "2024-01-01"}
    out = save(owner, "x", entities=[KEN, ACME], relations=[{**knows, **dates}])
    assert [note.field for note in out.notes] == ["relations.0"]
    assert not EntityRelation.objects.exists()
    save(owner, "y", entities=[KEN, ACME], relations=[{**knows, "valid_from": "2025-01-01"}])
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


CHANGES = [
    ("Mia is 6.", "Mia is 7.", "age", {"6": False, "7": True}),
    ("My boss is Rita.", "My new manager is Omar, since Monday.", "reports_to", {"Rita": False, "Omar": True}),
    ("My boss is Rita.", "My boss Omar is fun.", "reports_to", {"Rita": True, "Omar": True}),
    ("I'm vegan.", "I'm vegetarian now.", "diet", {"vegan": False, "vegetarian": True}),
    ("I have a kitten called Moss.", "User's cat: Moss.", "pet", {"Moss (kitten)": True}),
    ("I'm vegan.", "I can't eat nuts.", "diet", {"vegan": True, "can't eat nuts": True}),
]  # fmt: skip


@pytest.mark.parametrize(("first", "then", "predicate", "holds"), CHANGES)
def test_what_a_later_word_ends(
    owner: Caller,
    save: Save,
    settings: Any,
    first: str,
    then: str,
    predicate: str,
    holds: dict[str, bool],
) -> None:
    settings.EXTRACTION = "rules"
    for day, text in (("2025-01-10", first), ("2026-01-12", then)):
        save(owner, text, pack="lifelog", speaker="user", created_at=f"{day}T10:00:00Z")
    states = State.objects.filter(predicate=predicate, superseded_at=None)
    assert {state.value: state.valid_to is None for state in states} == holds
    asked = Proposal.objects.filter(kind="contradiction")
    assert not [each for each in asked if "states" in each.payload]


def test_two_ways_of_eating_are_asked_about(owner: Caller, save: Save, settings: Any) -> None:
    settings.EXTRACTION = "rules"
    save(owner, "I'm vegan.", pack="lifelog", speaker="user")
    save(owner, "The user follows a pescatarian diet.", pack="lifelog", speaker="assistant")
    asked = Proposal.objects.filter(kind="contradiction")
    assert [each for each in asked if "states" in each.payload]
