"""Labelled sentences keep extraction from getting worse unseen; the command reads other data."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import InvalidInput
from memory_site.bench.datasets.labelled_names import entities, halved, marked, read
from memory_site.bench.extraction.names import Counts, measured
from tests.cli.conftest import Wasurena
from tests.depth import depth

DATA = Path(__file__).with_name("extraction.jsonl")
CHATS = Path(__file__).with_name("chat_names.jsonl")


def test_names_are_found_in_sentences_of_our_own() -> None:
    outcome = measured(marked(DATA), lambda _count: None)
    # The rules were written on "seen" only; the distance to the figures leaves room for chance.
    floors = {"ja seen": 0.95, "ja unseen": 0.85, "en seen": 0.95, "en unseen": 0.85}
    assert set(outcome.counts) == set(floors)
    for group, floor in floors.items():
        total = outcome.overall(group)
        assert total.f1 >= floor, (group, total)
        assert total.precision >= 0.9, (group, total)


@pytest.mark.deep
def test_names_are_found_in_chats_with_their_traps() -> None:
    chats = entities(CHATS)
    learned = [text for text in chats.texts if text.group.endswith("tuning")][:: depth(4, 1)]
    unlearned = [text for text in chats.texts if not text.group.endswith("tuning")]
    outcome = measured(replace(chats, texts=[*learned, *unlearned]), lambda _count: None)
    # The rules and the tagger know "tuning" only.
    floors = {
        "ja tuning": (0.94, 0.88), "ja test": (0.88, 0.78), "ja later": (0.88, 0.71),
        "en tuning": (0.95, 0.84), "en test": (0.73, 0.76), "en later": (0.84, 0.63),
    }  # fmt: skip
    assert set(outcome.counts) == set(floors)
    for group, (precision, recall) in floors.items():
        total = outcome.overall(group)
        assert total.precision >= precision and total.recall >= recall, (group, total)


def test_a_place_counts_only_with_its_type_and_both_ends(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    row = {"marked": "[渋谷|Location]駅で[田中|Person]さんと[昨日|TimeUnit]会った", "split": "seen"}
    path.write_text(json.dumps(row), "utf-8")
    counts = measured(read("jsonl", path), lambda _count: None).counts["ja seen"]
    assert counts == {"Location": Counts(0, 1, 1), "Person": Counts(1, 0, 0)}


def test_other_formats_are_mapped(tmp_path: Path) -> None:
    ja, en = tmp_path / "ja.json", tmp_path / "en.conll"
    entities = [
        {"name": "早稲田大学", "span": [0, 5], "type": "施設名"},
        {"name": "祭", "span": [6, 7], "type": "イベント名"},
    ]
    ja.write_text(json.dumps([{"text": "早稲田大学の祭", "entities": entities}]), "utf-8")
    en.write_text("Alice\tB-person\nJohnson\tI-person\nhas\tO\niPad\tB-product\n\nok\tO\n", "utf-8")
    texts = read("stockmark", ja)
    assert texts.texts[0].labels[1].types == ()
    assert measured(texts, lambda _count: None).overall("ja") == Counts(1, 0, 0)
    assert measured(read("wnut17", en), lambda _count: None).overall("en") == Counts(1, 0, 0)
    assert len(halved(read("wnut17", en), "odd").texts) == 1


def test_another_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"a": 1}', "utf-8")
    for dataset in ("jsonl", "stockmark", "wnut17"):
        with pytest.raises(InvalidInput):
            read(dataset, path)


@pytest.mark.slow
def test_the_command(empty: Wasurena, tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    asked = ["bench", "extraction", "--dataset", "jsonl", "--data", str(DATA)]
    shown = empty.ok(*asked, "--json", str(figures))
    assert "Person" in shown and "F1" in shown
    assert json.loads(figures.read_text("utf-8"))["extraction"]["en seen"]["Person"]["f1"] > 0.9
    assert empty("bench", "extraction", "--dataset", "jsonl", "--data", "nowhere").returncode == 2
