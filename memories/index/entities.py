"""Vectors of entities: from their names, description and latest mentions.

A vector is 0.7 times that of name and description plus 0.3 times that of the text around the
latest mentions. It is derived, and made again after one of these texts has changed.
"""

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import numpy as np
from django.db import transaction
from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from core.caller import Caller, Scope
from entities.models import Entity, EntityAlias, EntityVectorMetadata, Mention
from memories import index
from memories.models import EmbeddingModel, ModelStatus

from .embeddings import EmbeddingError, Vectors, embedder_for
from .query_vectors import query_vector

ABOUT, AROUND = 0.7, 0.3
MENTIONS_READ = 5
BATCH = 64
# The number of nearest entities among which candidates for a name are ranked.
CONSIDERED = 100
METHOD = "name+mentions"


@dataclass(frozen=True, slots=True)
class Described:
    """An entity with the two texts of its vector."""

    entity: Entity
    about: str
    around: str

    @property
    def digest(self) -> str:
        """A hash of both texts."""
        return hashlib.blake2s(f"{self.about}\0{self.around}".encode()).hexdigest()


def refresh_entity_vectors(*, now: datetime, limit: int = BATCH) -> int:
    """Update the vectors of entities that are new, changed or newly mentioned; return how many.

    Handles at most ``limit`` entities: call again until it returns 0. Does nothing without a
    model or without sqlite-vec.
    """
    model = EmbeddingModel.objects.filter(status=ModelStatus.ACTIVE).first()
    if model is None or not index.has_vectors():
        return 0
    if EntityVectorMetadata.objects.exclude(embedding_model=model.name).exists():
        _begin_again(model)
    entities = list(_waiting()[:limit])
    if not entities:
        index.remove_vectors_of_deleted_entities()
        return 0
    described = _described(entities)
    known = dict(
        EntityVectorMetadata.objects.filter(entity__in=entities).values_list(
            "entity", "content_hash"
        )
    )
    changed = [row for row in described if known.get(row.entity.entity_id) != row.digest]
    try:
        vectors = _vectors(model, changed)
    except EmbeddingError:
        return 0  # the queue of memories says why
    with transaction.atomic():
        _store(model, changed, vectors)
        _note(model, described, now)
    return len(entities)


def _begin_again(model: EmbeddingModel) -> None:
    """Remove the vectors of another model with their records."""
    with transaction.atomic():
        EntityVectorMetadata.objects.all().delete()
        index.put_entity_vectors([], dimension=model.dimension, is_fresh=True)


def _waiting() -> QuerySet[Entity]:
    outdated = (
        Q(vector=None)
        | Q(vector__updated_at__lt=F("updated_at"))
        | Q(vector__updated_at__lt=F("last_mentioned_at"))
    )
    return Entity.objects.filter(outdated, merged_into=None).order_by("pk")


def _described(entities: Sequence[Entity]) -> list[Described]:
    names: dict[UUID, list[str]] = defaultdict(list)
    for alias in EntityAlias.objects.filter(entity__in=entities).order_by("pk"):
        names[alias.entity_id].append(alias.alias)
    place = Window(RowNumber(), partition_by=F("entity"), order_by=F("id").desc())
    latest = Mention.objects.filter(entity__in=entities).annotate(place=place)
    around: dict[UUID, list[str]] = defaultdict(list)
    for entity_id, words in latest.filter(place__lte=MENTIONS_READ).values_list(
        "entity", "context_window"
    ):
        around[entity_id].append(words)
    return [
        _texts(entity, names[entity.entity_id], around[entity.entity_id]) for entity in entities
    ]


def _texts(entity: Entity, aliases: Sequence[str], around: Sequence[str]) -> Described:
    names = ", ".join([entity.name, *aliases])
    about = f"{names}. {entity.description}" if entity.description else names
    return Described(entity, about, "\n".join(dict.fromkeys(words for words in around if words)))


