"""Insert the rows that a journal describes into an empty database."""

from typing import Any

from django.db import transaction

from core.journal import registry
from core.journal.registry import Journaled
from core.journal.snapshots import values_of

from .expected import ExpectedRows

BATCH = 500


def insert_rows(expected: ExpectedRows, *, using: str) -> int:
    """Insert every row, all or none, and return how many; the tables must be empty.

    Rows that no journal describes are created as the models declare. Counters have the values
    of a row's last entry.
    """
    total = 0
    with transaction.atomic(using=using):
        for known in registry.replayed().values():
            _make_missing(known, expected, using)
            rows = [
                known.model(**values_of(known.model, values))
                for values in expected.rows[known.kind].values()
            ]
            known.model._base_manager.using(using).bulk_create(rows, batch_size=BATCH)
            total += len(rows)
        for known in registry.replayed().values():
            for members in known.m2m:
                _store_members(known, members.field, expected, using)
            known.after_replay(using)
    return total


def _store_members(known: Journaled, name: str, expected: ExpectedRows, using: str) -> None:
    field: Any = known.model._meta.get_field(name)
    through = field.remote_field.through
    own, other = field.m2m_column_name(), field.m2m_reverse_name()
    rows = [
        through(**{own: key, other: member})
        for (table, key, held), members in expected.sets.items()
        if (table, held) == (known.kind, name)
        for member in sorted(members, key=int)
    ]
    through._default_manager.using(using).bulk_create(rows, batch_size=BATCH)


def _make_missing(known: Journaled, expected: ExpectedRows, using: str) -> None:
    """Create the missing rows of the installation that rows of this table refer to."""
    for column in known.model._meta.concrete_fields:
        other = registry.by_model(column.related_model) if column.is_relation else known
        if other.is_replayed:
            continue
        named = {row[column.attname] for row in expected.rows[known.kind].values()} - {None}
        stored = other.model._default_manager.using(using).filter(pk__in=named)
        other.make_missing(sorted(named - set(stored.values_list("pk", flat=True))), using)
