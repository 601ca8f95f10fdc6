"""What is known: said again, ended, replaced, contradicted; as it was and as it was known."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from core.caller import Caller, Role
from core.models import Revision
from entities.models import Entity, ValidationStatus
from graph.models import EntityRelation
from memories.knowledge.states.assertions import ResolvedClaim, is_same_value
from memories.knowledge.states.edit import state_close, state_hide, state_supersede
from memories.knowledge.states.recording import RecordingResult, record_claims
from memories.models import Memory, State
from memories.schemas import SavedOut
from memories.selectors.states import states_as_of
from memories.services.forget import forget
from memories.services.knowledge import state_undo
from nlp.facts import Claim

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
WORKER = Caller(base_user="alice", role=Role.SYSTEM, name="worker")
JAN, MAR, MAY, JUN, SEP = (datetime(2025, month, 1, 3, tzinfo=UTC) for month in (1, 3, 5, 6, 9))
PEOPLE = [
    {"name": "田中", "type": "Person"},
    {"name": "東京", "type": "Location"},
    {"name": "大阪", "type": "Location"},
]


@pytest.fixture
def said(owner: Caller, save: Save) -> Callable[..., RecordingResult]:
    """Record that 田中 (or with ``subject=None`` the owner) lives somewhere, as said at a time."""

    def _said(place: str, at: datetime, **fields: Any) -> RecordingResult:
        given = {"pack": "lifelog", "created_at": at, "entities": PEOPLE}
        memory = Memory.objects.get(uid=save(owner, f"{place} {at} {fields}", **given).id)
        names = {entity.name: entity for entity in Entity.objects.filter(user_id=memory.user_id)}
        claim: dict[str, Any] = {
            "kind": "relation",
            "subject": "田中",
            "predicate": "lives_in",
            "confidence": 0.9,
        }
        claim |= {"object": place, "value": place, "start": 0, "end": 2, **fields}
        resolved = ResolvedClaim(Claim(**claim), names.get(claim["subject"]), names.get(place))
        return record_claims(WORKER, memory, [resolved], now=at + timedelta(minutes=1))

    return _said


Said = Callable[..., RecordingResult]


def current() -> list[State]:
    return list(State.objects.filter(superseded_at=None).order_by("pk"))


def places(rows: Any) -> set[str]:
    return {row.value for row in rows}


def test_it_works(said: Said) -> None:
    recorded = said("東京", JAN)
    (state,) = current()
    assert (state.subject.name, state.predicate, state.value) == ("田中", "lives_in", "東京")  # type: ignore[union-attr]
    assert state.valid_from is None and state.last_confirmed_at == JAN and state.confidence == 0.9
    relation = EntityRelation.objects.get()
    assert state.relation == relation and relation.confidence_score == 0.9
    assert list(relation.evidence.all()) == list(state.evidence.all()) == [Memory.objects.get()]
    assert recorded.states == [state] and recorded.suggestions == []


def test_said_again_it_is_surer(said: Said) -> None:
    said("東京", JAN)
    said("東京", MAR)
    (state,) = current()
    assert state.confidence == 0.99 and state.last_confirmed_at == MAR
    assert state.evidence.count() == 2


def test_the_same_memory_counts_once(said: Said) -> None:
    first = said("東京", JAN)
    before = Revision.objects.count()
    memory = Memory.objects.get()
    resolved = ResolvedClaim(
        Claim("relation", "田中", "lives_in", "東京", "東京", 0.9, 0, 2),
        first.states[0].subject,
        Entity.objects.get(name="東京"),
    )
    record_claims(WORKER, memory, [resolved], now=MAR)
    assert current()[0].confidence == 0.9 and Revision.objects.count() == before


def test_a_move_ends_where_one_lived(said: Said) -> None:
    said("東京", JAN)
    recorded = said("大阪", JUN, valid_from=MAY)
    tokyo, osaka = current()
    assert (tokyo.valid_to, osaka.valid_from, osaka.valid_to) == (MAY, MAY, None)
    assert tokyo.evidence.count() == osaka.evidence.count() == 1
    ended = Revision.objects.get(target_id=str(tokyo.uid), action="UPDATE")
    assert ended.evidence == [str(osaka.evidence.get().uid)], "the journal says by what"
    assert tokyo.relation.valid_to == MAY  # type: ignore[union-attr]
    assert recorded.suggestions == [] and len(recorded.change_ids) == 1


def test_what_held_and_what_was_known(owner: Caller, said: Said) -> None:
    """Moved in May, but it was said in September only."""
    said("東京", JAN)
    said("大阪", SEP, valid_from=MAY)
    assert places(states_as_of(owner, held_at=MAR)) == {"東京"}
    assert places(states_as_of(owner, held_at=JUN)) == {"大阪"}
    assert places(states_as_of(owner, known_at=JUN)) == {"東京"}
    assert places(states_as_of(owner, held_at=JUN, known_at=JUN)) == {"東京"}
    assert places(states_as_of(owner)) == {"大阪"}


def test_undone_the_move_has_not_been(owner: Caller, said: Said) -> None:
    said("東京", JAN)
    before = Revision.objects.count()
    said("大阪", JUN, valid_from=MAY)
    osaka = State.objects.get(value="大阪")
    assert state_undo(owner, osaka.uid).state is None
    (tokyo,) = State.objects.all()
    assert tokyo.valid_to is None and tokyo.recorded_at == JAN + timedelta(minutes=1)
    assert EntityRelation.objects.get().valid_to is None
    assert Revision.objects.count() > before


def test_an_older_memory_read_later_comes_before(said: Said) -> None:
    said("大阪", JUN, valid_from=MAY)
    said("東京", JAN)
    osaka, tokyo = current()
    assert (tokyo.value, tokyo.valid_to, osaka.valid_to) == ("東京", MAY, None)


def test_without_dates_the_later_word_counts(said: Said) -> None:
    said("東京", JAN)
    said("大阪", JUN)
    tokyo, osaka = current()
    assert tokyo.valid_to == osaka.valid_from == JUN


@pytest.mark.parametrize("order", [("東京", "大阪"), ("大阪", "東京")])
def test_the_order_of_reading_makes_no_difference(said: Said, order: tuple[str, str]) -> None:
    for place in order:
        said(place, JAN if place == "東京" else JUN)
    assert {(s.value, s.valid_from, s.valid_to) for s in current()} == {
        ("東京", None, JUN),
        ("大阪", JUN, None),
    }


def test_an_unsure_claim_is_asked_about(said: Said) -> None:
    recorded = said("東京", JAN, confidence=0.5)
    assert current() == [] and not EntityRelation.objects.exists()
    assert [(s.kind, s.payload["type"]) for s in recorded.suggestions] == [("relation", "lives_in")]
    recorded = said("東京", JAN, confidence=0.5, ends=True)
    assert [s.kind for s in recorded.suggestions] == ["state"]


def test_what_a_rule_is_not_sure_of_ends_nothing(said: Said) -> None:
    said("東京", JAN)
    recorded = said("大阪", JUN, confidence=0.7)
    assert [state.valid_to for state in current()] == [None, None]
    (asked,) = recorded.suggestions
    assert asked.kind == "contradiction"
    assert set(asked.payload["states"]) == {str(state.uid) for state in current()}
    assert State.objects.get(value="大阪").validation_status == ValidationStatus.PROPOSED


def test_a_rule_does_not_end_what_a_person_confirmed(said: Said) -> None:
    said("東京", JAN)
    State.objects.update(validation_status=ValidationStatus.ACCEPTED)
    recorded = said("大阪", JUN)
    assert [s.kind for s in recorded.suggestions] == ["contradiction"]
    assert State.objects.get(value="東京").valid_to is None


def test_two_at_once_of_one_memory_contradict(said: Said) -> None:
    said("東京", JAN)
    recorded = said("大阪", JAN)
    assert [s.kind for s in recorded.suggestions] == ["contradiction"]


def test_many_values_stand_side_by_side(said: Said) -> None:
    said("ジャズ", JAN, kind="fact", predicate="likes")
    recorded = said("紅茶", MAR, kind="fact", predicate="likes")
    assert places(current()) == {"ジャズ", "紅茶"} and recorded.suggestions == []


def test_likes_and_dislikes_contradict(said: Said) -> None:
    said("紅茶", JAN, kind="fact", predicate="likes")
    recorded = said("紅茶", MAR, kind="fact", predicate="dislikes")
    assert [s.kind for s in recorded.suggestions] == ["contradiction"]


def test_an_end_closes(said: Said) -> None:
    said("東京", JAN)
    said("東京", JUN, ends=True, valid_to=MAY)
    (state,) = current()
    assert state.valid_to == MAY and state.relation.valid_to == MAY  # type: ignore[union-attr]


def test_an_end_of_a_short_name_closes_the_full_one(said: Said) -> None:
    said("青葉物産", JAN, predicate="uses")
    said("青葉", JUN, predicate="uses", ends=True, needs="青葉", valid_to=MAY)
    assert [(state.value, state.valid_to) for state in current()] == [("青葉物産", MAY)]


@pytest.mark.parametrize("short", ["Buick", "Buick LaCrosse", "LaCrosse"])
def test_the_model_year_is_no_part_of_a_cars_name(said: Said, short: str) -> None:
    said("2011 Buick LaCrosse", JAN, predicate="uses")
    said("Buick LaCrosse", JAN, predicate="uses")
    said(short, JUN, predicate="uses", ends=True, needs=short, valid_to=MAY)
    assert [(state.value, state.valid_to) for state in current()] == [("2011 Buick LaCrosse", MAY)]


def test_cars_of_two_years_are_two(said: Said) -> None:
    said("2011 Buick LaCrosse", JAN, predicate="uses")
    said("2019 Buick LaCrosse", MAR, predicate="uses")
    assert len(current()) == 2


def test_a_short_name_of_two_ends_none(said: Said) -> None:
    said("青葉物産", JAN, predicate="uses")
    said("青葉銀行", JAN, predicate="uses")
    said("青葉", JUN, predicate="uses", ends=True, needs="青葉", valid_to=MAY)
    assert [state.valid_to for state in current()] == [None, None]


def test_an_end_of_something_unknown_is_kept_as_past(said: Said) -> None:
    said("東京", JUN, ends=True)
    (state,) = current()
    assert (state.valid_from, state.valid_to) == (None, JUN)


def test_an_end_before_the_beginning_is_asked_about(said: Said) -> None:
    said("東京", JAN, valid_from=MAR)
    recorded = said("東京", JUN, ends=True, valid_to=JAN)
    assert current()[0].valid_to is None and [s.kind for s in recorded.suggestions] == ["state"]


def test_contradictory_dates_are_asked_about(said: Said) -> None:
    recorded = said("東京", JUN, valid_from=MAY, valid_to=MAR)
    assert current() == [] and [s.kind for s in recorded.suggestions] == ["state"]


def test_living_there_again_is_a_second_time(said: Said) -> None:
    said("東京", JAN)
    said("大阪", JUN, valid_from=MAY)
    said("東京", SEP, valid_from=SEP)
    periods = [(s.value, s.valid_from, s.valid_to) for s in current()]
    assert periods == [("東京", None, MAY), ("大阪", MAY, SEP), ("東京", SEP, None)]
    relation = EntityRelation.objects.get(target__name="東京")
    assert (relation.valid_from, relation.valid_to) == (SEP, None)
    assert relation.properties["periods"] == [[None, MAY.isoformat()]]


def test_somebody_unknown_is_not_the_owner(said: Said) -> None:
    recorded = said("東京", JAN, subject="妹")
    assert current() == [] and len(recorded.skipped) == 1


def test_of_the_owner_there_is_no_relation(said: Said) -> None:
    said("東京", JAN, subject=None)
    (state,) = current()
    assert state.subject is None and state.relation is None and not EntityRelation.objects.exists()


def test_what_was_taken_away_is_not_stated_again(owner: Caller, said: Said) -> None:
    said("東京", JAN)
    state_hide(owner, current()[0].uid, reason="wrong")
    assert EntityRelation.objects.get().superseded_at is not None
    said("東京", MAR)
    assert current() == []


def test_undoing_twice_is_doing_again(owner: Caller, said: Said) -> None:
    said("東京", JAN)
    uid = current()[0].uid
    state_hide(owner, uid)
    assert state_undo(owner, uid).state == current()[0]
    assert EntityRelation.objects.get().superseded_at is None
    state_close(owner, uid, MAY)
    state_undo(owner, uid)
    assert current()[0].valid_to is None
    state_undo(owner, uid)
    assert current()[0].valid_to == MAY


def test_a_person_settles_a_contradiction(owner: Caller, said: Said) -> None:
    said("東京", JAN)
    (asked,) = said("大阪", JUN, confidence=0.7).suggestions
    old, new = (State.objects.get(uid=uid) for uid in asked.payload["states"])
    state_supersede(owner, old.uid, new.uid)
    tokyo, osaka = current()
    assert tokyo.valid_to == osaka.valid_from == JUN
    assert osaka.validation_status == ValidationStatus.ACCEPTED


def test_other_people_and_namespaces_are_left_alone(
    other: Caller, said: Said, owner: Caller
) -> None:
    said("東京", JAN)
    assert not states_as_of(other).exists()
    State.objects.update(namespace="team/a")
    said("大阪", JUN)
    assert [state.valid_to for state in current()] == [None, None]


def test_what_only_a_forgotten_memory_said_is_forgotten(owner: Caller, said: Said) -> None:
    said("東京", JAN)
    said("大阪", JUN, valid_from=MAY)
    gone = State.objects.get(value="大阪", superseded_at=None)
    forget(owner, [gone.evidence.get().uid], confirm=True)
    assert not State.objects.filter(value="大阪").exists()
    assert places(current()) == {"東京"} and "大阪" not in str(journal_of(gone))
    forget(owner, [current()[0].evidence.get().uid], confirm=True)
    assert not State.objects.exists() and not EntityRelation.objects.exists()


def test_what_was_undone_is_forgotten_too(owner: Caller, said: Said) -> None:
    said("東京", JAN)
    state = current()[0]
    state_undo(owner, state.uid)
    forget(owner, [Memory.objects.get().uid], confirm=True)
    assert "東京" not in str(journal_of(state))


def journal_of(state: State) -> list[Any]:
    entries = Revision.objects.filter(target_type="state", target_id=str(state.uid))
    return list(entries.values_list("before", "after"))


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("1988年6月14日", "6月14日", True),
        ("June 14", "June 14, 1988", True),
        ("14 June 1988", "14 June", True),
        ("1988年6月14日", "1989年6月14日", False),
        ("Civic 2019", "Civic", False),
    ],
)
def test_a_day_is_the_same_with_its_year(one: str, other: str, is_same: bool) -> None:
    assert is_same_value(one, other) is is_same
