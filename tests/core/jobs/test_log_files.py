"""Log files are moved away when they are large, while somebody writes to them."""

from pathlib import Path

import pytest

from core.jobs import log_files
from core.jobs.log_files import rotate_logs


def test_a_large_log_is_moved_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_files, "MOST_BYTES", 100)
    path = tmp_path / "daemon.log"
    with path.open("a") as log:
        for turn in range(5):
            log.write(f"turn {turn}\n" + "x" * 100 + "\n")
            log.flush()
            assert rotate_logs(tmp_path) == 1 and rotate_logs(tmp_path) == 0
        log.write("after\n")
    assert path.read_text() == "after\n"
    kept = sorted(one.name for one in tmp_path.iterdir())
    assert kept == ["daemon.log", "daemon.log.1", "daemon.log.2", "daemon.log.3"]
    assert [(tmp_path / f"daemon.log.{age}").read_text()[:6] for age in (1, 2, 3)] == [
        "turn 4", "turn 3", "turn 2",
    ]  # fmt: skip


def test_small_and_other_files_stay(tmp_path: Path) -> None:
    (tmp_path / "daemon.log").write_text("short")
    (tmp_path / "other.log").write_bytes(b"x" * 20_000_000)
    assert rotate_logs(tmp_path) == 0 and rotate_logs(tmp_path / "missing") == 0
    assert len(list(tmp_path.iterdir())) == 2
