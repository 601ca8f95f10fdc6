"""Measuring how often names are right gives the same figures from the same files."""

import json
from pathlib import Path

from memory_site.bench.datasets.labelled_names import Label, training_texts
from memory_site.bench.training.names import fitted_line, is_right, main
from nlp.mentions.calibration import logit

OWN = Path(__file__).with_name("extraction.jsonl")


def test_the_same_files_give_the_same_figures(tmp_path: Path) -> None:
    stockmark, wnut = tmp_path / "ja.json", tmp_path / "en.conll"
    entity = {"name": "早稲田大学", "span": [0, 5], "type": "施設名"}
    row = {"text": "早稲田大学の祭に田中が来た。", "entities": [entity]}
    stockmark.write_text(json.dumps([row] * 24, ensure_ascii=False), "utf-8")
    wnut.write_text("Alice\tB-person\nJohnson\tI-person\nhas\tO\ntea\tO\n\n" * 24, "utf-8")
    written = []
    for name in ("first", "second"):
        target = tmp_path / f"{name}.json"
        given = ["--stockmark", str(stockmark), "--wnut17", str(wnut), "--own", str(OWN)]
        assert main([*given, "--calibration", str(target)]) == 0
        written.append(target.read_bytes())
    assert written[0] == written[1]
    figures = json.loads(written[0])
    assert all(0 <= rate < 2 for rate in figures["rules"].values())
    assert set(figures["tagger"]) == {"ja", "en"}


def test_what_is_held_back_trains_nothing(tmp_path: Path) -> None:
    lines = [{"marked": f"[Ada {at}|Person] came.", "split": "tuning"} for at in range(16)]
    own, ja, en = (tmp_path / name for name in ("own.jsonl", "ja.json", "en.conll"))
    own.write_text("\n".join(map(json.dumps, lines)), "utf-8")
    ja.write_text("[]", "utf-8")
    en.write_text("", "utf-8")
    trained, held_back = training_texts(ja, en, [own])
    assert len(held_back) == 2
    assert not {one.text for one in trained} & {one.text for one in held_back}


def test_what_counts_as_right() -> None:
    labels = [Label(0, 2, ("Person",)), Label(5, 8, ())]
    assert is_right(labels, (0, 2, "Person")) is True
    assert is_right(labels, (0, 3, "Person")) is False
    assert is_right(labels, (10, 12, "Person")) is False
    assert is_right(labels, (5, 7, "Person")) is None


def test_a_line_through_logits_finds_rates() -> None:
    points = [(logit(0.9), at % 2 == 0) for at in range(200)]
    slope, shift = fitted_line(points)
    assert abs(slope * logit(0.9) + shift) < 0.05
