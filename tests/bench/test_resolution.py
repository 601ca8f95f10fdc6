"""Names are taken for the right people: the floor, and the command."""

import json
from pathlib import Path

import pytest

from memory_site.bench.resolution import merged, pairs_of, proposed, read_cases
from tests.cli.conftest import Wasurena

DATA = Path(__file__).with_name("name_pairs.jsonl")
# Of what is merged without asking, this share must be right, also on cases never tuned on.
FLOOR = 0.97


@pytest.mark.parametrize("is_held_out", [False, True])
def test_automatic_decisions_are_right(is_held_out: bool) -> None:
    cases = [case for case in read_cases(DATA) if case.is_held_out is is_held_out]
    pairs = pairs_of(cases)
    sure, asked = merged(pairs), proposed(pairs)
    assert sure.precision >= FLOOR
    assert sure.recall >= 0.85 and (sure.right + asked.right) / sure.true >= 0.95


@pytest.mark.slow
def test_the_command_prints_and_writes(empty: Wasurena, tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    shown = empty.ok("bench", "resolution", "--data", str(DATA), "--json", str(figures))
    assert "held out" in shown
    assert json.loads(figures.read_text("utf-8"))["all"]["merged"]["precision"] >= FLOOR
    assert not empty.data_dir.exists()


def test_wrong_use_is_one_line(empty: Wasurena, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text('{"text": "x"}\n', "utf-8")
    done = empty("bench", "resolution", "--data", str(other))
    assert done.returncode == 2
    assert done.stderr.strip().splitlines()[-1].startswith("wasurena: ")


@pytest.mark.slow
def test_a_file_that_is_not_there_is_one_line(empty: Wasurena, tmp_path: Path) -> None:
    done = empty("bench", "resolution", "--data", str(tmp_path / "missing.jsonl"))
    assert done.returncode == 2
    assert done.stderr.strip().splitlines()[-1].startswith("wasurena: ")
