"""A real file: what only a forgotten memory named is in no byte of it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from accounts.services.users import user_create
from core.caller import Caller
from core.journal.replay import verify
from entities.models import Entity
from entities.schemas import EntityPatch
from memories.enrichment import queue
from memories.index.entities import refresh_entity_vectors
from memories.models import Memory, RetrievalRun, Session, Tag
from memories.schemas import LinkInput, MemoryInput, MemoryPatch, SearchInput, parsed
from memories.schemas.groups import SessionPatch
from memories.schemas.journal import FeedbackInput
from memories.search import log
from memories.services.feedback import give_feedback
from memories.services.forget import forget
from memories.services.groups import session_revise, tag_delete
from memories.services.knowledge import entity_revise
from memories.services.save import remember, remember_batch
from memories.services.search import recall
from memories.services.update import relate, revise
from nlp.text.tokens import pairs
from tests.depth import depth
from tests.memories.conftest import NOW

ALICE = Caller(base_user="alice", time_zone="Asia/Tokyo")
ENGLISH = {
    "text": "Zorvexa Quillmont lives in Xanthopol. She works for Brandlewick Ltd. Vuljam owes 9931.",
    "assistant_text": "Understood, glimberwock it is.",
    "title": "Title frobnitzka",
    "speaker": "Thaddeuszek Ombrelli",
    "tags": ["tagsworble", "tagsplintz"],
    "context": "Contextvandrool",
    "session_id": "sessionkrellmix",
    "device_id": "devicepluvver",
    "namespace": "team/nsgrobbelt",
    "external_id": "externalzibbit",
    "category": "people",
    "client_context": {"client": "clientsnarvik"},
    "extra_data": {"extra": "extradrummel"},
    "image_summaries": ["imagewhistrop"],
    "entities": [
        {"name": "Zorvexa Quillmont", "type": "Person", "aliases": ["Zorvikins"]},
        {"name": "Xanthopol", "type": "Location"},
        {"name": "Brandlewick Ltd", "type": "Organization"},
    ],
    "relations": [
        {
            "source": "Zorvexa Quillmont",
            "target": "Brandlewick Ltd",
            "type": "works_for",
            "reason": "reasonyimbly",
        }
    ],
    "states": [{"subject": "Zorvexa Quillmont", "predicate": "likes", "value": "valuequonset"}],
}
ENGLISH_WORDS = (
    "zorvexa", "quillmont", "xanthopol", "brandlewick", "vuljam", "glimberwock", "frobnitzka",
    "thaddeuszek", "ombrelli", "tagsworble", "tagsplintz", "contextvandrool", "sessionkrellmix",
    "devicepluvver", "nsgrobbelt", "externalzibbit", "clientsnarvik", "extradrummel",
    "imagewhistrop", "zorvikins", "reasonyimbly", "valuequonset", "commentgrixle", "whyplonket",
    "laterwobben", "sessionnote", "descrumble",
)  # fmt: skip
JAPANESE = {
    "text": "麒麟児朱鷺子さんは鵲森市に住んでいる。翡翠螺鈿商会で働いている。",
    "assistant_text": "鸚鵡返しに了解しました。",
    "title": "瑠璃鶲の件",
    "speaker": "薔薇園蓮太郎",
    "tags": ["蜻蛉玉", "螺鈿細工"],
    "context": "鳳凰丸計画",
    "session_id": "会話鵺鳴",
    "device_id": "端末玻璃",
    "namespace": "家/納戸鼈甲",
    "external_id": "外部鶺鴒",
    "client_context": {"客": "客筋珊瑚礁"},
    "extra_data": {"余": "余白琥珀糖"},
    "image_summaries": ["写真瑪瑙坂"],
    "entities": [
        {"name": "麒麟児朱鷺子", "type": "Person", "aliases": ["ときぽよ鶉"]},
        {"name": "鵲森市", "type": "Location"},
        {"name": "翡翠螺鈿商会", "type": "Organization"},
    ],
    "relations": [
        {
            "source": "麒麟児朱鷺子",
            "target": "翡翠螺鈿商会",
            "type": "works_for",
            "reason": "理由孔雀石",
        }
    ],
    "states": [{"subject": "麒麟児朱鷺子", "predicate": "likes", "value": "好物蛍烏賊"}],
}
JAPANESE_WORDS = (
    "麒麟児", "朱鷺子", "鵲森", "翡翠螺鈿", "鸚鵡返", "瑠璃鶲", "薔薇園", "蓮太郎", "蜻蛉玉",
    "螺鈿細工", "鳳凰丸", "会話鵺鳴", "端末玻璃", "納戸鼈甲", "外部鶺鴒", "珊瑚礁", "琥珀糖",
    "瑪瑙坂", "ときぽよ", "孔雀石", "蛍烏賊", *pairs("麒麟児朱鷺子"), *pairs("翡翠螺鈿"),
)  # fmt: skip
# Memories that name none of it.
OTHERS = depth(60, 300)


@pytest.fixture
def path(migrated: object, tmp_path: Path, settings: Any) -> Iterator[Path]:
    """A migrated file of this test's own, with what texts say being derived."""
    settings.EXTRACTION = "rules"
    user_create(name="alice", time_zone="Asia/Tokyo")
    yield tmp_path / "memory.sqlite3"


