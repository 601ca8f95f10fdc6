"""Keys by the patterns of detect-secrets, and people's data by Faker, which no rule was written on."""

import pytest

from memory_site.bench.extraction.secrets import SecretsOutcome, measure_secrets
from tests.depth import depth

from .made_secrets import Maker

pytestmark = pytest.mark.deep


@pytest.fixture(scope="module")
def outcome() -> SecretsOutcome:
    return measure_secrets(Maker(4).texts()[:: depth(3, 1)], lambda _count: None)


def test_what_others_make_is_found(outcome: SecretsOutcome) -> None:
    assert outcome.recall("test") >= 0.95, outcome.kinds("test")
    assert all(row.found >= 0.85 * row.labelled for _kind, row in outcome.kinds("test"))


def test_harmless_texts_raise_no_alarm(outcome: SecretsOutcome) -> None:
    assert outcome.alarm_rate("test") <= 0.01


def test_the_same_seed_makes_the_same() -> None:
    assert Maker(5).texts() == Maker(5).texts()
