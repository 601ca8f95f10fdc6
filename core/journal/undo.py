"""Undo changes: revert the rows of journal entries, the newest entry first.

A later change of the same columns is a conflict, and then nothing is undone. Merges and splits
touch so many rows that later changes stay; only a later merge or split is a conflict.
"""

from collections.abc import Collection, Sequence
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import ForeignKey, Model
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.caller import Caller
from core.errors import Conflict
from core.models import Action, Revision

from . import registry
from .changes import Change, described, parts_of, project, values_of
from .conflicts import explain_conflict, holds, refuse_changed, refuse_moved, written_since
from .registry import Journaled, Snapshot


def entries_of(
    caller: Caller, change_id: UUID, *, excluding: Collection[str] = ()
) -> list[Revision]:
    """Return the entries of a change, the newest first, except of some kinds."""
    rows = Revision.objects.of(caller).filter(change_id=change_id).exclude(action=Action.ACCESS)
    return list(rows.exclude(target_type__in=excluding).order_by("-id"))


def revert(entries: Sequence[Revision], change: Change, *, keeps_later: bool = False) -> None:
    """Undo entries of one change, and add the revisions to ``change``, which is not written yet.

    With ``keeps_later``, as for merges and splits, later changes stay.

    Raises:
        Forbidden: only the operator may change a row.
        Conflict: a row was changed, deleted or forgotten since.
    """
    if not entries:
        return
    if keeps_later:
        refuse_moved(change.caller, entries)
    first = len(change.revisions)
    undoing = _Undoing(change, keeps_later)
    try:
        with transaction.atomic():
            for entry in entries:
                undoing.undo(entry)
    except IntegrityError as error:
        # For example, a split moved a relation away and a merge put another in its place.
        raise Conflict(
            _("a row of a later change has taken this place; undo the later change first"),
            field="change_id",
            code="later_change",
        ) from error
    except Conflict as conflict:
        raise explain_conflict(change.caller, entries, conflict) from conflict
    project(change, change.revisions[first:])


