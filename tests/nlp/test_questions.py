"""Names in questions."""

import pytest

from nlp.questions import names_asked


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What did Professor Hartmann recommend?", ["Professor Hartmann"]),
        ("Who is Stefan?", ["Stefan"]),
        ("Mei Tanabe's address", ["Mei Tanabe"]),
        ("What is it? Where is it?", []),
        ("Running shoes", []),
        ("小林さんは予算について何と言った？", ["小林"]),
    ],
)
def test_names(question: str, names: list[str]) -> None:
    assert names_asked(question) == names
