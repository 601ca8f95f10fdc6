"""All about a person, then nothing: every table, every file, and never a second time."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.test import Client
from rest_framework.test import APIClient

from accounts.callers import caller_of_token
from accounts.models import ApiToken
from accounts.services.tokens import token_create
from accounts.services.users import user_create
from core.caller import Caller, Role
from core.errors import Conflict, Forbidden, InvalidInput
from core.journal.replay import verify
from core.models import Revision
from memories.enrichment import queue
from memories.index.entities import refresh_entity_vectors
from memories.models import Memory
from memories.schemas import MemoryInput, MemoryPatch, SearchInput, parsed
from memories.schemas.privacy.person import CheckedArchive
from memories.search import log
from memories.services.archive.exporting import writing
from memories.services.archive.exporting.writing import export_archive
from memories.services.archive.files import kept
from memories.services.erasure.ledger.file import FILE, read_people
from memories.services.erasure.people import NOBODYS, OURS, WITH_INDEX, owner_paths, rows_of
from memories.services.privacy import person
from memories.services.privacy.person import (
    check_archive,
    checked_archive,
    erase_people_again,
    erase_person,
    person_preview,
)
from memories.services.save import remember
from memories.services.search import recall
from memories.services.update import revise
from tests.memories.conftest import NOW
from tests.memories.erasure.test_bytes import ENGLISH, ENGLISH_WORDS, found_in

ALICE = Caller(base_user="alicequindle", time_zone="Asia/Tokyo")
BOB = Caller(base_user="bob")


@pytest.fixture
def path(migrated: object, tmp_path: Path, settings: Any) -> Iterator[Path]:
    """A file of this test's own, in which alice and bob have stored something."""
    settings.EXTRACTION, settings.DATA_DIR = "rules", tmp_path
    user_create(name="alicequindle", time_zone="Asia/Tokyo", password="mulberry harbor nine")
    user_create(name="bob")
    remember(BOB, parsed(MemoryInput, {"text": "Bob keeps bees in Lisbon.", "pack": "work"}))
    saved = remember(ALICE, parsed(MemoryInput, ENGLISH | {"pack": "work"}), wait=True)
    revise(ALICE, saved.id, MemoryPatch(reason="laterwobben", pinned=True))
    recall(ALICE, SearchInput(query="Where does Zorvexa Quillmont live?"))
    log.flush()
    queue.drain()
    refresh_entity_vectors(now=NOW)
    token_create(user_name="alicequindle", name="laptop")
    yield tmp_path / "memory.sqlite3"


def test_every_table_is_a_persons_or_nobodys() -> None:
    models = {
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label in OURS
    }
    without = {model for model in models if not owner_paths(model)}
    named = {model._meta.model_name for model in without - NOBODYS}
    assert named == set(WITH_INDEX), "say in memories.services.erasure.people whose rows these are"


def test_nothing_is_left(path: Path, settings: Any) -> None:
    client = Client()
    client.force_login(User.objects.get(username="alicequindle"))
    kept.keep("alicequindle", ".wasurena", lambda file: None)
    bobs = {model: rows_of(model, "bob").count() for model in _personal()}
    assert set(found_in(path, ENGLISH_WORDS)) >= {"zorvexa", "laterwobben"}
    done = erase_person(ALICE, confirm=person_preview(ALICE).confirmation)
    assert done.rows["memories"] == 1 and done.rows["revisions"] > 3
    assert not ApiToken.objects.exists()
    assert not User.objects.filter(username="alicequindle").exists()
    assert {
        model: rows_of(model, "alicequindle").count() for model in _personal()
    } == dict.fromkeys(bobs, 0)
    assert {model: rows_of(model, "bob").count() for model in _personal()} == bobs
    assert found_in(path, (*ENGLISH_WORDS, "alicequindle")) == []
    assert "alicequindle" not in (settings.DATA_DIR / FILE).read_text()
    assert not list((settings.DATA_DIR / "transfers").glob("*/*"))
    assert client.get("/timeline/").status_code == 302
    assert verify().is_sound
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert cursor.execute("PRAGMA foreign_key_check").fetchall() == []


def _personal() -> list[Any]:
    return [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label in OURS and owner_paths(model)
    ]


def test_the_journal_is_append_only_again(path: Path) -> None:
    erase_person(ALICE, confirm=person_preview(ALICE).confirmation)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Revision.objects.all().delete()


