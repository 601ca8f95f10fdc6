"""What feedback does to the weights: little, in the right direction, and never too much."""

import random
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta

import pytest

from core.caller import Caller
from core.errors import Forbidden
from memories.models import Feedback, Memory, RetrievalRun, SearchTuning, TuningStep
from memories.schemas import SearchMode
from memories.search.query.plan import PLANS, applied, forget_multipliers, multipliers_for, tuned
from memories.search.ranking.tuning import LEAST, MOST, TUNED_PARTS, JudgedHit, learn_multipliers
from memories.services.feedback import tune, tune_all, tuning_of, tuning_reset, tuning_switch

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def simulated(
    truth: Mapping[str, float], *, hits: int = 400, per_search: int = 4, seed: int = 1
) -> list[JudgedHit]:
    """Return hits judged by somebody to whom parts matter as ``truth`` says; 1 is as much as now."""
    chance, judged = random.Random(seed), []
    for at in range(hits):
        shares = {part: round(chance.gauss(0.8, 0.8), 3) for part in TUNED_PARTS}
        sum_for_them = sum(truth.get(part, 1.0) * share for part, share in shares.items())
        usual = sum(truth.get(part, 1.0) for part in TUNED_PARTS) * 0.8
        judged.append(JudgedHit(at // per_search, shares, sum_for_them > usual))
    return judged


@pytest.mark.parametrize("part", TUNED_PARTS)
def test_it_moves_the_right_way(part: str) -> None:
    more, less = (
        learn_multipliers(simulated({part: 3.0})),
        learn_multipliers(simulated({part: -1.0})),
    )
    assert more[part] > 1.03 and more[part] == max(more.values())
    assert less[part] < 0.97 and less[part] == min(less.values())


def test_who_is_content_changes_little() -> None:
    for value in learn_multipliers(simulated({}, hits=1_000)).values():
        assert 0.93 < value < 1.07


def test_it_never_goes_beyond_the_bounds() -> None:
    truth = {"words": 100.0, "vector": -100.0}
    found = learn_multipliers(simulated(truth, hits=5_000))
    assert all(LEAST <= value <= MOST for value in found.values())
    assert found["words"] > 1.15 and found["vector"] < 0.85


@pytest.mark.parametrize(
    "judged",
    [
        simulated({"words": 9.0}, hits=49, per_search=1),
        simulated({"words": 9.0}, hits=190, per_search=10),
        [JudgedHit(at, {"words": 1.0 + at % 3}, True) for at in range(200)],
        [JudgedHit(at, {"words": 1.0 + at % 3}, False) for at in range(200)],
        [],
    ],
    ids=["too few hits", "too few searches", "all useful", "none useful", "nothing"],
)
def test_below_the_threshold_nothing_is_learnt(judged: list[JudgedHit]) -> None:
    assert learn_multipliers(judged) == {}


def test_few_judgements_move_less_than_many() -> None:
    few = learn_multipliers(simulated({"words": 3.0}, hits=60, per_search=2))
    many = learn_multipliers(simulated({"words": 3.0}, hits=1_000))
    assert 1.0 < few["words"] < many["words"]


@pytest.mark.django_db
class TestOfOnePerson:
    @pytest.fixture(autouse=True)
    def _nothing_remembered(self) -> Iterator[None]:
        forget_multipliers()
        yield
        forget_multipliers()

    @pytest.fixture
    def judged(self, owner: Caller, save: object) -> None:
        """Alice judges a hundred hits: what holds her words is useful."""
        memory = Memory.objects.get(uid=save(owner, "a heron", pack="work").id)  # type: ignore[operator]
        runs = [
            RetrievalRun(base_user="alice", mode="hybrid", actor="owner", created_at=NOW)
            for _ in range(100)
        ]
        RetrievalRun.objects.bulk_create(runs)
        hits = simulated({"words": 5.0}, hits=100, per_search=1)
        Feedback.objects.bulk_create(
            Feedback(
                run=run, memory=memory, useful=hit.useful, shares=dict(hit.shares), actor="owner",
                created_at=NOW,
            )
            for run, hit in zip(runs, hits, strict=True)
        )  # fmt: skip

    def test_the_daily_work_changes_the_weights(self, judged: None, other: Caller) -> None:
        before = PLANS[SearchMode.HYBRID]
        assert tuned(before, "alice") is before
        assert tune_all(NOW) == 1 and tune_all(NOW) == 0
        changed = tuned(before, "alice")
        factor = multipliers_for("alice")["words"]
        assert 1.0 < factor <= MOST
        assert changed.weights["words"] == pytest.approx(before.weights["words"] * factor)
        assert applied(changed, before)["words"] == pytest.approx(factor)
        assert tuned(before, "bob") is before
        assert tuned(PLANS[SearchMode.KEYWORD], "alice") is PLANS[SearchMode.KEYWORD]
        row = SearchTuning.objects.get(is_active=True)
        assert (row.judged_hits, row.judged_searches, row.created_at) == (100, 100, NOW)

    def test_off_and_on_again(self, owner: Caller, judged: None) -> None:
        tune("alice", NOW)
        assert not tuning_switch(owner, is_on=False).is_on
        assert multipliers_for("alice") == {} and not tune("alice", NOW)
        assert tuning_switch(owner, is_on=True).multipliers == multipliers_for("alice") != {}

    def test_a_reset_begins_anew(self, owner: Caller, judged: None) -> None:
        tune("alice", NOW)
        reset = tuning_reset(owner, now=NOW + timedelta(days=1))
        assert (reset.multipliers, reset.judged_hits) == ({}, 0) and multipliers_for("alice") == {}
        assert not tune("alice", NOW + timedelta(days=2))

    def test_what_is_taken_back_no_longer_counts(self, owner: Caller, judged: None) -> None:
        tune("alice", NOW)
        for row in Feedback.objects.all()[:60]:
            Feedback.objects.create(
                run=row.run, memory=row.memory, useful=None, actor="owner", created_at=NOW
            )
        assert tuning_of(owner).judged_hits == 40
        assert tune("alice", NOW) and multipliers_for("alice") == {}

    def test_only_the_owner_decides(self, assistant: Caller, judged: None) -> None:
        with pytest.raises(Forbidden):
            tuning_switch(assistant, is_on=False)
        with pytest.raises(Forbidden):
            tuning_reset(assistant)
        assert not SearchTuning.objects.filter(step=TuningStep.OFF).exists()
