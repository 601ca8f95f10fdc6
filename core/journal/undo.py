"""Undoing: every row gets back what entries of the journal changed, the newest entry first.

What came later is in the way where it changed the same columns; then nothing is undone. Merges
and splits move so many rows that they are undone differently: what came later stays, and only
a later merge or split of the same rows is in the way.
"""

from collections.abc import Collection, Sequence
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import ForeignKey, Model

from core.caller import Caller
from core.errors import Conflict
from core.models import Action, Revision

from . import registry
from .changes import Change, project
from .conflicts import explained, holds, refuse_changed, refuse_moved, written_since
from .registry import Journaled, Snapshot
from .snapshots import described, parts_of, values_of


def entries_of(
    caller: Caller, change_id: UUID, *, excluding: Collection[str] = ()
) -> list[Revision]:
    """Return the entries of a change, the newest first, but for some kinds of rows."""
    rows = Revision.objects.of(caller).filter(change_id=change_id).exclude(action=Action.ACCESS)
    return list(rows.exclude(target_type__in=excluding).order_by("-id"))


def revert(entries: Sequence[Revision], change: Change, *, keeps_later: bool = False) -> None:
    """Undo these entries of one change and note that in ``change``, which is not written yet.

    With ``keeps_later``, as for merges and splits, what came later stays.

    Raises:
        Forbidden: a row is for the operator.
        Conflict: a row was changed or removed since, or what it held was forgotten.
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
        # As where a split gave a relation off, and a merge put another in its place.
        raise Conflict(
            "what a later change made stands in its place; undo that first",
            field="change_id",
            code="later_change",
        ) from error
    except Conflict as conflict:
        raise explained(change.caller, entries, conflict) from conflict
    project(change, change.revisions[first:])


class _Undoing:
    """Entries of one change that are being undone."""

    def __init__(self, change: Change, keeps_later: bool) -> None:
        self._change = change
        self._keeps_later = keeps_later

    def undo(self, entry: Revision) -> None:
        if entry.erased_at is not None or entry.action == Action.ERASE:
            if not self._keeps_later:
                raise Conflict("what this changed was forgotten since", field="id", code="erased")
        elif (parts := registry.group(entry.target_type)) is not None:
            self._give_back_parts(parts, entry)
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
                self._bring_back(known, entry, before)
        elif row is None:
            if not self._keeps_later:
                raise _gone(known)
        elif before is None:
            self._remove(known, row, entry)
        else:
            self._give_back(known, row, entry)

    def _remove(self, known: Journaled, row: Model, entry: Revision) -> None:
        if is_used(known, row):
            if self._keeps_later:
                raise Conflict(
                    f"{row} is in use by others since", field="change_id", code="used_since"
                )
            # Made on the way, and meant by others since: it stays.
            return
        if not self._keeps_later:
            refuse_changed(known, row, entry.after or {})
        self._change.note(Action.DELETE, row, before=described(row), space=entry.user_id)
        row.delete()

    def _bring_back(self, known: Journaled, entry: Revision, before: Snapshot) -> None:
        row = known.model(**values_of(known.model, before))
        if not _has_ends(row):
            if self._keeps_later:
                return  # what it rested on was forgotten since
            raise _gone(known)
        row.save(force_insert=True)
        self._set_members(known, row, before)
        self._change.note(Action.RESTORE, row, after=described(row), space=entry.user_id)
        known.after_restore(row, before, self._change)

    def _give_back(self, known: Journaled, row: Model, entry: Revision) -> None:
        before, after = entry.before or {}, entry.after or {}
        changed = {name for name in after if before.get(name) != after[name]}
        if not self._keeps_later:
            written = written_since(entry) if known.source else {}
            after = after | written
            refuse_changed(known, row, {name: after[name] for name in changed})
            if known.source in changed:
                # What the program read out of a text goes with it.
                changed |= {name for name in written if holds(known, row, {name: written[name]})}
        if "user_id" in changed:
            # In another space, other members have the same names.
            changed |= {one.field for one in known.m2m if one.by != "pk" and one.field in before}
        was = described(row)
        given = {
            name: known.without(name, was[name], before.get(name), after.get(name))
            for name in changed & was.keys()
        }
        self._store(known, row, given)
        self._note_given_back(row, was, entry)

    def _store(self, known: Journaled, row: Model, given: Snapshot) -> None:
        for name, value in values_of(known.model, given).items():
            setattr(row, name, value)
        known.before_restore(row)
        row.save()
        self._set_members(known, row, given)

    def _note_given_back(self, row: Model, was: Snapshot, entry: Revision) -> None:
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

    def _give_back_parts(self, known: Journaled, entry: Revision) -> None:
        """Let a row have the parts that it had before an entry; what was added since stays."""
        whole = registry.whole_of(known)
        rows = whole.model._default_manager.filter(**{whole.public_id: entry.target_id})
        if (row := rows.first()) is None:
            raise _gone(whole)
        group = known.group
        was, now = _keyed(entry.before, group), _keyed(entry.after, group)
        current = parts_of(group, [row])
        found = _keyed({group: current.get(row.pk, [])}, group)
        touched = {key for key in was.keys() | now.keys() if was.get(key) != now.get(key)}
        if any(found.get(key) != now.get(key) for key in touched):
            raise Conflict(
                f"the {group} of this {whole.model._meta.verbose_name} were changed since",
                field="id",
                code="changed",
            )
        known.model._default_manager.filter(pk__in=touched - was.keys()).delete()
        for key in sorted(touched & was.keys()):
            part = known.model(**values_of(known.model, was[key]))
            if not _has_ends(part):
                raise _gone(known)
            part.save(force_insert=key not in now)
        self._change.parts(group, [row], current, parts_of(group, [row]), action=Action.RESTORE)


def is_used(known: Journaled, row: Model) -> bool:
    """Whether other rows rest on one that was made on the way to something else."""
    return any(getattr(row, name).exists() for name in known.used_by)


def _gone(known: Journaled) -> Conflict:
    name = known.model._meta.verbose_name
    return Conflict(f"a {name} that this changed is gone", field="id", code="changed")


def _has_ends(row: Model) -> bool:
    return all(
        field.related_model._default_manager.filter(
            **{field.target_field.attname: getattr(row, field.attname)}
        ).exists()
        for field in row._meta.concrete_fields
        if isinstance(field, ForeignKey) and getattr(row, field.attname) is not None
    )


def _keyed(payload: Snapshot | None, group: str) -> dict[int, Snapshot]:
    return {row["id"]: row for row in (payload or {}).get(group, [])}
