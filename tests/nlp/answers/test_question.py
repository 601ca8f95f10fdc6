"""What a question asks for, and what a text has of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlp.answers.evidence import Evidence, evidence
from nlp.answers.kinds import kind_of
from nlp.answers.question import read_question


def compared(question: str, text: str, *names: str) -> Evidence:
    asked = read_question(question, names)
    return evidence(asked, [1.0] * len(asked.items), text)


@pytest.mark.parametrize(
    ("question", "names", "words"),
    [
        ("What is Naoki allergic to?", ["Naoki"], ["allergic"]),
        ("How much does Ren weigh?", ["Ren"], ["weigh"]),
        ("What does Maria do in Göteborg?", ["Maria"], ["göteborg"]),
        ("山口さんの前職は？", ["山口"], ["前職"]),
        ("蓮の体重は？", ["蓮"], ["体重"]),
        ("Naoki", ["naoki"], []),
    ],
)
def test_content_words_without_names(question: str, names: list[str], words: list[str]) -> None:
    assert [item.word for item in read_question(question, names).items] == words


@pytest.mark.parametrize(
    ("question", "head"),
    [
        ("What breed is the dog?", "breed"),
        ("What is the retention period of readings?", "period"),
        ("コテツの犬種は？", "犬種"),
        ("結衣は何の楽器を担当している？", "楽器"),
    ],
)
def test_what_is_asked_for(question: str, head: str) -> None:
    asked = read_question(question)
    assert asked.head is not None
    assert asked.items[asked.head].word == head


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("what color is the sofa?", "color"),
        ("how many boxes came?", "count"),
        ("直樹の電話番号は？", "phone"),
        ("who baked the cake?", "who"),
        ("誰とどこで会った？", "who"),
        ("家賃はいくら？", "money"),
        ("what time does the clinic open?", "clock"),
        ("where is the wifi password?", "where"),
        ("wi-fiのパスワードはどこ？", "where"),
        ("wi-fiのパスワードは？", "secret"),
    ],
)
def test_kinds_of_answer(question: str, kind: str) -> None:
    found = kind_of(question)
    assert found is not None
    assert found.name == kind


@pytest.mark.parametrize(
    "number", ["076-555-0142", "020 7946 0100", "(218) 555 0142", "+44 20 7946 0958", "0765550142"]
)
def test_a_phone_number_answers_however_it_is_written(number: str) -> None:
    assert compared("What is the plumber's phone number?", f"The plumber: {number}").answer == 1.0


def test_a_concept_is_held_in_either_language() -> None:
    assert compared("How much does the cat weigh?", "猫の体重は4.2kg。").covered == 1.0
    assert compared("猫の体重は？", "The cat weighs four kilos.").head == 1.0
    assert compared("What breed is the dog?", "The dog ate a sausage.").head == 0.0


def test_the_best_sentence_counts() -> None:
    text = "The kiln cost a lot. My thumb hurts. We baked a bread."
    assert compared("Who baked with a thumb?", text).together < 1.0
    assert compared("Who broke a thumb?", "I broke my thumb.").together == 1.0


def test_what_the_question_says_is_no_answer() -> None:
    assert compared("How many days until May 3?", "May 3 it is.").answer == 0.0
    assert compared("How many days until May 3?", "May 3, in 12 days.").answer == 1.0
    assert compared("What color is the sofa?", "The sofa arrived.").answer == 0.0


@given(st.text(max_size=200), st.text(max_size=400))
def test_shares_stay_within_bounds(question: str, text: str) -> None:
    held = compared(question, text)
    shares = (held.covered, held.together, held.head, held.answer, *held.shares)
    assert all(0.0 <= share <= 1.0 + 1e-9 for share in shares)
    assert held.together <= held.covered + 1e-9
