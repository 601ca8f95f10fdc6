"""The columns by which the tables that the journal tells whole refer to each other."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from django.db.models import CASCADE, ForeignKey

from core.journal import registry


@dataclass(frozen=True, slots=True)
class Reference:
    """A column of one table that names a row of another; ``cascades`` where it goes with it."""

    table: str
    column: str
    target: str
    target_column: str
    cascades: bool


@cache
def references() -> tuple[Reference, ...]:
    """Return every column by which these tables refer to each other."""
    return tuple(_references())


@cache
def member_kind(table: str, field: str) -> str:
    """Return the kind of the rows that a many-to-many field of a table holds."""
    model = registry.registered(table).model
    return registry.by_model(model._meta.get_field(field).related_model).kind


def _references() -> Iterator[Reference]:
    names = {known.model: kind for kind, known in registry.replayed().items()}
    for name, known in registry.replayed().items():
        for field in known.model._meta.concrete_fields:
            if isinstance(field, ForeignKey) and field.related_model in names:
                yield Reference(
                    table=name,
                    column=field.attname,
                    target=names[field.related_model],
                    target_column=field.target_field.attname,
                    cascades=field.remote_field.on_delete is CASCADE,
                )
