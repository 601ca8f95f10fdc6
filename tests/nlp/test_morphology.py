"""Tests of the shared Sudachi dictionary and stemmer."""

import logging
import sys
import threading

import pytest

from nlp import morphology
from nlp.morphology import morphemes, stem, stems


def test_morphemes_have_offsets_parts_of_speech_and_readings() -> None:
    first, _, place, *_ = morphemes("田中は大阪にいる。")
    assert (first.surface, first.start, first.end, first.reading) == ("田中", 0, 2, "タナカ")
    assert first.is_person_name and first.is_proper_noun and first.is_noun
    assert place.is_place_name and place.lemma == "大阪"


def test_short_units_split_a_compound() -> None:
    assert [each.surface for each in morphemes("東京都庁", is_short_unit=True)] != ["東京都庁"]


def test_a_lone_surrogate_keeps_the_offsets() -> None:
    assert [each.end for each in morphemes("犬\ud800猫")][-1] == 3


def test_a_missing_dictionary_is_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(morphology, "_sudachi", morphology._Sudachi())
    monkeypatch.setitem(sys.modules, "sudachipy", None)
    with caplog.at_level(logging.WARNING):
        assert morphemes("田中さん") == [] and morphemes("佐藤さん") == []
    assert len(caplog.records) == 1


def test_threads_share_one_dictionary() -> None:
    results: list[int] = []
    threads = [
        threading.Thread(target=lambda: results.append(len(morphemes("田中太郎さんと会う"))))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4 and len(set(results)) == 1


def test_stems() -> None:
    assert stem("meetings") == "meet"
    assert stems(["runs", "running"]) == {"run"}
