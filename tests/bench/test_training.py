"""Training of the tagger writes the same weights from the same files."""

import json
from pathlib import Path

import pytest

from memory_site.bench.datasets.labelled_names import Label
from memory_site.bench.training.names import fitted_line, is_right, main
from nlp.mentions.calibration import logit

OWN = Path(__file__).with_name("extraction.jsonl")


@pytest.mark.slow
def test_the_same_files_give_the_same_weights(tmp_path: Path) -> None:
    stockmark, wnut = tmp_path / "ja.json", tmp_path / "en.conll"
    entity = {"name": "早稲田大学", "span": [0, 5], "type": "施設名"}
    row = {"text": "早稲田大学の祭に田中が来た。", "entities": [entity]}
    stockmark.write_text(json.dumps([row] * 4), "utf-8")
    wnut.write_text("Alice\tB-person\nJohnson\tI-person\nhas\tO\ntea\tO\n\n" * 4, "utf-8")
    written = []
    for name in ("first", "second"):
        given = ["--stockmark", str(stockmark), "--wnut17", str(wnut), "--own", str(OWN)]
        folder = tmp_path / name
        target = ["--write", str(folder), "--calibration", str(folder / "calibration.json")]
        assert main([*given, *target]) == 0
        written.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert written[0] == written[1]
    assert set(written[0]) == {"ja.crfsuite", "en.crfsuite", "calibration.json"}
    rates = json.loads(written[0]["calibration.json"])["rules"]
    assert all(0 < rate < 2 for rate in rates.values())


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
