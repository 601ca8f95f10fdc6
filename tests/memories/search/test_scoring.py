"""From features to relevance, and each part's share of it."""

import math

import numpy as np
import pytest

from memories.schemas import SearchMode
from memories.search.candidates.features import Features
from memories.search.candidates.search_context import ScoredCandidates, score_candidates
from memories.search.query.plan import PLANS, Measure, Plan
from tests.memories.search.conftest import texts_of, whole

TEXTS = texts_of("a", "b", "c", "d")
COVERAGE = np.array([0.0, 1.0, 0.5, 0.25], dtype=np.float32)


def scored(
    plan: Plan, *, products: tuple[float, float] = (0, 0), **columns: tuple[float, float]
) -> ScoredCandidates:
    """Blend two candidates, documents 1 and 2."""
    as_columns = {name: np.array(values, dtype=np.float32) for name, values in columns.items()}
    near = np.array(products, dtype=np.float32)
    known = Features(whole(1, 2), as_columns, products=near, cosines=near, seed_rows=whole(0, 1))
    return score_candidates(plan, 0, TEXTS, known, COVERAGE)


def test_a_weighted_sum() -> None:
    plan = Plan("test", weights={"words": 2.0, "time": 1.0}, bias=-1.0, slope=0.5)
    made = scored(plan, words=(1, 0), time=(1, 0), question=(9, 9))
    assert made.items.tolist() == [4, 6]
    assert made.relevance == pytest.approx([1 / (1 + math.exp(-0.5)), 1 / (1 + math.exp(1.0))])


def test_the_shares_make_the_relevance() -> None:
    plan = PLANS[SearchMode.HYBRID]
    made = scored(
        plan, words=(1, 2), words_before=(3, 0), meaning=(0.5, 1), speaker=(1, 0), told=(1, 0),
        length=(1, 0.5), entity=(0, 1),
    )  # fmt: skip
    assert set(made.shares) == {"words", "vector", "conversation", "speaker", "text", "entity"}
    speaker = plan.weights["speaker"] + plan.weights["told"]
    assert made.shares["speaker"] == pytest.approx([speaker, 0])
    total = sum(made.shares.values())
    assert made.relevance == pytest.approx(1 / (1 + np.exp(-(plan.bias + plan.slope * total))))
    assert ((made.relevance > 0) & (made.relevance < 1)).all()


def test_words_alone_are_the_share_of_what_was_asked() -> None:
    plan = Plan("test", measure=Measure.WORDS, weights={"words": 1.0})
    assert scored(plan, words=(3, 1)).relevance.tolist() == [1.0, 0.5]
    # An identifier that was asked for counts as much as all the words, which others may hold too.
    both = scored(plan, words=(3, 1), identifier=(0, 1)).relevance
    assert both == pytest.approx([0.5, 0.75])


def test_meaning_alone_is_nearness() -> None:
    plan = Plan("test", measure=Measure.MEANING, weights={"meaning": 1.0})
    assert scored(plan, products=(0.75, -0.5), meaning=(2, 1)).relevance.tolist() == [0.75, 0]
    assert scored(plan, products=(math.nan, 0.5)).relevance.tolist() == [0, 0.5]


def test_nothing_that_a_plan_weighs() -> None:
    assert scored(Plan("test"), words=(1, 2)).relevance.tolist() == [0.5, 0.5]
