"""Write, delete and search the vectors of entities."""

from collections.abc import Sequence

from django.db import connection, transaction

from core.db.sqlite import ddl
from memories.index.embeddings import Vectors

from .vector_tables import ENTITY_VECTORS, blob, has_vectors


def put_entity_vectors(
    rows: Sequence[tuple[int, str, Vectors]], *, dimension: int, is_fresh: bool = False
) -> None:
    """Write entities' vectors: ``(pk, user_id, vector)``; ``is_fresh`` begins an empty table.

    The table has one dimension; a model of another one needs a new table.
    """
    name = ENTITY_VECTORS[0]
    with transaction.atomic(), connection.cursor() as cursor:
        if is_fresh:
            cursor.execute(ddl.drop_table(name))
        cursor.execute(ddl.create_vec0(name, dimension))
        cursor.executemany(
            f"DELETE FROM {ddl.quoted(name)} WHERE vector_id = %s", [(pk,) for pk, _, _ in rows]
        )
        cursor.executemany(
            f"INSERT INTO {ddl.quoted(name)}(vector_id, user_id, kind, item_id, embedding) "
            "VALUES (%s, %s, 0, %s, %s)",
            [(pk, user_id, pk, blob(vector)) for pk, user_id, vector in rows],
        )


def remove_entity_vectors(pks: Sequence[int]) -> None:
    """Delete the vectors of these entities; the caller deletes their metadata."""
    if not has_vectors():
        return
    with connection.cursor() as cursor:
        cursor.executemany(
            f"DELETE FROM {ddl.quoted(ENTITY_VECTORS[0])} WHERE vector_id = %s",
            [(pk,) for pk in pks],
        )


def nearest_entities(user_id: str, vector: Vectors, count: int) -> list[tuple[int, float]]:
    """Return the entities of a space nearest to a vector of length 1, with their cosines."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT item_id, distance FROM {ddl.quoted(ENTITY_VECTORS[0])} "
            "WHERE embedding MATCH %s AND k = %s AND user_id = %s ORDER BY distance",
            [blob(vector), count, user_id],
        )
        found = cursor.fetchall()
    # vec0 returns the Euclidean distance; for unit vectors it gives the cosine.
    return [(int(pk), 1.0 - float(distance) ** 2 / 2) for pk, distance in found]
