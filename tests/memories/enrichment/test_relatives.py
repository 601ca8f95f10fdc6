"""What is said of relatives and pets without a name is kept, under what they are to the owner."""

from collections.abc import Callable
from typing import Any

import pytest

from core.caller import Caller
from core.journal.replay import verify
from core.models import Action, Revision
from entities.models import Entity
from memories.enrichment import queue
from memories.enrichment.rebuild import rebuild
from memories.knowledge.entities.merge import undo_merge
from memories.models import Proposal, State
from memories.schemas import SavedOut
from memories.services.forget import forget

pytestmark = pytest.mark.django_db
Save = Callable[..., SavedOut]


@pytest.fixture(autouse=True)
def derives(settings: Any) -> None:
    settings.EXTRACTION = "rules"


def said(owner: Caller, save: Save, *texts: str, **where: Any) -> SavedOut:
    """Save texts in one pack; return the last."""
    for text in texts:
        saved = save(owner, text, **{"pack": "lifelog", **where})
        queue.drain()
    return saved


def known(**conditions: Any) -> set[tuple[str, str, str]]:
    """Return subject, predicate and value of what holds of relatives."""
    rows = State.objects.filter(superseded_at=None, valid_to=None, subject__isnull=False)
    return set(rows.filter(**conditions).values_list("subject__name", "predicate", "value"))


def test_a_fact_makes_one_entity_of_the_role_in_both_languages(owner: Caller, save: Save) -> None:
    said(owner, save, "My mother is 81.", "母は金沢に住んでいます。", "Our dog is 3.")
    mother, dog = f"mother of {owner.base_user}", f"dog of {owner.base_user}"
    assert known() == {(mother, "age", "81"), (mother, "lives_in", "金沢"), (dog, "age", "3")}
    assert Entity.objects.get(name=dog).entity_type_id == "Pet"
    assert not verify().differences


@pytest.mark.parametrize(
    "text",
    [
        "His mother is 81.",
        "友達の母は81歳です。",
        "犬は3歳から飼える。",
    ],
)
def test_without_a_relative_of_ones_own_nobody_is_made(
    owner: Caller, save: Save, text: str
) -> None:
    said(owner, save, text)
    assert not Entity.objects.filter(entity_subtype__startswith="unnamed").exists()


def family(owner: Caller) -> set[tuple[str, str]]:
    """Return the owner's current ties to relatives."""
    rows = State.objects.filter(
        subject=None,
        superseded_at=None,
        valid_to=None,
        predicate__in=["family_member", "married_to"],
    )
    return set(rows.values_list("predicate", "value"))


def test_who_is_only_spoken_of_is_family_and_found_by_it(owner: Caller, save: Save) -> None:
    said(owner, save, "what can I bake for my nan?", "Called Nan, she laughed.")
    name = f"grandmother of {owner.base_user}"
    assert family(owner) == {("family_member", name)}
    nan = Entity.objects.get(name=name)
    assert nan.extraction_count == 2 and not Proposal.objects.exists()
    assert not verify().differences


def test_a_name_takes_the_place_of_the_role_among_the_ties(owner: Caller, save: Save) -> None:
    said(owner, save, "My wife hates coriander.")
    assert family(owner) == {("married_to", f"wife of {owner.base_user}")}
    said(owner, save, "My wife Hanako lives with me in Kanazawa.")
    said(owner, save, "my wife wants a new bike")
    assert family(owner) == {("married_to", "Hanako")}
    assert not Proposal.objects.exists() and not verify().differences


def test_a_spouse_known_by_name_is_no_second_one(owner: Caller, save: Save) -> None:
    said(owner, save, "I'm married to Hanako.", "My wife hates coriander.")
    assert family(owner) == {("married_to", "Hanako")}


def test_several_sons_with_names_make_an_unnamed_one_unknown(owner: Caller, save: Save) -> None:
    said(owner, save, "My son Taro is 8.", "My son Jiro is 5.", "My son needs new shoes.")
    assert family(owner) == {("family_member", "Taro"), ("family_member", "Jiro")}


def test_other_speakers_mothers_are_not_the_owners(owner: Caller, save: Save) -> None:
    said(owner, save, "My mother is 81.", speaker="Tomoko Abe")
    assert known() == set()


def test_one_of_several_gets_nothing_that_only_one_can_have(owner: Caller, save: Save) -> None:
    said(owner, save, "My sister is 34.", "My sister is allergic to nuts.")
    said(owner, save, "My older brother is 41.")
    name = owner.base_user
    assert known() == {
        (f"sister of {name}", "allergic_to", "nuts"),
        (f"older brother of {name}", "age", "41"),
    }


def test_the_name_takes_over_and_can_be_taken_back(owner: Caller, save: Save) -> None:
    said(owner, save, "My mother is 81.", "My mother Hanako lives in Kanazawa.")
    said(owner, save, "My mother is allergic to shrimp.")
    assert known(predicate__in=["age", "allergic_to"]) == {
        ("Hanako", "age", "81"),
        ("Hanako", "allergic_to", "shrimp"),
    }
    merge = Revision.objects.filter(action=Action.MERGE).latest("pk")
    undo_merge(owner, merge.change_id)
    assert (f"mother of {owner.base_user}", "age", "81") in known()
    assert not verify().differences


def test_the_owners_own_name_is_not_taken_for_the_mothers(owner: Caller, save: Save) -> None:
    said(owner, save, "My mother is 81.", f"{owner.base_user.capitalize()} met Emma Jones.")
    assert Entity.objects.get(entity_subtype="unnamed mother").extraction_count == 1


def test_packs_and_namespaces_do_not_learn_the_name(owner: Caller, save: Save) -> None:
    said(owner, save, "My mother Hanako lives in Kanazawa.")
    said(owner, save, "My mother is 81.", pack="work")
    said(owner, save, "My mother is allergic to shrimp.", namespace="shared")
    assert known(predicate__in=["age", "allergic_to"]) == {
        (f"mother of {owner.base_user}", "age", "81"),
        (f"mother of {owner.base_user}", "allergic_to", "shrimp"),
    }


def test_forgetting_and_deriving_again(owner: Caller, save: Save) -> None:
    saved = said(owner, save, "My mother is 81.")
    rebuild()
    assert len(known()) == 1
    forget(owner, [saved.id], confirm=True, erase_names=True)
    assert known() == set()
    assert not Entity.objects.filter(entity_subtype="unnamed mother").exists()
