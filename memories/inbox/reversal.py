"""Taking back a change by its journal: every row gets the values it had, newest entry first."""

from collections.abc import Collection
from datetime import datetime
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db.models import Model, QuerySet

from core import jobs
from core.caller import Caller, Role
from core.errors import Conflict
from entities.models import Entity, EntityType, Mention
from graph.models import RelationType
from memories import index
from memories.journal import MENTIONS, Change, described, snapshot
from memories.models import Action, Context, DerivationJob, Memory, Revision, Session, State, Tag
from memories.records.tags import merged_tags

from .regaining import give_back_memories, give_back_mentions
from .stale import refresh_about
from .subjects import Concerned

# What moves by itself after a change, and so says nothing about whether somebody changed the row.
VOLATILE = frozenset(
    {
        "usage_count", "last_used_at", "decay_score", "updated_at", "last_evidence_at", "version",
        "extraction_count", "last_mentioned_at", "uses", "started_at", "last_activity",
    }
)  # fmt: skip
OUR_APPS = frozenset({"entities", "graph", "memories"})
TYPES = frozenset({"entitytype", "relationtype"})
# The decision itself is reopened by the service that took it.
BESIDE = frozenset({"proposal", "inboxrule"})


def take_back(
    caller: Caller, change_id: UUID, change: Change, *, beside: Collection[str] = BESIDE
) -> None:
    """Undo every revision of ``change_id`` and note that in ``change``, which is not yet written.

    ``beside`` are the kinds of rows that somebody else takes care of.

    Raises:
        Conflict: a row was changed or removed since, or what it held was forgotten.
    """
    entries = Revision.objects.of(caller).filter(change_id=change_id).order_by("-id")
    touched = _Touched()
    for revision in entries.exclude(target_type__in=beside).exclude(action=Action.ACCESS):
        _refuse_shared_type(caller, revision)
        if revision.erased_at is not None or revision.action == Action.ERASE:
            raise Conflict("what this changed was forgotten since", field="id", code="erased")
        if revision.target_type == MENTIONS:
            touched.reword(give_back_mentions(revision, change))
        else:
            touched.add(row := _reverse(revision, change))
            if row is not None and revision.after is None:
                touched.reword(*give_back_memories(row, revision.before or {}, change))
    touched.index_again(change.at)
    refresh_about(touched.concerned(), base_user=caller.base_user, now=change.at)


def _refuse_shared_type(caller: Caller, revision: Revision) -> None:
    """Leave what everybody has to the operator, also if a person changed it in former times."""
    values = revision.after or revision.before or {}
    if revision.target_type in TYPES and not values.get("owner"):
        caller.require_operator("id")


def _reverse(revision: Revision, change: Change) -> Model | None:
    model, user_id = _model(revision.target_type), revision.user_id
    before, after = revision.before, revision.after
    if before is None and after is not None:
        return _remove(_found(model, after, user_id), after, change)
    if before is not None and after is None:
        return _bring_back(model, before, user_id, change)
    if before is not None and after is not None:
        return _give_back(_found(model, after, user_id), revision, change)
    return None


def _model(name: str) -> type[Model]:
    known = apps.get_models(include_auto_created=True)
    return next(
        model
        for model in known
        if model._meta.app_label in OUR_APPS and model._meta.model_name == name
    )


def _remove(row: Model, after: dict[str, Any], change: Change) -> Model:
    if _is_used(row):
        # Made on the way, and meant by others since: it stays.
        return row
    _refuse_changed(row, after, set(after) - VOLATILE)
    change.note(Action.DELETE, row, before=described(row))
    if isinstance(row, State):
        index.remove_states([row.pk])
    row.delete()
    return row


# By what a row is kept that was made on the way to something else.
USES: dict[type[Model], tuple[str, ...]] = {
    Entity: (
        "mentions", "states", "state_entities", "relations_out", "relations_in", "aliases",
        "mention_rulings", "merged",
    ),
    Tag: ("memories",),
    Context: ("memories",),
    Session: ("memories",),
    EntityType: ("entity_set", "children"),
    RelationType: ("memorylink_set", "entityrelation_set"),
}  # fmt: skip


def _is_used(row: Model) -> bool:
    uses: list[QuerySet[Any]] = [getattr(row, name).all() for name in USES.get(type(row), ())]
    return any(rows.exists() for rows in uses)


def _bring_back(model: type[Model], before: dict[str, Any], user_id: str, change: Change) -> Model:
    row = model(**_values(model, before, set(before)))
    row.save(force_insert=True)
    _give_sets(row, before, change)
    change.note(Action.RESTORE, _owned(row, user_id), after=before)
    return row


def _owned(row: Model, user_id: str) -> Model:
    """Give a row an owner that has none of its own, between two others or a type: the journal needs one."""
    if not hasattr(row, "user_id"):
        row.user_id = user_id  # type: ignore[attr-defined]
    return row


