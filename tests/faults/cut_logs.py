"""Open copies of a recorded run whose log was cut, check each, and search what it holds.

Run as a program, in one process for all of them: takes the directory and lengths of the log,
prints what each copy has stored, and what is wrong with it, as JSON.
"""

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402

from core.caller import Caller  # noqa: E402
from core.db.sqlite.files import opened  # noqa: E402
from core.db.sqlite.pool import idle_connections  # noqa: E402
from core.journal.replay import verify  # noqa: E402
from memories.schemas import SearchInput, SearchMode  # noqa: E402
from memories.services.search import recall  # noqa: E402

NAME = "wasurena.sqlite3"
KEY = os.environ.get("WASURENA_DB_KEY", "")
# Half of a save is none: each has its words, its entry in the journal, and a vector or a job for it.
SAVES = """
SELECT m.external_id,
    EXISTS(SELECT 1 FROM memories_fts_docsize d WHERE d.id = m.id)
    AND EXISTS(SELECT 1 FROM search_documents s WHERE s.item_id = m.id)
    AND EXISTS(SELECT 1 FROM revisions r WHERE r.target_type = 'memory' AND r.action = 'CREATE'
        AND replace(r.target_id, '-', '') = replace(m.uid, '-', ''))
    AND (EXISTS(SELECT 1 FROM vector_metadata v WHERE v.memory_id = m.id)
        OR EXISTS(SELECT 1 FROM embedding_jobs j WHERE j.kind = 'memory' AND j.item_id = m.id))
FROM memories m
"""


def cut(base: Path, length: int) -> Path:
    """Return a copy whose log ends at ``length``."""
    close()
    copy = base / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    shutil.copy(base / "data" / NAME, copy / NAME)
    log = (base / "data" / f"{NAME}-wal").read_bytes()[:length]
    (copy / f"{NAME}-wal").write_bytes(log)
    return copy / NAME


def close() -> None:
    connection.close()
    idle_connections.clear()


def looked_at(path: Path, *, thoroughly: bool) -> dict[str, Any]:
    """Return what a copy has stored, and what is wrong with it."""
    check = "integrity_check" if thoroughly else "quick_check"
    with opened(path, KEY) as database:
        pages = [line for (line,) in database.execute(f"PRAGMA {check}") if line != "ok"]
        references = database.execute("PRAGMA foreign_key_check").fetchall()
        rows = database.execute(SAVES).fetchall()
    stored = sorted(word for word, _is_whole in rows)
    wrong = [*pages, *map(str, references), *(word for word, is_whole in rows if not is_whole)]
    return {"stored": stored, "wrong": wrong + (searched(path, stored) if thoroughly else [])}


def searched(path: Path, stored: list[str]) -> list[str]:
    """Return where rows differ from the journal, and what a search by its word does not find."""
    connection.settings_dict["NAME"] = settings.DATABASE_PATH = path
    wrong = [] if (found := verify()).is_sound else [str(found)]
    for word in stored:
        asked = SearchInput(query=word, mode=SearchMode.KEYWORD, limit=5)
        hits = [hit.memory.external_id for hit in recall(Caller(base_user="alice"), asked).results]
        if word not in hits:
            wrong.append(f"{word} is not found")
    return wrong


def main_program(base: Path, lengths: list[int], every: int) -> list[dict[str, Any]]:
    """Look at every copy, and thoroughly at every k-th and the last ones."""
    last = len(lengths) - 3
    results = []
    for number, length in enumerate(lengths):
        thoroughly = number % every == 0 or number >= last
        results.append(looked_at(cut(base, length), thoroughly=thoroughly))
    close()
    return results


if __name__ == "__main__":
    asked = json.loads(sys.stdin.read())
    results = main_program(Path(sys.argv[1]), asked["lengths"], asked["every"])
    sys.stdout.write(json.dumps(results))
    sys.stdout.flush()
    # The copy of the last log is not worth a tidy end.
    os._exit(0)
