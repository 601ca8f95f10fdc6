"""Read the journal: revisions, newest first."""

from collections.abc import Sequence
from typing import cast

from django.db.models import (
    BooleanField,
    Exists,
    ExpressionWrapper,
    IntegerField,
    OuterRef,
    Q,
    TextField,
    Value,
)
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce, Replace
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.caller import Caller, Scope, aware, pack_of
from core.db.fields import at_or_below
from core.db.packed_json import Unpacked
from core.errors import NotFound
from core.models import Action, Revision
from entities.models import SpaceQuerySet
from entities.selectors import entities_seen
from memories.models import Memory
from memories.schemas.journal import RevisionFilters, RevisionOut
from packs.selection import chosen_packs
from packs.spec import SHARED


def revision_list(caller: Caller, filters: RevisionFilters) -> SpaceQuerySet[Revision]:
    """Return revisions by target, action, change or time."""
    rows = revisions_seen(caller).in_spaces(_spaces(caller, filters.pack))
    given = {
        "target_type": filters.target_type,
        "target_id": filters.target_id,
        "action__in": filters.action or None,
        "change_id": filters.change_id,
        "created_at__gte": filters.since and aware(filters.since, caller),
        "created_at__lt": filters.until and aware(filters.until, caller),
    }
    return rows.filter(**{name: value for name, value in given.items() if value is not None})


def revision_get(caller: Caller, pk: int) -> Revision:
    """Return one revision; NotFound if it is not the caller's."""
    if revision := revisions_seen(caller).filter(pk=pk).first():
        return revision
    raise NotFound(format_lazy(_("there is no revision {pk}"), pk=pk), field="id")


def _spaces(caller: Caller, packs: Sequence[str]) -> list[str]:
    """Return the spaces of these packs; by default of all enabled packs and the shared one."""
    spaces = caller.spaces(chosen_packs(caller, packs, field="pack"))
    return spaces if packs else [*spaces, caller.space(SHARED)]


def revisions_seen(caller: Caller) -> SpaceQuerySet[Revision]:
    """Return the caller's revisions; for a bound caller, those within its packs and namespace.

    Of links and relations both ends lie within: their reasons speak of both.
    """
    caller.require(Scope.READ)
    rows = Revision.objects.of(caller)
    if caller.packs is None and not caller.namespace:
        return rows
    rows = _with_both_ends(rows, caller)
    if caller.packs is not None:
        rows = _with_moves_noted(rows, [caller.space(pack) for pack in caller.packs])
    return _placed(rows, caller.namespace) if caller.namespace else rows


def _with_both_ends(rows: SpaceQuerySet[Revision], caller: Caller) -> SpaceQuerySet[Revision]:
    memories, entities = Memory.objects.of(caller), entities_seen(caller)
    both = {
        "memorylink": [
            Exists(memories.filter(pk=Cast(OuterRef(end), IntegerField())))
            for end in ("src", "dst")
        ],
        "entityrelation": [
            Exists(entities.filter(entity_id=Replace(OuterRef(end), Value("-"), Value(""))))
            for end in ("source", "target")
        ],
    }
    seen = ~Q(target_type__in=list(both))
    for kind, ends in both.items():
        seen |= Q(*ends, target_type=kind)
    found = rows.alias(
        src=_stored("src_memory_id"),
        dst=_stored("dst_memory_id"),
        source=_stored("source_id"),
        target=_stored("target_id"),
    )
    return cast(SpaceQuerySet[Revision], found.filter(seen))


def _stored(name: str) -> Coalesce:
    """Return a column of the row that a revision is about."""
    return Coalesce(_value(name, "after"), _value(name, "before"))


def _with_moves_noted(
    rows: SpaceQuerySet[Revision], spaces: Sequence[str]
) -> SpaceQuerySet[Revision]:
    """Note which rows came from another space: what they held there is not for this caller."""
    came = Q(space_before__isnull=False) & ~Q(space_before__in=spaces)
    noted = rows.alias(space_before=_value("user_id", "before")).annotate(
        is_arrival=ExpressionWrapper(came, output_field=BooleanField())
    )
    return cast(SpaceQuerySet[Revision], noted)


def _placed(rows: SpaceQuerySet[Revision], root: str) -> SpaceQuerySet[Revision]:
    placed = rows.alias(
        place_before=_value("namespace", "before"), place_after=_value("namespace", "after")
    )
    within = placed.filter(at_or_below(root, "place_before") | at_or_below(root, "place_after"))
    return cast(SpaceQuerySet[Revision], within)


def _value(name: str, column: str) -> Cast:
    return Cast(KeyTextTransform(name, Unpacked(column)), TextField())


def as_seen(revision: Revision) -> Revision:
    """Return an entry without what its row held in a space that the caller may not see."""
    if getattr(revision, "is_arrival", False):
        revision.before = None
    return revision


def revision_outs(revisions: Sequence[Revision]) -> list[RevisionOut]:
    """Return revisions for a client."""
    return [revision_out(revision) for revision in revisions]


def revision_out(revision: Revision) -> RevisionOut:
    """Return one revision for a client."""
    revision = as_seen(revision)
    return RevisionOut(
        id=revision.pk,
        action=Action(revision.action),
        target_type=revision.target_type,
        target_id=revision.target_id,
        change_id=revision.change_id,
        pack=pack_of(revision.user_id),
        before=revision.before,
        after=revision.after,
        reason=revision.reason,
        evidence=revision.evidence,
        actor=revision.actor,
        created_at=revision.created_at,
        erased_at=revision.erased_at,
    )