def found_in(path: Path, words: tuple[str, ...]) -> list[str]:
    """Return which words stand anywhere in the files, plain or escaped as JSON, in any case."""
    raw = b"".join(
        file.read_bytes().lower()
        for name in ("", "-wal", "-shm")
        if (file := path.with_name(path.name + name)).exists()
    )
    return [
        word
        for word in words
        if word.encode().lower() in raw
        or word.encode("unicode_escape") in raw
        or word.encode("utf-16-le") in raw
    ]


@pytest.mark.deep
def test_everything_that_only_english_memories_named(path: Path) -> None:
    kept = _others()
    saved = remember(ALICE, parsed(MemoryInput, ENGLISH | {"pack": "work"}), wait=True)
    relate(ALICE, saved.id, LinkInput(target_id=kept, type="supports", reason="whyplonket"))
    revise(ALICE, saved.id, MemoryPatch(tags=["tagsworble"], reason="laterwobben"))
    tag_delete(ALICE, Tag.objects.get(name="tagsplintz").pk)
    session = Session.objects.get(key="sessionkrellmix")
    session_revise(ALICE, session.pk, SessionPatch(context={"note": "sessionnote"}))
    entity = Entity.objects.get(name="Zorvexa Quillmont")
    entity_revise(ALICE, entity.entity_id, EntityPatch(description="descrumble"))
    _search("Where does Zorvexa Quillmont live?", "commentgrixle")
    _search("Zorvikins tagsworble", "")
    _derived()
    assert set(found_in(path, ENGLISH_WORDS)) >= {"zorvexa", "tagsplintz", "commentgrixle"}
    preview = forget(ALICE, [saved.id])
    names = {(one.kind.value, one.name) for one in preview.only_named_here}
    assert {
        ("entity", "Zorvexa Quillmont"), ("tag", "tagsworble"), ("removed", "tagsplintz"),
        ("context", "Contextvandrool"), ("session", "sessionkrellmix"),
        ("search", "Zorvikins tagsworble"),
    } <= names  # fmt: skip
    forget(ALICE, [saved.id], confirm=True, erase_names=True)
    assert found_in(path, ENGLISH_WORDS) == []
    _stands_well()


@pytest.mark.deep
def test_everything_that_only_japanese_memories_named(path: Path) -> None:
    _others()
    saved = remember(ALICE, parsed(MemoryInput, JAPANESE | {"pack": "work"}), wait=True)
    _search("麒麟児朱鷺子さんはどこに住んでいる？", "")
    _search("ときぽよ鶉 蛍烏賊", "")
    _derived()
    assert set(found_in(path, JAPANESE_WORDS)) >= {"麒麟児", "蜻蛉玉", "鵲森"}
    forget(ALICE, [saved.id], confirm=True, erase_names=True)
    assert found_in(path, JAPANESE_WORDS) == []
    _stands_well()


def _others() -> Any:
    texts = [f"ordinary line {n} of the day, 普通の記録{n}" for n in range(OTHERS)]
    saved = remember_batch(ALICE, [MemoryInput(text=text, pack="work") for text in texts])
    return saved.results[0].id


def _search(query: str, comment: str) -> None:
    out = recall(ALICE, SearchInput(query=query))
    log.flush()
    assert RetrievalRun.objects.filter(query=query).exists() and out.results
    if comment:
        given = parsed(FeedbackInput, {"useful": True, "comment": comment})
        give_feedback(ALICE, out.run_id, given)


def _derived() -> None:
    queue.drain()
    refresh_entity_vectors(now=NOW)
    with connection.cursor() as cursor:
        # As time goes by, everything reaches the file itself.
        cursor.execute("PRAGMA wal_checkpoint(PASSIVE)")


def _stands_well() -> None:
    found = verify()
    assert found.is_sound, found.differences
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert cursor.execute("PRAGMA foreign_key_check").fetchall() == []
    assert Memory.objects.count() == OTHERS
