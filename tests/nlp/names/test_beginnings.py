"""Names that people shorten to their beginning."""

import pytest

from nlp.names.beginnings import is_beginning


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("Pellworth", "Pellworth Insurance"), ("corran", "Corran College"), ("青嵐大", "青嵐大学"),
        ("大阪", "大阪市"), ("カナメ", "カナメ物産"), ("Greaves & Hunt", "Greaves & Hunt Ltd"),
    ],
)  # fmt: skip
def test_a_name_may_be_called_by_its_beginning(short: str, full: str) -> None:
    assert is_beginning(short, full)


@pytest.mark.parametrize(
    ("short", "full"),
    [
        ("New", "New York"), ("Saint", "Saint Ives"), ("Pell", "Pellworth"), ("大", "大阪"),
        ("Osaka", "Osaka"), ("Bank", "Bank of Cork"), ("", "Cork"), ("Pellworth Insurance", "Pellworth"),
    ],
)  # fmt: skip
def test_other_beginnings_are_no_names(short: str, full: str) -> None:
    assert not is_beginning(short, full)
