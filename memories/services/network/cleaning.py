"""Remove derived rows that say nothing any more, as changes of the journal that undo takes back.

What a person stated, validated, changed or brought back stays, and so does history.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Exists, Model, OuterRef, Q, QuerySet

from core import journal
from core.caller import Caller, Role
from core.journal import Change, described, snapshot, target_id
from core.models import Action, Revision
from entities.models import Entity, EntityAlias, ValidationStatus
from graph.models import EntityRelation, MemoryLink
from graph.quality.rules import LOW_CONFIDENCE
from graph.quality.schemas import CleaningOut
from graph.queries.links import ORDER_LINKS
from graph.same_as import SAME_AS
from memories import index
from memories.models import State
from memories.selectors.network.orphans import empty_contexts, empty_tags, orphaned_entities

ACTOR = "worker"
# What nothing has confirmed for so long may go.
UNCONFIRMED_FOR = timedelta(weeks=4)
BATCH = 100
MOST_EXAMPLES = 20
OPEN = (ValidationStatus.UNVALIDATED, ValidationStatus.PROPOSED)
# Methods of rows that somebody stated.
STATED = ("", "stated", "person", "caller", "assistant")
# Its own job keeps these, or a question replaces them.
KEPT_TYPES = ("co_occurrence", SAME_AS, *ORDER_LINKS)


@dataclass(slots=True)
class _Cleaning:
    """A cleaning of one person's rows in small transactions."""

    base_user: str
    now: datetime
    reason: str
    is_dry: bool
    removed: dict[str, int] = field(default_factory=dict)
    examples: list[str] = field(default_factory=list)
    changes: list[UUID] = field(default_factory=list)

    @property
    def caller(self) -> Caller:
        """The worker, for this person."""
        return Caller(base_user=self.base_user, role=Role.SYSTEM, name=ACTOR)

    def remove(self, rows: QuerySet[Any], *, made_by_system: bool = True) -> None:
        """Remove those of these rows that no person has touched, a batch in each transaction."""
        kind = str(rows.model._meta.model_name)
        everything = list(rows.values_list("pk", flat=True))
        for start in range(0, len(everything), BATCH):
            keys = everything[start : start + BATCH]
            if self.is_dry:
                self._count(kind, _untouched(rows.filter(pk__in=keys), made_by_system))
                continue
            with journal.change(self.caller, self.reason, now=self.now) as change:
                # Read again behind the write lock: somebody may have used a row meanwhile.
                found = _untouched(rows.filter(pk__in=keys), made_by_system)
                _delete(change, found)
            if found:
                self.changes.append(change.change_id)
            self._count(kind, found)

    def _count(self, kind: str, rows: Sequence[Model]) -> None:
        self.removed[kind] = self.removed.get(kind, 0) + len(rows)
        self.examples += [_title(row) for row in rows[: MOST_EXAMPLES - len(self.examples)]]

    def out(self) -> CleaningOut:
        """Return what was removed."""
        return CleaningOut(
            dry_run=self.is_dry,
            removed={kind: count for kind, count in self.removed.items() if count},
            examples=self.examples,
            changes=self.changes,
        )


def clean_low_confidence(base_user: str, *, now: datetime, is_dry: bool = False) -> CleaningOut:
    """Remove derived links and relations of one person that are very doubtful and unconfirmed.

    Those below the least confidence of the rules that nothing has confirmed for four weeks. Stated
    and validated rows, ended and superseded relations, and those of a state stay.
    """
    cleaning = _Cleaning(
        base_user, now, "weekly cleaning: very doubtful and never confirmed", is_dry
    )
    before = now - UNCONFIRMED_FOR
    cleaning.remove(_doubtful_links(cleaning.caller, before))
    cleaning.remove(_doubtful_relations(cleaning.caller, before))
    return cleaning.out()


def _doubtful_links(caller: Caller, before: datetime) -> QuerySet[MemoryLink]:
    rows: QuerySet[MemoryLink] = _doubtful(MemoryLink.objects.of(caller), before)
    recent = Q(created_at__gte=before) | Q(last_evidence_at__gte=before)
    return rows.exclude(recent).select_related("src_memory", "dst_memory")


