"""A name that is told in many places does not make an entity in each of them."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import override_settings

from core.caller import Caller
from core.journal.replay import verify
from entities.models import Entity
from memories.inbox.decisions import Decision, undo_decision
from memories.models import Proposal
from memories.schemas import SavedOut
from memories.services.inbox import decide
from nlp.names.scoring import MOST_NAMESAKES

pytestmark = pytest.mark.django_db
FRIENDS = [
    "Ann",
    "Bea",
    "Cara",
    "Dora",
    "Ella",
    "Fay",
    "Gina",
    "Hana",
    "Ines",
    "Jana",
    "Kim",
    "Lena",
]


@pytest.fixture(autouse=True)
def derives(settings: Any) -> None:
    settings.EXTRACTION = "rules"


class TestManyDialogues:
    """One name is told in many dialogues, each with its own people, tags and context."""

    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def told(cls, class_owner: Caller, save: Callable[..., SavedOut]) -> None:
        for place, friend in enumerate(FRIENDS):
            named = {"tags": [f"t{place}"], "context": f"dialogue {place}"}
            where = {"session_id": f"s{place}", "pack": "lifelog", **named}
            text = f"John and {friend} met my sister {FRIENDS[place - 5]} Smith."
            with override_settings(EXTRACTION="rules"):
                save(class_owner, text, **where)
                save(class_owner, f"Then John went home with {friend}.", **where)

    def test_a_few_entities_at_most(self) -> None:
        assert Entity.objects.filter(name="John").count() <= MOST_NAMESAKES
        assert Entity.objects.filter(name="Ann").count() == 1

    def test_one_question_about_all_of_a_name(self) -> None:
        (asked,) = Proposal.objects.filter(kind="merge_entities", status="open")
        named = {asked.payload["keep"], asked.payload["merge"], *asked.payload.get("also", [])}
        assert named == {str(row.entity_id) for row in Entity.objects.filter(name="John")}

    def test_the_answer_merges_all_and_can_be_undone(self, owner: Caller) -> None:
        asked = Proposal.objects.get(kind="merge_entities", status="open")
        decide(owner, asked.uid, Decision.ACCEPT)
        johns = Entity.objects.filter(name="John")
        assert johns.filter(merged_into=None).count() == 1 < johns.count()
        undo_decision(owner, asked.uid)
        assert not johns.exclude(merged_into=None).exists()
        assert verify().is_sound

    def test_a_refusal_is_not_asked_again(
        self, owner: Caller, save: Callable[..., SavedOut]
    ) -> None:
        decide(owner, Proposal.objects.get(kind="merge_entities").uid, Decision.REJECT)
        save(owner, "John came back with Zoe.", pack="lifelog", context="a new dialogue")
        assert not Proposal.objects.filter(status="open").exists()


@pytest.mark.parametrize("pair", [("Deb", "Deborah"), ("Jo", "Joanna"), ("Calvin", "Cal")])
def test_a_short_form_is_asked_about(
    owner: Caller, save: Callable[..., SavedOut], pair: tuple[str, str]
) -> None:
    first, second = pair
    save(owner, f"My friend {first} came by on Sunday.", pack="lifelog")
    save(owner, f"My friend {second} called about the trip.", pack="lifelog")
    (asked,) = Proposal.objects.filter(kind="merge_entities")
    assert asked.reason.startswith("a short form of the same given name")


def test_two_short_forms_in_one_text_are_two(owner: Caller, save: Callable[..., SavedOut]) -> None:
    save(owner, "My friend Mel came by.", pack="lifelog")
    save(owner, "My friends Melanie and Mel are sisters.", pack="lifelog")
    assert not Proposal.objects.filter(kind="merge_entities").exists()
