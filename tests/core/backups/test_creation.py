"""Making a backup: of one moment, beside writers, whole or not at all."""

import os
import stat
import subprocess
import tarfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pyrage import decrypt_io, passphrase, x25519

from core.db.backups import creation
from core.db.backups.creation import LOCK, Order, create_backup, is_running
from core.db.backups.folder import DAILY, listed
from core.db.backups.problems import BackupFailed, BackupRunning
from core.db.backups.unpacking import unpack
from core.db.sqlite.files import opened
from core.encryption import Opening, Protection
from core.errors import InvalidInput

from .conftest import AT, KEYS, WITH_PASSPHRASE, Place, fill, rows_of

MakePlace = Callable[..., Place]
BY_AGE = Protection(recipients=[str(x25519.Identity.generate().to_public())])


@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS)
def test_it_works(make_place: MakePlace, tmp_path: Path, key: str) -> None:
    place = make_place(key)
    made = place.back_up(reason=DAILY)
    assert made.name == "wasurena-20261124T010203Z-daily.tar"
    assert made.manifest is not None and made.manifest.encryption == ("key" if key else "none")
    unpack(made.path, tmp_path / "again.sqlite3", opening=Opening(), key=key)
    assert rows_of(tmp_path / "again.sqlite3", key) == rows_of(place.database, key)
    assert [one.name for one in listed(made.path.parent)] == [made.name]


def test_only_its_owner_may_read_it_and_nothing_else_is_left(place: Place) -> None:
    made = place.back_up()
    assert stat.S_IMODE(made.path.stat().st_mode) == 0o600
    assert os.listdir(made.path.parent) == [made.name]
    left = {path.name.removeprefix(place.database.name) for path in place.data_dir.iterdir()}
    assert left <= {"", "-wal", "-shm", "backups", LOCK}


def test_saves_go_on_meanwhile_and_the_copy_is_of_one_moment(
    make_place: MakePlace, tmp_path: Path
) -> None:
    """Two columns are written together: the copy has both, or neither, of each save."""
    place = make_place(rows=20_000)
    waits: list[float] = []
    stop = threading.Event()

    def write() -> None:
        with opened(place.database, "") as database:
            database.execute("PRAGMA synchronous = OFF")
            while not stop.is_set():
                began = time.monotonic()
                database.execute("BEGIN IMMEDIATE")
                database.execute("INSERT INTO notes (text) VALUES ('first half')")
                database.execute("INSERT INTO notes (text) VALUES ('second half')")
                database.execute("COMMIT")
                waits.append(time.monotonic() - began)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        while not waits:
            time.sleep(0.01)
        made = place.back_up()
    finally:
        stop.set()
        writer.join()
    unpack(made.path, tmp_path / "again.sqlite3", opening=Opening(), key="")
    texts = [row[1] for row in rows_of(tmp_path / "again.sqlite3")]
    halves = texts[20_000:]
    assert halves == ["first half", "second half"] * (len(halves) // 2)
    assert len(rows_of(place.database)) > len(texts) and max(waits) < 1


def test_ordinary_tools_open_it(place: Place, tmp_path: Path) -> None:
    """Neither the program nor its version is needed to get at the data."""
    subprocess.run(["tar", "-xf", place.back_up().path, "-C", tmp_path], check=True)
    assert rows_of(tmp_path / "wasurena.sqlite3") == rows_of(place.database)
    with tarfile.open(place.back_up(protection=WITH_PASSPHRASE).path) as archive:
        assert archive.getnames() == ["manifest.json", "key.age", "database.age"]
        key = archive.extractfile("key.age")
        assert key is not None
        own = x25519.Identity.from_str(passphrase.decrypt(key.read(), "correct horse").decode())
        with (tmp_path / "by_age.sqlite3").open("wb") as out:
            decrypt_io(archive.extractfile("database.age"), out, [own])
    assert rows_of(tmp_path / "by_age.sqlite3") == rows_of(place.database)


def test_nothing_readable_is_in_an_encrypted_one(make_place: MakePlace) -> None:
    place = make_place(rows=50)
    made = place.back_up(protection=BY_AGE)
    held = made.path.read_bytes()
    assert "雨の日".encode() not in held and b"SQLite format" not in held
    made.path.unlink()
    assert "雨の日".encode() in place.back_up().path.read_bytes()


def test_what_cannot_encrypt_is_refused(place: Place) -> None:
    with pytest.raises(InvalidInput, match="exclude each other"):
        place.back_up(protection=Protection("word", ["age1x"]))
    with pytest.raises(InvalidInput, match="“age1x” is no age recipient"):
        place.back_up(protection=Protection(recipients=["age1x"]))
    assert not (place.data_dir / "backups").exists()


def test_one_at_a_time(place: Place) -> None:
    def try_another(stage: str, _done: int, _total: int) -> None:
        assert is_running(place.data_dir)
        with pytest.raises(BackupRunning, match="another backup"):
            place.back_up()
        stages.append(stage)

    stages: list[str] = []
    order = Order(place.data_dir / "backups", AT)
    create_backup(place.source, order, try_another)
    assert {"copying", "checking", "writing"} == set(stages)
    assert not is_running(place.data_dir)


def test_an_existing_file_is_not_replaced(place: Place, tmp_path: Path) -> None:
    mine = tmp_path / "mine.tar"
    mine.write_text("my letters")
    with pytest.raises(BackupFailed, match="exists already"):
        place.back_up(target=mine, is_named=True)
    assert mine.read_text() == "my letters"
    first, second = place.back_up(), place.back_up()
    assert second.name == "wasurena-20261124T010203Z-manual-2.tar" and first.path.exists()


def test_what_an_interrupted_one_left_is_removed(place: Place) -> None:
    folder = place.data_dir / "backups"
    folder.mkdir()
    (folder / ".wasurena-20261123T010203Z-daily.tar.part").write_text("half")
    (folder / ".notes.part").write_text("of somebody else")
    (place.data_dir / "backup-copy.partial").write_text("half")
    made = place.back_up()
    assert {path.name for path in folder.iterdir()} == {made.name, ".notes.part"}
    assert not (place.data_dir / "backup-copy.partial").exists()


def test_what_another_installation_writes_in_a_shared_folder_stays(
    place: Place, tmp_path: Path
) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    written = folder / ".wasurena-20261123T010203Z-daily.tar.part"
    written.write_text("half")
    place.back_up(target=folder)
    assert written.exists()
    os.utime(written, (1, 1))
    place.back_up(target=folder)
    assert not written.exists()


def test_what_a_killed_one_left_is_removed_where_it_has_a_name(
    place: Place, tmp_path: Path
) -> None:
    left = tmp_path / ".mine.tar.part"
    left.write_text("half")
    place.back_up(target=tmp_path / "mine.tar", is_named=True)
    assert not left.exists() and (tmp_path / "mine.tar").exists()


def test_what_another_one_writes_is_left_alone(place: Place, tmp_path: Path) -> None:
    """One of another data directory goes to the same file."""
    other = tmp_path / ".mine.tar.part"

    def start(stage: str, _done: int, _total: int) -> None:
        if stage == "writing":
            other.write_text("the other one")

    order = Order(tmp_path / "mine.tar", AT, is_named=True)
    with pytest.raises(BackupFailed):
        create_backup(place.source, order, start)
    assert other.read_text() == "the other one"


def test_a_damaged_database_is_not_backed_up(make_place: MakePlace) -> None:
    place = make_place(KEYS["encrypted"])
    with opened(place.database, place.key) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with place.database.open("r+b") as file:
        file.seek(20 * 4096 + 17)
        [was] = file.read(1)
        file.seek(20 * 4096 + 17)
        # One of 256 encrypted bytes would be any given one.
        file.write(bytes([was ^ 1]))
    with pytest.raises(BackupFailed):
        place.back_up()
    assert list((place.data_dir / "backups").iterdir()) == []


@contextmanager
def small_disk(path: Path, megabytes: int) -> Iterator[None]:
    """Mount a small file system of its own; skip the test where that is not allowed."""
    path.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "none", str(path)]
    if subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("no small file system can be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", str(path)], check=True)


