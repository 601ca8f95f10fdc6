"""An import of an archive that is killed at random stores all of it or nothing, and can be repeated."""

import json
import random
import subprocess
import time
from pathlib import Path

import pytest

from core.db.sqlite.files import opened
from tests.cli.conftest import environment

from .conftest import PATIENCE_SECONDS, QUIET, SEED, Patient, prepare, require_sound, text_of

COUNT = 300
TABLES = ("memories", "revisions", "search_documents", "memories_fts_docsize")


def archive(base: Path) -> Path:
    """Write an archive of many memories."""
    prepare(base / "from")
    source, lines = Patient(base / "from", QUIET), base / "lines.jsonl"
    words = [f"a{number:04d}" for number in range(COUNT)]
    texts = [json.dumps({"text": text_of(word), "external_id": word}) for word in words]
    lines.write_text("\n".join(texts), "utf-8")
    source.ok("import", str(lines), "--user", "alice", "--pack", "lifelog")
    source.ok("export", str(base / "all.wasurena"), "--user", "alice")
    return base / "all.wasurena"


def counts(data: Path) -> list[int]:
    with opened(data / "wasurena.sqlite3", "") as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)], SEED
        return [database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES]


def killed_after(wasurena: Patient, file: Path, seconds: float) -> bool:
    """Import an archive and kill the process; return whether it had ended well before."""
    process = subprocess.Popen(
        wasurena.command("import", str(file), "--user", "alice"),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment(wasurena.data_dir) | wasurena.extra,
    )
    try:
        return process.wait(seconds) == 0
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(20)
    return False


@pytest.mark.slow
def test_an_archive_is_imported_whole_or_not_at_all(tmp_path: Path) -> None:
    file, chance = archive(tmp_path), random.Random(SEED)
    prepare(tmp_path / "to")
    wasurena = Patient(tmp_path / "to", QUIET)
    before = counts(tmp_path / "to")
    prepare(tmp_path / "whole")
    begun = time.monotonic()
    assert killed_after(Patient(tmp_path / "whole", QUIET), file, PATIENCE_SECONDS)
    lasts, killed = time.monotonic() - begun, 0
    while killed < 8:
        if killed_after(wasurena, file, chance.uniform(0.3, 1) * lasts):
            break
        killed += 1
        if (now := counts(tmp_path / "to")) != before:
            # It was killed after the end of its transaction.
            assert now[0] == COUNT, f"seed {SEED}, kill {killed}: {now}"
            break
    assert killed, f"seed {SEED}: every import ended before it was killed"
    wasurena.ok("import", str(file), "--user", "alice")
    assert counts(tmp_path / "to")[0] == COUNT
    require_sound(wasurena)
    hits = json.loads(wasurena.ok("search", "a0007", "--user", "alice", "--json"))["results"]
    assert "a0007" in [hit["memory"]["external_id"] for hit in hits]
