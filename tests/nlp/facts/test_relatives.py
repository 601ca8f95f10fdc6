"""Relatives without a name, and what ordinary words about oneself claim or do not claim."""

import pytest

from nlp.roles import is_one_of_several, role_names
from tests.nlp.facts.labelled import claims_of


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("My mother is 81.", "mother"),
        ("Mum is 81.", "mother"),
        ("Our dog is 3.", "dog"),
        ("My older brother is 41.", "older brother"),
        ("My sister is 34.", "sister"),
        ("The user's father is 74.", "father"),
        ("私の母は81歳です。", "mother"),
        ("うちの犬は3歳です。", "dog"),
        ("上の娘は12歳です。", "older daughter"),
    ],
)
def test_what_a_relative_is_to_the_owner(text: str, role: str) -> None:
    (claim,) = claims_of(text)
    assert (claim.predicate, claim.role) == ("age", role)


@pytest.mark.parametrize(
    "text",
    ["His mother is 81.", "田中さんの母は81歳です。", "友達の犬は3歳です。", "犬は苦手です。"],
)
def test_relatives_of_others_have_no_role(text: str) -> None:
    assert not any(claim.role for claim in claims_of(text, 田中="Person"))


def test_my_mother_is_not_the_owners_if_another_speaks() -> None:
    assert not any(claim.role for claim in claims_of("My mother is 81.", "Maria"))


def test_a_tie_says_what_the_named_person_is() -> None:
    tie, age = claims_of("My mother Hanako is 81.", Hanako="Person")
    assert (tie.object, tie.role) == ("Hanako", "mother")
    assert (age.subject, age.role) == ("Hanako", "")


def test_roles_have_names_in_both_languages() -> None:
    assert role_names("mother", "kenta") == ("mother of kenta", "kentaの母")
    assert is_one_of_several("daughter") and not is_one_of_several("older daughter")


@pytest.mark.parametrize(
    "text",
    [
        "Love the colors and the sunset!",
        "Dependent events, like card draws, confuse me.",
        "I'm working with sides of 13, 14, and 15 cm.",
        "I got to volunteer at a career fair.",
        "床の上に猫がいます。",
        "公園でサーフィンを楽しんでいる人達がいます。",
        "1944年10月28日にダニエルと結婚した。",
    ],
)
def test_what_only_looks_like_a_fact(text: str) -> None:
    assert [claim for claim in claims_of(text, ダニエル="Person") if claim.kind != "task"] == []


@pytest.mark.parametrize(
    ("text", "predicate", "value"),
    [
        ("Currently employed as a hydrologist by the council.", "occupation", "hydrologist"),
        ("My phone is a Fairphone 5.", "uses", "Fairphone 5"),
        ("I go by Lizzie. Just turned 40.", "age", "40"),
        ("父は魚が苦手。", "dislikes", "魚"),
        ("そばを食べるとじんましんが出る。", "allergic_to", "そば"),
        ("レバーだけは食べられない。", "dislikes", "レバー"),
    ],
)
def test_ordinary_words(text: str, predicate: str, value: str) -> None:
    found = {(claim.predicate, claim.value) for claim in claims_of(text, Lizzie="Person")}
    assert (predicate, value) in found


def test_who_parts_at_a_station_is_not_divorced() -> None:
    assert claims_of("恵美と駅で別れて、一人で映画を見た。", 恵美="Person") == []
    (over,) = claims_of("恵美とは去年別れました。", 恵美="Person")
    assert over.ends
