"""When a job ends, what was told with it or during it is asked about."""

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
TOLD = [
    ("I work as a nurse at Kahoku Medical.", 300),
    ("My boss is Yuki Nakamura.", 200),
    ("My colleague Sam Okoro sits next to me.", 190),
]


@pytest.fixture(autouse=True)
def reading(settings: Any) -> None:
    settings.EXTRACTION = "rules"


@pytest.fixture
def say(owner: Caller, save: Save) -> Callable[[str, int], SavedOut]:
    def said(text: str, days_ago: int) -> SavedOut:
        at = timezone.now() - timedelta(days=days_ago)
        return save(owner, text, pack="work", speaker="user", created_at=at)

    return said


def asked(owner: Caller) -> set[str]:
    ends = Proposal.objects.of(owner).exclude(payload__ends=None)
    return {
        State.objects.get(uid=uid).predicate for uid in ends.values_list("payload__ends", flat=True)
    }


def test_title_boss_and_colleague_are_asked_about(owner: Caller, say: Any) -> None:
    for text, days in TOLD:
        say(text, days)
    assert not asked(owner)
    out = say("I quit my job at Kahoku Medical today.", 10)
    assert asked(owner) == {"occupation", "reports_to", "colleague"}
    assert len(out.maybe_ended) == 3
    assert State.objects.of(owner).get(predicate="reports_to").valid_to is None


def test_what_was_told_of_another_job_is_not(owner: Caller, say: Any) -> None:
    say("I work at Nordwind.", 400)
    say("I also work as a nurse at Kahoku Medical.", 300)
    say("My boss is Yuki Nakamura.", 200)
    say("I quit my job at Kahoku Medical today.", 10)
    assert asked(owner) == {"occupation"}


def test_nor_is_what_was_told_before_the_job_or_after_it(owner: Caller, say: Any) -> None:
    say("My boss is Yuki Nakamura.", 400)
    say("I started working at Kahoku Medical.", 300)
    say("I quit my job at Kahoku Medical today.", 100)
    say("My colleague Sam Okoro sits next to me.", 50)
    assert not asked(owner)
