"""`wasurena bench quality` as a person types it."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Wasurena

DATA = Path(__file__).with_name("regression.jsonl")


def test_it_prints_writes_and_leaves_nothing(empty: Wasurena, tmp_path: Path) -> None:
    page, figures = tmp_path / "page.md", tmp_path / "figures.json"
    options = ["--limit-queries", "3", "--splits", "--baseline", "--mode", "keyword"]
    asked = ["bench", "quality", "--dataset", "jsonl", "--data", str(DATA), *options]
    shown = empty.ok(*asked, "--write", str(page), "--json", str(figures))
    assert "recall@10" in shown and "By scope" in shown
    assert "<!-- bench quality regression -->" in page.read_text("utf-8")
    found = json.loads(figures.read_text("utf-8"))
    assert found["regression"]["Wasurena keyword"]["n"] == 6
    assert found["setup"]["plan"].startswith("keyword")
    assert not empty.data_dir.exists()


@pytest.mark.parametrize(
    "asked",
    [
        ["locomo", "--data", "other.json"],
        pytest.param(["locomo", "--data", "missing.json"], marks=pytest.mark.slow),
        pytest.param(
            ["locomo", "--dataset", "jsquad", "--data", str(DATA)], marks=pytest.mark.slow
        ),
    ],
    ids=["another format", "missing", "two of them"],
)
def test_wrong_use_is_one_line(empty: Wasurena, tmp_path: Path, asked: list[str]) -> None:
    (tmp_path / "other.json").write_text("{}", "utf-8")
    # A whole path stays what it is.
    *others, data = asked
    done = empty("bench", "quality", "--dataset", *others, str(tmp_path / data))
    assert done.returncode == 2
    assert done.stderr.strip().splitlines()[-1].startswith("wasurena: ")
