"""Append the journal of an archive: entries name rows of this installation, or are left out."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from core.models import Revision
from memories.models import Session

from ..reading import Archive
from ..refusals import refuse
from ..tables import PAYLOADS, Table, file_of, numbered_kind, owned_by, public_id_of, whole_model
from .decoding import Decoder, LeftOut, LineProblem, Places
from .matching import BATCH, Item, forgotten, items


def store_journal(archive: Archive, table: Table, decoder: Decoder) -> int:
    """Append the entries of an archive to the journal; return how many.

    Raises:
        InvalidInput: an entry is invalid.
    """
    created = 0
    first = decoder.places.first[Revision]
    own = Revision.objects.filter(owned_by(Revision, decoder.places.base_user), pk__lt=first)
    is_filled = own.exists()
    for batch in items(archive, table, decoder, set(), set()):
        chosen = _new_entries(batch, own, decoder.places) if is_filled else batch
        rows = [row for item in chosen if (row := _entry(table, item, decoder)) is not None]
        Revision.objects.bulk_create(rows, batch_size=BATCH)
        created += len(rows)
    return created


def _new_entries(batch: Sequence[Item], own: Any, places: Places) -> list[Item]:
    """Return the entries of changes that are not here, about rows that were not forgotten here."""
    changes: set[UUID] = {item.row.change_id for item in batch}
    known = set(own.filter(change_id__in=changes).values_list("change_id", flat=True))
    targets: dict[str, list[str]] = {}
    for item in batch:
        kind = item.row.target_type
        if numbered_kind(kind) is None:
            targets.setdefault(kind, []).append(item.row.target_id)
    gone = {(kind, name) for kind, ids in targets.items() for name in forgotten(own, kind, ids)}
    return [
        item
        for item in batch
        if item.row.change_id not in known
        and (item.row.target_type, item.row.target_id) not in gone
    ]


def _entry(table: Table, item: Item, decoder: Decoder) -> Revision | None:
    """Return the entry as it is stored; None if its row was here before, or is left out."""
    row: Any = item.row
    kind = row.target_type
    try:
        if not kind:
            raise LineProblem(_("“{field}” is empty").format(field="target_type"))
        target = _target(kind, row.target_id, decoder.places)
        if target is None:
            return None
        row.target_id = target
        for name in PAYLOADS:
            setattr(row, name, decoder.payload(kind, item.line.get(name)))
    except LeftOut:
        return None
    except (LineProblem, TypeError, AttributeError, ValueError) as problem:
        raise refuse(
            str(problem), "invalid_line", member=file_of(table), line=item.number
        ) from problem
    row.session_id = decoder.places.named(Session, row.session_id) or ""
    return row  # type: ignore[no-any-return]


def _target(kind: str, name: str, places: Places) -> str | None:
    """Return the id of an entry's row here; None if the row is not a new one."""
    if (model := numbered_kind(kind)) is not None:
        if not name.isdecimal():
            raise LineProblem(_("“target_id” is no number: {text}").format(text=name))
        return None if int(name) in places.found[model] else str(places.key(model, int(name)))
    if (model := whole_model(kind)) is None:
        return name
    key = f"{name}#" if public_id_of(model) == "type_name" else name
    return None if key in places.found[model] else name
