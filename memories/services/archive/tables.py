"""Registry of the tables in an archive, and of those that are left out, with the reason.

A test fails for a table that is in neither list, so that nothing of a person is left behind
unnoticed. Columns and references follow from the models.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import AutoField, Field, ForeignKey, Model, Q, UniqueConstraint

from accounts.models import Profile
from core.db.fields import of_person
from core.journal import registry
from core.models import Revision
from entities.models import Entity, EntityAlias, EntityType, Mention, MentionRuling, OwnedType
from graph.models import EntityRelation, GraphLayout, MemoryLink, RelationType, SavedView
from memories.models import (
    Affect,
    Context,
    DerivationJob,
    InboxRule,
    Memory,
    Proposal,
    SearchTuning,
    Session,
    State,
    StateEntity,
    Tag,
    Thread,
    ThreadMembership,
)
from packs.models import PackActivation

AnyField = Any


@dataclass(frozen=True, slots=True)
class Table:
    """A model whose rows are in the archive as the lines of one member.

    ``part_of`` is the column of the row without which this row is never stored: an existing row
    keeps the parts that it has. ``rests_on`` is the many-to-many field of memories; a row whose
    memories are all forgotten is left out. ``texts`` are the columns that make a conflict if they
    differ. Settings are taken over by a person who has none yet.
    """

    model: type[Model]
    member: str
    omitted: tuple[str, ...] = ()
    part_of: str = ""
    rests_on: str = ""
    texts: tuple[str, ...] = ()
    is_setting: bool = False

    @property
    def public_id(self) -> str:
        """The column with an id that is the same in every installation; empty if there is none."""
        return public_id_of(self.model)

    @property
    def line_fields(self) -> frozenset[str]:
        """The names that a line may have."""
        return _line_fields(self)

    @property
    def is_numbered(self) -> bool:
        """Whether other lines refer to rows by number."""
        return self.model in numbered_models()

    @property
    def unique_columns(self) -> list[tuple[str, ...]]:
        """The groups of columns that name one row of a person; rows with an empty one have none."""
        return _unique_columns(self.model)

    def rows_of(self, base_user: str) -> Any:
        """Return the rows of a person."""
        return self.model._base_manager.filter(owned_by(self.model, base_user))


TABLES: tuple[Table, ...] = (
    Table(Profile, "profile", is_setting=True),
    Table(PackActivation, "packs"),
    Table(EntityType, "entity_types"),
    Table(RelationType, "relation_types"),
    Table(Session, "sessions"),
    Table(Tag, "tags"),
    Table(Context, "contexts"),
    Table(Entity, "entities", texts=("name",)),
    Table(EntityAlias, "aliases"),
    Table(Memory, "memories", texts=("raw_text", "assistant_text")),
    Table(Thread, "threads"),
    Table(ThreadMembership, "thread_memberships", part_of="memory_id"),
    Table(Mention, "mentions", part_of="memory_id"),
    Table(MentionRuling, "mention_rulings", part_of="memory_id"),
    Table(Affect, "affects", part_of="memory_id"),
    Table(MemoryLink, "links"),
    Table(EntityRelation, "relations", rests_on="evidence"),
    Table(State, "states", rests_on="evidence", texts=("value", "body")),
    Table(StateEntity, "state_entities", part_of="state_id"),
    Table(InboxRule, "inbox_rules"),
    Table(Proposal, "proposals", rests_on="evidence"),
    Table(GraphLayout, "graph_layouts"),
    Table(SavedView, "graph_views"),
    Table(SearchTuning, "search_tuning", is_setting=True),
    Table(
        DerivationJob,
        "waiting",
        part_of="memory_id",
        omitted=("leased_until", "attempts", "last_error"),
    ),
    # Last: its entries name the rows of the other members.
    Table(Revision, "journal"),
)
# Tables that an archive does not hold, and the reason.
LEFT_OUT = {
    "api_tokens": "secrets, and rights in one installation",
    "bulk_decision_items": "work of the queue; each proposal says how it was decided",
    "bulk_decisions": "work of the queue; each proposal says how it was decided",
    "embedding_jobs": "vectors are made anew",
    "embedding_models": "the models of the installation",
    "entity_vector_metadata": "vectors are made anew",
    "feedback": "belongs to the log of searches; what was learned from it is in search_tuning",
    "graph_analyses": "measured anew",
    "graph_changes": "what the analysis has to read again",
    "llm_jobs": "work of the queue",
    "llm_usage": "what the installation spent",
    "privacy_jobs": "work of the queue",
    "retrieval_runs": "the log of searches, kept for a while; the journal says what was recalled",
    "sealed_texts": "encrypted for this installation, and kept for a while only",
    "second_factors": "secrets of log-ins",
    "search_documents": "words are indexed anew",
    "vector_metadata": "vectors are made anew",
}


# Journal entries of imports, which belong to the installation: no archive holds them.
IMPORT_KIND = "archive"
# The columns of a journal entry that hold rows.
PAYLOADS = ("before", "after")
# Columns that name the person: what a line holds instead.
RENAMED = {"user_id": "pack", "owner": "is_own"}


@cache
def table_of(model: type[Model]) -> Table | None:
    """Return the table of a model, if the archive holds it."""
    return next((one for one in TABLES if one.model is model), None)


@cache
def _line_fields(table: Table) -> frozenset[str]:
    names = {*columns_of(table.model), *members_of(table.model)} - set(table.omitted)
    if not (table.is_numbered or table.public_id == "id"):
        names.discard("id")
    renamed = {RENAMED.get(name, name) for name in names if name != "base_user"}
    return frozenset(renamed)


@cache
def by_member() -> Mapping[str, Table]:
    """Return the tables by the names of their members, in order."""
    return {f"data/{one.member}.jsonl": one for one in TABLES}


def file_of(table: Table) -> str:
    """Return the name of a table's member."""
    return f"data/{table.member}.jsonl"


