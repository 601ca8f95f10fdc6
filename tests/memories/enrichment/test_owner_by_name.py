"""Assistants call the owner by name, once it is known."""

from typing import Any

import pytest

from core.caller import Caller
from memories.enrichment import queue
from memories.models import State
from memories.schemas import MemoryInput
from memories.services.save import remember

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("by_rules")]
NOTE = "Dov is allergic to walnuts."


@pytest.fixture
def by_rules(settings: Any) -> None:
    settings.EXTRACTION = "rules"


def told(owner: Caller, text: str, *, speaker: str) -> None:
    remember(owner, MemoryInput(text=text, speaker=speaker))


def subject_of_allergy(owner: Caller) -> str | None:
    state = State.objects.of(owner).findable().get(predicate="allergic_to")
    return state.subject.name if state.subject else None


@pytest.mark.parametrize("is_one_batch", [False, True], ids=["one by one", "together"])
def test_a_name_told_before_is_the_owners(owner: Caller, is_one_batch: bool) -> None:
    told(owner, "My name is Dov Katz.", speaker="user")
    if not is_one_batch:
        queue.drain()
    told(owner, NOTE, speaker="assistant")
    queue.drain()
    assert subject_of_allergy(owner) is None


def test_a_name_that_nobody_told_is_another_persons(owner: Caller) -> None:
    told(owner, NOTE, speaker="assistant")
    queue.drain()
    assert subject_of_allergy(owner) == "Dov"


def test_the_owner_speaks_of_a_namesake(owner: Caller) -> None:
    told(owner, "My name is Dov Katz.", speaker="user")
    queue.drain()
    told(owner, "My colleague Dov is allergic to walnuts.", speaker="user")
    queue.drain()
    assert subject_of_allergy(owner) is not None


def test_the_name_of_one_person_is_nobody_for_another(owner: Caller, other: Caller) -> None:
    told(owner, "My name is Dov Katz.", speaker="user")
    queue.drain()
    told(other, NOTE, speaker="assistant")
    queue.drain()
    assert subject_of_allergy(other) == "Dov"
