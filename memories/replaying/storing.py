"""Writing the rows of a journal into an empty database."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.models import Model

from entities.models import EntityType, type_key
from entities.models.owned_type import owner_of_type
from graph.models import RelationScope, RelationType
from memories.models import Memory, Thread, ThreadMembership

from .tables import SETS, TABLES
from .told import Row, Told

BATCH = 500


def store(told: Told, *, using: str) -> int:
    """Insert every row, all or none, and return how many; the tables must be empty.

    Threads are made anew, and types that the database does not know by their names. Counters
    are those of a row's last entry.
    """
    total = 0
    with transaction.atomic(using=using):
        _make_types(told, using)
        for table, model in TABLES.items():
            rows = [_row(model, values) for values in told.rows[table].values()]
            model._base_manager.using(using).bulk_create(rows, batch_size=BATCH)
            total += len(rows)
        for table in SETS:
            _store_sets(told, table, using)
        _make_threads(using)
    return total


def _row(model: type[Model], values: Row) -> Model:
    fields = {field.attname: field for field in model._meta.concrete_fields}
    return model(**{name: fields[name].to_python(value) for name, value in values.items()})


def _store_sets(told: Told, table: str, using: str) -> None:
    field: Any = TABLES[table]._meta.get_field(SETS[table][0])
    through = field.remote_field.through
    own, other = field.m2m_column_name(), field.m2m_reverse_name()
    rows = [
        through(**{own: key, other: member})
        for (name, key), beside in told.sets.items()
        if name == table
        for member in sorted(beside, key=int)
    ]
    through._default_manager.using(using).bulk_create(rows, batch_size=BATCH)


def _make_threads(using: str) -> None:
    """Make the thread of each session again, as saves do: called like its first memory."""
    threads: dict[str, Thread] = {}
    places: list[tuple[str, Memory]] = []
    for memory in Memory.objects.using(using).order_by("recorded_at", "pk").defer("raw_audio"):
        key = f"session:{memory.session_id}"
        places.append((key, memory))
        if key not in threads:
            threads[key] = Thread(
                user_id=memory.user_id,
                thread_key=key,
                title=memory.title,
                created_at=memory.recorded_at,
            )
    Thread.objects.using(using).bulk_create(threads.values(), batch_size=BATCH)
    memberships = (
        ThreadMembership(
            thread=threads[key],
            memory_id=memory.pk,
            user_id=memory.user_id,
            created_at=memory.recorded_at,
        )
        for key, memory in places
    )
    ThreadMembership.objects.using(using).bulk_create(memberships, batch_size=BATCH)


def _make_types(told: Told, using: str) -> None:
    kinds = _named(told.rows["entity"].values(), "entity_type_id")
    kinds -= set(EntityType.objects.using(using).values_list("pk", flat=True))
    EntityType.objects.using(using).bulk_create(
        EntityType(
            type_name=kind, owner=owner_of_type(kind), display_name=type_key(kind),
            display_name_en=type_key(kind), is_system_type=False,
        )
        for kind in sorted(kinds)
    )  # fmt: skip
    links = [*told.rows["memorylink"].values(), *told.rows["entityrelation"].values()]
    ways = _named(links, "relation_type_id")
    ways -= set(RelationType.objects.using(using).values_list("pk", flat=True))
    RelationType.objects.using(using).bulk_create(
        RelationType(
            type_name=way, owner=owner_of_type(way), display_name=type_key(way),
            display_name_en=type_key(way), scope=RelationScope.BOTH,
            canonical_type=type_key(way), is_system_type=False,
        )
        for way in sorted(ways)
    )  # fmt: skip


def _named(rows: Iterable[Row], column: str) -> set[str]:
    return {row[column] for row in rows}
