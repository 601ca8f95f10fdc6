"""Where exports are written: new files, links, pipes; and what is refused, by name."""

import errno
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import pytest

from core.caller import Caller
from core.encryption import Protection
from memories.schemas import MemoryInput, parsed
from memories.services.archive.protection import write_protected
from memories.services.save import remember
from memory_site.cli import targets
from memory_site.cli.output import CommandFailed, UsageError
from memory_site.cli.targets import new_folder, written

from .conftest import Done

Cli = Callable[..., Done]
AS_ALICE = ("--user", "alice")
EXPORTS = [("export",), ("export", "--format", "csv"), ("graph", "export", "--format", "json")]


@pytest.fixture
def stored(owner: Caller) -> None:
    item = parsed(MemoryInput, {"text": "The budget for Aozora is 30,000 euros.", "pack": "work"})
    remember(owner, item)


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("command", EXPORTS, ids=lambda command: "-".join(command))
def test_no_file_is_replaced(
    cli: Cli, stored: None, tmp_path: Path, command: tuple[str, ...]
) -> None:
    """The database, a key or a backup may be named by mistake."""
    kept = tmp_path / "wasurena.sqlite3"
    kept.write_text("as it was")
    (tmp_path / "link").symlink_to(kept)
    for name in (kept, tmp_path / "link"):
        done = cli(*command, str(name), *AS_ALICE)
        assert done.returncode == 2 and f"{name} exists already" in done.stderr
    assert kept.read_text() == "as it was"
    assert names_in(tmp_path) == ["link", "wasurena.sqlite3"]


def test_an_erasure_replaces_no_file(cli: Cli, stored: None, tmp_path: Path) -> None:
    kept = tmp_path / "wasurena.sqlite3"
    kept.write_text("as it was")
    done = cli("user", "erase", "alice", "--archive", str(kept), "--yes")
    assert done.returncode == 2 and "exists already" in done.stderr
    assert kept.read_text() == "as it was"
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert "to read it back" in cli("user", "erase", "alice", "--archive", str(pipe)).stderr


def test_a_link_leads_to_the_file_that_is_made(cli: Cli, stored: None, tmp_path: Path) -> None:
    (tmp_path / "link.csv").symlink_to("memories.csv")
    assert cli("export", str(tmp_path / "link.csv"), "--format", "csv", *AS_ALICE).returncode == 0
    assert (tmp_path / "link.csv").is_symlink()
    assert "Aozora" in (tmp_path / "memories.csv").read_text("utf-8")


@pytest.mark.parametrize("kind", ["archive", "csv"])
def test_a_pipe_is_written_to(cli: Cli, stored: None, tmp_path: Path, kind: str) -> None:
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    assert cli("export", str(pipe), "--format", kind, *AS_ALICE).returncode == 0
    reader.join(10)
    assert got[0].startswith(b"PK" if kind == "archive" else b"\xef\xbb\xbfid,")
    assert pipe.is_fifo() and names_in(tmp_path) == ["pipe"]


def test_folders_are_no_files(
    cli: Cli, stored: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("dd").mkdir()
    for name, said in (
        (".", ". is a folder; name a file in it"),
        ("dd", "dd is a folder; name a file in it"),
        ("none/", "none/: there is no such directory"),
    ):
        done = cli("export", name, "--format", "csv", *AS_ALICE)
        assert (done.returncode, said in done.stderr) == (2, True), done.stderr
    assert names_in(tmp_path) == ["dd"]


def test_a_markdown_folder_counts_its_files(cli: Cli, stored: None, tmp_path: Path) -> None:
    done = cli("export", str(tmp_path / "notes"), "--format", "markdown", *AS_ALICE)
    assert done.stderr.startswith("1 file with") and names_in(tmp_path) == ["notes"]


def test_what_a_killed_export_left_goes_with_the_next(tmp_path: Path) -> None:
    """It is as readable as the whole."""
    (tmp_path / ".all.wasurena.k3x_9abc.part").write_text("half")
    (tmp_path / ".notes.k3x_9abc.part").mkdir()
    (tmp_path / ".notes.k3x_9abc.part" / "one.md").write_text("half")
    (tmp_path / ".all.wasurena.mine").write_text("of somebody else")
    with written(str(tmp_path / "all.wasurena")) as file:
        file.write(b"whole")
    with new_folder(str(tmp_path / "notes")):
        pass
    assert names_in(tmp_path) == [".all.wasurena.mine", "all.wasurena", "notes"]


def test_a_failed_export_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), written(str(tmp_path / "all.wasurena")):
        raise ZeroDivisionError
    with pytest.raises(UsageError, match="exists already"), written(str(tmp_path / "a")):
        (tmp_path / "a").write_text("made meanwhile")
    assert names_in(tmp_path) == ["a"] and (tmp_path / "a").read_text() == "made meanwhile"


def test_a_full_disk_is_named(tmp_path: Path) -> None:
    name = str(tmp_path / "all.wasurena")
    with pytest.raises(CommandFailed) as failed, written(name):
        raise OSError(errno.ENOSPC, "No space left on device")
    assert f"full while {name} was written; make room, or name a file" in str(failed.value)
    said = f"{name}.csv cannot be written: Read-only"
    with pytest.raises(CommandFailed, match=said), written(f"{name}.csv"):
        raise OSError(errno.EROFS, "Read-only file system", f"{tmp_path}/.all.k3x_9abc.part")


def test_a_full_temporary_directory_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(targets.tempfile, "tempdir", str(tmp_path))

    def fill(_plain: BinaryIO) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    said = rf"disk of {tmp_path}.*TMPDIR"
    with pytest.raises(CommandFailed, match=said), written(str(tmp_path / "a")) as file:
        write_protected(file, Protection("correct horse"), fill)


def test_a_disk_that_fills_while_it_is_encrypted(tmp_path: Path) -> None:
    class Full:
        size = 0

        def write(self, data: bytes) -> int:
            self.size += len(data)
            # What stands before the content fits.
            if self.size > 2_000:
                raise OSError(errno.ENOSPC, "No space left on device")
            return len(data)

        def flush(self) -> None:
            pass

        def tell(self) -> int:
            return self.size

    def fill(plain: BinaryIO) -> None:
        plain.write(os.urandom(1_000_000))

    with pytest.raises(OSError, match="No space left") as failed:
        write_protected(Full(), Protection("correct horse"), fill)  # type: ignore[arg-type]
    assert failed.value.filename is None


def test_a_time_to_come_and_an_empty_part_are_said(cli: Cli, stored: None, tmp_path: Path) -> None:
    name = str(tmp_path / "new")
    for kind in ("archive", "csv"):
        done = cli("export", name, "--since", "2099-01-01", "--format", kind, *AS_ALICE)
        assert (done.returncode, "since: 2099" in done.stderr) == (2, True), done.stderr
    done = cli("export", name, "--pack", "life", *AS_ALICE)
    assert done.returncode == 0 and "No memory is in this part." in done.stderr
