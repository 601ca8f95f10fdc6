"""What is left of a query without its time."""

import pytest

from nlp.dates import find, remainder
from tests.nlp.dates.conftest import NOW


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("去年の夏に行った場所", "行った場所"),
        ("先週の会議", "会議"),
        ("昨日のみかん", "みかん"),
        ("昨日のんびりした", "のんびりした"),
        ("田中さんと先週話したこと", "田中さんと 話したこと"),
        ("what did we decide in the meeting last week", "what did we decide in the meeting"),
        ("What did Tom say about Kyoto on March 3?", "What did Tom say about Kyoto?"),
        ("Where did we go in the summer of 2024?", "Where did we go?"),
        ("meetings since last May about budgets", "meetings about budgets"),
        ("昨日", ""),
        ("去年の夏は？", ""),
        ("in May?", ""),
        ("3月に", ""),
        ("between May and July", ""),
        ("nothing of the kind", "nothing of the kind"),
        ("", ""),
    ],
)
def test_rest(text: str, rest: str) -> None:
    assert remainder(text, find(text, now=NOW)) == rest
