"""Taking a backup apart: every broken file is refused by name, and nothing is written."""

import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyrage import x25519

from core.db.backups.archive import check_archive, write_archive
from core.db.backups.folder import listed
from core.db.backups.manifest import Manifest
from core.db.backups.problems import BackupRefused
from core.db.backups.protection import database_members
from core.db.backups.unpacking import unpack
from core.encryption import Opening, Protection

from .conftest import AT, KEYS, WITH_PASSPHRASE, Place, fill, rows_of
from .test_creation import small_disk

MakePlace = Callable[..., Place]
OPENING = Opening(passphrase="correct horse")


@cache
def _identity() -> x25519.Identity:
    return x25519.Identity.generate()


@cache
def backups() -> dict[str, tuple[bytes, str, Opening]]:
    """Return the bytes of a backup of each kind, the key of its database, and what opens it."""
    recipient = Protection(recipients=[str(_identity().to_public())])
    kinds = {
        "plain": ("", Protection(), Opening()),
        "key": (KEYS["encrypted"], Protection(), Opening()),
        "passphrase": ("", WITH_PASSPHRASE, OPENING),
        "recipient": ("", recipient, Opening(identities=[str(_identity())])),
    }
    found = {}
    with tempfile.TemporaryDirectory() as name:
        for kind, (key, protection, opening) in kinds.items():
            place = Place(Path(name) / kind, key)
            place.data_dir.mkdir()
            fill(place.database, key, rows=8)
            made = place.back_up(protection=protection)
            found[kind] = (made.path.read_bytes(), key, opening)
    return found