def _vectors(model: EmbeddingModel, described: Sequence[Described]) -> list[Vectors]:
    if not described:
        return []
    embedder = embedder_for(model.name)
    with_around = [row for row in described if row.around]
    made = embedder.passages([*(row.about for row in described), *(r.around for r in with_around)])
    around = {
        id(row): vector for row, vector in zip(with_around, made[len(described) :], strict=True)
    }
    return [
        _unit(ABOUT * vector + AROUND * around[id(row)] if id(row) in around else vector)
        for row, vector in zip(described, made[: len(described)], strict=True)
    ]


def _unit(vector: Vectors) -> Vectors:
    length = float(np.linalg.norm(vector))
    return np.asarray(vector / length if length else vector, dtype=np.float32)


def _store(model: EmbeddingModel, rows: Sequence[Described], vectors: Sequence[Vectors]) -> None:
    index.put_entity_vectors(
        [
            (row.entity.pk, row.entity.user_id, vector)
            for row, vector in zip(rows, vectors, strict=True)
        ],
        dimension=model.dimension,
        is_fresh=not EntityVectorMetadata.objects.exists(),
    )


def _note(model: EmbeddingModel, described: Sequence[Described], now: datetime) -> None:
    known = EntityVectorMetadata.objects.in_bulk([row.entity.entity_id for row in described])
    rows = [_metadata(model, row, known.get(row.entity.entity_id), now) for row in described]
    EntityVectorMetadata.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["entity"],
        update_fields=["entity_type", "content_hash", "update_frequency", "updated_at"],
    )


def _metadata(
    model: EmbeddingModel, row: Described, known: EntityVectorMetadata | None, now: datetime
) -> EntityVectorMetadata:
    is_changed = known is None or known.content_hash != row.digest
    return EntityVectorMetadata(
        entity=row.entity,
        user_id=row.entity.user_id,
        entity_type=row.entity.type_key,
        source_type="entity",
        generation_method=METHOD,
        embedding_model=model.name,
        content_hash=row.digest,
        update_frequency=(known.update_frequency if known else 0) + is_changed,
        created_at=known.created_at if known else now,
        updated_at=now,
    )


def likeliest(entities: Sequence[Entity], around: str) -> list[Entity]:
    """Return entities of one space, sorted by similarity of their vectors to a text.

    They keep their order without a model or sqlite-vec, or if they have no vectors yet.
    """
    model = EmbeddingModel.objects.filter(status=ModelStatus.ACTIVE).first()
    made = EntityVectorMetadata.objects.filter(entity__in=entities)
    if model is None or not index.has_vectors() or not _made_by(model, made):
        return list(entities)
    try:
        vector = query_vector(model.name, model.version, around)
    except EmbeddingError:
        return list(entities)
    cosines = dict(index.nearest_entities(entities[0].user_id, vector, CONSIDERED))
    return sorted(entities, key=lambda entity: -cosines.get(entity.pk, -1.0))


def entities_by_meaning(
    caller: Caller, spaces: Sequence[str], query: str, *, limit: int = 10
) -> list[tuple[int, float]]:
    """Return the pks of the entities nearest to a query in meaning, with their cosines.

    Cosines below the model's "related" threshold are left out. Empty without a model or vectors.
    """
    caller.require(Scope.READ)
    model = EmbeddingModel.objects.filter(status=ModelStatus.ACTIVE).first()
    made = EntityVectorMetadata.objects.filter(user_id__in=list(spaces))
    if model is None or not index.has_vectors() or not _made_by(model, made):
        return []
    try:
        vector = query_vector(model.name, model.version, query)
    except EmbeddingError:
        return []
    least = float(model.thresholds.get("related", 1.0))
    found = [row for space in spaces for row in index.nearest_entities(space, vector, limit)]
    near = [(pk, cosine) for pk, cosine in found if cosine >= least]
    return sorted(near, key=lambda row: -row[1])[:limit]


def _made_by(model: EmbeddingModel, made: QuerySet[EntityVectorMetadata]) -> bool:
    return made.filter(embedding_model=model.name).exists()
