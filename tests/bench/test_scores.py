import math

import pytest

from memory_site.bench.quality.answers import mean, scored


def test_half_of_the_answers_on_ranks_two_and_four() -> None:
    scores = scored(["x", "a", "y", "b"], {"a", "b", "c"})
    assert scores["recall@1"] == 0
    assert scores["recall@5"] == pytest.approx(2 / 3)
    assert (scores["hit@5"], scores["all@10"], scores["MRR"]) == (1, 0, 0.5)
    ideal = 1 + 1 / math.log2(3) + 1 / 2
    assert scores["nDCG@10"] == pytest.approx((1 / math.log2(3) + 1 / math.log2(5)) / ideal)


def test_an_empty_ranking_scores_nothing() -> None:
    assert set(scored([], {"a"}).values()) == {0.0}


def test_many_answers_cannot_push_the_gain_above_one() -> None:
    answers = [str(number) for number in range(12)]
    assert scored(answers, set(answers))["nDCG@10"] == pytest.approx(1)


@pytest.mark.parametrize(("ranking", "gold"), [(["a"], set()), (["a", "a"], {"a"})])
def test_nonsense_is_refused(ranking: list[str], gold: set[str]) -> None:
    with pytest.raises(ValueError, match="repetitions"):
        scored(ranking, gold)


def test_the_mean_is_over_questions() -> None:
    assert mean([{"MRR": 1.0}, {"MRR": 0.5}]) == {"MRR": 0.75}
    assert mean([]) == {}
