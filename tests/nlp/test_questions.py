"""What a question asks for."""

import pytest

from nlp.questions import Wanted, asked_words, names_asked, normalize


@pytest.mark.parametrize(
    ("question", "names", "words"),
    [
        ("What is Naoki allergic to?", ["Naoki"], ("allergic",)),
        ("How much does Ren weigh?", ["Ren"], ("weigh",)),
        ("What does Maria do in Göteborg?", ["Maria"], ("göteborg",)),
        ("山口さんの前職は？", ["山口"], ("前職",)),
        ("蓮の体重は？", ["蓮"], ("体重",)),
        ("Naoki", ["naoki"], ()),
    ],
)
def test_content_words_without_names(
    question: str, names: list[str], words: tuple[str, ...]
) -> None:
    assert asked_words(question, names).words == words


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


def test_kinds_of_answer() -> None:
    assert asked_words("How many boxes?").wanted == Wanted.NUMBER
    assert asked_words("直樹の電話番号は？").wanted == Wanted.DIRECTORY
    assert asked_words("Who baked the cake?").wanted == Wanted.PERSON
    assert asked_words("誰とどこで会った？").wanted == Wanted.PERSON | Wanted.PLACE


def test_how_much_of_it_a_text_holds() -> None:
    asked = asked_words("Which exercise and which medicine were prescribed?")
    assert asked.share_held(normalize("He prescribes exercises.")) == pytest.approx(2 / 3)
    assert asked.share_held("") == 0
    assert asked_words("健康診断の結果は？").share_held("健康診断の結果が届いた") == 1


def test_a_number_of_the_question_is_no_answer() -> None:
    asked = asked_words("How many days until May 3?")
    assert not asked.has_new_number("may 3 it is")
    assert asked.has_new_number("may 3, in 12 days")