def _give_back(row: Model, revision: Revision, change: Change) -> Model:
    model, before, after = type(row), revision.before or {}, revision.after or {}
    changed = {name for name in after if before.get(name) != after[name]}
    if "user_id" in changed and "tags" in before:
        # In another space, other tags have the same names.
        changed.add("tags")
    written = _written_since(revision) if model is Memory else {}
    _refuse_changed(row, after | written, changed - VOLATILE)
    if "raw_text" in changed:
        # The summary and the time that were read out of a text go with it.
        changed |= {name for name in written if _holds(row, written, {name})}
    was = described(row)
    for name, value in _values(model, before, changed).items():
        setattr(row, name, value)
    row.save()
    _give_sets(row, {name: before.get(name) for name in changed}, change)
    change.note(Action.RESTORE, row, before=was, after=described(row))
    if "raw_text" in changed:
        DerivationJob.objects.enqueue([row.pk], now=change.at)
        jobs.wake("enrich")
    return row


def _written_since(revision: Revision) -> dict[str, Any]:
    """Return what the program by itself has written into a row since: nobody changed that."""
    later = Revision.objects.filter(
        target_type=revision.target_type,
        target_id=revision.target_id,
        pk__gt=revision.pk,
        actor__startswith=Role.SYSTEM,
        action=Action.UPDATE,
    )
    written: dict[str, Any] = {}
    for entry in later.order_by("pk"):
        before, after = entry.before or {}, entry.after or {}
        written |= {name: after[name] for name in after if before.get(name) != after[name]}
    return written


def _found(model: type[Model], values: dict[str, Any], user_id: str) -> Model:
    key = model._meta.pk.attname
    row = model._default_manager.filter(pk=values[key]).first()
    if row is None:
        raise Conflict(
            f"a {model._meta.verbose_name} that this changed is gone", field="id", code="changed"
        )
    return _owned(row, user_id)


def _refuse_changed(row: Model, after: dict[str, Any], names: set[str]) -> None:
    if not _holds(row, after, names):
        raise Conflict(
            f"this {row._meta.verbose_name} was changed since: {row}", field="id", code="changed"
        )


def _holds(row: Model, after: dict[str, Any], names: set[str]) -> bool:
    # Compared as values: one moment may be written in two time zones.
    model = type(row)
    return _values(model, snapshot(row), names) == _values(model, after, names)


def _values(model: type[Model], stored: dict[str, Any], names: set[str]) -> dict[str, Any]:
    columns = {column.attname: column for column in model._meta.concrete_fields}
    return {name: columns[name].to_python(stored.get(name)) for name in names if name in columns}


def _give_sets(row: Model, stored: dict[str, Any], change: Change) -> None:
    """Give back what snapshots hold beside columns: tags by name, evidence by key."""
    if isinstance(row, Memory) and stored.get("tags") is not None:
        row.tags.set(merged_tags(row.user_id, stored["tags"], change).values())
    evidence: Any = getattr(row, "evidence", None)
    if evidence is not None and isinstance(stored.get("evidence"), list):
        evidence.set(Memory.objects.filter(pk__in=stored["evidence"]))


class _Touched:
    """Memories and states whose rows in the indexes have to follow what was given back."""

    def __init__(self) -> None:
        self._memories: set[int] = set()
        self._worded: set[int] = set()
        self._states: set[int] = set()
        self._ids: dict[type[Model], set[UUID]] = {Memory: set(), Entity: set(), State: set()}

    def add(self, row: Model | None) -> None:
        if isinstance(row, Memory | State):
            self._ids[type(row)].add(row.uid)
        elif isinstance(row, Entity):
            self._ids[Entity].add(row.entity_id)
        if isinstance(row, Memory) and row.pk:
            self._memories.add(row.pk)
        elif isinstance(row, Tag | Context) and row.pk:
            self.reword(*row.memories.all())
        elif isinstance(row, State) and row.pk:
            self._states.add(row.pk)
        elif isinstance(row, Mention):
            self._worded.add(row.memory_id)
        elif isinstance(row, Entity) and row.pk:
            mentions = Mention.objects.filter(entity=row)
            self._worded |= set(mentions.values_list("memory_id", flat=True))

    def reword(self, *memories: Memory) -> None:
        """Put the words of these memories into the index again."""
        self._worded |= {memory.pk for memory in memories}

    def concerned(self) -> Concerned:
        """Return what proposals may be about."""
        return Concerned(*(tuple(self._ids[model]) for model in (Memory, Entity, State)))

    def index_again(self, now: datetime) -> None:
        rows = list(Memory.objects.filter(pk__in=self._memories).prefetch_related("tags"))
        findable = [memory for memory in rows if memory.is_findable]
        index.put(findable, now=now)
        index.remove([memory.pk for memory in rows if not memory.is_findable])
        index.put_words_again(sorted(self._worded - self._memories))
        states = State.objects.filter(pk__in=self._states).select_related("subject")
        index.put_states(list(states), now=now)
        if findable or self._states:
            jobs.wake("embed")
