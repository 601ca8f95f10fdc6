"""Break copies of one database, each in its own way, and have the doctor look at them.

Run as a program, in one process for all of them; prints what was found as JSON.
"""

import contextlib
import hashlib
import io
import json
import os
import shutil
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import django
import numpy as np

django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.services.users import user_create  # noqa: E402
from core.caller import Caller  # noqa: E402
from core.db.sqlite.files import opened  # noqa: E402
from core.db.sqlite.pool import idle_connections  # noqa: E402
from memories.enrichment import queue  # noqa: E402
from memories.index import embedding_jobs  # noqa: E402
from memories.index.entities import refresh_entity_vectors  # noqa: E402
from memories.schemas import MemoryInput, parsed  # noqa: E402
from memories.services.save import remember  # noqa: E402
from memory_site.cli import main  # noqa: E402
from memory_site.cli.database.preparation import prepare_database  # noqa: E402
from tests.encrypted_files import encrypt  # noqa: E402

NAME = "wasurena.sqlite3"
KEY = os.environ.get("WASURENA_DB_KEY", "")
TEXTS = (
    "Haruka Mizuno moved to Kyoto; Kyoto is where Kyoto station is.",
    "来週の金曜日に歯医者。",
    "The build of app-v2.3.1 lies in /srv/build.",
)
# Ahead of every lease.
FAR = "2999-01-01 00:00:00"


def use(directory: Path) -> None:
    """Point this process at another data directory."""
    connection.close()
    idle_connections.clear()
    connection.settings_dict["NAME"] = directory / NAME
    settings.DATA_DIR, settings.BACKUP_DIR = directory, directory / "backups"
    settings.DATABASE_PATH = directory / NAME


def fill(directory: Path) -> None:
    """Make a database with memories, an entity, and their vectors, in a migrated directory."""
    if KEY:
        encrypt(directory / NAME, directory / "encrypted", KEY)
        (directory / "encrypted").replace(directory / NAME)
    use(directory)
    prepare_database()
    user_create(name="alice")
    caller = Caller(base_user="alice")
    for text in TEXTS:
        remember(caller, parsed(MemoryInput, {"text": text}))
    queue.drain()
    embedding_jobs.drain()
    refresh_entity_vectors(now=timezone.now() + timedelta(seconds=1))
    connection.close()
    idle_connections.clear()


def statements(*sql: str) -> Callable[[Path], None]:
    def break_it(path: Path) -> None:
        with opened(path, KEY) as database:
            for one in sql:
                database.execute(one)

    return break_it


def flip_in_page(path: Path) -> None:
    """Flip a byte in the head of the page of the table of memories."""
    with opened(path, KEY) as database:
        (root,) = database.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'memories'"
        ).fetchone()
    flip(path, (root - 1) * 4096)


def flip_in_vectors(path: Path) -> None:
    """Flip a byte in the head of the page of a table of vectors."""
    with opened(path, KEY) as database:
        (root,) = database.execute(
            "SELECT min(rootpage) FROM sqlite_master WHERE name GLOB 'vss_memories*_rowids'"
        ).fetchone()
    flip(path, (root - 1) * 4096)


def flip_in_text(path: Path) -> None:
    """Flip a byte in the text of a memory, which no page notices."""
    said, at = b"Haruka Mizuno moved", -1
    while (at := path.read_bytes().index(said, at + 1)) >= 0:
        flip(path, at)
        with opened(path, KEY) as database:
            texts = {text for (text,) in database.execute("SELECT raw_text FROM memories")}
        if texts != set(TEXTS):
            return
        # It was another row that quotes the text.
        flip(path, at)


def flip(path: Path, at: int) -> None:
    raw = bytearray(path.read_bytes())
    raw[at] ^= 0x04
    path.write_bytes(raw)


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size * 2 // 3)


def lose_vector(path: Path) -> None:
    with opened(path, KEY) as database:
        (table,) = database.execute("SELECT table_name FROM embedding_models").fetchone()
        database.execute(
            f'DELETE FROM "{table}" WHERE vector_id = (SELECT min(id) FROM vector_metadata)'
        )
        database.execute("PRAGMA foreign_keys = OFF")
        database.execute(
            "DELETE FROM vector_metadata WHERE id = (SELECT max(id) FROM vector_metadata)"
        )


