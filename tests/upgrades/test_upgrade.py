"""Starting this version on a database of an earlier release loses nothing and keeps it usable."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Wasurena, environment
from tests.prepared import migrated_directory

from .conftest import RELEASES, Upgraded, unpacked
from .contents import backup_opened, contents, opened, schema
from .fixtures import DATABASE, VARIANTS

CHANGELOG = ROOT / "CHANGELOG.md"
# What has another name now: old table → new table; (old table, old column) → new column.
RENAMED_TABLES: dict[str, str] = {}
RENAMED_COLUMNS = {
    ("embedding_jobs", "claimed_at"): "leased_until",
    ("derivation_jobs", "claimed_at"): "leased_until",
    ("llm_jobs", "held_until"): "leased_until",
}
# Old tables and columns whose values change on the way; their rows stay.
# Traces are emptied: a search without one is explained by making it again.
CHANGED_COLUMNS = {("django_content_type", "app_label"), ("retrieval_runs", "trace")}
# Tables that get further rows on the way; none of the old ones may go.
GROWING = {"django_content_type", "auth_permission", "entity_types", "relation_types"}
# What a restore ends: log-ins, and the connections of apps.
ENDED = {"django_session"}
# Computed paths, which no version kept: the fixture alone filled the table.
GONE = {"graph_cache"}


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database that this version has made."""
    path = tmp_path_factory.mktemp("fresh") / "data"
    shutil.copytree(migrated_directory(), path)
    Wasurena(path).ok("user", "create", "nobody")
    return path / DATABASE


def test_nothing_is_lost(upgraded: Upgraded) -> None:
    found = upgraded.contents()["tables"]
    for table, held in upgraded.expected["tables"].items():
        if table == "django_migrations" or table in GONE:
            continue
        now = found[RENAMED_TABLES.get(table, table)]
        if table in GROWING:
            assert now["rows"] >= held["rows"], table
            continue
        assert now["rows"] == held["rows"], table
        for column, values in held["columns"].items():
            if (table, column) not in CHANGED_COLUMNS:
                renamed = RENAMED_COLUMNS.get((table, column), column)
                assert now["columns"][renamed] == values, (table, column)
    assert upgraded.contents()["index_rows"] == upgraded.expected["index_rows"]


def test_it_is_what_this_version_makes(upgraded: Upgraded, fresh: Path) -> None:
    ours = opened(fresh)
    theirs = opened(upgraded.path, upgraded.passphrase)
    assert schema(theirs) == schema(ours)
    recorded = "SELECT app, name FROM django_migrations ORDER BY app, name"
    assert theirs.execute(recorded).fetchall() == ours.execute(recorded).fetchall()


def test_a_backup_is_made_before_it(upgraded: Upgraded, tmp_path: Path) -> None:
    (made,) = (upgraded.wasurena.data_dir / "backups").glob("*-upgrade.tar")
    kept = contents(backup_opened(made, tmp_path, upgraded.passphrase))
    assert kept["migrations"] == upgraded.expected["migrations"]
    assert kept["tables"] == upgraded.expected["tables"]


# The backup holds what was there, above; and what was there is brought over by a start.
@pytest.mark.slow
def test_the_backup_of_it_can_be_restored(upgraded: Upgraded, tmp_path: Path) -> None:
    """A backup of an older version is brought over like a database of it."""
    (made,) = (upgraded.wasurena.data_dir / "backups").glob("*-upgrade.tar")
    wasurena = Wasurena(tmp_path / "new", upgraded.wasurena.extra)
    wasurena.ok("restore", str(made))
    restored = contents(opened(tmp_path / "new" / DATABASE, upgraded.passphrase))
    ours = upgraded.contents()
    assert restored["migrations"] == ours["migrations"]
    assert all(restored["tables"][table]["rows"] == 0 for table in ENDED)
    for table in upgraded.expected["tables"].keys() - GONE - ENDED - {"django_migrations"}:
        now = RENAMED_TABLES.get(table, table)
        found, wanted = restored["tables"][now], ours["tables"][now]
        # Each start adds kinds of entities and relations anew, at its own time.
        assert found["rows"] == wanted["rows"], table
        assert table in GROWING or found == wanted, table


def test_every_release_has_its_databases() -> None:
    """Made by that version, before the next one is released."""
    released = re.findall(r"^## \[(\d+\.\d+\.\d+)\]", CHANGELOG.read_text("utf-8"), re.MULTILINE)
    for version in released:
        for variant in VARIANTS:
            assert (RELEASES / version / variant / f"{DATABASE}.gz").exists(), version


def test_verify_is_content(upgraded: Upgraded, tmp_path: Path) -> None:
    _copied(upgraded, tmp_path).ok("verify")


def test_it_can_be_searched_replayed_and_undone(
    upgraded: Upgraded, fresh: Path, tmp_path: Path
) -> None:
    wasurena = _copied(upgraded, tmp_path)
    empty = shutil.copy(fresh, tmp_path / "empty.sqlite3")
    change = upgraded.expected["undoable_change"]
    done = subprocess.run(
        [sys.executable, "-m", "tests.upgrades.ask_upgraded", change, str(empty)],
        cwd=ROOT,
        env={
            **environment(wasurena.data_dir),
            **wasurena.extra,
            "DJANGO_SETTINGS_MODULE": "memory_site.settings.base",
        },
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    japanese, english = answer["found"]
    assert "田中太郎さんは" in japanese and "45,000 euros" in english
    assert answer["replayed"] > 0 and answer["differences"] == []
    assert answer["undone_text"] == upgraded.expected["undone_text"] and answer["sound"]
    assert all(answer["journal"].values()), answer["journal"]


def test_a_database_between_two_releases_is_refused(tmp_path: Path) -> None:
    """Also by the commands that would migrate it; it stays as it is."""
    one = unpacked("0.1.0", "plain", tmp_path / "data")
    with opened(one.path) as connection:
        connection.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('memories', '0012_x', '')"
        )
    before = one.contents()
    for command in (["user", "create", "haruka"], ["django", "migrate"]):
        done = one.wasurena(*command)
        assert done.returncode == 1 and "Traceback" not in done.stderr
        assert "version" in done.stderr
    assert one.contents() == before


def test_until_then_the_doctor_calls_it_older(tmp_path: Path) -> None:
    one = unpacked("0.1.0", "plain", tmp_path / "data")
    done = one.wasurena("doctor", "--json")
    (finding,) = json.loads(done.stdout)["findings"]
    assert (done.returncode, finding["name"]) == (2, "schema_older")
    assert "wasurena up" in finding["remedy"]


def test_afterwards_the_doctor_misses_nothing(upgraded: Upgraded, tmp_path: Path) -> None:
    done = _copied(upgraded, tmp_path)("doctor", "--json")
    names = {one["name"] for one in json.loads(done.stdout)["findings"]}
    # That version counted each word of a memory once.
    assert names <= {"words_counted_once"}


def _copied(upgraded: Upgraded, tmp_path: Path) -> Wasurena:
    shutil.copytree(upgraded.wasurena.data_dir, tmp_path / "data")
    return Wasurena(tmp_path / "data", upgraded.wasurena.extra)
