"""Insert the rows of lines; what the database refuses is named by line."""

from collections.abc import Sequence
from typing import Any

from django.db import DataError, IntegrityError, transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from core.caller import pack_of
from core.errors import InvalidInput
from packs import registry
from packs.spec import SHARED

from ..refusals import refuse
from ..tables import Table, columns_of, file_of, is_type, members_of
from .decoding import Decoder, LineProblem
from .matching import BATCH, Item

REFUSED = (IntegrityError, DataError, OverflowError, ValueError, TypeError)
MOST_MEMBERS = 100_000


def store_rows(table: Table, batch: Sequence[Item], base_user: str) -> None:
    """Insert the rows of a batch; a refused one is named."""
    for item in batch:
        if is_type(table.model) and not str(item.row.pk).endswith(f"#{base_user}"):
            raise _named(table, item, _("only a person's own types can be imported"))
    _check_packs(table, batch)
    times = [_own_times(item.row) for item in batch]
    try:
        with transaction.atomic():
            table.model._base_manager.bulk_create([item.row for item in batch])
    except REFUSED:
        for item in batch:
            _store_alone(table, item)
    for item, given in zip(batch, times, strict=True):
        if given:
            table.model._base_manager.filter(pk=item.row.pk).update(**given)


def _check_packs(table: Table, batch: Sequence[Item]) -> None:
    """Refuse rows of a pack that is not here: no search would find them."""
    for item in batch:
        pack = pack_of(item.row.user_id) if "user_id" in columns_of(table.model) else SHARED
        if pack != SHARED and registry.find(pack) is None:
            text = _("there is no pack “{pack}” here; add it, or export the other packs only")
            raise _named(table, item, text.format(pack=pack))


def _own_times(row: Model) -> dict[str, Any]:
    """Return the times that Django would replace by that of the import."""
    return {
        column.attname: getattr(row, column.attname)
        for column in row._meta.concrete_fields
        if getattr(column, "auto_now", False) or getattr(column, "auto_now_add", False)
    }


def _store_alone(table: Table, item: Item) -> None:
    try:
        with transaction.atomic():
            table.model._base_manager.bulk_create([item.row])
    except REFUSED as error:
        raise _named(table, item, _refusal(error)) from error


def _refusal(error: Exception) -> str:
    """Return why the database refuses a row, with the columns or the rule that it names."""
    kind, _colon, names = str(error).partition(" constraint failed: ")
    if kind == "UNIQUE":
        text = _("the database refuses it: another row has the same value ({names})")
    elif names:
        text = _("the database refuses it: a value is missing or out of range ({names})")
    else:
        text = _("the database refuses it: a value has another shape")
    return text.format(names=names)


def store_members(table: Table, batch: Sequence[Item], decoder: Decoder) -> None:
    """Insert the many-to-many members of new rows."""
    for name, many in members_of(table.model).items():
        through = many.remote_field.through
        own, other = many.m2m_column_name(), many.m2m_reverse_name()
        rows: list[Model] = []
        for item in batch:
            try:
                keys = decoder.members(table.model, item.line)[name]
            except LineProblem as problem:
                raise _named(table, item, str(problem)) from problem
            if len(set(keys)) != len(keys) or len(keys) > MOST_MEMBERS:
                text = _("“{field}” names a row twice, or too many").format(field=name)
                raise _named(table, item, text)
            rows += [through(**{own: item.row.pk, other: key}) for key in keys]
        through._base_manager.bulk_create(rows, batch_size=BATCH)


def _named(table: Table, item: Item, what: str) -> InvalidInput:
    return refuse(what, "invalid_line", member=file_of(table), line=item.number)
