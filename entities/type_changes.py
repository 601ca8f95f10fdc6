"""Telling that types were made, changed or removed: the journal lies above, and listens."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.db.models import Model
from django.dispatch import Signal

from core.caller import Caller

# Sent within the transaction with ``caller``, and every row of the table ``before`` and
# ``after``, by its key.
types_changed = Signal()


@contextmanager
def telling(model: type[Model], caller: Caller) -> Iterator[None]:
    """Tell what becomes of a table of types meanwhile, in one transaction."""
    with transaction.atomic():
        before = _rows(model)
        yield
        types_changed.send(sender=model, caller=caller, before=before, after=_rows(model))


def _rows(model: type[Model]) -> dict[Any, Model]:
    return {row.pk: row for row in model._default_manager.all()}
