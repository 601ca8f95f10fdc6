"""With a key the file is AES-256 encrypted, and only that key opens it."""

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import OperationalError, connection
from sqlcipher3 import dbapi2 as driver

from core.db.sqlite.encryption import WrongKey

from .conftest import UseFile

KEY = 'it\'s a "passphrase" 鍵'
ROOT = Path(__file__).parents[2]


@pytest.fixture
def encrypted(use_file: UseFile, tmp_path: Path) -> Path:
    use_file(encryption_key=KEY)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE note (body TEXT)")
        cursor.execute("INSERT INTO note VALUES ('a secret sentence')")
    connection.close()
    return tmp_path / "memory.sqlite3"


def read_note() -> str:
    with connection.cursor() as cursor:
        return str(cursor.execute("SELECT body FROM note").fetchone()[0])


def test_nothing_lies_in_the_files_in_clear(encrypted: Path) -> None:
    for path in encrypted.parent.iterdir():
        assert b"secret sentence" not in path.read_bytes()
    assert not encrypted.read_bytes().startswith(b"SQLite format 3")
    with pytest.raises(sqlite3.DatabaseError):
        sqlite3.connect(encrypted).execute("SELECT * FROM note")


def test_the_key_opens_it(encrypted: Path, use_file: UseFile) -> None:
    use_file(encryption_key=KEY)

    assert read_note() == "a secret sentence"


@pytest.mark.parametrize(
    ("key", "reason"), [("another", "cannot be opened with this key"), ("", "encrypted")]
)
def test_another_key_or_none_is_refused(
    encrypted: Path, use_file: UseFile, key: str, reason: str
) -> None:
    use_file(encryption_key=key)

    with pytest.raises(WrongKey, match=reason) as caught:
        read_note()
    assert isinstance(caught.value, OperationalError)
    assert "WASURENA_DB_KEY" in str(caught.value)
    assert KEY not in str(caught.value)


def test_an_unlocked_connection_is_not_lent_to_another_key(
    encrypted: Path, use_file: UseFile
) -> None:
    use_file(encryption_key=KEY)
    assert read_note()
    connection.settings_dict["OPTIONS"]["encryption_key"] = "another"
    connection.close()

    with pytest.raises(WrongKey):
        read_note()


def test_a_key_for_a_plain_file_is_refused(use_file: UseFile) -> None:
    use_file()
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE note (body TEXT)")
    use_file(encryption_key=KEY)

    with pytest.raises(WrongKey, match="not encrypted"):
        connection.ensure_connection()


def test_sqlcipher_opens_it_with_the_passphrase(encrypted: Path) -> None:
    other = driver.connect(encrypted)
    other.set_key(KEY)

    assert other.execute("SELECT body FROM note").fetchone() == ("a secret sentence",)
    other.close()


def test_the_key_is_derived_once(encrypted: Path, use_file: UseFile) -> None:
    use_file(encryption_key=KEY, pooled=False, cache_kib=1024)
    connection.ensure_connection()

    def derive() -> None:
        other = driver.connect(encrypted)
        other.set_key(KEY)
        other.execute("SELECT body FROM note").fetchone()
        other.close()

    def reconnect() -> None:
        connection.close()
        connection.ensure_connection()

    # Deriving a key takes far more processor time than everything else.
    assert 3 * min(map(_work_of, [reconnect] * 5)) < min(map(_work_of, [derive] * 3))


def _work_of(step: Callable[[], None]) -> float:
    start = time.thread_time()
    step()
    return time.thread_time() - start


def create_note_with_key_file(directory: Path) -> subprocess.CompletedProcess[str]:
    """Run the product's settings in a process of their own, with a key file."""
    create = (
        "import django; django.setup();"
        "from django.db import connection;"
        "connection.cursor().execute('CREATE TABLE note (body TEXT)')"
    )
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "memory_site.settings.base",
        "WASURENA_DATA_DIR": str(directory),
        "WASURENA_DB_KEY_FILE": str(directory / "key"),
    }
    return subprocess.run(
        [sys.executable, "-c", create],
        cwd=ROOT,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
    )


def test_a_key_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "key").write_text(f"{KEY}\n", "utf-8")
    assert create_note_with_key_file(tmp_path).returncode == 0

    other = driver.connect(tmp_path / "wasurena.sqlite3")
    other.set_key(KEY)
    assert other.execute("SELECT count(*) FROM note").fetchone() == (0,)
    other.close()


def test_an_empty_key_file_does_not_mean_a_plain_file(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("\n", "utf-8")

    assert "key is empty" in create_note_with_key_file(tmp_path).stderr
    assert not (tmp_path / "wasurena.sqlite3").exists()
