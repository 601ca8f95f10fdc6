"""The power fails: the log ends at any of its frames, or within one."""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlcipher3 import dbapi2

from tests.prepared import ROOT, environment

from .conftest import SEED, prepare

NAME = "wasurena.sqlite3"
KEY = "鍵 of the log"
HEADER, FRAME = 32, 24 + 4096
SAMPLE = 40


def run(
    program: str, base: Path, argument: str, *, background: str, key: str, said: str = ""
) -> Any:
    """Run a program of this directory on the recorded directory; return what it prints."""
    settings = {"WASURENA_BACKGROUND": background, "WASURENA_DB_KEY": key}
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name(program)), argument],
        cwd=ROOT,
        env=environment(base / "data") | settings,
        input=said,
        capture_output=True,
        text=True,
    )
    assert done.stdout, done.stderr[-4000:]
    return json.loads(done.stdout)


def record(base: Path, count: int, key: str = "") -> list[tuple[str, int]]:
    """Record a run; return its saves with the lengths of the log."""
    prepare(base / "data")
    if key:
        encrypt(base / "data" / NAME, key)
    saves = run("recorded_run.py", base, str(count), background="thread", key=key)
    return [(word, length) for word, length in saves]


def encrypt(database: Path, key: str) -> None:
    """Replace a plain database by an encrypted one."""
    plain = database.with_name("plain")
    database.rename(plain)
    connection = dbapi2.connect(str(plain))
    connection.execute("ATTACH DATABASE ? AS locked KEY ?", (str(database), key))
    connection.execute("SELECT sqlcipher_export('locked')")
    connection.execute("DETACH DATABASE locked")
    connection.close()
    plain.unlink()
    # As the program leaves it: the recorded run writes a log.
    connection = dbapi2.connect(str(database))
    connection.execute(f"PRAGMA key = '{key}'")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    assert not database.read_bytes().startswith(b"SQLite format 3")


def require_prefix(
    base: Path, saves: list[tuple[str, int]], lengths: list[int], *, every: int, key: str = ""
) -> None:
    """Assert that a log cut at any of the lengths keeps every save that was committed before it.

    At every k-th length the whole file and the journal are checked, and all saves searched for.
    """
    asked = json.dumps({"lengths": lengths, "every": every})
    # What a search notes is written before the next copy, not into it.
    results = run("cut_logs.py", base, str(base), background="inline", key=key, said=asked)
    assert len(results) == len(lengths)
    for length, result in zip(lengths, results, strict=True):
        at = f"seed {SEED}, log of {length} bytes"
        assert result["wrong"] == [], at
        stored = set(result["stored"])
        committed = {word for word, end in saves if end <= length}
        assert committed <= stored, f"{at}: {committed - stored}"
        # In the order of their saving, and no save beyond the one that was under way.
        assert sorted(stored) == [word for word, _end in saves[: len(stored)]], at


def frame_ends(saves: list[tuple[str, int]]) -> list[int]:
    return list(range(HEADER, saves[-1][1] + 1, FRAME))


def test_a_log_that_was_cut_anywhere_keeps_what_it_holds(tmp_path: Path) -> None:
    saves = record(tmp_path, 8)
    chance, ends = random.Random(SEED), frame_ends(saves)
    cuts = sorted(chance.sample(ends, min(SAMPLE, len(ends))))
    torn = [end - chance.randrange(1, FRAME) for end in cuts[1::4]]
    lengths = [*cuts, *torn, *(length for _word, length in saves)]
    require_prefix(tmp_path, saves, lengths, every=12)


@pytest.mark.slow
@pytest.mark.parametrize(("count", "key"), [(60, ""), (20, KEY)], ids=["plain", "encrypted"])
def test_every_frame_of_a_longer_run(tmp_path: Path, count: int, key: str) -> None:
    saves = record(tmp_path, count, key)
    ends = frame_ends(saves)
    require_prefix(tmp_path, saves, ends, every=10, key=key)
    sys.stdout.write(f"\n{len(ends)} cuts of a log of {len(saves)} saves\n")
