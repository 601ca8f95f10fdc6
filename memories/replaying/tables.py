"""Which tables the journal tells everything of, and which of their columns move by themselves."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from django.db.models import CASCADE, ForeignKey, Model

from entities.models import Entity, EntityAlias, Mention, MentionRuling
from graph.models import EntityRelation, MemoryLink
from memories.journal import LEFT_OUT
from memories.models import (
    Affect,
    Context,
    InboxRule,
    Memory,
    Proposal,
    Session,
    State,
    StateEntity,
    Tag,
)

# Those that others refer to first.
TABLES: dict[str, type[Model]] = {
    model._meta.model_name or "": model
    for model in (
        Tag, Context, Session, Memory, Entity, EntityAlias, Mention, MentionRuling, MemoryLink,
        EntityRelation, State, StateEntity, Affect, InboxRule, Proposal,
    )
}  # fmt: skip
# Counted or measured again and again, without an entry each time.
MOVING: dict[str, frozenset[str]] = {
    "memory": frozenset({"usage_count", "last_used_at", "decay_score"}),
    "session": frozenset({"started_at", "last_activity"}),
    "entity": frozenset({"extraction_count", "usage_count", "last_mentioned_at"}),
    "memorylink": frozenset({"last_used_at"}),
    "inboxrule": frozenset({"uses"}),
}
# Rows that lie beside a row, by the name under which snapshots hold them.
SETS: dict[str, tuple[str, str]] = {
    "memory": ("tags", "tag"),
    "entityrelation": ("evidence", "memory"),
    "state": ("evidence", "memory"),
    "proposal": ("evidence", "memory"),
}


@dataclass(frozen=True, slots=True)
class Reference:
    """A column of one table that names a row of another; ``cascades`` where it goes with it."""

    table: str
    column: str
    target: str
    target_column: str
    cascades: bool


@cache
def columns(table: str) -> frozenset[str]:
    """Return the columns of a table that the journal tells of."""
    return frozenset(field.attname for field in TABLES[table]._meta.concrete_fields) - LEFT_OUT


@cache
def steady_columns(table: str) -> frozenset[str]:
    """Return the columns that do not change without an entry of the journal."""
    return columns(table) - MOVING.get(table, frozenset())


@cache
def references() -> tuple[Reference, ...]:
    """Return every column by which these tables refer to each other."""
    return tuple(_references())


@cache
def members(name: str) -> tuple[str, str, str] | None:
    """Return the table, its column and the member's column of rows between two tables.

    None where the name is none of theirs.
    """
    for table, (field, _target) in SETS.items():
        through = getattr(TABLES[table], field).through
        if through._meta.model_name == name:
            descriptor = TABLES[table]._meta.get_field(field)
            own, other = descriptor.m2m_column_name(), descriptor.m2m_reverse_name()  # type: ignore[union-attr]
            return table, own, other
    return None


def _references() -> Iterator[Reference]:
    names = {model: name for name, model in TABLES.items()}
    for name, model in TABLES.items():
        for field in model._meta.concrete_fields:
            if isinstance(field, ForeignKey) and field.related_model in names:
                yield Reference(
                    table=name,
                    column=field.attname,
                    target=names[field.related_model],
                    target_column=field.target_field.attname,
                    cascades=field.remote_field.on_delete is CASCADE,
                )
