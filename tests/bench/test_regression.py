"""A small data set of our own keeps finding from getting worse unseen.

81 memories and 57 questions in both languages; a change that helps elsewhere may cost
a question here, which is what the distance between the floors and the figures is for.
"""

from collections.abc import Sequence
from pathlib import Path

import pytest

from memories.schemas import SearchMode
from memories.search.query.plan import PLANS
from memory_site.bench.datasets.readers import jsonl
from memory_site.bench.quality import baseline, learning
from memory_site.bench.quality.answers import (
    AnswerOutcome,
    Stored,
    answered_by_baseline,
    answered_by_product,
    mean,
    store,
)

CORPUS = jsonl(Path(__file__).with_name("regression.jsonl"))


@pytest.fixture
def stored(db: None) -> Sequence[Stored]:
    return [store(scope, user_name=scope.id) for scope in CORPUS.scopes]


def asked(stored: Sequence[Stored]) -> AnswerOutcome:
    return answered_by_product(stored, CORPUS, SearchMode.HYBRID, lambda _count: None)


def test_what_is_asked_is_found(stored: Sequence[Stored]) -> None:
    outcome = asked(stored)
    assert outcome.overall["recall@5"] > 0.88
    assert outcome.overall["MRR"] > 0.77
    floors = {"identifier": 1.0, "name": 1.0, "time": 0.7, "single": 0.9, "cross-lingual": 0.7}
    for category, answers in outcome.by_category().items():
        found = mean(answer.scores for answer in answers)["recall@5"]
        assert found >= floors.get(category, 0.7), category
    plain = answered_by_baseline(CORPUS, lambda _count: None)
    assert outcome.overall["recall@5"] > plain.overall["recall@5"] + 0.2


def test_a_question_in_the_other_language_is_answered(db: None) -> None:
    corpus = jsonl(Path(__file__).with_name("crosslingual.jsonl"))
    places = [store(scope, user_name=scope.id) for scope in corpus.scopes]
    outcome = answered_by_product(places, corpus, SearchMode.HYBRID, lambda _count: None)
    assert outcome.overall["recall@5"] > 0.9


def test_a_part_is_missed_while_it_is_without_part(stored: Sequence[Stored]) -> None:
    whole, plan = asked(stored).overall, PLANS[SearchMode.HYBRID]
    for part in ("words", "meaning", baseline.SPREAD):
        with baseline.without_part(part):
            assert asked(stored).overall != whole, part
    assert PLANS[SearchMode.HYBRID] is plan
    assert asked(stored).overall == whole


def test_weights_are_learnt_from_the_real_path(stored: Sequence[Stored]) -> None:
    names = learning.feature_names(stored)
    rows = list(learning.candidates_of(CORPUS.name, CORPUS.apart, stored, names))
    learnt = learning.learnt(rows, names)
    assert {"words", "meaning"} <= set(learnt.weights)
    assert learnt.weights["words"] > 0 and learnt.weights["meaning"] > 0
    assert learnt.slope > 0 > learnt.bias
    (result,) = learning.held_out(rows, names)
    assert result.questions == 57
    assert result.learnt["recall@5"] > 0.6