def _doubtful_relations(caller: Caller, before: datetime) -> QuerySet[EntityRelation]:
    rows: QuerySet[EntityRelation] = _doubtful(EntityRelation.objects.of(caller), before)
    rows = rows.filter(superseded_at=None, valid_to=None, recorded_at__lt=before)
    rows = rows.filter(~Exists(State.objects.filter(relation=OuterRef("pk"))))
    return rows.select_related("source", "target")


def _doubtful(rows: Any, before: datetime) -> Any:
    open_rows = rows.filter(LOW_CONFIDENCE, validation_status__in=OPEN)
    derived = open_rows.exclude(extraction_method__in=STATED).exclude(updated_at__gte=before)
    return derived.exclude(relation_type__in=KEPT_TYPES).order_by("pk")


def clean_orphans(base_user: str, *, now: datetime, is_dry: bool = False) -> CleaningOut:
    """Remove derived entities of one person that nothing holds, and tags and contexts that saves left empty.

    Entities need to be four weeks without mention. Tags and contexts that were made by hand stay.
    """
    cleaning = _Cleaning(base_user, now, "monthly cleaning: nothing is left of it", is_dry)
    caller, before = cleaning.caller, now - UNCONFIRMED_FOR
    recent = (
        Q(created_at__gte=before) | Q(last_mentioned_at__gte=before) | Q(updated_at__gte=before)
    )
    entities = orphaned_entities(caller).filter(validation_status__in=OPEN).exclude(recent)
    cleaning.remove(entities)
    for rows in (empty_tags(caller), empty_contexts(caller)):
        cleaning.remove(rows.filter(created_at__lt=before), made_by_system=False)
    return cleaning.out()


def _untouched(rows: Iterable[Model], made_by_system: bool) -> list[Model]:
    """Leave out the rows that a person made, changed or brought back."""
    found = list(rows)
    touched = _touched(found) if made_by_system else _made_by_hand(found)
    return [row for row in found if target_id(row) not in touched]


def _entries(rows: Sequence[Model]) -> QuerySet[Revision]:
    ids = [target_id(row) for row in rows]
    kind = rows[0]._meta.model_name if rows else ""
    return Revision.objects.filter(target_type=kind, target_id__in=ids).exclude(
        action=Action.ACCESS
    )


def _touched(rows: Sequence[Model]) -> set[str]:
    """Return the ids of rows with an entry of somebody else than the system, or without any."""
    by_system = Q(actor__startswith=str(Role.SYSTEM))
    entries = list(_entries(rows).values_list("target_id", "actor"))
    touched = {uid for uid, actor in entries if not actor.startswith(str(Role.SYSTEM))}
    known = {uid for uid, _actor in entries}
    named = [row for row in rows if isinstance(row, Entity)]
    aliases = {
        str(row.pk): str(row.entity_id) for row in EntityAlias.objects.filter(entity__in=named)
    }
    others = Revision.objects.filter(target_type="entityalias", target_id__in=aliases)
    touched |= {aliases[pk] for pk in others.exclude(by_system).values_list("target_id", flat=True)}
    return touched | {target_id(row) for row in rows} - known


def _made_by_hand(rows: Sequence[Model]) -> set[str]:
    """Return the ids of tags and contexts that something else than a save made or changed."""
    entries = list(_entries(rows).values_list("target_id", "action", "change_id"))
    saves = set(
        Revision.objects.filter(
            change_id__in={change for _uid, _action, change in entries}, target_type="memory"
        ).values_list("change_id", flat=True)
    )
    by_hand = {
        uid for uid, action, change in entries if action != Action.CREATE or change not in saves
    }
    return by_hand | {target_id(row) for row in rows} - {uid for uid, _action, _change in entries}


def _delete(change: Change, rows: Sequence[Model]) -> None:
    """Delete rows with entries from which undo makes them again, parts before their wholes."""
    for row in rows:
        if isinstance(row, Entity):
            for alias in EntityAlias.objects.filter(entity=row).order_by("pk"):
                change.note(Action.DELETE, alias, before=snapshot(alias))
            index.remove_entity_vectors([row.pk])
        change.note(Action.DELETE, row, before=described(row))
        row.delete()


def _title(row: Model) -> str:
    if isinstance(row, MemoryLink):
        return f"{row.src_memory} – {row.type_key} – {row.dst_memory}"
    if isinstance(row, EntityRelation):
        return f"{row.source} – {row.type_key} – {row.target}"
    return str(row)
