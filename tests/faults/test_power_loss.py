"""The power fails: the log ends at any of its frames, or within one."""

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from sqlcipher3 import dbapi2

from tests.prepared import ROOT, environment

from .conftest import SEED, prepare

NAME = "wasurena.sqlite3"
HEADER, FRAME = 32, 24 + 4096
SAMPLE = 40


def record(base: Path, count: int) -> list[tuple[str, int]]:
    """Record a run; return its saves with the lengths of the log."""
    prepare(base / "data")
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("recorded_run.py")), str(count)],
        cwd=ROOT,
        env=environment(base / "data") | {"WASURENA_BACKGROUND": "thread"},
        capture_output=True,
        text=True,
    )
    return [(word, length) for word, length in json.loads(done.stdout)]


def opened_after(base: Path, length: int) -> set[str]:
    """Open a copy whose log ends at ``length``; check it, and return what it has saved."""
    copy = base / "copy"
    copy.mkdir(exist_ok=True)
    for left in copy.iterdir():
        left.unlink()
    shutil.copy(base / "data" / NAME, copy / NAME)
    log = (base / "data" / f"{NAME}-wal").read_bytes()[:length]
    (copy / f"{NAME}-wal").write_bytes(log)
    connection = dbapi2.connect(str(copy / NAME))
    try:
        assert connection.execute("PRAGMA quick_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        # Half of a save is none: each has its words, its entry and its job.
        rows = connection.execute(
            "SELECT external_id, EXISTS(SELECT 1 FROM memories_fts_docsize d WHERE d.id = m.id)"
            " AND EXISTS(SELECT 1 FROM search_documents s WHERE s.item_id = m.id)"
            " FROM memories m"
        ).fetchall()
    finally:
        connection.close()
    assert all(is_whole for _word, is_whole in rows)
    return {word for word, _is_whole in rows}


def require_prefix(base: Path, saves: list[tuple[str, int]], lengths: list[int]) -> None:
    """Assert that a log cut at any of the lengths keeps every save that was committed before it."""
    for length in lengths:
        stored = opened_after(base, length)
        committed = {word for word, end in saves if end <= length}
        assert committed <= stored, f"seed {SEED}, log of {length} bytes: {committed - stored}"
        # In the order of their saving, and no save beyond the one that was under way.
        expected = [word for word, _end in saves[: len(stored)]]
        assert sorted(stored) == expected, f"seed {SEED}, log of {length} bytes"


def frame_ends(saves: list[tuple[str, int]]) -> list[int]:
    return list(range(HEADER, saves[-1][1] + 1, FRAME))


def test_a_log_that_was_cut_anywhere_keeps_what_it_holds(tmp_path: Path) -> None:
    saves = record(tmp_path, 8)
    chance, ends = random.Random(SEED), frame_ends(saves)
    cuts = sorted(chance.sample(ends, min(SAMPLE, len(ends))))
    torn = [end - chance.randrange(1, FRAME) for end in cuts[1::4]]
    require_prefix(tmp_path, saves, [*cuts, *(length for _word, length in saves), *torn])


@pytest.mark.slow
def test_every_frame_of_a_longer_run(tmp_path: Path) -> None:
    saves = record(tmp_path, 60)
    ends = frame_ends(saves)
    require_prefix(tmp_path, saves, ends)
    sys.stdout.write(f"\n{len(ends)} cuts of a log of {len(saves)} saves\n")
