"""SQL operations that differ from Django's stock SQLite backend."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.db.backends.sqlite3 import operations as stock

from .triggers import suspended_triggers

VIRTUAL_TABLES = (
    "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%'"
)


class DatabaseOperations(stock.DatabaseOperations):
    """Stock operations, and a flush that passes the journal and empties the indexes."""

    connection: Any

    def execute_sql_flush(self, sql_list: Iterable[str]) -> None:
        # `manage.py flush` empties the whole database on purpose: the journal's triggers, which
        # would refuse that, are suspended, and no text stays in an index.
        with transaction.atomic(using=self.connection.alias), self.connection.cursor() as cursor:
            indexes = self._virtual_tables(cursor)
            with suspended_triggers(self.connection, cursor.execute, containing="BEFORE DELETE"):
                for sql in sql_list:
                    cursor.execute(sql)
            for name in indexes:
                cursor.execute(f"DELETE FROM {self.quote_name(name)}")

    def _virtual_tables(self, cursor: Any) -> list[str]:
        """List the full-text and vector tables that can be written on this connection."""
        tables = cursor.execute(VIRTUAL_TABLES).fetchall()
        has_vectors = self.connection.has_vectors
        return [name for name, sql in tables if has_vectors or "using vec0" not in sql.lower()]

    def force_group_by(self) -> list[str]:
        return []
