import pytest

from memory_site.bench.quality.baseline import PlainFullText, words_of


def test_words_of_both_scripts() -> None:
    assert words_of("第2会議室 is Open") == ["第", "2", "会議", "議室", "is", "open"]


@pytest.mark.parametrize(
    ("query", "best"),
    [("meetings", [0]), ("会議室", [1]), ("where is the", []), ('a "quoted* NEAR(', [])],
)
def test_it_stems_and_pairs_and_never_breaks(query: str, best: list[int]) -> None:
    table = PlainFullText()
    table.add(["We have a meeting.", "会議は三階です。"])
    assert list(table.search(query, 5)) == best
