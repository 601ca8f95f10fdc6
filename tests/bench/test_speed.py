"""`wasurena bench speed` from end to end: a server of its own, a space beside it, all figures."""

import json
import subprocess
from pathlib import Path

import pytest

from memory_site.bench.speed.clients import Timing, quantiles
from tests.cli.conftest import Wasurena, environment

EXPECTED = {
    "memories", "fill", "start", "first", "search", "filter_0.01", "filter_0.10", "filter_0.50",
    "clients_2", "mcp_1", "mcp_8", "save", "search_after_save", "ingest", "model", "disk",
    "beside", "alone", "embedding", "scan", "index", "fts5",
}  # fmt: skip


def test_a_figure_says_its_units() -> None:
    figure = Timing("k", "label", {**quantiles([0.001, 0.003]), "per_second": 1234.0, "errors": 0})
    assert figure.shown == "p50 2.0 ms, p95 2.9 ms, n 2, 1,234 /s, errors 0"


def test_no_calls_have_no_quantiles() -> None:
    assert quantiles([]) == {"n": 0}


def test_a_persons_data_directory_is_refused(wasurena: Wasurena) -> None:
    done = wasurena("--data-dir", str(wasurena.data_dir), "bench", "speed", "--quick")
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1


def measured(wasurena: Wasurena, *options: str) -> "subprocess.CompletedProcess[str]":
    """Run the benchmark; it may take longer than other commands."""
    return subprocess.run(
        wasurena.command("bench", "speed", *options),
        env=environment(wasurena.data_dir),
        capture_output=True,
        text=True,
        timeout=600,
    )


@pytest.mark.slow
def test_everything_is_measured(tmp_path: Path) -> None:
    wasurena = Wasurena(tmp_path / "unused")
    figures = tmp_path / "figures.json"
    kept = ["--data-dir", str(tmp_path / "kept")]
    options = ["--quick", "--memories", "120", "--clients", "2", "--json", str(figures)]
    first = measured(wasurena, *kept, *options)
    assert first.returncode == 0, first.stderr
    found = json.loads(figures.read_text("utf-8"))["figures"]
    assert set(found) >= EXPECTED
    assert found["index"]["share"] == 1
    assert found["clients_2"]["errors"] == 0
    again = measured(wasurena, *kept, *options)
    assert "fill" not in json.loads(figures.read_text("utf-8"))["figures"], again.stderr
    other = measured(wasurena, *kept, "--memories", "50")
    assert other.returncode == 2
    assert not (tmp_path / "unused").exists()
