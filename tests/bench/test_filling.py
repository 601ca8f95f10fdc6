import numpy as np
import pytest
from django.utils import timezone

from core.caller import Caller
from memories.models import Memory, VectorMetadata
from memory_site.bench.datasets.synthetic import MemoryGenerator
from memory_site.bench.speed import contents as filling


@pytest.mark.parametrize("packs", [1, 3])
def test_everything_is_stored_as_an_assistant_would(owner: Caller, packs: int) -> None:
    batches: list[int] = []
    filling.fill(
        owner,
        MemoryGenerator(60),
        packs=packs,
        now=timezone.now(),
        progress=batches.append,
        beside=lambda batch: batches.append(len(batch)),
    )
    rows = Memory.objects.of(owner)
    assert batches == [60, 60]
    assert rows.count() == 60
    assert VectorMetadata.objects.values("memory").distinct().count() == 60
    assert len(set(rows.values_list("user_id", flat=True))) == packs


def test_resampled_vectors_crowd_like_those_of_the_model(
    owner: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    from memories.index.embeddings import current_embedder

    monkeypatch.setattr(filling, "EMBEDDED", 20)
    model = current_embedder()
    resampler = filling.Resampler(model)
    texts = [memory.text for memory in MemoryGenerator(20)]
    real, resampled = resampler.passages(texts), resampler.passages(texts * 5)
    assert np.allclose(real, model.passages(texts))
    assert np.allclose(np.linalg.norm(resampled, axis=1), 1, atol=1e-5)
    nearest = (resampled @ real.T).max(axis=1)
    assert 0.6 < nearest.mean() < 0.9


def test_the_queue_gets_its_model_back(owner: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    from memories.index import embedding_jobs
    from memories.index.embeddings import embedder_for

    with filling.resampled_vectors():
        filling.fill(
            owner, MemoryGenerator(5), packs=1, now=timezone.now(), progress=lambda _n: None
        )
        assert vars(embedding_jobs)["embedder_for"] is not embedder_for
    assert vars(embedding_jobs)["embedder_for"] is embedder_for
    assert VectorMetadata.objects.values("memory").distinct().count() == 5
