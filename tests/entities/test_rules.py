"""Which two names may be one, by which rule; the labelled set measures the whole."""

import pytest

from nlp.names.blocking import blocks_of
from nlp.names.forms import form_of
from nlp.names.rules import Rule
from nlp.names.similarity import likeness

PEOPLE = [
    ("田中太郎", "田中 太郎様", Rule.EXACT),
    ("田中", "田中部長", Rule.EXACT),
    ("田中太郎", "田中さん", Rule.FAMILY),
    ("田中", "田中太郎", Rule.FULLER),
    ("田中太郎", "Tanaka", Rule.FAMILY_READING),
    ("田中太郎", "Taro Tanaka", Rule.READING),
    ("田中太郎", "たなかたろう", Rule.READING),
    ("渡辺直子", "渡邊直子", Rule.VARIANT),
    ("大野健", "Ken Ono", Rule.LONG_VOWEL),
    ("John Smith", "Smith, John", Rule.FORM),
    ("John Smith", "Mr. Smith", Rule.FAMILY),
    ("John Smith", "Smith", Rule.GIVEN),
    ("John Smith", "J. Smith", Rule.INITIAL),
    ("John A. Smith", "John Smith", Rule.MIDDLE),
    ("Robert Brown", "Bob Brown", Rule.NICKNAME),
    ("田中太郎", "田中花子", None),
    ("田中太郎", "Hanako Tanaka", None),
    ("伊藤", "伊東", None),
    ("佐藤健", "佐藤健一", None),
    ("John A. Smith", "John B. Smith", None),
    ("James Bond Jr.", "James Bond", None),
    ("Louis XIV", "Louis XVI", None),
]
THINGS = [
    ("株式会社日立製作所", "日立製作所", Rule.FORM),
    ("Acme, Inc.", "ACME Corporation", Rule.FORM),
    ("第一営業部", "第1営業部", Rule.FORM),
    ("東京大学", "東大", Rule.ACRONYM),
    ("広島", "Hiroshima", Rule.READING),
    ("PostgreSQL", "Postgres", Rule.BEGINNING),
    ("第一営業部", "第二営業部", None),
    ("Python 2", "Python 3", None),
    ("C++", "C#", None),
    ("東口", "西口", None),
    ("新システム開発環境", "旧システム開発環境", None),
    ("Docker", "Docker Compose", None),
]


@pytest.mark.parametrize(("known", "wanted", "rule"), PEOPLE)
def test_people(known: str, wanted: str, rule: Rule | None) -> None:
    assert likeness(form_of(known, "Person"), form_of(wanted, "Person")) is rule


@pytest.mark.parametrize(("known", "wanted", "rule"), THINGS)
def test_things(known: str, wanted: str, rule: Rule | None) -> None:
    assert likeness(form_of(known, "Organization"), form_of(wanted, "Organization")) is rule


@pytest.mark.parametrize("kind", ["Person", "Organization"])
def test_what_a_rule_calls_alike_shares_a_block(kind: str) -> None:
    for known, wanted, rule in PEOPLE if kind == "Person" else THINGS:
        if rule is not None:
            ours, theirs = form_of(known, kind), form_of(wanted, kind)
            assert blocks_of(ours) & blocks_of(theirs), (known, wanted)