@pytest.mark.parametrize("protection", [Protection(), BY_AGE], ids=["plain", "age"])
@pytest.mark.parametrize("is_foreseen", [True, False], ids=["foreseen", "sudden"])
def test_a_full_disk(
    make_place: MakePlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, protection: Protection,
    is_foreseen: bool,
) -> None:  # fmt: skip
    place = make_place(rows=12_000)
    if not is_foreseen:
        # Another program fills the disk after the free space was asked for.
        monkeypatch.setattr(creation, "_check_space", lambda *_given: None)
    with small_disk(tmp_path / "small", 2):
        folder = tmp_path / "small" / "backups"
        with pytest.raises(BackupFailed, match=r"(space|full).*WASURENA_BACKUP_DIR"):
            place.back_up(target=folder, protection=protection)
        with pytest.raises(BackupFailed, match=r"(space|full).*name a file or folder") as failed:
            place.back_up(target=folder, protection=protection, is_named=True)
        assert "WASURENA_BACKUP_DIR" not in str(failed.value)
        assert list(folder.iterdir()) == []
    assert not (place.data_dir / "backup-copy.partial").exists()


def test_the_disk_of_the_data_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(creation, "_check_space", lambda *_given: None)
    with small_disk(tmp_path / "small", 8):
        place = Place(tmp_path / "small", "")
        fill(place.database, "", rows=4_000)
        (tmp_path / "small" / "films").write_bytes(bytes(6_000_000))
        before = rows_of(place.database)
        with pytest.raises(BackupFailed, match="full"):
            place.back_up(target=tmp_path / "elsewhere")
        assert rows_of(place.database) == before


def test_a_folder_that_cannot_be_made(place: Place, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(BackupFailed, match="file"):
        place.back_up(target=tmp_path / "file" / "backups", reason=DAILY)
