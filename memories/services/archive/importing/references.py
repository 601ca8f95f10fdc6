"""Find new rows that refer to nothing, and name their lines."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, ForeignKey, OuterRef
from django.utils.translation import gettext as _

from core.errors import InvalidInput

from ..reading import Archive
from ..refusals import refuse
from ..tables import Table, columns_of, file_of, is_type, members_of
from .decoding import Places


@dataclass(frozen=True, slots=True)
class ReferenceCheck:
    """Checks stored rows within the transaction of their import."""

    archive: Archive
    places: Places

    def check(self, table: Table) -> None:
        """Refuse the import if a new row refers to nothing."""
        first = self.places.first.get(table.model)
        rows = table.rows_of(self.places.base_user)
        fresh = rows.filter(pk__gte=first) if first else rows
        for column in columns_of(table.model).values():
            if not isinstance(column, ForeignKey):
                continue
            targets = column.related_model._base_manager.filter(
                **{column.target_field.attname: OuterRef(column.attname)}
            )
            lost = fresh.filter(**{f"{column.name}__isnull": False}).filter(~Exists(targets))
            if (row := lost.order_by("pk").first()) is not None:
                raise self._dangling(table, row, column)
        for name, many in members_of(table.model).items():
            self._check_members(table, fresh, name, many)

    def _check_members(self, table: Table, fresh: Any, name: str, many: Any) -> None:
        own, other = many.m2m_column_name(), many.m2m_reverse_name()
        rows = many.remote_field.through._base_manager.filter(**{f"{own}__in": fresh.values("pk")})
        target = many.related_model._base_manager.filter(pk=OuterRef(other))
        lost = rows.filter(~Exists(target)).order_by("pk").values_list(own, flat=True).first()
        if lost is not None:
            text = _("“{field}” refers to nothing").format(field=name)
            raise self._refused(table, {"id": lost}, text)

    def _dangling(self, table: Table, row: Any, column: Any) -> InvalidInput:
        what = _("“{field}” refers to nothing").format(field=column.attname)
        if is_type(column.related_model):
            what = _("there is no type “{type}” here").format(type=getattr(row, column.attname))
        named = {"id": row.pk}
        if table.public_id:
            named[table.public_id] = getattr(row, table.public_id)
        return self._refused(table, named, what)

    def _refused(self, table: Table, named: dict[str, Any], what: str) -> InvalidInput:
        """Return the error with the line of a row, which is read once more."""
        first = self.places.first.get(table.model, 1)
        for number, line in self.archive.lines(table):
            is_it = table.is_numbered and line.get("id") == named["id"] - first + 1
            if is_it or (
                table.public_id and line.get(table.public_id) == str(named.get(table.public_id))
            ):
                return refuse(what, "no_such_row", member=file_of(table), line=number)
        return refuse(what, "no_such_row", member=file_of(table))
