"""Bad databases: each is named, with the way out, and the old data stays as it was."""

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Wasurena
from tests.prepared import ROOT, environment, made_once, migrated_directory

FOUND = {
    "whole": [],
    "flipped_page": ["database_damaged"],
    "flipped_text": ["journal_differs"],
    "truncated": ["database_truncated"],
    "dropped_words": ["index_tables_missing"],
    "lost_words": ["words_missing"],
    "orphaned_vector": ["vectors_orphaned", "vectors_missing", "vectors_unqueued"],
    "flipped_vectors": ["vectors_damaged"],
    "stuck_job": ["jobs_stuck"],
    "given_up_job": ["jobs_given_up"],
    "leftover": ["leftover_files"],
    "counted_once": ["words_counted_once"],
    "old_lookup": ["lookups_damaged"],
    "orphaned_job": ["jobs_orphaned"],
    "homeless_job": ["references_broken"],
    "large_log": ["log_large"],
    "losing": ["jobs_given_up"],
    "no_vectors": ["vectors_unqueued"],
    "no_identifiers": ["words_missing"],
    "no_entity_records": ["vectors_orphaned"],
    "no_structure": ["indexes_missing", "triggers_missing"],
    "altered_trigger": ["triggers_missing"],
    "doubled_row": ["rows_doubled", "vectors_missing"],
    "lost_sealing_key": ["originals_unreadable"],
    "damaged_value": ["references_broken", "values_damaged"],
    "no_model": ["references_broken", "vectors_orphaned", "model_missing"],
}
# A flipped byte of an encrypted file is a damaged page, whatever is in it.
PLAIN_ONLY = {"flipped_text", "flipped_vectors"}
# Without its last pages SQLite reads no page of an encrypted file, and so not how many there were.
ENCRYPTED = {case: names for case, names in FOUND.items() if case not in PLAIN_ONLY} | {
    "truncated": ["database_damaged"]
}
BEYOND_REPAIR = {
    "flipped_page", "flipped_text", "truncated", "doubled_row", "lost_sealing_key", "damaged_value",
}  # fmt: skip


KEY = "鍵 of the doctor"


# The damage is the same behind a key; one that is found and one that is repaired stand for all.
OFTEN_ENCRYPTED = {"whole", "flipped_page", "lost_words"}


def seen(base: Path, key: str, *cases: str) -> Any:
    """Return what the doctor says of each broken copy (of these cases) of a database with a key."""
    shutil.copytree(migrated_directory(), base / "first")
    settings = {"WASURENA_BACKUP_DAILY": "false", "WASURENA_DB_KEY": key}
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("doctor_cases.py")), str(base), *cases],
        cwd=ROOT,
        env=environment(base / "home") | settings,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(scope="session")
def results() -> Any:
    """What the doctor says of plain databases."""

    def make(directory: Path) -> None:
        found = seen(directory, "")
        (directory / "results.json").write_text(json.dumps(found), "utf-8")

    return json.loads((made_once("doctor", make) / "results.json").read_text("utf-8"))


