"""Erase all rows of a person, whatever table they are in.

Which rows are a person's follows from the models: a column names the person or the space, or a
row refers to one that does. A test fails for a table that is neither, so that none is missed.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache, reduce
from operator import or_
from typing import Any

from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session as BrowserSession
from django.db.models import CharField, ForeignKey, Model, Q, QuerySet
from django.db.models.functions import Cast

from core.db.append_only import unprotected
from core.db.fields import of_person
from core.models import Revision
from entities.models import Entity
from graph.models import GraphChange
from memories import index
from memories.models import EmbeddingModel, LlmUsage, Memory, State

OURS = frozenset({"core", "accounts", "packs", "entities", "graph", "memories"})
# Tables that name nobody: the installation's models and what it spent; and jobs of the index, which
# go with the memories and states that they name by number.
NOBODYS = frozenset({EmbeddingModel, LlmUsage})
WITH_INDEX = frozenset({"embeddingjob"})
INDEXED_AT_ONCE = 200
Condition = tuple[str, ...]


@cache
def owner_paths(model: type[Model]) -> Condition:
    """Return the lookups that lead from a row to the column with its person or space; () if none.

    More than one, if a row may refer to one or the other (a vector: to a memory or to a state).
    """
    columns = {column.attname: column for column in model._meta.concrete_fields}
    for name in ("user_id", "owner", "base_user"):
        if (column := columns.get(name)) is not None:
            return ("user__username",) if column.is_relation else (name,)
    if model is User:
        return ("username",)
    return tuple(
        f"{column.name}__{path}"
        for column in columns.values()
        if isinstance(column, ForeignKey) and column.related_model is not model
        for path in owner_paths(_model(column))[:1]
    )


def _model(column: Any) -> type[Model]:
    related: type[Model] = column.related_model
    return related


def rows_of(model: type[Model], person: str) -> QuerySet[Any]:
    """Return the rows of a person in a table."""
    return model._base_manager.filter(
        reduce(or_, (_is(path, person) for path in owner_paths(model)))
    )


def _is(path: str, person: str) -> Q:
    if path == "user_id":
        return of_person(person)
    if path.endswith("__user_id"):
        return Q(**{f"{path}__gt": f"{person}#", f"{path}__lt": f"{person}$"})
    return Q(**{path: person})


def personal_models() -> list[type[Model]]:
    """Return the models with rows of a person: those first whose rows name it through others."""
    found = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label in OURS and owner_paths(model)
    ]
    return sorted(found, key=_depth, reverse=True)


def _depth(model: type[Model]) -> tuple[int, bool]:
    # Triggers note nodes that change while rows are deleted: their table comes last.
    return max(path.count("__") for path in owner_paths(model)), model is not GraphChange


def erase_index(person: str) -> Iterator[int]:
    """Take the memories, states and entities of a person out of the indexes, in steps.

    Yield the number of rows after each step, which belongs into a transaction of its own.
    """
    for model, remove in (
        (Memory, index.remove),
        (State, index.remove_states),
        (Entity, index.remove_entity_vectors),
    ):
        keys = list(rows_of(model, person).order_by("pk").values_list("pk", flat=True))
        for start in range(0, len(keys), INDEXED_AT_ONCE):
            part = keys[start : start + INDEXED_AT_ONCE]
            remove(part)
            yield len(part)


def erase_rows(person: str) -> Counter[str]:
    """Delete all rows of a person but the account, in the transaction of the caller; count them."""
    counts: Counter[str] = Counter()
    _erase_admin_log(person)
    for model in personal_models():
        rows = rows_of(model, person)
        if model is Revision:
            with unprotected(Revision._meta.db_table):
                counts[model._meta.db_table] += rows._raw_delete(rows.db)
        else:
            counts[model._meta.db_table] += rows._raw_delete(rows.db)
    return +counts


def _erase_admin_log(person: str) -> None:
    """Delete what the admin noted about rows of a person: it holds their names."""
    for model in personal_models():
        if not model._meta.auto_created:
            kind = ContentType.objects.get_for_model(model)
            keys = (
                rows_of(model, person).annotate(as_text=Cast("pk", CharField())).values("as_text")
            )
            LogEntry.objects.filter(content_type=kind, object_id__in=keys).delete()


def end_browser_sessions(user: User) -> int:
    """Log a person out everywhere; return the number of sessions."""
    key = str(user.pk)
    ended = [
        session.pk
        for session in BrowserSession.objects.iterator()
        if session.get_decoded().get("_auth_user_id") == key
    ]
    BrowserSession.objects.filter(pk__in=ended).delete()
    return len(ended)
