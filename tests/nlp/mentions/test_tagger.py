"""What the trained network adds to the names that rules find, and what happens without it."""

import logging
import threading
from pathlib import Path

import pytest

from nlp.mentions import calibration, tagger
from nlp.mentions.extraction import by_rules, extract
from nlp.readers import Found
from nlp.text.sentences import ScriptSentence
from nlp.trained import names as trained
from nlp.trained.network import HeldNetwork
from tests.growth import assert_grows_with_length
from tests.nlp.mentions.reading import SAID_AT, names, read

GAP = "1998年、ペルシャ湾に展開する第七機動群に配属された。"


def test_it_finds_what_no_rule_found() -> None:
    texts = [
        "彼は1924年に東亜製油に入社し、後に取締役となった。",
        GAP,
    ]
    found = [one for text in texts for one in read(text).mentions if one.method == tagger.METHOD]
    assert found and all(0.5 <= one.confidence <= 1 for one in found)


def test_it_adds_nothing_to_technical_english() -> None:
    text = "**Layout**: Flexbox will help, and Heron's formula is `s(s-a)`."
    assert not [one for one in read(text).mentions if one.method == tagger.METHOD]


def test_rules_come_first() -> None:
    text = "田中さんは株式会社アクメで働き、大阪に住んでいる。"
    rules = by_rules(text, language="ja", said_at=SAID_AT).mentions
    assert [(one.start, one.end, one.type) for one in rules] == [
        (one.start, one.end, one.type) for one in read(text).mentions
    ]


def test_without_weights_the_rules_work_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(trained, "held", HeldNetwork(tmp_path))
    with caplog.at_level(logging.WARNING):
        assert names("田中さんと大阪に行く") == {"田中": "Person", "大阪": "Location"}
        assert names("田中さんと会う") == {"田中": "Person"}
    assert len([one for one in caplog.records if "by rules alone" in one.message]) == 1


def test_the_network_is_not_asked_if_it_shall_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trained, "held", None)
    found = extract("田中さんと会う", language="ja", said_at=SAID_AT, is_trained=False)
    assert [one.surface for one in found.mentions] == ["田中"]


def test_what_the_network_did_not_read_it_does_not_doubt() -> None:
    read_until = tagger.NameChances((), {}, (), end=2)
    near, far = (Found("大阪", at, at + 2, "Location", 0.75, "rules:dictionary") for at in (0, 5))
    sentence = ScriptSentence("大阪から、大阪へ。", 0, is_japanese=True)
    assert tagger._weighed(far, sentence, read_until, "ja") == far
    assert tagger._weighed(near, sentence, read_until, "ja").confidence < near.confidence


def test_a_measured_confidence_replaces_that_of_the_rule() -> None:
    one = Found("大阪", 0, 2, "Location", 0.75, "rules:dictionary")
    rates = calibration.calibration()
    agreed, denied = (rates.rule(one, "ja", said) for said in ("agrees", "denies"))
    assert agreed > 0.85 and denied < 0.5
    assert rates.tagger("ja", 0.95) > rates.tagger("ja", 0.6)


def test_threads_tag_at_the_same_time() -> None:
    results: list[list[tuple[str, float]]] = []

    def work() -> None:
        for _ in range(20):
            results.append([(one.surface, one.confidence) for one in read(GAP).mentions])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 80 and all(result == results[0] for result in results)


@pytest.mark.parametrize(
    "text", [GAP * 400, "Fatoumata met Brindlecote there. " * 400, "カナ" * 9_000]
)
def test_the_work_grows_with_the_length(text: str) -> None:
    assert_grows_with_length(read, text)


@pytest.mark.parametrize("text", ["Moved to Corbridge last week.", "I live in Corbridge now."])
def test_where_somebody_moves_to_is_a_place_that_no_list_has(text: str) -> None:
    found = extract(text, language="en", said_at=SAID_AT).mentions
    assert ("Corbridge", "Location") in {(one.surface, one.type) for one in found}
