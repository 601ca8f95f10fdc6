"""Who read what and who changed what: the journal with the searches, without any text of memories."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from core.caller import Caller, aware, pack_of
from core.db.packed_json import Unpacked
from core.models import Action, Revision
from entities.models import SpaceQuerySet
from memories.schemas.journal import AuditFilters, AuditOut
from packs.selection import chosen_packs
from packs.spec import SHARED

# A spreadsheet would take what begins so for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
CHUNK = 1_000


def audit_list(caller: Caller, filters: AuditFilters) -> SpaceQuerySet[Revision]:
    """Return the person's entries by actor, kind, memory and time.

    Raises:
        Forbidden: the caller is neither the owner nor an unbound token with the scope “admin”.
    """
    caller.require_owner()
    packs = chosen_packs(caller, filters.pack, field="pack")
    spaces = caller.spaces(packs) + ([] if filters.pack else [caller.space(SHARED)])
    rows = Revision.objects.of(caller).in_spaces(spaces)
    given = {
        "action__in": filters.action or None,
        "target_type": filters.target_type,
        "created_at__gte": filters.since and aware(filters.since, caller, "since"),
        "created_at__lt": filters.until and aware(filters.until, caller, "until"),
    }
    rows = rows.filter(**{name: value for name, value in given.items() if value is not None})
    return _of_memory(_of_kind(_by(rows, filters.actor), filters.kind), filters)


def _by(rows: SpaceQuerySet[Revision], actor: str | None) -> SpaceQuerySet[Revision]:
    if not actor:
        return rows
    role = actor.removesuffix(":")
    if actor.endswith(":") or ":" not in actor:
        return rows.filter(Q(actor=role) | Q(actor__startswith=f"{role}:"))
    return rows.filter(actor=actor)


def _of_kind(rows: SpaceQuerySet[Revision], kind: str | None) -> SpaceQuerySet[Revision]:
    if kind == "read":
        return rows.filter(action=Action.ACCESS)
    return rows.exclude(action=Action.ACCESS) if kind == "changed" else rows


def _of_memory(rows: SpaceQuerySet[Revision], filters: AuditFilters) -> SpaceQuerySet[Revision]:
    """Keep changes of a memory, and the searches that gave it."""
    if filters.memory is None:
        return rows
    given = rows.annotate(given=Cast(Unpacked("after"), TextField()))
    was_read = Q(action=Action.ACCESS, given__contains=str(filters.memory))
    changed = Q(target_type="memory", target_id=str(filters.memory))
    return cast(SpaceQuerySet[Revision], given.filter(was_read | changed))


def audit_actors(caller: Caller) -> list[str]:
    """Return everybody who read or changed something of the person.

    Raises:
        Forbidden: the caller is neither the owner nor an unbound token with the scope “admin”.
    """
    caller.require_owner()
    found = Revision.objects.of(caller).order_by("actor").values_list("actor", flat=True)
    return list(found.distinct())


def audit_page(
    caller: Caller, filters: AuditFilters, *, before: int | None = None, length: int
) -> tuple[list[AuditOut], int | None]:
    """Return the entries before one, newest first, and the cursor of the next page.

    Raises:
        Forbidden: the caller is neither the owner nor an unbound token with the scope “admin”.
    """
    rows = audit_list(caller, filters).order_by("-id")
    if before is not None:
        rows = rows.filter(pk__lt=before)
    entries = audit_outs(rows[: length + 1])
    return entries[:length], entries[length - 1].id if len(entries) > length else None


def audit_outs(revisions: Iterable[Revision]) -> list[AuditOut]:
    """Return entries for a client."""
    return [audit_out(revision) for revision in revisions]


def audit_out(revision: Revision) -> AuditOut:
    """Return one entry for a client."""
    is_read = revision.action == Action.ACCESS
    given: dict[str, Any] = (revision.after or {}) if is_read else {}
    # Of a masked memory the original was shown.
    revealed = [revision.target_id] if is_read and revision.target_type == "memory" else []
    return AuditOut(
        id=revision.pk,
        at=revision.created_at,
        actor=revision.actor,
        action=Action(revision.action),
        target_type=revision.target_type,
        target_id=revision.target_id,
        pack=pack_of(revision.user_id),
        memories=list(given.get("memories", revealed)),
        entities=list(given.get("entities", [])),
        states=list(given.get("states", [])),
        change_id=revision.change_id,
        reason=revision.reason,
        is_erased=revision.erased_at is not None,
    )


def audit_lines(caller: Caller, filters: AuditFilters, form: str) -> Iterator[bytes]:
    """Return the lines of a file of entries, newest first; ``form`` is ``csv`` or ``json``.

    Raises:
        Forbidden: the caller is neither the owner nor an unbound token with the scope “admin”.
    """
    rows = audit_list(caller, filters).order_by("-id")
    entries = (audit_out(row).model_dump(mode="json") for row in rows.iterator(chunk_size=CHUNK))
    return _json_lines(entries) if form == "json" else _csv_lines(entries)


def _json_lines(entries: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    before = "[\n"
    for entry in entries:
        yield (before + json.dumps(entry, ensure_ascii=False)).encode()
        before = ",\n"
    yield b"\n]\n" if before == ",\n" else b"[]\n"


def _csv_lines(entries: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    # The mark tells spreadsheets that the text is UTF-8.
    yield "\ufeff".encode()
    yield _csv_line(list(AuditOut.model_fields))
    for entry in entries:
        values = [" ".join(one) if isinstance(one, list) else one for one in entry.values()]
        yield _csv_line([_cell(value) for value in values])


def _cell(value: Any) -> Any:
    is_formula = isinstance(value, str) and value.startswith(FORMULA)
    return f"'{value}" if is_formula else value


def _csv_line(values: Sequence[Any]) -> bytes:
    line = io.StringIO()
    csv.writer(line).writerow(values)
    return line.getvalue().encode()
