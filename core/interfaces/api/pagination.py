"""Paginate lists by cursor: each row once, even if many rows share one time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core import signing
from django.db.models import Model, Q
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import remove_query_param, replace_query_param

from core.errors import InvalidInput

PAGE_SIZE = 50
MAX_PAGE_SIZE = 200
LIMIT = "limit"
CURSOR = "cursor"


@dataclass(frozen=True, slots=True)
class Cursor:
    """A position between two rows: the ordered columns of the row before (or, reversed, after)."""

    order: tuple[str, ...]
    values: tuple[Any, ...]
    is_reversed: bool = False

    @classmethod
    def at(cls, row: Model, order: tuple[str, ...], *, is_reversed: bool) -> "Cursor":
        """Return the position next to ``row``."""
        values = (getattr(row, name.lstrip("-")) for name in order)
        return cls(order, tuple(values), is_reversed)

    def encoded(self) -> str:
        """Return the cursor as an opaque, signed text."""
        values = [_as_text(value) for value in self.values]
        return signing.dumps(
            [list(self.order), values, self.is_reversed], salt=CURSOR, compress=True
        )

    @classmethod
    def decoded(cls, text: str, order: tuple[str, ...], model: type[Model]) -> "Cursor":
        """Return the cursor of an address.

        Raises:
            InvalidInput: the text is not a cursor, or belongs to another list.
        """
        try:
            columns, values, is_reversed = signing.loads(text, salt=CURSOR)
        except (signing.BadSignature, ValueError) as error:
            raise InvalidInput(_("this is not a cursor"), field=CURSOR, code="cursor") from error
        if columns != list(order):
            raise InvalidInput(
                _("this cursor belongs to another list"), field=CURSOR, code="cursor"
            )
        fields: list[Any] = [model._meta.get_field(name.lstrip("-")) for name in order]
        parsed = (field.to_python(value) for field, value in zip(fields, values, strict=True))
        return cls(order, tuple(parsed), is_reversed)

    def beyond(self) -> Q:
        """Return the condition of the rows after this place (or, reversed, before it)."""
        met, same = Q(), Q()
        for name, value in zip(self.order, self.values, strict=True):
            column = name.lstrip("-")
            lookup = "lt" if name.startswith("-") != self.is_reversed else "gt"
            met |= same & Q(**{f"{column}__{lookup}": value})
            same &= Q(**{column: value})
        return met


class CursorPagination(BasePagination):
    """`?limit=` up to 200; `next` and `previous` as addresses. The view names its ``page_order``."""

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any]:
        """Return the rows of the asked page, in the list's order."""
        self._address = request.build_absolute_uri()
        self._order: tuple[str, ...] = view.page_order
        limit = page_size(request.query_params.get(LIMIT))
        text = request.query_params.get(CURSOR)
        cursor = Cursor.decoded(text, self._order, queryset.model) if text else None
        backwards = cursor is not None and cursor.is_reversed
        rows = queryset.filter(cursor.beyond()) if cursor else queryset
        found = list(
            rows.order_by(*(_turned(self._order) if backwards else self._order))[: limit + 1]
        )
        self._rows = list(reversed(found[:limit])) if backwards else found[:limit]
        is_cut = len(found) > limit
        self._has_next = backwards or is_cut
        self._has_previous = is_cut if backwards else cursor is not None
        return self._rows

    def check_single_page(self, request: Request) -> None:
        """Refuse a wrong limit, and any cursor, if a list has one page only."""
        page_size(request.query_params.get(LIMIT))
        if request.query_params.get(CURSOR):
            raise InvalidInput(_("this is not a cursor"), field=CURSOR, code="cursor")

    def get_paginated_response(self, data: Any) -> Response:
        """Return the page with the addresses of its neighbours."""
        return Response({"next": self._next(), "previous": self._previous(), "results": data})

    def _next(self) -> str | None:
        if not self._rows or not self._has_next:
            return None
        return self._link(Cursor.at(self._rows[-1], self._order, is_reversed=False))

    def _previous(self) -> str | None:
        if not self._rows or not self._has_previous:
            return None
        return self._link(Cursor.at(self._rows[0], self._order, is_reversed=True))

    def _link(self, cursor: Cursor) -> str:
        return replace_query_param(
            remove_query_param(self._address, CURSOR), CURSOR, cursor.encoded()
        )

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Describe a page in the OpenAPI document."""
        address = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {"next": address, "previous": address, "results": schema},
        }

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """Describe `limit` and `cursor` in the OpenAPI document."""
        size = {"type": "integer", "minimum": 1, "maximum": MAX_PAGE_SIZE, "default": PAGE_SIZE}
        return [
            _parameter(LIMIT, "How many rows a page has.", size),
            _parameter(
                CURSOR,
                "Where the page starts: as `next` and `previous` give it.",
                {"type": "string"},
            ),
        ]


def page_size(text: str | None) -> int:
    """Return how many rows are asked for.

    Raises:
        InvalidInput: it is not a whole number from 1 to 200.
    """
    if text is None:
        return PAGE_SIZE
    is_number = text.isascii() and text.isdigit() and len(text) < 10
    if not (is_number and 1 <= int(text) <= MAX_PAGE_SIZE):
        said = format_lazy(_("a whole number from 1 to {most} is expected"), most=MAX_PAGE_SIZE)
        raise InvalidInput(said, field=LIMIT, code="limit")
    return int(text)


def _as_text(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return value if isinstance(value, int | float) else str(value)


def _turned(order: Sequence[str]) -> list[str]:
    return [name[1:] if name.startswith("-") else f"-{name}" for name in order]


def _parameter(name: str, description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": name,
        "in": "query",
        "required": False,
        "description": description,
        "schema": schema,
    }