@pytest.fixture(scope="session")
def encrypted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where copies of an encrypted database are, broken ones and a whole one."""
    return tmp_path_factory.mktemp("encrypted")


@pytest.fixture(scope="session")
def encrypted_results(request: pytest.FixtureRequest, encrypted: Path) -> Any:
    """What the doctor says of encrypted databases, in the cases that this run asks for."""
    asked = {
        str(item.callspec.params["case"])
        for item in request.session.items
        if isinstance(item, pytest.Function) and "encrypted_results" in item.fixturenames
        if "case" in getattr(getattr(item, "callspec", None), "params", {})
    }
    return seen(encrypted, KEY, *sorted({"whole", *asked}))


@pytest.mark.parametrize("case", FOUND)
def test_what_is_wrong_is_named_and_nothing_is_changed(results: Any, case: str) -> None:
    result = results[case]
    assert [one["name"] for one in result["report"]["findings"]] == FOUND[case], result
    assert all(one["remedy"] and one["text"] for one in result["report"]["findings"])
    assert result["code"] == (2 if case in BEYOND_REPAIR else 1 if FOUND[case] else 0)
    # The last look at a log moves it into the file; a lost page must not.
    assert result["same"]


REPAIRED = (
    "dropped_words", "lost_words", "orphaned_vector", "stuck_job", "given_up_job", "counted_once",
    "old_lookup", "orphaned_job", "homeless_job", "large_log", "no_vectors", "no_identifiers",
    "no_entity_records", "no_structure", "altered_trigger", "no_model",
)  # fmt: skip


@pytest.mark.parametrize("case", REPAIRED)
def test_a_repair_keeps_every_row_and_the_old_file(results: Any, case: str) -> None:
    repair = results[case]["repair"]
    assert repair["code"] == 0, repair
    assert repair["same"], repair
    done = repair["report"]["repaired"]
    # A backup of damaged lookups does not pass its own check.
    assert case == "old_lookup" or done["backup"].endswith("-repair.tar")
    assert ".before-repair-" in done["kept"][0]
    assert Path(done["kept"][0]).exists()
    assert done["left"] == []
    assert not repair["log"]


def test_a_damaged_value_is_named_with_its_table_and_row(results: Any) -> None:
    (_broken, damaged) = results["damaged_value"]["report"]["findings"]
    assert "entity_memory_links 1" in damaged["text"] and not damaged["repairable"]


def test_leftovers_are_deleted_and_the_database_stays(results: Any) -> None:
    repair = results["leftover"]["repair"]
    assert (repair["code"], repair["draft"], repair["swapped"]) == (0, False, False), repair
    assert repair["report"]["repaired"]["kept"] == []


def test_a_repair_that_would_lose_rows_is_refused(results: Any) -> None:
    repair = results["losing"]["repair"]
    assert (repair["code"], repair["same"], repair["swapped"]) == (1, True, False), repair
    assert "django_content_type" in repair["report"]["errors"]
    assert "the database stays as it was" in repair["report"]["errors"]


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, marks=[] if case in OFTEN_ENCRYPTED else [pytest.mark.slow])
        for case in ENCRYPTED
    ],
)
def test_the_same_is_found_and_repaired_in_an_encrypted_database(
    encrypted_results: Any, encrypted: Path, case: str
) -> None:
    result = encrypted_results[case]
    assert [one["name"] for one in result["report"]["findings"]] == ENCRYPTED[case], result
    assert result["same"]
    if (repair := result.get("repair")) and case != "losing":
        assert repair["code"] == 0 and repair["same"], repair
        assert repair["report"]["repaired"]["left"] == []
    for path in (encrypted / case).rglob("*.sqlite3*"):
        # Neither the copy that was repaired nor the old file is in clear.
        assert not path.read_bytes().startswith(b"SQLite format 3"), path


@pytest.mark.parametrize(
    "key", ["another", pytest.param("", marks=pytest.mark.slow)], ids=["wrong", "lost"]
)
def test_a_wrong_key_and_a_lost_one_are_refused_by_name(
    encrypted_results: Any, encrypted: Path, key: str
) -> None:
    assert encrypted_results["whole"]["code"] == 0
    database = encrypted / "whole" / "wasurena.sqlite3"
    before = hashlib.sha256(database.read_bytes()).hexdigest()
    wasurena = Wasurena(encrypted / "whole", {"WASURENA_DB_KEY": key})
    looked = wasurena("doctor", "--json")
    (finding,) = json.loads(looked.stdout)["findings"]
    assert (looked.returncode, finding["name"]) == (2, "wrong_key")
    assert "WASURENA_DB_KEY" in finding["remedy"]
    repaired = wasurena("doctor", "--repair")
    assert repaired.returncode in (1, 2)
    assert "WASURENA_DB_KEY" in repaired.stdout + repaired.stderr
    assert "Traceback" not in repaired.stderr
    assert hashlib.sha256(database.read_bytes()).hexdigest() == before
    assert not list(database.parent.glob("*before-repair*"))
