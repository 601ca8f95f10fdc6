"""What only a deleted memory says is told to nobody, until the memory is restored."""

from collections.abc import Callable
from uuid import UUID

import pytest
from django.utils import timezone

from core.caller import Caller
from memories.models import State
from memories.schemas import ContextInput, SavedOut, SearchOut
from memories.schemas.states import StateFilters
from memories.selectors.states import states_as_of, states_live
from memories.services.context import build_context
from memories.services.update import invalidate, restore

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
Find = Callable[..., SearchOut]
ALLERGY = {"predicate": "allergic_to", "value": "hazelnuts"}
QUESTION = "What is the user allergic to?"


def told(caller: Caller, find: Find) -> dict[str, int]:
    """Return how many states each way of reading gives."""
    context = build_context(caller, ContextInput(message=QUESTION, packs=["lifelog"]))
    return {
        "list": states_live(caller, StateFilters()).count(),
        "as of": states_as_of(caller, held_at=timezone.now()).count(),
        "beside memories": len(find(caller, QUESTION).states),
        "search": len(find(caller, QUESTION, filters={"kind": ["state"]}).states),
        "without words": len(find(caller, "", filters={"kind": ["state"]}).states),
        "context": "hazelnuts" in str(context.model_dump()),
    }


@pytest.fixture
def said(owner: Caller, save: Save) -> UUID:
    return save(owner, "No hazelnuts for me.", pack="lifelog", states=[ALLERGY]).id


def test_deleting_takes_it_out_everywhere(owner: Caller, said: UUID, find: Find) -> None:
    assert all(told(owner, find).values())
    invalidate(owner, said)
    assert not any(told(owner, find).values())
    restore(owner, said)
    assert all(told(owner, find).values())


def test_what_another_memory_says_too_stays(
    owner: Caller, said: UUID, save: Save, find: Find
) -> None:
    again = save(owner, "Hazelnuts are my allergy.", pack="lifelog", states=[ALLERGY])
    assert State.objects.get().evidence.count() == 2
    invalidate(owner, said)
    assert told(owner, find)["list"] == 1
    invalidate(owner, again.id)
    assert told(owner, find)["list"] == 0


@pytest.mark.parametrize("decided", ["accepted", "unvalidated"])
def test_what_a_person_confirmed_stays(owner: Caller, said: UUID, find: Find, decided: str) -> None:
    State.objects.update(validation_status=decided)
    invalidate(owner, said)
    assert told(owner, find)["list"] == (decided == "accepted")