def lose_all_vectors(path: Path) -> None:
    """Delete all vectors, their records and the jobs that would make them."""
    with opened(path, KEY) as database:
        (table,) = database.execute("SELECT table_name FROM embedding_models").fetchone()
        for name in (table, "vector_metadata", "embedding_jobs"):
            database.execute(f'DELETE FROM "{name}"')


def drop_structure(path: Path) -> None:
    """Drop all indexes and triggers."""
    made = (
        "SELECT type, name FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql NOT NULL"
    )
    with opened(path, KEY) as database:
        for kind, name in database.execute(made).fetchall():
            database.execute(f'DROP {kind} "{name}"')


def leave_draft(path: Path) -> None:
    draft = path.with_name("backup-copy.partial")
    draft.write_bytes(b"half")
    os.utime(draft, (1, 1))


def age_lookup(path: Path) -> None:
    """Add a row that a lookup structure does not know, as a lost write would."""
    wanted = "type = 'index' AND tbl_name = 'django_content_type' AND sql IS NOT NULL"
    with opened(path, KEY) as database:
        row = database.execute(f"SELECT * FROM sqlite_master WHERE {wanted}").fetchone()
        database.execute("PRAGMA writable_schema = ON")
        database.execute(f"DELETE FROM sqlite_master WHERE {wanted}")
    with opened(path, KEY) as database:
        database.execute("INSERT INTO django_content_type (app_label, model) VALUES ('no', 'one')")
        database.execute("PRAGMA writable_schema = ON")
        database.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", row)


def grow_log(path: Path) -> None:
    """Leave a log that was written once and has kept its size."""
    log = path.with_name(f"{path.name}-wal")
    log.touch()
    os.truncate(log, 65_000_000)


def count_once(path: Path) -> None:
    """Write the words of all memories as versions did that counted each once."""
    with opened(path, KEY) as database:
        for pk, raw in database.execute("SELECT id, lexemes FROM search_documents").fetchall():
            once = np.unique(np.frombuffer(raw, dtype="<u4")).tobytes()
            database.execute("UPDATE search_documents SET lexemes = ? WHERE id = ?", (once, pk))


