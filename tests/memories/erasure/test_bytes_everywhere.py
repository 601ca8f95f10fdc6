"""Forgotten by a filter: in no byte of any file of the data directory, encrypted or not."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from accounts.services.users import user_create
from core.caller import Caller
from core.journal.replay import verify
from entities.models import Entity
from graph.models import EntityRelation
from memories.enrichment import queue
from memories.index.entities import refresh_entity_vectors
from memories.models import State
from memories.schemas import MemoryInput, SearchInput, parsed
from memories.schemas.privacy.forgetting import ForgetByFilter
from memories.search import log
from memories.services.archive.files.downloads import new_download
from memories.services.privacy import forgetting, work
from memories.services.privacy.forgetting import forget_by_filter
from memories.services.save import remember, remember_batch
from memories.services.search import recall
from tests.db.conftest import UseFile
from tests.encrypted_files import decrypted, encrypt
from tests.memories.conftest import NOW
from tests.upgrades.contents import PACKED

from .test_bytes import ALICE, ENGLISH, ENGLISH_WORDS, JAPANESE, JAPANESE_WORDS, found_in

BOB = Caller(base_user="bob")
KEY = "a key of the file 鍵"
# In a second memory that says the same of the same people, forgotten in another batch.
SECOND = {
    "text": "Zorvexa Quillmont still lives in Xanthopol, says Thaddeuszek Ombrelli.",
    "entities": ENGLISH["entities"],
    "relations": ENGLISH["relations"],
    "states": ENGLISH["states"],
    "tags": ["tagsworble"],
    "session_id": "sessionkrellmix",
    "pack": "work",
}
# Words of a test before these that only other tests store.
STORED = tuple(
    word
    for word in ENGLISH_WORDS
    if word not in {"commentgrixle", "whyplonket", "laterwobben", "sessionnote", "descrumble"}
)


def fill() -> None:
    """Store what is forgotten among what stays, and use it: searches, vectors, an archive."""
    user_create(name="alice", time_zone="Asia/Tokyo")
    kept = [MemoryInput(text=f"ordinary line {n}, 普通の記録{n}", pack="work") for n in range(20)]
    remember_batch(ALICE, kept)
    for item in (ENGLISH | {"pack": "work"}, SECOND, JAPANESE | {"pack": "work"}):
        remember(ALICE, parsed(MemoryInput, item), wait=True)
    for query in (
        "Where does Zorvexa Quillmont live?",
        "Zorvikins tagsworble",
        "麒麟児朱鷺子 蛍烏賊",
    ):
        recall(ALICE, SearchInput(query=query))
    log.flush()
    queue.drain()
    refresh_entity_vectors(now=NOW)
    new_download(ALICE).file.close()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")


def forget_it() -> None:
    for text in ("Zorvexa", "麒麟児"):
        asked = parsed(
            ForgetByFilter, {"filters": {"matching": text}, "erase_names": True, "pinned": True}
        )
        preview = forget_by_filter(ALICE, asked)
        forget_by_filter(ALICE, asked.model_copy(update={"confirm": preview.confirmation}))


@pytest.fixture
def data(migrated_file: Path, tmp_path: Path, settings: Any, monkeypatch: Any) -> Iterator[Path]:
    settings.EXTRACTION, settings.DATA_DIR = "rules", tmp_path
    # Two memories of one person go in two batches.
    monkeypatch.setattr(forgetting, "FORGOTTEN_AT_ONCE", 1)
    monkeypatch.setattr(work, "BATCH", 1)
    yield tmp_path


def in_files(directory: Path, words: tuple[str, ...]) -> list[str]:
    """Return the words that stand in any file of a data directory."""
    raw = b"".join(one.read_bytes() for one in directory.rglob("*") if one.is_file()).lower()
    return [word for word in words if _stands_in(word, raw)]


def packed_with(words: tuple[str, ...]) -> list[bytes]:
    """Return the packed values of the journal and of logged searches that hold one of the words."""
    found: list[bytes] = []
    with connection.cursor() as cursor:
        for table, column in PACKED:
            cursor.execute(f"SELECT {column}, unpacked_json({column}) FROM {table}")
            rows = [(value, text.lower()) for value, text in cursor.fetchall() if value]
            found += [value for value, text in rows if any(word in text for word in words)]
    return found


def _stands_in(word: str, raw: bytes) -> bool:
    forms = (word.encode().lower(), word.encode("unicode_escape"), word.encode("utf-16-le"))
    return any(form in raw for form in forms)


def test_every_file_of_the_data_directory(
    data: Path, migrated_file: Path, use_file: UseFile
) -> None:
    shutil.copy(migrated_file, data / "memory.sqlite3")
    use_file()
    fill()
    site = Client()
    site.force_login(User.objects.get(username="alice"))
    for address in ("/timeline/", "/entities/", "/?q=Zorvexa", "/graph/"):
        assert "no-cache" in site.get(address)["Cache-Control"]
    log.flush()
    assert {"zorvexa", "glimberwock"} <= set(in_files(data, STORED))
    assert len(packed := packed_with(STORED)) > 20
    forget_it()
    raw = b"".join(one.read_bytes() for one in data.rglob("*") if one.is_file())
    assert not [value for value in packed if value in raw]
    assert in_files(data, (*STORED, *JAPANESE_WORDS)) == []
    assert found_in(data / "memory.sqlite3", (*STORED, *JAPANESE_WORDS)) == []
    assert verify().is_sound
    for address in ("/timeline/", "/entities/", "/graph/"):
        assert b"Quillmont" not in site.get(address).content


def test_every_decrypted_page(data: Path, migrated_file: Path, use_file: UseFile) -> None:
    encrypt(migrated_file, data / "memory.sqlite3", KEY)
    use_file(encryption_key=KEY)
    fill()
    assert in_files(data, STORED) == []
    before = decrypted(data / "memory.sqlite3", KEY)
    assert _stands_in("zorvexa", before.lower())
    forget_it()
    after = decrypted(data / "memory.sqlite3", KEY).lower()
    assert [word for word in (*STORED, *JAPANESE_WORDS) if _stands_in(word, after)] == []
    assert b"ordinary line 7" in after


def test_what_others_say_too_stays(
    owner: Caller, save: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [{"name": "Quillmont", "type": "Person"}, {"name": "Aozora", "type": "Project"}]
    works = [{"source": "Quillmont", "target": "Aozora", "type": "works_on"}]
    said = [{"subject": "Quillmont", "predicate": "likes", "value": "tea"}]
    alone = [{"subject": "Quillmont", "predicate": "likes", "value": "rain"}]
    common = {"pack": "work", "entities": people, "relations": works}
    save(owner, "Quillmont on Aozora, over tea", states=said, **common)
    save(owner, "Quillmont on Aozora again: tea, rain", states=[*said, *alone], **common)
    asked = parsed(ForgetByFilter, {"filters": {"matching": "rain"}, "erase_names": True})
    preview = forget_by_filter(owner, asked)
    assert (preview.state_count, preview.stays.states, preview.stays.relations) == (1, 1, 1)
    forget_by_filter(owner, asked.model_copy(update={"confirm": preview.confirmation}))
    assert list(State.objects.values_list("value", flat=True)) == ["tea"]
    assert EntityRelation.objects.count() == 1 and Entity.objects.count() == 2
