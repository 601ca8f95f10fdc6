"""The owner is one entity, by whatever name texts call them."""

from typing import Any

import pytest

from core.caller import Caller
from entities.models import Entity, Mention
from memories.enrichment import queue
from memories.schemas import MemoryInput
from memories.services.save import remember
from nlp.names.owner import names_of_named_owner

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("by_rules")]


@pytest.fixture
def by_rules(settings: Any) -> None:
    settings.EXTRACTION = "rules"


def told(owner: Caller, text: str, *, speaker: str) -> None:
    remember(owner, MemoryInput(text=text, speaker=speaker))
    queue.drain()


def people() -> list[str]:
    rows = Entity.objects.filter(entity_type="Person", merged_into=None)
    return sorted(rows.values_list("name", flat=True))


@pytest.mark.parametrize(
    ("own", "note", "name"),
    [
        ("My name is Dov Katz.", "Dov is allergic to walnuts.", "Dov Katz"),
        ("私の名前は柏木澄江です。", "澄江さんはくるみアレルギーです。", "柏木澄江"),
    ],
)
def test_a_note_by_the_given_name_is_about_one_entity(
    owner: Caller, own: str, note: str, name: str
) -> None:
    told(owner, own, speaker="user")
    told(owner, note, speaker="assistant")
    assert people() == [name]
    assert Mention.objects.filter(entity__name=name).count() == 2


def test_two_full_names_are_one_entity(owner: Caller) -> None:
    told(owner, "My name is Margaret Katz.", speaker="user")
    told(owner, "The user's full name is Rosa Lindgren.", speaker="assistant")
    told(owner, "They invited Dan Ofori and Rosa Lindgren on Friday.", speaker="user")
    assert people() == ["Dan Ofori", "Margaret Katz"]


@pytest.mark.parametrize(
    ("called", "is_note", "names"),
    [
        ("Mo Kaluza", False, ("Mo Kaluza", 'Maureen "Mo" Kaluza')),
        ("mo kaluza", False, ("mo kaluza", 'Maureen "Mo" Kaluza')),
        ("Mo", True, ('Maureen "Mo" Kaluza', "Mo Kaluza")),
        ("Mo", False, ()),
        ("Kaluza", True, ()),
        ("Moe", True, ()),
    ],
)
def test_names_that_are_the_owners(called: str, is_note: bool, names: tuple[str, ...]) -> None:
    known = {'Maureen "Mo" Kaluza', "Mo Kaluza"}
    assert names_of_named_owner(called, known, is_note=is_note) == names
