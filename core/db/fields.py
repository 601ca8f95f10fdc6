"""Columns and constraints that several apps share."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import StrIndex, Substr
from django.utils.translation import gettext_lazy as _
from ulid import ULID

USER_ID_LENGTH = 140
BASE_USER_LENGTH = 100


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
    """Test whether a text is ``person#pack``.

    In plain SQL and not by REGEXP, which is Django's own function: any SQLite
    can then check and write the file.
    """

    template = (
        "(instr(%(expressions)s, '#') > 1"
        " AND substr(%(expressions)s, instr(%(expressions)s, '#') + 1) GLOB '[a-z]*'"
        " AND substr(%(expressions)s, instr(%(expressions)s, '#') + 1) NOT GLOB '*[^a-z0-9_]*')"
    )
    output_field = models.BooleanField()


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
