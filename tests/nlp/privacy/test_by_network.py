"""What the trained network adds to the rules for secrets, and what it leaves to them."""

from pathlib import Path

import pytest

from nlp.privacy import by_network
from nlp.privacy.policy import Sensitive, detect
from nlp.trained import secrets
from nlp.trained.network import HeldNetwork


def found(text: str, *, is_trained: bool = True) -> set[tuple[str, str]]:
    """Return kind and words of what is found."""
    return {(one.what, text[one.start : one.end]) for one in detect(text, is_trained=is_trained)}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("the shed opens with bramble twelve", "bramble twelve"),
        ("If the alarm goes off say marmalade to the lady on the phone", "marmalade"),
    ],
)
def test_secrets_within_ordinary_sentences_are_found(text: str, words: str) -> None:
    assert ("password", words) in found(text)
    assert found(text, is_trained=False) == set()


@pytest.mark.parametrize(
    "text",
    [
        "I set my goal to 10,000 steps.",
        "部屋番号は1204、駐車場は32番です。",
        "The password policy needs 12 characters.",
        "The test card is 4111 1111 1111 1111.",
        "wifi here is BTHub-22 but I can't recall the password",
        "",
        "\ud800 code 4471",
    ],
)
def test_it_finds_no_more_than_the_rules_in_what_is_harmless(text: str) -> None:
    assert found(text) == found(text, is_trained=False)


def test_what_a_rule_finds_keeps_its_words_and_its_confidence() -> None:
    text = "The Wi-Fi password is Kiri-7742-blue."
    assert detect(text, is_trained=True) == detect(text)


@pytest.mark.parametrize(
    "text",
    [
        "部室の南京錠は100均で買った、110円のやつ。錆びてきたから買い替えたい",
        "畑の物置の南京錠が錆びてたから新しいのにした。四桁のダイヤル、1280円。",
    ],
)
def test_it_doubts_what_a_rule_takes_for_a_secret(text: str) -> None:
    assert found(text, is_trained=False)
    assert found(text) == set()


def test_it_is_less_sure_than_any_rule() -> None:
    (one,) = detect("the shed opens with bramble twelve", is_trained=True)
    assert one == Sensitive(20, 34, "password", by_network.SURE, is_trained=True)


@pytest.mark.parametrize(
    ("words", "is_found"), [("3", False), ("x7", False), ("x7q", True), ("山", True)]
)
def test_a_sign_or_two_are_no_secret(
    monkeypatch: pytest.MonkeyPatch, words: str, is_found: bool
) -> None:
    read = secrets.ReadSecret(2, 2 + len(words), "password", 0.99)
    monkeypatch.setattr(by_network, "read_secrets", lambda _text, _least: [read])
    assert bool(list(by_network.secrets_by_network(f"- {words}"))) is is_found


@pytest.mark.parametrize(
    ("kind", "words", "is_found"),
    [
        ("credit_card", "7992739871", False),
        ("credit_card", "5105 1051 0510 5100", True),
        ("phone", "1-877-555-0160", False),
        ("phone", "0120-555-016", False),
        ("phone", "0466-55-0160", True),
        ("address", "〇〇県〇〇市1-2-3", False),
        ("password", "***-**", False),
        ("password", "kiri*77", True),
    ],
)
def test_the_form_of_a_value_allows_its_kind(
    monkeypatch: pytest.MonkeyPatch, kind: str, words: str, is_found: bool
) -> None:
    read = secrets.ReadSecret(2, 2 + len(words), kind, 0.99)
    monkeypatch.setattr(by_network, "read_secrets", lambda _text, _least: [read])
    assert bool(list(by_network.secrets_by_network(f"- {words}"))) is is_found


def test_without_the_network_rules_search_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(secrets, "held", HeldNetwork(tmp_path))
    assert found("the shed opens with bramble twelve") == set()
