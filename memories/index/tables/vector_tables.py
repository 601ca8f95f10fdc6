"""The tables that hold vectors: one for each embedding model in use, one for entities."""

import hashlib
import json
from datetime import datetime

import numpy as np
from django.db import connection

from core.db.sqlite import ddl
from memories.index.embeddings import ModelSpec, Vectors
from memories.models import EmbeddingModel, ModelStatus

ENTITY_VECTORS = ("vss_entities", 512)


def blob(vector: Vectors) -> bytes:
    """Return a vector as sqlite-vec reads it: little-endian 32-bit floats."""
    return np.asarray(vector, dtype="<f4").tobytes()


def has_vectors() -> bool:
    """Whether sqlite-vec works on this connection."""
    return bool(getattr(connection, "has_vectors", False))


def ensure_table(model: EmbeddingModel) -> None:
    """Create the model's vector table if it is missing."""
    with connection.cursor() as cursor:
        cursor.execute(ddl.create_vec0(model.table_name, model.dimension))


def ensure_tables() -> None:
    """Create the vector tables that a start without sqlite-vec could not make."""
    if not has_vectors():
        return
    for model in EmbeddingModel.objects.exclude(status=ModelStatus.RETIRED):
        ensure_table(model)
    with connection.cursor() as cursor:
        cursor.execute(ddl.create_vec0(*ENTITY_VECTORS))


def register_model(spec: ModelSpec, *, now: datetime) -> EmbeddingModel:
    """Return the stored record of a model; create it as building on first use."""
    model, _ = EmbeddingModel.objects.get_or_create(
        name=spec.name,
        version=spec.version,
        defaults={
            "dimension": spec.dimension,
            "table_name": _table_name(spec),
            "thresholds": spec.thresholds(),
            "created_at": now,
        },
    )
    return model


def _table_name(spec: ModelSpec) -> str:
    digest = hashlib.blake2s(f"{spec.name} {spec.version}".encode(), digest_size=4).hexdigest()
    return f"vss_memories_{digest}"


def active_model() -> EmbeddingModel | None:
    """Return the embedding model that searches use."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT id, name, version, dimension, table_name, thresholds FROM embedding_models "
            "WHERE status = %s",
            [ModelStatus.ACTIVE],
        )
        row = cursor.fetchone()
    if row is None:
        return None
    pk, name, version, dimension, table_name, thresholds = row
    return EmbeddingModel(
        pk=pk,
        name=name,
        version=version,
        dimension=dimension,
        table_name=table_name,
        status=ModelStatus.ACTIVE,
        thresholds=json.loads(thresholds),
    )
