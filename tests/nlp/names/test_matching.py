"""Which two names may be one, by which rule; the labelled set measures the whole."""

import pytest

from nlp.names.forms import form_of
from nlp.names.matching import MatchRule, block_keys, matching_rule

PEOPLE = [
    ("田中太郎", "田中 太郎様", MatchRule.EXACT),
    ("田中", "田中部長", MatchRule.EXACT),
    ("田中太郎", "田中さん", MatchRule.FAMILY),
    ("田中", "田中太郎", MatchRule.FULLER),
    ("田中太郎", "Tanaka", MatchRule.FAMILY_READING),
    ("田中太郎", "Tanaka-san", MatchRule.FAMILY_READING),
    ("田中太郎", "Taro Tanaka", MatchRule.READING),
    ("田中太郎", "たなかたろう", MatchRule.READING),
    ("渡辺直子", "渡邊直子", MatchRule.VARIANT),
    ("大野健", "Ken Ono", MatchRule.LONG_VOWEL),
    ("John Smith", "Smith, John", MatchRule.FORM),
    ("John Smith", "Mr. Smith", MatchRule.FAMILY),
    ("John Smith", "Smith", MatchRule.GIVEN),
    ("John Smith", "J. Smith", MatchRule.INITIAL),
    ("John A. Smith", "John Smith", MatchRule.MIDDLE),
    ("Robert Brown", "Bob Brown", MatchRule.NICKNAME),
    ("田中太郎", "田中花子", None),
    ("田中太郎", "Hanako Tanaka", None),
    ("伊藤", "伊東", None),
    ("佐藤健", "佐藤健一", None),
    ("John A. Smith", "John B. Smith", None),
    ("James Bond Jr.", "James Bond", None),
    ("Louis XIV", "Louis XVI", None),
]
THINGS = [
    ("株式会社日立製作所", "日立製作所", MatchRule.FORM),
    ("Acme, Inc.", "ACME Corporation", MatchRule.FORM),
    ("第一営業部", "第1営業部", MatchRule.FORM),
    ("東京大学", "東大", MatchRule.ACRONYM),
    ("広島", "Hiroshima", MatchRule.READING),
    ("PostgreSQL", "Postgres", MatchRule.BEGINNING),
    ("第一営業部", "第二営業部", None),
    ("Python 2", "Python 3", None),
    ("C++", "C#", None),
    ("東口", "西口", None),
    ("新システム開発環境", "旧システム開発環境", None),
    ("Docker", "Docker Compose", None),
]


@pytest.mark.parametrize(("known", "wanted", "rule"), PEOPLE)
def test_people(known: str, wanted: str, rule: MatchRule | None) -> None:
    assert matching_rule(form_of(known, "Person"), form_of(wanted, "Person")) is rule


@pytest.mark.parametrize(("known", "wanted", "rule"), THINGS)
def test_things(known: str, wanted: str, rule: MatchRule | None) -> None:
    assert matching_rule(form_of(known, "Organization"), form_of(wanted, "Organization")) is rule


@pytest.mark.parametrize("kind", ["Person", "Organization"])
def test_what_a_rule_calls_alike_shares_a_block(kind: str) -> None:
    for known, wanted, rule in PEOPLE if kind == "Person" else THINGS:
        if rule is not None:
            ours, theirs = form_of(known, kind), form_of(wanted, kind)
            assert block_keys(ours) & block_keys(theirs), (known, wanted)