@cache
def columns_of(model: type[Model]) -> Mapping[str, AnyField]:
    """Return the columns of a model that the archive may hold, by attribute."""
    return {
        column.attname: column
        for column in model._meta.concrete_fields
        if not column.generated and column.related_model is not get_user_model()
    }


@cache
def numbered_models() -> frozenset[type[Model]]:
    """Return the models to whose rows other rows or journal entries refer by number."""
    keyed = {one.model for one in TABLES if isinstance(one.model._meta.pk, AutoField)}
    named: set[Any] = {model for one in TABLES for model in _referred_by_key(one.model)}
    journaled = {model for model in keyed if registry.find(model._meta.model_name or "")}
    return frozenset((named | journaled) & keyed)


def _referred_by_key(model: Any) -> Iterator[Any]:
    for column in columns_of(model).values():
        if isinstance(column, ForeignKey) and column.target_field.primary_key:
            yield column.related_model
    yield from (many.related_model for many in members_of(model).values())


@cache
def members_of(model: type[Model]) -> Mapping[str, AnyField]:
    """Return the many-to-many fields whose rows the line of a row holds."""
    fields: tuple[AnyField, ...] = tuple(model._meta.many_to_many)
    return {many.name: many for many in fields if many.remote_field.through._meta.auto_created}


@cache
def public_id_of(model: type[Model]) -> str:
    """Return the column that identifies a row in every installation."""
    pk = model._meta.pk
    if not isinstance(pk, AutoField):
        return str(pk.attname)
    known = registry.find(model._meta.model_name or "")
    if known and known.public_id != "pk":
        return known.public_id
    return "uid" if "uid" in columns_of(model) else ""


@cache
def _unique_columns(model: type[Model]) -> list[tuple[str, ...]]:
    found = []
    for one in model._meta.constraints:
        if isinstance(one, UniqueConstraint) and one.fields:
            names = [str(_field(model, name).attname) for name in one.fields]
            found.append(tuple(name for name in names if name != "base_user"))
    return found


def numbered_kind(kind: str) -> Any:
    """Return the model whose rows journal entries of this kind name by number, or None."""
    known = registry.find(kind)
    if known is None or known.public_id != "pk":
        return None
    return known.model if known.model in numbered_models() else None


def whole_model(kind: str) -> Any:
    """Return the model whose row an entry of this kind is about, that of the whole for parts."""
    if (parts := registry.group(kind)) is not None:
        return registry.whole_of(parts).model
    known = registry.find(kind)
    return known.model if known else None


def is_type(model: Any) -> bool:
    """Return whether the keys of a model's rows name their owner."""
    return isinstance(model, type) and issubclass(model, OwnedType)


def owner_path(model: type[Model]) -> str:
    """Return the lookup of the person or the space that a row belongs to."""
    names = {column.attname: column for column in model._meta.concrete_fields}
    if (user := names.get("user_id")) is not None:
        return "user__username" if user.is_relation else "user_id"
    if "owner" in names:
        return "owner"
    return "base_user" if "base_user" in names else "memory__user_id"


def owned_by(model: type[Model], base_user: str) -> Q:
    """Return the condition for the rows of a person."""
    path = owner_path(model)
    if path == "user_id":
        return of_person(base_user)
    if path == "memory__user_id":
        return Q(memory__user_id__gt=f"{base_user}#", memory__user_id__lt=f"{base_user}$")
    return Q(**{path: base_user})


def _field(model: type[Model], name: str) -> AnyField:
    found: Field[Any, Any] = model._meta.get_field(name)  # type: ignore[assignment]
    return found