STUCK = (
    "INSERT INTO embedding_jobs (model_id, kind, item_id, enqueued_at, leased_until, attempts, last_error)"
    f" SELECT m.id, 'memory', x.id, '2026-01-01', '{FAR}', 1, '' FROM embedding_models m, memories x LIMIT 1"
)
GIVEN_UP = STUCK.replace(f"'{FAR}', 1", "NULL, 5")
ORPHANED = STUCK.replace("x.id", "999").replace(f"'{FAR}', 1", "NULL, 0")
HOMELESS = (
    "INSERT INTO derivation_jobs"
    " (memory_id, enqueued_at, leased_until, attempts, last_error, is_pack_open)"
    " VALUES (999, '2026-01-01', NULL, 0, '', 0)"
)
# A repair of this one would lose a row that is not made again.
LOSING = (
    "INSERT INTO django_content_type (app_label, model) VALUES ('no', 'one')",
    "CREATE TRIGGER losing AFTER UPDATE ON embedding_jobs"
    " BEGIN DELETE FROM django_content_type WHERE app_label = 'no'; END",
)
# An original of a masked text, without the key that it was sealed with.
SEALED = (
    "INSERT INTO sealed_texts (memory_id, sealed, created_at, expires_at)"
    f" VALUES (1, x'00', '2026-01-01', '{FAR}')"
)
UNGUARDED = (
    "DROP TRIGGER revisions_no_delete",
    "CREATE TRIGGER revisions_no_delete BEFORE DELETE ON revisions WHEN FALSE"
    " BEGIN SELECT RAISE(ABORT, 'no'); END",
)
DOUBLED = (
    "DROP INDEX uq_vector_memory_chunk",
    "CREATE TEMP TABLE one AS SELECT * FROM vector_metadata LIMIT 1",
    "UPDATE one SET id = 999",
    "INSERT INTO vector_metadata SELECT * FROM one",
)
DAMAGED_VALUE = "UPDATE entity_memory_links SET entity_id = 'none' WHERE id = 1"
NO_FOREIGN_KEYS = "PRAGMA foreign_keys = OFF"
CASES: dict[str, Callable[[Path], None]] = {
    "whole": lambda path: None,
    "flipped_page": flip_in_page,
    "flipped_text": flip_in_text,
    "flipped_vectors": flip_in_vectors,
    "truncated": cut,
    "dropped_words": statements("DROP TABLE memories_fts"),
    "lost_words": statements(
        "DELETE FROM memories_identifiers", "DELETE FROM memories_fts WHERE rowid = 1"
    ),
    "orphaned_vector": lose_vector,
    "stuck_job": statements(STUCK),
    "given_up_job": statements(GIVEN_UP),
    "leftover": leave_draft,
    "counted_once": count_once,
    "old_lookup": age_lookup,
    "orphaned_job": statements(ORPHANED),
    "homeless_job": statements("PRAGMA foreign_keys = OFF", HOMELESS),
    "large_log": grow_log,
    "no_vectors": lose_all_vectors,
    "no_identifiers": statements("DELETE FROM memories_identifiers"),
    "no_entity_records": statements("DELETE FROM entity_vector_metadata"),
    "no_structure": drop_structure,
    "altered_trigger": statements(*UNGUARDED),
    "doubled_row": statements(*DOUBLED),
    "lost_sealing_key": statements(SEALED),
    "damaged_value": statements(NO_FOREIGN_KEYS, DAMAGED_VALUE),
    "no_model": statements(NO_FOREIGN_KEYS, "DELETE FROM embedding_models"),
    "losing": statements(GIVEN_UP, *LOSING),
}
# No text can be found in an encrypted file; a flipped byte of it is a damaged page.
PLAIN_ONLY = {"flipped_text", "flipped_vectors"}
REPAIRED = (
    "dropped_words", "lost_words", "orphaned_vector", "stuck_job", "given_up_job", "leftover",
    "flipped_vectors", "counted_once", "old_lookup", "orphaned_job", "homeless_job", "large_log", "losing",
    "no_vectors", "no_identifiers", "no_entity_records", "no_structure", "altered_trigger", "no_model",
)  # fmt: skip


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def run(*arguments: str) -> tuple[int, dict[str, Any]]:
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        code = main(arguments)
    said = out.getvalue()
    return code, json.loads(said) if said else {"errors": errors.getvalue()}


def counts(path: Path) -> list[int]:
    with opened(path, KEY) as database:
        tables = ("memories", "revisions", "memories_fts_docsize", "search_documents")
        return [database.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables]


def main_program(base: Path, chosen: list[str]) -> dict[str, Any]:
    """Try the chosen cases, or all of them, on copies of the directory ``first``."""
    first = base / "first"
    fill(first)
    results: dict[str, Any] = {}
    whole = counts(first / NAME)
    for name, break_it in CASES.items():
        if name not in (chosen or CASES) or (KEY and name in PLAIN_ONLY):
            continue
        directory = base / name
        shutil.copytree(first, directory)
        break_it(directory / NAME)
        use(directory)
        before = digest(directory / NAME)
        code, report = run("doctor", "--json")
        connection.close()
        idle_connections.clear()
        results[name] = {"code": code, "report": report, "same": digest(directory / NAME) == before}
        if name in REPAIRED:
            if break_it is grow_log:
                # The end of the look has moved the log into the file.
                grow_log(directory / NAME)
            code, report = run("doctor", "--repair", "--json")
            connection.close()
            idle_connections.clear()
            results[name]["repair"] = {
                "code": code, "report": report, "same": counts(directory / NAME) == whole,
                "swapped": any(directory.glob("*before-repair*")),
                "log": (directory / f"{NAME}-wal").exists(),
                "draft": (directory / "backup-copy.partial").exists(),
            }  # fmt: skip
    return results


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main_program(Path(sys.argv[1]), sys.argv[2:])))
