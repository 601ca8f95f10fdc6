"""What the network adds to the claims of the rules, and takes away from them."""

from pathlib import Path

import pytest

from nlp import joined_claims
from nlp.facts import OWNER, Claim, find
from nlp.joined_claims import METHOD, with_learned
from nlp.mentions import extraction
from nlp.predicates import PERSONAL_TIES
from nlp.text.tokens import detect
from nlp.trained.network import HeldNetwork
from tests.nlp.facts.labelled import SAID_AT

Told = tuple[str | None, str, str]


def read(text: str, speaker: str = "", *, is_assistant: bool = False) -> list[Claim]:
    """Return the claims of a text by rules and network."""
    language = detect(text)
    found = extraction.extract(text, language=language, said_at=SAID_AT)
    voice = {"language": language, "speaker": speaker, "is_assistant": is_assistant}
    said = find(
        text,
        mentions=found.mentions,
        times=found.times,
        said_at=SAID_AT,
        is_chat=not speaker,
        **voice,
    )
    return with_learned(said, text, mentions=found.mentions, is_chat=not speaker, **voice)


def told(text: str, speaker: str = "", *, is_assistant: bool = False) -> set[Told]:
    """Return subject, predicate and value of each claim."""
    found = read(text, speaker, is_assistant=is_assistant)
    return {(one.role or one.subject, one.predicate, one.value) for one in found}


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("peanuts make me swell up", (OWNER, "allergic_to", "peanuts")),
        ("rolling with an old Pixel 6a", (OWNER, "uses", "Pixel 6a")),
        ("so is my husband Karthik, he is a vet at Lakeside Animal Clinic",
         ("Karthik", "occupation", "vet")),
    ],
)  # fmt: skip
def test_facts_that_no_rule_reads_are_added(text: str, claim: Told) -> None:
    assert claim in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "Write a story about a girl called Mia who lives in Rome and hates cats.",
        "Translate: “I work at a bakery in Lyon and I'm allergic to nuts.”",
        "次の例文を英訳して：「私は京都に住んでいて、猫を二匹飼っています。」",
        "Is it true that people who live in Norway like coffee?",
        "ピーナッツアレルギーの人は何に気をつければいいですか？",
    ],
)
def test_what_nobody_states_of_the_owner_adds_nothing(text: str) -> None:
    assert not [one for one in read(text) if one.method == METHOD]


@pytest.mark.parametrize(
    ("text", "is_assistant"),
    [
        ("It could shorten your commute and bring your mother closer.", True),
        ("母、アルツハイマーの初期って言われた。覚悟はしてたけど、やっぱきついわ", False),
    ],
)
def test_a_word_that_is_no_relative_is_no_tie(text: str, is_assistant: bool) -> None:
    ties = [one for one in read(text, is_assistant=is_assistant) if one.predicate in PERSONAL_TIES]
    assert {one.value for one in ties} <= {"mother", "母"}


def test_an_addition_ends_and_replaces_nothing() -> None:
    added = [one for one in read("peanuts make me swell up") if one.method == METHOD]
    assert added
    for one in added:
        assert not one.ends and not one.is_change and one.confidence < 0.8


def test_what_is_wished_for_is_none_yet() -> None:
    text = "Had lunch with Oluwaseun and Ngozi, both want to join the Royton Ladies' Choir."
    assert "member_of" not in {one.predicate for one in read(text)}
    assert "member_of" in {
        one.predicate for one in read("Ngozi joined the Royton Choir last week.")
    }


@pytest.mark.parametrize(
    "text",
    [
        "My dentist is Dr. Okafor on Gladstone Street.",
        "My vet is Dr. Lowe in Hexham.",
        "My GP is Dr. Patel at Riverside Surgery.",
    ],
)
def test_where_a_dentist_works_is_not_where_the_owner_does(text: str) -> None:
    assert not {one for one in told(text) if one[0] is OWNER}


def test_what_a_word_of_change_tells_is_not_doubted() -> None:
    assert (OWNER, "occupation", "部長") in told("今日から部長に昇進した。責任が重い。")


def test_nobody_lives_in_a_firm() -> None:
    assert (OWNER, "lives_in", "Toyota") not in told("moved to Toyota in May")


def test_what_a_rule_reads_is_not_added_again() -> None:
    found = read("I live in Osaka and I'm allergic to cats.")
    assert sorted((one.predicate, one.value) for one in found) == [
        ("allergic_to", "cats"),
        ("lives_in", "Osaka"),
    ]


def test_ends_and_tasks_of_rules_are_kept() -> None:
    found = read("I no longer work at Toyota. Remind me to call the bank tomorrow.")
    assert {one.kind for one in found} == {"relation", "task"}
    assert [one.ends for one in found if one.kind == "relation"] == [True]


def test_a_named_speaker_tells_of_themselves() -> None:
    assert told("peanuts make me swell up", "Dana") == {("Dana", "allergic_to", "peanuts")}


def test_an_assistant_calls_the_owner_by_name() -> None:
    text = "ユーザーは浜口さん。浜口さんは福山で自動車の整備をしている。"
    assert {one[0] for one in told(text, is_assistant=True)} == {OWNER}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("User's landlady, Mrs Zielinska, is hard of hearing.", ("Zielinska", "condition", "hard of hearing")),
        ("The user mentioned that their sister is a pilot.", ("sister", "occupation", "pilot")),
    ],
)  # fmt: skip
def test_a_title_or_a_relative_may_tell_whose_it_is(text: str, fact: tuple[str, str, str]) -> None:
    assert fact in told(text, is_assistant=True)


def test_a_relative_of_somebody_else_is_not_the_owners() -> None:
    text = "The user met Dana. She mentioned that her sister is a pilot."
    assert not {one for one in told(text, is_assistant=True) if one[1] == "occupation"}


@pytest.mark.parametrize(
    "text",
    [
        "My brother's wife is a nurse at Royal Victoria.",
        "Dad's boss is from Cork.",
        "弟の嫁さんが看護師で、県立病院に勤めてる。",
        "母の妹は札幌に住んでいる。",
    ],
)
def test_what_is_told_of_somebody_of_theirs_is_not_told_of_a_relative(text: str) -> None:
    relatives = {"brother", "father", "younger brother", "mother"}
    facts = {one for one in told(text) if one[1] != "family_member"}
    assert not {one for one in facts if one[0] in relatives}


def test_each_of_several_people_has_their_own_facts() -> None:
    facts = told("Children: Ethan (10), Chloe Ann (7)")
    assert {one for one in facts if one[1] == "age"} == {
        ("Ethan", "age", "10"), ("Chloe Ann", "age", "7"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("found", "value"), [("carrots and", "carrots"), ("rice, or", "rice"), ("sand", "sand")]
)
def test_a_value_ends_before_the_word_that_goes_on(found: str, value: str) -> None:
    assert joined_claims.CUT_OFF.sub("", found) == value


def test_a_long_answer_of_an_assistant_is_left_to_the_rules() -> None:
    note = "He is a welder and has two corgis."
    assert told(note, is_assistant=True)
    assert not told(f"{note}\n" + "Keep your back straight when you lift. " * 20, is_assistant=True)


def test_without_the_network_the_claims_are_those_of_the_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(joined_claims, "held", HeldNetwork(Path("/nowhere")))
    assert not told("peanuts make me swell up")
    assert (OWNER, "lives_in", "Osaka") in told("I live in Osaka.")
