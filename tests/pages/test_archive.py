"""The page of the archive: what is downloaded, what a check says, and what an import did."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings

from accounts.services.users import user_create
from core.caller import Caller
from memories.models import Memory
from memories.schemas import SavedOut
from memories.services.archive.files import kept, progress
from memories.services.privacy.person import erase_person, person_preview

PAGE = "/archive/"
Save = Callable[..., SavedOut]


@pytest.fixture(autouse=True)
def _directory(tmp_path: Path) -> Iterator[None]:
    with override_settings(DATA_DIR=tmp_path):
        yield


@pytest.fixture
def raw(site: Client, owner: Caller, save: Save) -> bytes:
    """What the button of the page downloads."""
    save(owner, "Rowan waits for rain.", pack="lifelog", tags=["rain"])
    shown = site.get(PAGE).content.decode()
    address = re.search(
        r'href="(/api/database/export/)" download="wasurena-[-0-9]+.wasurena"', shown
    )
    assert address and PAGE in site.get("/settings/").content.decode()
    return b"".join(site.get(address[1]).streaming_content)  # type: ignore[attr-defined]


def check(site: Client, raw: bytes, **more: str) -> Any:
    return site.post(f"{PAGE}check/", {"file": SimpleUploadedFile("a.wasurena", raw), **more})


def confirm(site: Client, shown: str) -> Any:
    sha256 = re.search(r'name="sha256" value="([0-9a-f]{64})"', shown)
    assert sha256
    return site.post(f"{PAGE}import/", {"sha256": sha256[1]})


def test_a_file_is_checked_and_then_imported(site: Client, raw: bytes) -> None:
    Memory.objects.all().delete()
    shown = check(site, raw).content.decode()
    assert "Nothing was stored" in shown and "a.wasurena" in shown and "memories" in shown
    assert not Memory.objects.exists()
    done = confirm(site, shown)
    assert done.status_code == 200 and "Imported" in done.content.decode()
    assert Memory.objects.get().raw_text == "Rowan waits for rain."
    again = check(site, raw).content.decode()
    assert "All of it is here already." in again and "sha256" not in again
    Memory.objects.update(raw_text="Rowan waits for snow.")
    assert "1 row says something else here" in check(site, raw).content.decode()


def test_another_person_cannot_import_what_was_checked(
    site: Client, stranger: Client, raw: bytes
) -> None:
    Memory.objects.all().delete()
    shown = check(site, raw).content.decode()
    refused = confirm(stranger, shown)
    assert refused.status_code == 400 and "no longer there" in refused.content.decode()
    kept.drop("alice")
    assert confirm(site, shown).status_code == 400 and not Memory.objects.exists()
    for odd in ("", "*", "../" * 5, "0" * 64):
        assert site.post(f"{PAGE}import/", {"sha256": odd}).status_code == 400


def test_what_cannot_be_imported_says_why(site: Client, raw: bytes) -> None:
    refused = check(site, raw[:-30])
    assert refused.status_code == 400 and "no complete archive" in refused.content.decode()
    assert "Choose a file first." in site.post(f"{PAGE}check/").content.decode()
    with override_settings(IMPORT_MB=0):
        assert check(site, raw).status_code == 413


def test_beside_an_encrypted_database_the_file_is_sent_twice(site: Client, raw: bytes) -> None:
    Memory.objects.all().delete()
    with override_settings(DATABASE_KEY="a passphrase"):
        shown = check(site, raw).content.decode()
        assert "sha256" not in shown and 'name="import"' in shown
        assert "Imported" in check(site, raw, **{"import": "yes"}).content.decode()
    assert Memory.objects.count() == 1


def test_a_part_is_encrypted_and_opened_again(site: Client, raw: bytes) -> None:
    given = {"pack": "lifelog", "passphrase": "correct horse", "again": "correct horse"}
    answered: Any = site.post(f"{PAGE}export/", given)
    sealed = b"".join(answered.streaming_content)
    assert ".wasurena" in answered["Content-Disposition"] and b"Rowan" not in sealed
    other = site.post(f"{PAGE}export/", {**given, "again": "battery staple"})
    assert other.status_code == 400 and "have to be the same" in other.content.decode()

    Memory.objects.all().delete()
    assert "enter its passphrase" in check(site, sealed).content.decode()
    assert "does not open the file" in check(site, sealed, passphrase="no").content.decode()
    shown = check(site, sealed, passphrase="correct horse").content.decode()
    sha256 = re.search(r'name="sha256" value="([0-9a-f]{64})"', shown)
    assert sha256 and 'name="passphrase" autocomplete="off" required' in shown
    done = site.post(
        f"{PAGE}import/", {"sha256": sha256[1], "passphrase": "correct horse"}
    ).content.decode()
    assert "Imported" in done and Memory.objects.count() == 1


def test_an_import_is_undone_on_the_page(site: Client, raw: bytes, owner: Caller) -> None:
    erase_person(owner, confirm=person_preview(owner).confirmation)
    user_create(name="alice", password="a long password of hers")
    site.login(username="alice", password="a long password of hers")
    done = confirm(site, check(site, raw).content.decode()).content.decode()
    address = re.search(r'action="(/history/[-0-9a-f]+/undo/)"', done)
    assert address and "Undo the import" in done
    assert Memory.objects.kept().count() == 1
    site.post(address[1])
    assert Memory.objects.kept().count() == 0
    history = site.get("/history/").content.decode()
    assert "Import of an archive" in history and "alice, 20" in history


def test_the_page_says_how_far_an_import_is(site: Client) -> None:
    address = f"{PAGE}progress/"
    assert "<progress" not in site.get(address).content.decode()
    with progress.followed("alice") as report:
        report("store", 300, 1_000)
        assert 'max="1000" value="300"' in site.get(address).content.decode()
    with progress.followed("bob") as report:
        report("check", 1, 2)
        assert "<progress" not in site.get(address).content.decode()