class _Undoing:
    """Undoes entries of one change."""

    def __init__(self, change: Change, keeps_later: bool) -> None:
        self._change = change
        self._keeps_later = keeps_later

    def undo(self, entry: Revision) -> None:
        if entry.erased_at is not None or entry.action == Action.ERASE:
            if not self._keeps_later:
                raise Conflict(_("a changed row was forgotten since"), field="id", code="erased")
        elif (parts := registry.group(entry.target_type)) is not None:
            self._restore_parts(parts, entry)
        else:
            self._undo_row(registry.registered(entry.target_type), entry)

    def _undo_row(self, known: Journaled, entry: Revision) -> None:
        before, after = entry.before, entry.after
        if (values := after or before) is None:
            return
        known.require_undo(self._change.caller, values)
        row = known.model._default_manager.filter(pk=values[known.key]).first()
        if before is not None and after is None:
            if row is None or not self._keeps_later:
                self._recreate(known, entry, before)
        elif row is None:
            if not self._keeps_later:
                raise _missing(known)
        elif before is None:
            self._remove(known, row, entry)
        else:
            self._restore(known, row, entry)

    def _remove(self, known: Journaled, row: Model, entry: Revision) -> None:
        if is_used(known, row):
            if self._keeps_later:
                raise Conflict(
                    format_lazy(_("{row} is used by other rows since"), row=row),
                    field="change_id",
                    code="used_since",
                )
            # A by-product that other rows use by now stays.
            return
        if not self._keeps_later:
            refuse_changed(known, row, entry.after or {})
        self._change.note(Action.DELETE, row, before=described(row), space=entry.user_id)
        row.delete()

    def _recreate(self, known: Journaled, entry: Revision, before: Snapshot) -> None:
        row = known.model(**values_of(known.model, before))
        if not _has_references(row):
            if self._keeps_later:
                return  # a row that it refers to was forgotten since
            raise _missing(known)
        row.save(force_insert=True)
        self._set_members(known, row, before)
        self._change.note(Action.RESTORE, row, after=described(row), space=entry.user_id)
        known.after_restore(row, before, self._change)

    def _restore(self, known: Journaled, row: Model, entry: Revision) -> None:
        before, after = entry.before or {}, entry.after or {}
        changed = {name for name in after if before.get(name) != after[name]}
        if not self._keeps_later:
            written = written_since(entry) if known.source else {}
            after = after | written
            refuse_changed(known, row, {name: after[name] for name in changed})
            if known.source in changed:
                # Columns derived from the text are reverted with it.
                changed |= {name for name in written if holds(known, row, {name: written[name]})}
        if "user_id" in changed:
            # In another space, other rows have the names of the members.
            changed |= {one.field for one in known.m2m if one.by != "pk" and one.field in before}
        was = described(row)
        given = {
            name: known.without(name, was[name], before.get(name), after.get(name))
            for name in changed & was.keys()
        }
        self._store(known, row, given)
        self._note_restored(row, was, entry)

    def _store(self, known: Journaled, row: Model, given: Snapshot) -> None:
        for name, value in values_of(known.model, given).items():
            setattr(row, name, value)
        known.before_restore(row)
        row.save()
        self._set_members(known, row, given)

    def _note_restored(self, row: Model, was: Snapshot, entry: Revision) -> None:
        if self._keeps_later:
            self._change.moved(Action.RESTORE, row, was)
        else:
            after = described(row)
            self._change.note(Action.RESTORE, row, before=was, after=after, space=entry.user_id)

    def _set_members(self, known: Journaled, row: Model, stored: Snapshot) -> None:
        for members in known.m2m:
            if (values := stored.get(members.field)) is None:
                continue
            manager = getattr(row, members.field)
            if members.resolve is not None:
                manager.set(members.resolve(row, values, self._change))
            else:
                manager.set(manager.model._default_manager.filter(pk__in=values))

    def _restore_parts(self, known: Journaled, entry: Revision) -> None:
        """Restore the parts that a row had before an entry; parts added since stay."""
        whole = registry.whole_of(known)
        rows = whole.model._default_manager.filter(**{whole.public_id: entry.target_id})
        if (row := rows.first()) is None:
            raise _missing(whole)
        group = known.group
        was, now = _keyed(entry.before, group), _keyed(entry.after, group)
        current = parts_of(group, [row])
        found = _keyed({group: current.get(row.pk, [])}, group)
        touched = {key for key in was.keys() | now.keys() if was.get(key) != now.get(key)}
        if any(found.get(key) != now.get(key) for key in touched):
            raise Conflict(
                format_lazy(
                    _("the {group} of this {verbose_name} were changed since"),
                    group=group,
                    verbose_name=whole.model._meta.verbose_name,
                ),
                field="id",
                code="changed",
            )
        known.model._default_manager.filter(pk__in=touched - was.keys()).delete()
        for key in sorted(touched & was.keys()):
            part = known.model(**values_of(known.model, was[key]))
            if not _has_references(part):
                raise _missing(known)
            part.save(force_insert=key not in now)
        self._change.parts(group, [row], current, parts_of(group, [row]), action=Action.RESTORE)


def is_used(known: Journaled, row: Model) -> bool:
    """Return whether other rows use a row that was created as a by-product."""
    return any(getattr(row, name).exists() for name in known.used_by)


def _missing(known: Journaled) -> Conflict:
    name = known.model._meta.verbose_name
    return Conflict(
        format_lazy(_("a {name} of this change does not exist any more"), name=name),
        field="id",
        code="changed",
    )


def _has_references(row: Model) -> bool:
    return all(
        field.related_model._default_manager.filter(
            **{field.target_field.attname: getattr(row, field.attname)}
        ).exists()
        for field in row._meta.concrete_fields
        if isinstance(field, ForeignKey) and getattr(row, field.attname) is not None
    )


def _keyed(payload: Snapshot | None, group: str) -> dict[int, Snapshot]:
    return {row["id"]: row for row in (payload or {}).get(group, [])}
