import numpy as np
import pytest

from memory_site.bench.datasets.readers import Question
from memory_site.bench.quality.learning import Candidates, fitted, learnt


def rows(count: int, corpus: str = "c") -> list[Candidates]:
    """Return questions whose answer has the largest first feature; the second says nothing."""
    dice = np.random.default_rng(5)
    made = []
    for number in range(count):
        features = dice.standard_normal((20, 2))
        answer = np.zeros(20, dtype=np.bool_)
        answer[features[:, 0].argmax()] = True
        ids = [str(at) for at in range(20)]
        question = Question("?", frozenset({str(answer.argmax())}))
        made.append(
            Candidates(corpus, str(number % 2), question, ids, features, answer, np.zeros(20))
        )
    return made


def test_the_feature_that_tells_gets_the_weight() -> None:
    first, second = fitted(rows(50))
    assert first > 2
    assert abs(second) < 0.2 * first


def test_where_it_ends_the_loss_does_not_fall_any_further() -> None:
    from memory_site.bench.quality import learning

    data = rows(30)
    best = fitted(data)

    def loss(weights: np.ndarray) -> float:
        values = learning.PENALTY * float(weights @ weights)
        for row in data:
            chances = np.exp(row.features @ weights)
            values -= float(np.log((chances / chances.sum())[row.is_answer][0])) / len(data)
        return values

    for step in np.eye(2) * 0.01:
        assert loss(best + step) > loss(best) < loss(best - step)


def test_every_data_set_counts_the_same() -> None:
    few, many = rows(4, "few"), rows(40, "many")
    for row in few:
        row.features[:, 0] *= -1
    first, _second = fitted([*few, *many])
    assert first == pytest.approx(fitted([*few * 10, *many])[0], abs=1e-6)


def test_the_relevance_is_a_soft_probability() -> None:
    found = learnt(rows(50), ["told", "noise"])
    assert set(found.weights) == {"told", "noise"}
    assert found.slope > 0 > found.bias
