"""Bad databases: each is named, with the way out, and the old data stays as it was."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.prepared import ROOT, environment

FOUND = {
    "whole": [],
    "flipped_page": ["database_damaged"],
    "flipped_text": ["journal_differs"],
    "truncated": ["database_truncated"],
    "dropped_words": ["index_tables_missing"],
    "lost_words": ["words_missing"],
    "orphaned_vector": ["vectors_orphaned", "vectors_missing"],
    "stuck_job": ["jobs_stuck"],
    "given_up_job": ["jobs_given_up"],
    "leftover": ["leftover_files"],
    "counted_once": ["words_counted_once"],
}
BEYOND_REPAIR = {"flipped_page", "flipped_text", "truncated"}


@pytest.fixture(scope="session")
def results(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What the doctor says of each broken copy."""
    base = tmp_path_factory.mktemp("doctor")
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("doctor_cases.py")), str(base)],
        cwd=ROOT,
        env=environment(base / "home") | {"WASURENA_BACKUP_DAILY": "false"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("case", FOUND)
def test_what_is_wrong_is_named_and_nothing_is_changed(results: Any, case: str) -> None:
    result = results[case]
    assert [one["name"] for one in result["report"]["findings"]] == FOUND[case], result
    assert all(one["remedy"] and one["text"] for one in result["report"]["findings"])
    assert result["code"] == (2 if case in BEYOND_REPAIR else 1 if FOUND[case] else 0)
    # The last look at a log moves it into the file; a lost page must not.
    assert result["same"]


@pytest.mark.parametrize("case", ["dropped_words", "orphaned_vector", "stuck_job", "counted_once"])
def test_a_repair_keeps_every_row_and_the_old_file(results: Any, case: str) -> None:
    repair = results[case]["repair"]
    assert repair["code"] == 0, repair
    assert repair["same"], repair
    done = repair["report"]["repaired"]
    assert done["backup"].endswith("-repair.tar")
    assert ".before-repair-" in done["kept"][0]
    assert Path(done["kept"][0]).exists()
    assert done["left"] == []
