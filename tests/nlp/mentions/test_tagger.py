"""What the learned tagger adds to the rules, and what happens without it."""

import logging
import threading
import time
from pathlib import Path

import pytest

from nlp.mentions import calibration
from nlp.mentions.extraction import by_rules
from nlp.mentions.tagger import gaps, model
from nlp.readers import Found
from tests.growth import assert_grows_with_length
from tests.nlp.mentions.reading import SAID_AT, names, read

GAP = "1998年、ペルシャ湾に展開する第七機動群に配属された。"


def test_it_finds_what_no_rule_found() -> None:
    texts = [
        "彼は1924年に東亜製油に入社し、後に取締役となった。",
        GAP,
    ]
    found = [one for text in texts for one in read(text).mentions if one.method == gaps.METHOD]
    assert found and all(0.5 <= one.confidence <= 1 for one in found)


def test_it_adds_nothing_to_technical_english() -> None:
    text = "**Layout**: Flexbox will help, and Heron's formula is `s(s-a)`."
    assert not [one for one in read(text).mentions if one.method == gaps.METHOD]


def test_rules_come_first() -> None:
    text = "田中さんは株式会社アクメで働き、大阪に住んでいる。"
    rules = by_rules(text, language="ja", said_at=SAID_AT).mentions
    assert [(one.start, one.end, one.type) for one in rules] == [
        (one.start, one.end, one.type) for one in read(text).mentions
    ]


def test_without_weights_the_rules_work_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(model, "_weights", model._Weights(tmp_path))
    with caplog.at_level(logging.WARNING):
        assert names("田中さんと大阪に行く") == {"田中": "Person", "大阪": "Location"}
        assert names("田中さんと会う") == {"田中": "Person"}
    assert len([one for one in caplog.records if "by rules alone" in one.message]) == 1


def test_broken_weights_are_as_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ja.crfsuite").write_bytes(b"no weights")
    monkeypatch.setattr(model, "_weights", model._Weights(tmp_path))
    assert names("田中さんと会う") == {"田中": "Person"}


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


def test_all_weights_are_small() -> None:
    assert sum(path.stat().st_size for path in model.WEIGHTS.iterdir()) < 8_000_000


@pytest.mark.parametrize(
    "text", [GAP * 400, "Fatoumata met Brindlecote there. " * 400, "カナ" * 9_000]
)
def test_the_work_grows_with_the_length(text: str) -> None:
    assert_grows_with_length(read, text)


def test_a_sentence_takes_milliseconds() -> None:
    read(GAP)
    started = time.process_time()
    for _ in range(50):
        read(GAP)
    assert (time.process_time() - started) / 50 < 0.02
