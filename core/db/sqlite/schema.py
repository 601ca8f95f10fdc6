"""Schema editing that keeps triggers and adapts values with the right driver."""

from contextlib import suppress
from typing import Any

from django.db import models
from django.db.backends.sqlite3 import schema as stock
from sqlcipher3 import dbapi2 as Database

from .triggers import suspended_triggers


class DatabaseSchemaEditor(stock.DatabaseSchemaEditor):
    """Django's SQLite schema editor, safe for tables with triggers."""

    def quote_value(self, value: Any) -> str:
        with suppress(Database.ProgrammingError):
            value = Database.adapt(value)
        return str(super().quote_value(value))

    def _remake_table(self, model: type[models.Model], *args: Any, **kwargs: Any) -> None:
        # Through `execute`, so that `sqlmigrate` shows the triggers and touches nothing.
        with suspended_triggers(
            self.connection,
            lambda sql: self.execute(sql, params=None),
            containing=model._meta.db_table,
        ):
            super()._remake_table(model, *args, **kwargs)  # type: ignore[misc]
