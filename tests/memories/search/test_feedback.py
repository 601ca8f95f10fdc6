"""Feedback: the latest word of each actor counts, and makes success rate and relevance score."""

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from core.caller import Caller
from memories.models import Feedback
from memories.schemas import SavedOut, SearchOut
from memories.schemas.journal import FeedbackInput, MetricsFilters, SearchMetricsOut
from memories.selectors.feedback import judgements_of, search_metrics
from memories.selectors.searches.runs import run_get
from memories.services.feedback import give_feedback, withdraw_feedback

pytestmark = pytest.mark.django_db

Find = Callable[..., SearchOut]


def judge(
    caller: Caller, found: SearchOut, useful: bool, at: int | None = 0, rating: int | None = None
) -> None:
    """Judge one hit of a search, or the whole of it."""
    memory = None if at is None else found.results[at].memory.id
    given = FeedbackInput(memory_id=memory, useful=useful, rating=rating)
    give_feedback(caller, found.run_id, given)


def metrics(caller: Caller, **filters: object) -> SearchMetricsOut:
    return search_metrics(caller, MetricsFilters.model_validate(filters))


@pytest.fixture
def umbrellas(owner: Caller, save: Callable[..., SavedOut]) -> None:
    save(owner, "The umbrella is in the car", pack="work")
    save(owner, "A new umbrella from Kyoto", pack="lifelog")


def test_nothing_judged_is_no_rate(owner: Caller, umbrellas: None, find: Find) -> None:
    find(owner, "umbrella")
    overall = metrics(owner).overall
    assert (overall.success_rate, overall.relevance_score, overall.judgements) == (None, None, 0)
    assert (metrics(owner).success_target, metrics(owner).relevance_target) == (0.9, 4.0)


def test_success_and_relevance(owner: Caller, umbrellas: None, find: Find) -> None:
    good, bad, rated = (find(owner, "umbrella") for _ in range(3))
    judge(owner, good, False, 0)
    judge(owner, good, True, 1)
    judge(owner, bad, False, None)
    judge(owner, rated, True, 0, rating=4)
    found = metrics(owner)
    assert found.searches == 3 and found.overall.judged_searches == 3
    assert found.overall.success_rate == pytest.approx(2 / 3, abs=0.001)
    assert found.overall.relevance_score == pytest.approx((1 + 5 + 1 + 4) / 4)
    assert set(found.by_pack) == {"work", "lifelog"}
    assert sum(rates.judgements for rates in found.by_pack.values()) == 3


def test_the_latest_word_counts_and_can_be_taken_back(
    owner: Caller, umbrellas: None, find: Find
) -> None:
    found = find(owner, "umbrella")
    memory: UUID = found.results[0].memory.id
    judge(owner, found, False)
    judge(owner, found, True, rating=3)
    run = run_get(owner, found.run_id)
    assert judgements_of(owner, run)[memory].rating == 3
    assert metrics(owner).overall.relevance_score == 3
    withdraw_feedback(owner, found.run_id, memory)
    assert judgements_of(owner, run) == {} and metrics(owner).overall.judgements == 0
    assert Feedback.objects.count() == 3


def test_each_actor_has_a_say(
    owner: Caller, assistant: Caller, umbrellas: None, find: Find
) -> None:
    found = find(owner, "umbrella")
    judge(owner, found, True)
    judge(assistant, found, False)
    assert metrics(owner).overall.judgements == 2
    assert metrics(owner).overall.success_rate == 1.0
    (mine,) = judgements_of(assistant, run_get(assistant, found.run_id)).values()
    assert not mine.useful


def test_over_a_period_and_for_its_owner_only(
    owner: Caller, other: Caller, umbrellas: None, find: Find
) -> None:
    judge(owner, find(owner, "umbrella"), True)
    tomorrow = timezone.now() + timedelta(days=1)
    assert metrics(owner, since=tomorrow).overall.judgements == 0
    assert metrics(owner, until=tomorrow).overall.judgements == 1
    assert metrics(other).searches == 0 and metrics(other).overall.judgements == 0


def test_a_judged_hit_keeps_its_shares(owner: Caller, umbrellas: None, find: Find) -> None:
    judge(owner, find(owner, "umbrella"), True)
    shares = Feedback.objects.get().shares
    assert shares and shares["words"] > 0
