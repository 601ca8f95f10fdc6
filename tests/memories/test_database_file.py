"""What a real file holds: erased text is gone from its bytes; words work without vectors."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.caller import Caller
from core.db.sqlite import maintenance
from core.db.sqlite.base import Database
from core.db.sqlite.maintenance import CHECKPOINT_MS
from core.jobs import background
from memories.index.tables.sqlite import full_text
from memories.models import Memory, VectorMetadata
from memories.schemas import LinkInput, MemoryInput, MemoryPatch, SearchOut
from memories.search.candidates.collect import NO_VECTORS
from memories.services.forget import forget
from memories.services.save import remember, remember_batch
from memories.services.update import relate, revise
from memories.tasks import jobs
from nlp.text.tokens import pairs
from tests.memories.conftest import UseFile, texts

ALICE = Caller(base_user="alice")
SECRET = "zyxwvut の秘密計画麒麟児 qwzx_plan() Q9973-K"
CHANGED = "zyxwvut の機密予定鳳凰丸 qwzx_plan() Q9974-K"
TRACES = (
    "zyxwvut", "秘密計画麒麟児", "機密予定鳳凰丸", "qwzx_plan", "q9973", "Q9973", "q9974", "Q9974",
    *(pair for run in ("計画麒麟児", "予定鳳凰丸") for pair in pairs(run)[2:]),
)  # fmt: skip


@pytest.fixture
def path(migrated: object, tmp_path: Path) -> Iterator[Path]:
    """A migrated file of this test's own, under the default connection."""
    yield tmp_path / "memory.sqlite3"


def bytes_of(path: Path) -> bytes:
    """Return all bytes of the database: the file and its log."""
    log = path.with_name(f"{path.name}-wal")
    return path.read_bytes() + (log.read_bytes() if log.exists() else b"")


def traces(path: Path) -> list[str]:
    """Return which traces of the secret stand anywhere in the bytes, plain or escaped as JSON."""
    raw = bytes_of(path)
    return [
        trace for trace in TRACES if trace.encode() in raw or trace.encode("unicode_escape") in raw
    ]


@pytest.mark.parametrize("others", [0, 300])
def test_forgotten_text_is_in_no_byte_of_the_file(path: Path, others: int) -> None:
    remember_batch(ALICE, [MemoryInput(text=f"ordinary line {n} of today") for n in range(others)])
    target = remember(ALICE, MemoryInput(text="a target", pack="work"))
    saved = remember(
        ALICE,
        MemoryInput.model_validate(
            {
                "text": SECRET,
                "pack": "work",
                "assistant_text": f"answer: {SECRET}",
                "extra_data": {"copy": SECRET},
                "links": [{"target_id": target.id, "reason": SECRET}],
            }
        ),
        wait=True,
    )
    relate(ALICE, saved.id, LinkInput(target_id=target.id, reason=f"again {SECRET}"))
    revise(ALICE, saved.id, MemoryPatch(text=CHANGED, reason=SECRET))
    remember_batch(ALICE, [MemoryInput(text=f"later line {n} of today") for n in range(others)])
    pk = Memory.objects.get(uid=saved.id).pk
    vector = _vector_of(pk)
    assert set(traces(path)) >= {"zyxwvut", "Q9974"} and vector in bytes_of(path)
    forget(ALICE, [saved.id], confirm=True)
    assert traces(path) == []
    assert vector not in bytes_of(path)
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert Memory.objects.count() == 2 * others + 1


def _vector_of(memory_id: int) -> bytes:
    row = VectorMetadata.objects.select_related("model").get(memory_id=memory_id)
    with connection.cursor() as cursor:
        table = row.model.table_name
        cursor.execute(f"SELECT embedding FROM {table} WHERE vector_id = %s", [row.pk])
        return bytes(cursor.fetchone()[0])[:256]


def test_a_reader_keeps_the_log_only_until_the_next_upkeep(path: Path) -> None:
    saved = remember(ALICE, MemoryInput(text=SECRET))
    reader = Database.connect(path)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM memories").fetchone()
    with CaptureQueriesContext(connection) as run:
        forget(ALICE, [saved.id], confirm=True)
    said = [query["sql"] for query in run.captured_queries]
    checkpoint = next(at for at, sql in enumerate(said) if "wal_checkpoint" in sql)
    # Writers would wait for the reader as long as this does: a moment, not the usual 30 seconds.
    assert said[checkpoint - 1] == f"PRAGMA busy_timeout = {CHECKPOINT_MS}"
    assert CHECKPOINT_MS <= 1_000
    reader.rollback()
    reader.close()
    maintenance.optimize()
    assert traces(path) == []


def test_an_erasure_that_was_cut_short_is_ended_by_the_next_upkeep(path: Path) -> None:
    remember_batch(ALICE, [MemoryInput(text=f"ordinary line {n}") for n in range(50)])
    saved = remember(ALICE, MemoryInput(text=SECRET), wait=True)
    with background.paused("compact"):
        forget(ALICE, [saved.id], confirm=True)
    assert traces(path)
    jobs.optimise_database()
    assert traces(path) == []


def test_words_are_merged_in_steps(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(full_text, "PAGES_AT_ONCE", 1)
    texts = [f"line {n} {' '.join(f'w{n}x{m}' for m in range(200))}" for n in range(60)]
    saved = remember_batch(ALICE, [MemoryInput(text=text) for text in [*texts, SECRET]]).results
    with background.paused("compact"):
        forget(ALICE, [saved[-1].id], confirm=True)
    assert full_text.compact_words() > 2
    maintenance.empty_log()
    assert traces(path) == []
    assert full_text.compact_words() == 0


def test_words_answer_where_the_extension_is_not_loaded(
    path: Path, use_file: UseFile, find: Callable[..., SearchOut]
) -> None:
    use_file(load_vectors=False)
    saved = remember(ALICE, MemoryInput(text="田中さんと会議をした"), wait=True)
    out = find(ALICE, "会議")
    assert texts(out) == ["田中さんと会議をした"] and out.notes == [NO_VECTORS]
    revise(ALICE, saved.id, MemoryPatch(text="田中さんと昼食"))
    assert texts(find(ALICE, "昼食")) == ["田中さんと昼食"]
    forget(ALICE, [saved.id], confirm=True)
    assert find(ALICE, "昼食").results == []


def test_vectors_are_made_once_the_extension_is_there(
    path: Path, use_file: UseFile, find: Callable[..., SearchOut]
) -> None:
    use_file(load_vectors=False)
    remember(ALICE, MemoryInput(text="犬の飼い方を調べた"))
    use_file(load_vectors=True)
    remember(ALICE, MemoryInput(text="消費税の計算方法"), wait=True)
    found = find(ALICE, "how to keep a dog", mode="semantic_only")
    assert texts(found)[0] == "犬の飼い方を調べた" and found.notes == []