def test_a_restored_person_is_erased_again_and_a_new_one_is_not(path: Path, settings: Any) -> None:
    erase_person(ALICE, confirm=person_preview(ALICE).confirmation)
    people = read_people(settings.DATA_DIR)
    [erased] = people
    user, _is_new = user_create(name="alicequindle")
    remember(ALICE, parsed(MemoryInput, {"text": "A new life begins.", "pack": "work"}))
    assert erase_people_again(people) == 0 and Memory.objects.count() == 2
    # As it was on the day of the backup.
    User.objects.filter(pk=user.pk).update(date_joined=erased.joined_at)
    assert erase_people_again(people) == 1
    assert not rows_of(Memory, "alicequindle").exists() and Memory.objects.count() == 1
    assert erase_people_again(people) == 0


def test_what_is_stored_meanwhile_is_asked_again(path: Path) -> None:
    shown = person_preview(ALICE)
    remember(ALICE, parsed(MemoryInput, {"text": "One more thing.", "pack": "work"}))
    with pytest.raises(Conflict):
        erase_person(ALICE, confirm=shown.confirmation)
    assert User.objects.get(username="alicequindle").is_active


def test_the_archive_is_read_back(path: Path) -> None:
    checked = checked_archive(ALICE)
    assert checked.rows["memories"] == 1 and len(checked.sha256) == 64
    file = BytesIO()
    export_archive(ALICE, file)
    broken = BytesIO(file.getvalue()[:-40])
    with pytest.raises(InvalidInput, match="no complete archive"):
        check_archive(broken, "")


def test_an_archive_that_lacks_a_row_is_refused(path: Path, monkeypatch: Any) -> None:
    kept = writing._Writer._kept
    monkeypatch.setattr(
        writing._Writer,
        "_kept",
        lambda self, table, rows: kept(self, table, [] if table.model is Memory else rows),
    )
    with pytest.raises(InvalidInput, match="lacks rows that are stored: memories"):
        checked_archive(ALICE)


def test_a_program_that_goes_on_saving_is_named(path: Path, monkeypatch: Any) -> None:
    laptop = caller_of_token(ApiToken.objects.get(name="laptop"))

    def save_and_check(*given: Any) -> CheckedArchive:
        remember(laptop, parsed(MemoryInput, {"text": "One more thing.", "pack": "work"}))
        return check_archive(*given)

    monkeypatch.setattr(person, "check_archive", save_and_check)
    site = APIClient(headers={"accept-language": "en"})
    site.force_login(User.objects.get(username="alicequindle"))
    shown = site.post("/api/privacy/leave/", {}, format="json")
    assert shown.status_code == 200, shown.content
    confirm = {
        "confirm": shown.json()["preview"]["confirmation"], "password": "mulberry harbor nine",
    }  # fmt: skip
    refused = site.post("/api/privacy/leave/", confirm, format="json")
    assert refused.status_code == 409 and Memory.objects.filter(base_user="alicequindle").exists()
    detail = refused.json()["errors"][0]["detail"]
    assert "“laptop”" in detail and "revoke" in detail


@pytest.mark.parametrize(
    "bound",
    [
        Caller("alicequindle", role=Role.ASSISTANT, scopes=frozenset({"read", "write"})),
        Caller("alicequindle", packs=frozenset({"work"})),
        Caller("alicequindle", namespace="team"),
    ],
)
def test_only_the_owner_may(path: Path, bound: Caller) -> None:
    for ask in (person_preview, checked_archive):
        with pytest.raises(Forbidden):
            ask(bound)
    with pytest.raises(Forbidden):
        erase_person(bound, confirm=person_preview(ALICE).confirmation)


def test_in_the_browser(path: Path) -> None:
    site = Client(headers={"accept-language": "en"})
    site.force_login(User.objects.get(username="alicequindle"))
    address = "/privacy/leave/"
    assert "Make the archive" in site.get(address).content.decode()
    shown = site.post(address, {}).content.decode()
    assert "read back" in shown and "SHA-256" in shown
    confirm = {"confirm": person_preview(ALICE).confirmation, "sure": "yes"}
    wrong = site.post(address, confirm | {"password": "guess"})
    assert wrong.status_code == 403 and "password is wrong" in wrong.content.decode()
    unsure = site.post(address, confirm | {"sure": "", "password": "mulberry harbor nine"})
    assert unsure.status_code == 400 and Memory.objects.count() == 2
    done = site.post(address, confirm | {"password": "mulberry harbor nine"})
    assert "Everything about you is erased" in done.content.decode()
    assert Memory.objects.count() == 1 and site.get("/timeline/").status_code == 302
