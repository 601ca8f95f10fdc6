"""Verdicts on labelled pairs keep from getting worse, and nothing that differs is ever merged."""

import json
from pathlib import Path

import pytest

from core.errors import InvalidInput
from memories.index.embeddings import current_embedder
from memory_site.bench.reports.resolution import duplicate_data, duplicate_tables
from memory_site.bench.resolution import Outcome, Pair, confusion, judged, read, right_share
from nlp.comparison import Kind
from tests.cli.conftest import Wasurena

DATA = Path(__file__).with_name("duplicate_pairs.jsonl")


@pytest.fixture(scope="module")
def outcomes() -> list[Outcome]:
    embedder = current_embedder()
    return judged(read(DATA), embedder, embedder.spec.thresholds())


def test_nothing_that_differs_is_merged(outcomes: list[Outcome]) -> None:
    assert [outcome.pair for outcome in outcomes if outcome.is_lost] == []


def test_nothing_that_differs_is_merged_however_near(outcomes: list[Outcome]) -> None:
    """Even a model that takes every pair for the same cannot make them one."""

    class Flatterer:
        spec = current_embedder().spec

        def passages(self, texts):  # type: ignore[no-untyped-def]
            import numpy as np

            return np.full((len(texts), 1), 1.0, dtype=np.float32)

        query = passages

    pairs = [outcome.pair for outcome in outcomes]
    flattered = judged(pairs, Flatterer(), Flatterer.spec.thresholds())
    assert not any(outcome.is_lost for outcome in flattered)


@pytest.mark.parametrize("language", ["ja", "en"])
def test_verdicts_are_right(outcomes: list[Outcome], language: str) -> None:
    own = [outcome for outcome in outcomes if outcome.pair.language == language]
    assert len(own) >= 120
    held_out = [outcome for outcome in own if outcome.pair.is_held_out]
    assert right_share(own) > 0.87 and right_share(held_out) > 0.8
    counts = confusion(own)
    found = counts.get((Kind.CONFLICTING, Kind.CONFLICTING), 0)
    said = sum(count for (_, verdict), count in counts.items() if verdict is Kind.CONFLICTING)
    assert found / said > 0.9, "a contradiction that is none costs a person's time"


def test_each_kind_is_there_in_both_languages(outcomes: list[Outcome]) -> None:
    pairs: list[Pair] = [outcome.pair for outcome in outcomes]
    for language in ("ja", "en"):
        for kind in Kind:
            own = [pair for pair in pairs if (pair.language, pair.kind) == (language, kind)]
            assert len(own) >= 20 and sum(pair.is_held_out for pair in own) >= 6


def test_tables_and_figures(outcomes: list[Outcome]) -> None:
    *confusions, summary = duplicate_tables(outcomes)
    assert len(confusions) == 4 and summary.rows[-1][0] == "all"
    assert [row[3] for row in summary.rows] == ["0"] * 5
    assert json.dumps(duplicate_data(outcomes), ensure_ascii=False)


def test_a_file_that_is_no_such_file(tmp_path: Path) -> None:
    for text in (
        '{"language": "en"}',
        "",
        "[]",
        '{"kind": "odd", "language": "en", "a": "", "b": ""}',
    ):
        (tmp_path / "pairs.jsonl").write_text(text, "utf-8")
        with pytest.raises(InvalidInput, match=r"pairs\.jsonl"):
            read(tmp_path / "pairs.jsonl")


@pytest.mark.slow
def test_the_command(empty: Wasurena, tmp_path: Path) -> None:
    few = tmp_path / "few.jsonl"
    few.write_text("\n".join(DATA.read_text("utf-8").splitlines()[::30]), "utf-8")
    page, figures = tmp_path / "page.md", tmp_path / "figures.json"
    asked = ["bench", "duplicates", "--data", str(few), "--write", str(page)]
    shown = empty.ok(*asked, "--json", str(figures))
    assert "Label by verdict" in shown and "different, merged" in shown
    assert "<!-- bench duplicates -->" in page.read_text("utf-8")
    found = json.loads(figures.read_text("utf-8"))
    assert all(group["merged_wrongly"] == 0 for group in found["groups"].values())
    assert not empty.data_dir.exists()
    missing = empty("bench", "duplicates", "--data", str(tmp_path / "missing.jsonl"))
    assert missing.returncode == 2
