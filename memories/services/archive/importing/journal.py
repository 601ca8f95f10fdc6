"""Append the journal of an archive: entries name rows of this installation, or are left out."""

from collections import Counter
from typing import Any

from django.utils.translation import gettext as _

from core.models import Revision
from memories.models import Session

from ..reading import Archive
from ..refusals import refuse
from ..tables import PAYLOADS, Table, file_of, numbered_kind, owned_by
from .decoding import Decoder, LeftOut, LineProblem
from .known_entries import EntryFate, KnownEntries, here_as
from .matching import BATCH, Item, items


def store_journal(archive: Archive, table: Table, decoder: Decoder) -> Counter[EntryFate]:
    """Append the entries of an archive to the journal; return how many are new, here or left out.

    Raises:
        InvalidInput: an entry is invalid.
    """
    done: Counter[EntryFate] = Counter()
    first = decoder.places.first[Revision]
    own = Revision.objects.filter(owned_by(Revision, decoder.places.base_user), pk__lt=first)
    known = KnownEntries(own, decoder)
    for batch in items(archive, table, decoder, set(), set()):
        for item in batch:
            _check_target(table, item)
        known.read(batch)
        fates = [_take(table, item, decoder, known) for item in batch]
        done.update(fates)
        rows = [one.row for one, fate in zip(batch, fates, strict=True) if fate is EntryFate.NEW]
        Revision.objects.bulk_create(rows, batch_size=BATCH)
    return done


def _check_target(table: Table, item: Item) -> None:
    kind, name = item.row.target_type, item.row.target_id
    if not kind:
        problem = _("“{field}” is empty").format(field="target_type")
    elif numbered_kind(kind) is not None and not name.isdecimal():
        problem = _("“target_id” is no number: {text}").format(text=name)
    else:
        return
    raise refuse(problem, "invalid_line", member=file_of(table), line=item.number)


def _take(table: Table, item: Item, decoder: Decoder, known: KnownEntries) -> EntryFate:
    """Return what becomes of an entry; a new one gets the names that its rows have here."""
    try:
        fate = known.fate(item)
        if fate is EntryFate.NEW:
            _translate(item, decoder)
        return fate
    except LeftOut:
        return EntryFate.LEFT_OUT
    except (LineProblem, TypeError, AttributeError, ValueError) as problem:
        raise refuse(
            str(problem), "invalid_line", member=file_of(table), line=item.number
        ) from problem


def _translate(item: Item, decoder: Decoder) -> None:
    row: Any = item.row
    for name in PAYLOADS:
        setattr(row, name, decoder.payload(row.target_type, item.line.get(name)))
    row.target_id = here_as(row.target_type, row.target_id, decoder.places)
    row.session_id = decoder.places.named(Session, row.session_id) or ""
