"""Query sets of rows that belong to a space, and the people who have spaces."""

from collections.abc import Iterable
from typing import Self, TypeVar

from django.contrib.auth import get_user_model
from django.db import models

from core.caller import Caller

from .fields import at_or_below, of_person

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
