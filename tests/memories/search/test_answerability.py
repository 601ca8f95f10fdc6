"""Saying "not known": below the floor, and what a caller may set."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.callers import caller_of_token
from accounts.services.tokens import token_create
from core.caller import Caller
from core.errors import InvalidInput
from memories.schemas import ContextInput, SavedOut, SearchInput, SearchOut, parsed
from memories.search.ranking.answer_model import answer_model
from memories.search.ranking.answerability import MOST_WEAK, NOTHING_ANSWERS
from memories.services.context import NOTHING_BEARS, build_context

pytestmark = pytest.mark.django_db

Save = Callable[..., SavedOut]
Find = Callable[..., SearchOut]

LINES = [
    "Naoki works as a book designer at a small publisher in Jimbocho.",
    "The pilot at the Amagasaki warehouse starts on October 30.",
    "I signed up for the Bayside half marathon on November 15.",
    "My knee hurt after eleven kilometers, so I walked home.",
    "直樹はエビが食べられない。",
    "清澄白河の部屋を申し込んだ。入居は10月20日から。",
    "Nerys has the spare key. The plumber's phone is 020 7946 0100.",
    "Wi-Fiのパスワードは紙に書いて冷蔵庫に貼った。",
]
UNKNOWN = "What is Professor Hartmann's phone number at the publisher?"


@pytest.fixture(scope="class")
def lines(class_owner: Caller, save: Save) -> None:
    """A few memories about work and life."""
    for number, line in enumerate(LINES):
        save(class_owner, line, session_id=f"s{number}", pack="lifelog")


@pytest.mark.usefixtures("lines")
class TestFloor:
    @pytest.mark.parametrize(
        ("query", "line"),
        [
            ("When does the pilot at the warehouse start?", 1),
            ("What is Naoki's job?", 0),
            ("清澄白河の部屋の入居日はいつ？", 5),
            ("Naoki", 0),
            ("half marathon", 2),
            ("What is the plumber's phone number?", 6),
            ("Wi-Fiのパスワードはどこ？", 7),
        ],
    )
    def test_what_is_stored_is_found(
        self, owner: Caller, find: Find, query: str, line: int
    ) -> None:
        out = find(owner, query)
        assert out.answered
        assert out.results[0].memory.text == LINES[line]
        assert not out.results[0].is_weak
        assert NOTHING_ANSWERS not in out.notes

    def test_what_is_not_stored_is_not_known(self, owner: Caller, find: Find) -> None:
        out = find(owner, UNKNOWN)
        assert not out.answered
        assert out.notes[-1] == NOTHING_ANSWERS
        assert out.unknown_names == ["Professor Hartmann"]
        assert len(out.results) <= MOST_WEAK
        assert all(hit.is_weak for hit in out.results)
        assert not out.states

    def test_a_floor_of_0_gives_everything(self, owner: Caller, find: Find) -> None:
        out = find(owner, UNKNOWN, floor=0)
        assert out.answered
        assert out.results
        assert not any(hit.is_weak for hit in out.results)
        assert NOTHING_ANSWERS not in out.notes

    def test_a_floor_of_1_gives_what_holds_every_word(self, owner: Caller, find: Find) -> None:
        assert not find(owner, "What is Naoki's job?", floor=1).answered
        assert find(owner, "half marathon", floor=1).answered

    def test_filters_alone_and_words_have_no_floor(self, owner: Caller, find: Find) -> None:
        listed = find(owner, "", filters={"pack": ["lifelog"]})
        assert listed.answered
        assert len(listed.results) == len(LINES)
        assert find(owner, "hurt invoice", mode="keyword").answered

    def test_nothing_at_all_is_not_known(self, owner: Caller, find: Find) -> None:
        out = find(owner, "telephone", mode="keyword")
        assert (out.answered, out.results) == (False, [])

    def test_a_token_of_a_namespace_learns_no_names(
        self, owner: Caller, save: Save, find: Find
    ) -> None:
        save(owner, "Professor Hartmann sent the invoice.", namespace="club", pack="lifelog")
        token, _ = token_create(user_name="alice", namespace="team")
        bound = caller_of_token(token)
        assert find(bound, UNKNOWN).unknown_names == []

    @pytest.mark.parametrize(
        "query",
        [
            "What is Naoki's blood type?",
            "How much does Naoki weigh?",
            "直樹の血液型は？",
            "猫の名前は？",
        ],
    )
    def test_another_attribute_of_what_is_known_is_not_known(
        self, owner: Caller, find: Find, query: str
    ) -> None:
        assert not find(owner, query).answered
        out = build_context(owner, ContextInput(message=query))
        assert (out.markdown, out.memory_ids) == ("", [])

    def test_what_one_speaker_said_does_not_answer_about_the_other(
        self, owner: Caller, save: Save, find: Find
    ) -> None:
        said = [
            ("Noor", "I broke my thumb closing the kiln door yesterday."),
            ("Elias", "Ouch. I have been swimming every morning to fix my back."),
            ("Noor", "I took up the cello again after fifteen years."),
        ]
        for speaker, text in said:
            save(owner, text, speaker=speaker, session_id="chat", pack="lifelog")
        assert find(owner, "How did Noor break her thumb?").answered
        assert find(owner, "What does Elias do for his back?").answered
        assert not find(owner, "How did Elias break his thumb?").answered

    def test_a_context_leaves_its_budget_unused(self, owner: Caller) -> None:
        out = build_context(owner, ContextInput(message=UNKNOWN))
        assert not out.answered
        assert (out.markdown, out.memory_ids) == ("", [])
        assert NOTHING_BEARS in out.notes

    def test_what_is_pinned_stays_in_a_context(self, owner: Caller, save: Save) -> None:
        save(owner, "Answer in short sentences.", pinned=True, pack="lifelog")
        out = build_context(owner, ContextInput(message=UNKNOWN))
        assert "Answer in short sentences." in out.markdown
        assert "marathon" not in out.markdown


@given(st.floats().filter(lambda value: not 0 <= value <= 1))
def test_a_floor_outside_of_0_to_1_is_refused(floor: float) -> None:
    with pytest.raises(InvalidInput) as error:
        parsed(SearchInput, {"query": "tea", "floor": floor})
    assert [problem.field for problem in error.value.problems] == ["floor"]


def test_words_speak_for_an_answer_and_missing_people_against_it() -> None:
    coefficients = answer_model().coefficients
    assert all(coefficients[name] > 0 for name in ("together", "product", "time"))
    against = ("kind_missing", "missing_in_note", "unknown_missing", "other_of_self", "rival_best")
    assert all(coefficients[name] < 0 for name in against)


def test_a_name_in_hiragana_is_looked_for(owner: Caller, save: Save, find: Find) -> None:
    given = [{"name": "むぎ", "type": "Pet"}]
    save(owner, "猫のむぎは2019年に保護した。", pack="lifelog", entities=given)
    for line in (
        "父と母は元気。",
        "健康診断は異常なし。",
        "つわりがおさまった。",
        "庭の紫陽花が咲いた。",
    ):
        save(owner, line, pack="lifelog")
    died = save(owner, "むぎが8月18日に亡くなった。", pack="lifelog")
    found = [hit.memory.id for hit in find(owner, "むぎは元気？").results]
    assert died.id in found