def refusal(held: bytes, key: str, opening: Opening) -> str:
    """Return why a file is refused; fail if it is not, or if anything is left of it."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "backup.tar"
        path.write_bytes(held)
        with pytest.raises(BackupRefused) as refused:
            unpack(path, Path(name) / "new.sqlite3", opening=opening, key=key)
        return refused.value.message


@pytest.mark.parametrize("kind", ["plain", "key", "passphrase", "recipient"])
def test_each_kind_is_opened(kind: str, tmp_path: Path) -> None:
    held, key, opening = backups()[kind]
    (tmp_path / "backup.tar").write_bytes(held)
    unpack(tmp_path / "backup.tar", tmp_path / "new.sqlite3", opening=opening, key=key)
    assert len(rows_of(tmp_path / "new.sqlite3", key)) == 8


@settings(max_examples=150)
@given(kind=st.sampled_from(["plain", "key", "passphrase", "recipient"]), data=st.data())
def test_one_flipped_bit_is_refused(kind: str, data: st.DataObject) -> None:
    held, key, opening = backups()[kind]
    # The ends are where the form of the file is; the middle is all alike.
    near = st.one_of(st.integers(0, 1600), st.integers(len(held) - 1300, len(held) - 1))
    at = data.draw(st.one_of(near, st.integers(0, len(held) - 1)))
    broken = bytearray(held)
    broken[at] ^= 1 << data.draw(st.integers(0, 7))
    assert "backup.tar" in refusal(bytes(broken), key, opening)


@settings(max_examples=60)
@given(kind=st.sampled_from(["plain", "key", "passphrase", "recipient"]), data=st.data())
def test_a_half_written_file_is_refused(kind: str, data: st.DataObject) -> None:
    held, key, opening = backups()[kind]
    cut = data.draw(
        st.one_of(st.integers(0, len(held) - 1), st.integers(len(held) - 90, len(held) - 1))
    )
    text = refusal(held[:cut], key, opening)
    assert "incomplete" in text or "no backup" in text


def test_what_is_no_backup(tmp_path: Path) -> None:
    for held in (b"", b"my letters" * 5_000, bytes(20_000)):
        assert "no backup of Wasurena" in refusal(held, "", Opening())
    with pytest.raises(BackupRefused, match=r"there is no file .*nowhere\.tar"):
        unpack(tmp_path / "nowhere.tar", tmp_path / "new", opening=Opening(), key="")
    with pytest.raises(BackupRefused, match="is a folder; name a file"):
        unpack(tmp_path, tmp_path / "new", opening=Opening(), key="")


def test_a_newer_format_is_refused_by_its_version(tmp_path: Path, place: Place) -> None:
    held = place.back_up().path.read_bytes()
    newer = held.replace(b'"format_version": 2', b'"format_version": 3')
    assert "newer version of Wasurena (0.2.0)" in refusal(newer, "", Opening())


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (b"+00:00", b"      "),
        (b'"2026-11', b'"9999-11'),
        (b'"2026-11', b'"0001-11'),
        (b'"database_bytes": ', b'"database_bytes": "x", "_": '),
        (b'"database_bytes": ', b'"database_bytes": -'),
        (b'"migrations": []', b'"migrations": null'),
        (b'"migrations": []', b'"migrations": 7'),
        (b'"reason": "manual"', b'"reason": ["manual"]'),
        (b'"protection": "none"', b'"protection": "nobody"'),
        (b'"has_key": false', b'"has_key": "false"'),
        (b'"format_version": 2', b'"format_version": 2e999'),
    ],
)
def test_a_manifest_with_a_wrong_value_is_damaged(place: Place, was: bytes, now: bytes) -> None:
    """Even if the checksum of the whole file is right."""
    manifest = Manifest(AT, "manual", "0.2.0", "none", False, 2000).as_json()
    assert was in manifest
    path = place.data_dir / "backups" / "wasurena-20261124T010203Z-manual.tar"
    path.parent.mkdir()
    odd = SimpleNamespace(created_at=AT, as_json=lambda: manifest.replace(was, now))
    with path.open("w+b") as out:
        write_archive(out, odd, database_members(place.database, Protection()))  # type: ignore[arg-type]
    assert "damaged" in refusal(path.read_bytes(), "", Opening())
    (shown,) = listed(path.parent)
    assert shown.manifest is None and "damaged" in shown.problem


def test_the_wrong_key_of_each_kind() -> None:
    known = backups()
    held, key, _opening = known["key"]
    assert "set WASURENA_DB_KEY to the one of the day" in refusal(held, "another", Opening())
    assert "set WASURENA_DB_KEY to its key" in refusal(held, "", Opening())
    held, _key, _opening = known["passphrase"]
    assert "the passphrase does not open" in refusal(held, "", Opening(passphrase="wrong"))
    assert "--passphrase-file FILE" in refusal(held, "", Opening())
    assert "unset it" in refusal(held, key, OPENING)
    held, _key, _opening = known["recipient"]
    other = str(x25519.Identity.generate())
    assert "of another one" in refusal(held, "", Opening(identities=[other]))
    assert "no age identity" in refusal(held, "", Opening(identities=["AGE-SECRET-KEY-1"]))
    assert "--identity FILE" in refusal(held, "", OPENING)


def test_a_database_that_was_damaged_before_is_refused(tmp_path: Path, place: Place) -> None:
    """A right checksum is no right database."""
    damaged = tmp_path / "damaged.sqlite3"
    with place.database.open("rb") as file:
        damaged.write_bytes(b"SQLite format 3\x00" + file.read()[16:2000])
    manifest = Manifest(AT, "manual", "0.2.0", "none", False, 2000)
    with (tmp_path / "backup.tar").open("w+b") as out:
        write_archive(out, manifest, database_members(damaged, Protection()))
    check_archive(tmp_path / "backup.tar")
    with pytest.raises(BackupRefused, match=r"backup\.tar.*the database is damaged"):
        unpack(tmp_path / "backup.tar", tmp_path / "new.sqlite3", opening=Opening(), key="")


def test_a_full_disk_is_refused_by_name(make_place: MakePlace, tmp_path: Path) -> None:
    made = make_place(rows=12_000).back_up()
    with small_disk(tmp_path / "small", 1), pytest.raises(BackupRefused, match=r"space.*--into"):
        unpack(made.path, tmp_path / "small" / "new.sqlite3", opening=Opening(), key="")


def test_damaged_ones_are_listed_as_such(place: Place) -> None:
    good = place.back_up()
    bad = good.path.with_name("wasurena-20261125T010203Z-daily.tar")
    shutil.copy(good.path, bad)
    with bad.open("r+b") as file:
        file.truncate(9_000)
    shown = listed(good.path.parent)
    assert [one.name for one in shown] == [bad.name, good.name]
    assert shown[0].manifest is None and "incomplete" in shown[0].problem
