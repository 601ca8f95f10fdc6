"""Columns, constraints and query sets that several apps share."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Self, TypeVar

from django.contrib.auth import get_user_model
from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import StrIndex, Substr
from django.utils.translation import gettext_lazy as _
from pydantic_core import to_json
from ulid import ULID

from core.caller import Caller

USER_ID_LENGTH = 140
BASE_USER_LENGTH = 100
SPACE_IN_SQLITE = (
    "(instr(%(expressions)s, '#') > 1"
    " AND substr(%(expressions)s, instr(%(expressions)s, '#') + 1) GLOB '[a-z]*'"
    " AND substr(%(expressions)s, instr(%(expressions)s, '#') + 1) NOT GLOB '*[^a-z0-9_]*')"
)


def user_id_field(**options: Any) -> models.CharField[str, str]:
    """Return the composite ``{base_user}#{pack}`` column of every row of a space."""
    return models.CharField(_("space"), max_length=USER_ID_LENGTH, **options)


def base_user_field() -> models.GeneratedField:
    """Return the person part of ``user_id``, computed by the database."""
    return models.GeneratedField(
        expression=Substr("user_id", Value(1), StrIndex(F("user_id"), Value("#")) - Value(1)),
        output_field=models.CharField(max_length=BASE_USER_LENGTH),
        db_persist=True,
    )


class NamesASpace(models.Func):
    """Test whether a text is ``person#pack``. Each engine has its own SQL for that."""

    output_field = models.BooleanField()

    def as_sqlite(self, compiler: Any, connection: Any, **extra: Any) -> Any:
        """Compile to GLOB, not to Django's REGEXP: any SQLite can then check and write the file."""
        return self.as_sql(compiler, connection, template=SPACE_IN_SQLITE, **extra)


def of_person(base_user: str) -> Q:
    """Return the condition for the rows in one person's spaces.

    A range instead of LIKE: it uses the index, tells upper from lower case, and no
    character is special. “$” follows “#”.
    """
    return Q(user_id__gt=f"{base_user}#", user_id__lt=f"{base_user}$")


def is_space(name: str) -> models.CheckConstraint:
    """Return the constraint that ``user_id`` names a person and a pack."""
    return models.CheckConstraint(condition=NamesASpace("user_id"), name=name)


def unit_interval(field: str, name: str) -> models.CheckConstraint:
    """Return the constraint that a score lies in 0…1, or is unknown."""
    return models.CheckConstraint(
        condition=Q(**{f"{field}__isnull": True})
        | (Q(**{f"{field}__gte": 0}) & Q(**{f"{field}__lte": 1})),
        name=name,
    )


def new_ulid() -> str:
    """Return a new ULID: 26 characters that sort by time."""
    return str(ULID())


def at_or_below(root: str, column: str = "namespace") -> Q:
    """Return the condition for rows at or below a namespace.

    A range instead of LIKE, which does not tell upper from lower case: “0” follows “/”.
    """
    return Q(**{column: root}) | Q(**{f"{column}__gt": f"{root}/", f"{column}__lt": f"{root}0"})


class CompactEncoder(json.JSONEncoder):
    """Encodes JSON fast and without spaces, which are a sixth of lists of numbers."""

    def encode(self, o: Any) -> str:
        """Return a value as JSON; NaN and infinity become null."""
        return to_json(o, inf_nan_mode="null").decode()


Row = TypeVar("Row", bound=models.Model)


class SpaceQuerySet(models.QuerySet[Row]):
    """Rows with a ``user_id``."""

    def in_spaces(self, user_ids: Iterable[str]) -> Self:
        """Keep the rows of these spaces."""
        return self.filter(user_id__in=list(user_ids))

    def of(self, caller: Caller) -> Self:
        """Keep the rows that the caller may see: own spaces, allowed packs."""
        if caller.packs is not None:
            return self.in_spaces(caller.space(pack) for pack in caller.packs)
        return self.filter(of_person(caller.base_user))


class PlacedQuerySet(SpaceQuerySet[Row]):
    """Rows with a namespace: a bound caller sees rows at or below its root."""

    def of(self, caller: Caller) -> Self:
        """Keep the rows that the caller may see: own spaces, allowed packs and namespaces."""
        rows = super().of(caller)
        return rows.filter(at_or_below(caller.namespace)) if caller.namespace else rows


def user_names() -> list[str]:
    """Return the names of all people, in order."""
    names = get_user_model()._default_manager.order_by("username")
    return list(names.values_list("username", flat=True))
