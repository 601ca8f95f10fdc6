"""People whom two packs name are joined if that is clear, and asked about if not."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from core.caller import Caller, Role
from core.journal.replay import verify
from core.models import Revision
from entities.models import Entity
from graph.models import EntityRelation
from graph.same_as import same_as_seen, same_entities
from memories.enrichment.same_people import join_same_people
from memories.enrichment.storage import system_caller
from memories.inbox.decisions import Decision
from memories.inbox.proposals import create_proposals
from memories.knowledge.entities.split import split_entity
from memories.models import Proposal, State
from memories.schemas import SavedOut
from memories.services.history import undo
from memories.services.inbox import decide
from tests.memories.test_merge_entities import person

pytestmark = pytest.mark.django_db
Save = Callable[..., SavedOut]


@pytest.fixture(autouse=True)
def derives(settings: Any) -> None:
    settings.EXTRACTION = "rules"


def bearers(name: str) -> list[Entity]:
    return list(Entity.objects.filter(name=name, merged_into=None).order_by("pk"))


def joined(caller: Caller, name: str) -> int:
    """Return with how many entities the first bearer of a name is one, itself among them."""
    first = bearers(name)[0].entity_id
    return len(same_entities(same_as_seen(caller), [first])[first])


def name_in_both(save: Save, owner: Caller, name: str, *company: str, at: str = "noon") -> None:
    for pack in ("work", "lifelog"):
        names = [person(one) for one in (name, *company)]
        save(owner, f"{name} was there at {at}.", pack=pack, session_id=pack, entities=names)
        save(owner, f"{name} called at {at}.", pack=pack, session_id=pack, entities=names[:1])


@pytest.mark.parametrize("name", ["John Smith", "田中太郎"])
def test_a_full_name_is_one_person_from_the_start(owner: Caller, save: Save, name: str) -> None:
    name_in_both(save, owner, name)
    assert len(bearers(name)) == 2 and joined(owner, name) == 2
    (relation,) = EntityRelation.objects.filter(relation_type="same_as")
    assert relation.reason == "the same full name"
    assert not Proposal.objects.exists()
    assert verify().is_sound


@pytest.mark.parametrize(("name", "friend"), [("Mika", "Hannes"), ("美香", "佐藤")])
def test_a_given_name_is_one_person_in_the_same_company(
    owner: Caller, save: Save, name: str, friend: str
) -> None:
    name_in_both(save, owner, name, friend)
    assert joined(owner, name) == 2


def test_a_given_name_in_other_company_stays_two(owner: Caller, save: Save) -> None:
    name_in_both(save, owner, "Mika")
    assert joined(owner, "Mika") == 1 and not Proposal.objects.exists()


def test_a_given_name_that_both_packs_mention_often_is_asked_about(
    owner: Caller, save: Save
) -> None:
    for at in ("one", "two"):
        name_in_both(save, owner, "Mika", at=at)
    (asked,) = Proposal.objects.filter(kind="relation")
    assert asked.payload["type"] == "same_as"


def test_company_told_later_answers_the_question(owner: Caller, save: Save) -> None:
    for at in ("one", "two"):
        name_in_both(save, owner, "Mika", at=at)
    name_in_both(save, owner, "Mika", "Hannes", at="three")
    assert joined(owner, "Mika") == 2
    assert Proposal.objects.get(kind="relation").status == "obsolete"


def test_what_the_owner_calls_somebody_in_both_packs_joins(owner: Caller, save: Save) -> None:
    for pack in ("work", "lifelog"):
        save(owner, "My daughter Mika is ill.", pack=pack, session_id=pack)
    assert joined(owner, "Mika") == 2


def test_a_name_is_one_person_within_a_conversation(owner: Caller, save: Save) -> None:
    """Messages of one conversation may go to several packs; its names mean the same people."""
    for pack in ("work", "lifelog"):
        save(owner, "Mika was there.", pack=pack, session_id="chat", entities=[person("Mika")])
    assert joined(owner, "Mika") == 2
    assert EntityRelation.objects.get().reason == "mentioned in one conversation"


def test_a_key_that_never_changes_is_no_conversation(owner: Caller, save: Save) -> None:
    for pack, day in (("work", 2), ("lifelog", 19)):
        at = datetime(2026, 3, day, 12, tzinfo=UTC)
        names = [person("Mika")]
        save(owner, "Mika came.", pack=pack, session_id="main", created_at=at, entities=names)
    assert joined(owner, "Mika") == 1


def test_what_the_owner_is_called_in_both_packs_is_one(owner: Caller, save: Save) -> None:
    for pack in ("work", "lifelog"):
        save(owner, "I'm Mika, a nurse from Leeds.", pack=pack, session_id=pack)
        save(owner, "Thanks, Mika! See you.", pack=pack, session_id=pack, speaker="assistant")
    assert joined(owner, "Mika") == 2


def test_two_bearers_in_one_pack_are_not_guessed(owner: Caller, save: Save) -> None:
    save(owner, "Ken Ito called.", pack="work", entities=[person("Ken Ito")])
    save(owner, "Ken Ito wrote.", pack="work", entities=[person("Ken Ito")])
    (only,) = bearers("Ken Ito")
    one, _other = only.mentions.values_list("pk", flat=True)[:2]
    split_entity(owner, only.entity_id, mentions=[one], name="Ken Ito")
    save(owner, "Ken Ito came.", pack="lifelog", entities=[person("Ken Ito")])
    assert not EntityRelation.objects.filter(relation_type="same_as").exists()


def test_names_that_only_sound_alike_are_asked_about(owner: Caller, save: Save) -> None:
    save(owner, "田中太郎", pack="work", entities=[person("田中太郎")])
    save(owner, "Taro Tanaka", pack="lifelog", entities=[person("Taro Tanaka")])
    (asked,) = join_same_people(system_caller("alice#work"), None, timezone.now())
    assert "by its reading" in asked.reason and asked.payload["type"] == "same_as"


def test_another_user_is_another_world(owner: Caller, other: Caller, save: Save) -> None:
    save(owner, "John Smith", pack="work", entities=[person("John Smith")])
    save(other, "John Smith", pack="lifelog", entities=[person("John Smith")])
    assert not EntityRelation.objects.filter(relation_type="same_as").exists()


def test_undoing_a_join_teaches(owner: Caller, save: Save) -> None:
    name_in_both(save, owner, "John Smith")
    (entry,) = owner_entries(owner)
    undo(owner, entry)
    assert joined(owner, "John Smith") == 1
    save(owner, "John Smith again.", pack="work", entities=[person("John Smith")])
    assert joined(owner, "John Smith") == 1
    assert join_same_people(system_caller("alice#work"), None, timezone.now()) == []


def owner_entries(owner: Caller) -> list[UUID]:
    rows = Revision.objects.of(owner).filter(target_type="entityrelation")
    return list(rows.values_list("change_id", flat=True))


def test_a_refused_question_is_not_joined_later(owner: Caller, save: Save) -> None:
    for at in ("one", "two"):
        name_in_both(save, owner, "Mika", at=at)
    (asked,) = Proposal.objects.filter(kind="relation")
    decide(owner, asked.uid, Decision.REJECT)
    name_in_both(save, owner, "Mika", "Hannes", at="three")
    assert joined(owner, "Mika") == 1


def test_a_caller_of_one_pack_sees_one_entity(owner: Caller, save: Save) -> None:
    name_in_both(save, owner, "John Smith")
    bound = replace(owner, packs=frozenset({"work"}))
    assert joined(bound, "John Smith") == 1
    assert joined(replace(owner, namespace="acme"), "John Smith") == 1


def test_a_move_of_somebody_else_ends_their_home_in_the_other_pack(
    owner: Caller, save: Save
) -> None:
    save(owner, "My sister Mika Sato lives in Osaka.", pack="lifelog", session_id="a")
    save(owner, "Mika Sato moved to Kyoto.", pack="work", session_id="b")
    homes = State.objects.filter(predicate="lives_in", superseded_at=None)
    now = timezone.now()
    assert {(one.value, one.valid_to is None or one.valid_to > now) for one in homes} == {
        ("Osaka", False),
        ("Kyoto", True),
    }


def test_a_bound_token_ends_nothing_of_others_outside(owner: Caller, save: Save) -> None:
    save(owner, "My sister Mika Sato lives in Osaka.", pack="lifelog", session_id="a")
    bound = replace(owner, role=Role.ASSISTANT, name="office", packs=frozenset({"work"}))
    save(bound, "Mika Sato moved to Kyoto.", pack="work", session_id="b")
    assert State.objects.get(value="Osaka", superseded_at=None).valid_to is None


def test_questions_are_kept_once(owner: Caller, save: Save) -> None:
    save(owner, "田中太郎", pack="work", entities=[person("田中太郎")])
    save(owner, "Taro Tanaka", pack="lifelog", entities=[person("Taro Tanaka")])
    now = timezone.now()
    for _ in range(2):
        create_proposals(join_same_people(system_caller("alice#work"), None, now), now=now)
    assert Proposal.objects.count() == 1
