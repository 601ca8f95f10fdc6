"""Of whoever died, what held of the living is told as past."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from core.caller import Caller
from memories.models import Proposal, State
from memories.schemas import SavedOut

pytestmark = pytest.mark.django_db
Save = Callable[..., SavedOut]
DIED = [
    ("むぎ", "むぎが亡くなった。"),
    ("むぎ", "昨日、むぎが虹の橋を渡りました。"),
    ("Biscuit", "Our dog Biscuit died yesterday."),
]


@pytest.fixture(autouse=True)
def reading(settings: Any) -> None:
    settings.EXTRACTION = "rules"


@pytest.mark.parametrize(("name", "text"), DIED)
def test_what_held_of_a_pet_ends_and_what_stays_true_stays(
    owner: Caller, save: Save, name: str, text: str
) -> None:
    before = timezone.now() - timedelta(days=30)
    told = [("condition", "asthma"), ("age", "7"), ("birthday", "2019-05-01")]
    states = [{"subject": name, "predicate": key, "value": value} for key, value in told]
    states.append({"predicate": "pet", "value": name})
    pets = [{"name": name, "type": "Pet"}]
    save(owner, name, pack="lifelog", entities=pets, states=states, created_at=before)
    save(owner, text, pack="lifelog", speaker="user")
    current = State.objects.of(owner).filter(valid_to=None, superseded_at=None)
    assert {state.predicate for state in current} == {"birthday"}


@pytest.mark.parametrize(
    ("speaker", "text"),
    [
        ("user", "We had to put Biscuit down this morning. I can't stop crying."),
        ("assistant", "The user's dog Biscuit passed away this morning."),
    ],
)
def test_a_pet_that_is_known_with_its_kind_is_no_pet_any_more(
    owner: Caller, save: Save, speaker: str, text: str
) -> None:
    before = timezone.now() - timedelta(days=30)
    save(owner, "Our beagle Biscuit snores.", pack="lifelog", speaker="user", created_at=before)
    (pet,) = State.objects.of(owner).filter(predicate="pet")
    assert (pet.value, pet.valid_to) == ("Biscuit (beagle)", None)
    save(owner, text, pack="lifelog", speaker=speaker)
    assert not State.objects.of(owner).filter(predicate="pet", valid_to=None, superseded_at=None)


def test_a_death_in_a_question_ends_nothing(owner: Caller, save: Save) -> None:
    before = timezone.now() - timedelta(days=30)
    pets = [{"name": "Biscuit", "type": "Pet"}]
    states = [{"subject": "Biscuit", "predicate": "age", "value": "7"}]
    save(owner, "Biscuit", pack="lifelog", entities=pets, states=states, created_at=before)
    save(owner, "What shall I do if Biscuit died?", pack="lifelog", speaker="user")
    assert State.objects.of(owner).get(predicate="age").valid_to is None


PLAYED = (
    "In my Stardew-type save Biscuit died and I had to adopt a new dog, is there a mod to bring"
    " him back? I named him after my real one"
)


def test_what_reads_like_no_report_asks(owner: Caller, save: Save) -> None:
    before = timezone.now() - timedelta(days=30)
    pets = [{"name": "Biscuit", "type": "Pet"}]
    states = [{"subject": "Biscuit", "predicate": "age", "value": "7"}]
    save(owner, "Biscuit", pack="lifelog", entities=pets, states=states, created_at=before)
    save(owner, PLAYED, pack="lifelog", speaker="user")
    assert State.objects.of(owner).get(predicate="age").valid_to is None
    assert Proposal.objects.of(owner).filter(payload__predicate="age").exists()
