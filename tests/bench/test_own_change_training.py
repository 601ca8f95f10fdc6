"""Training of the model of own changes writes the same weights from the same files."""

import json
from pathlib import Path

from memory_site.bench.training.own_changes import bar_for, main
from nlp.facts.own_change.model import read_model

FILES = {
    "a": [
        ("I quit Acme and started at Orbit this week.", True),
        ("My brother quit Acme and wants to start over.", False),
        ("仙台から盛岡に引っ越しました。", True),
        ("妹が仙台から盛岡に引っ越すそうです。", False),
    ],
    "b": [
        ("We moved to Bristol, the old flat is sold.", True),
        ("Translate: we moved to Bristol, the old flat is sold.", False),
    ],
}


def test_the_same_files_give_the_same_weights(tmp_path: Path) -> None:
    for name, messages in FILES.items():
        rows = [json.dumps({"text": text, "ends": ends}) for text, ends in messages]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(rows), "utf-8")
    lines = [str(tmp_path / f"{name}.jsonl") for name in FILES]
    written = []
    for name in ("first", "second"):
        assert main(["--lines", *lines, "--write", str(tmp_path / name)]) == 0
        written.append((tmp_path / name).read_bytes())
    assert written[0] == written[1]
    assert len(written[0]) < 300_000
    model = read_model(tmp_path / "first")
    scores = {text: model.score(text) for messages in FILES.values() for text, _ends in messages}
    changes = [scores[text] for messages in FILES.values() for text, ends in messages if ends]
    others = [scores[text] for messages in FILES.values() for text, ends in messages if not ends]
    assert min(changes) > max(others)


def test_the_bar_lets_the_given_share_of_changes_ask() -> None:
    assert sum(score < bar_for(range(100), 0.12) for score in range(100)) == 12
    assert bar_for([], 0.12) == 0
