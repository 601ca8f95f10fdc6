"""Differences from Django's SQLite backend: SQL operations, schema changes, test databases."""

import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from django.db import models, transaction
from django.db.backends.sqlite3 import creation as stock_creation
from django.db.backends.sqlite3 import operations as stock_operations
from django.db.backends.sqlite3 import schema as stock_schema
from sqlcipher3 import dbapi2 as Database

from .pool import idle_connections

TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND sql IS NOT NULL"
VIRTUAL_TABLES = (
    "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%'"
)


@contextmanager
def suspended_triggers(
    connection: Any, execute: Callable[[str], Any], *, containing: str
) -> Iterator[None]:
    """Drop the triggers whose SQL contains a text, and create them again after.

    Django rebuilds a SQLite table by copying it, which drops its triggers
    without a word, and fails while another table's trigger refers to it.
    A failure in between rolls the triggers back too. They come back as they
    were: an operation that renames or removes a column they name has to stand
    between operations that drop and create them.
    """
    with connection.cursor() as cursor:
        rows = cursor.execute(TRIGGERS).fetchall()
    found = [(name, sql) for name, sql in rows if containing.lower() in sql.lower()]
    if not found:
        yield
        return
    with transaction.atomic(using=connection.alias):
        for name, _ in found:
            execute(f"DROP TRIGGER {connection.ops.quote_name(name)}")
        yield
        for _, sql in found:
            execute(sql)


class DatabaseOperations(stock_operations.DatabaseOperations):
    """Stock operations, and a flush that passes the journal and empties the indexes."""

    connection: Any
    # The rows of a list of ids that is one parameter, as JSON.
    listed_ids = "SELECT value FROM json_each(%s)"

    def insert_rows(self, cursor: Any, sql: str, rows: Sequence[Sequence[Any]]) -> range:
        """Insert rows in their order, and return their new ids.

        SQLite returns the id of a single row only. Ids are consecutive, since no other
        connection writes until the transaction ends.
        """
        *first, last = rows
        if first:
            cursor.executemany(sql, first)
        cursor.execute(sql, last)
        return range(cursor.lastrowid - len(first), cursor.lastrowid + 1)

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


class DatabaseSchemaEditor(stock_schema.DatabaseSchemaEditor):
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


class DatabaseCreation(stock_creation.DatabaseCreation):
    """Stock creation without the standard library's ``sqlite3``.

    The two drivers are different C libraries: handing one's connection to the
    other's ``backup`` fails, and mixing them on one file breaks POSIX locks.
    """

    def _create_test_db(
        self, verbosity: int, autoclobber: bool, keepdb: bool = False
    ) -> str | Path:
        name: str | Path = super()._create_test_db(  # type: ignore[misc]
            verbosity, autoclobber, keepdb
        )
        if not keepdb:
            self._remove_write_ahead_log(name)
        return name

    def _clone_test_db(self, suffix: str, verbosity: int, keepdb: bool = False) -> None:
        source = self.connection.settings_dict["NAME"]
        if not self.is_in_memory_db(source):
            # The file is copied, so everything has to be in it and not in its log.
            with self.connection.cursor() as cursor:
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            super()._clone_test_db(suffix, verbosity, keepdb)  # type: ignore[misc]
        elif multiprocessing.get_start_method() == "spawn":
            target = Database.connect(self.get_test_db_clone_settings(suffix)["NAME"])
            self.connection.connection.backup(target)
            target.close()

    def setup_worker_connection(self, _worker_id: Any) -> None:
        settings_dict = self.get_test_db_clone_settings(_worker_id)
        if multiprocessing.get_start_method() != "spawn" or not self.is_in_memory_db(
            self.connection.settings_dict["NAME"]
        ):
            self.connection.settings_dict.update(settings_dict)
            self.connection.close()
            return
        name = f"file:memorydb_{self.connection.alias}_{_worker_id}?mode=memory&cache=shared"
        source = Database.connect(f"file:{settings_dict['NAME']}?mode=ro", uri=True)
        target = Database.connect(name, uri=True)
        source.backup(target)
        source.close()
        self.connection.settings_dict.update({**settings_dict, "NAME": name})
        self.connection.connect()
        target.close()

    def _destroy_test_db(self, test_database_name: str | Path, verbosity: int) -> None:
        idle_connections.clear()
        super()._destroy_test_db(test_database_name, verbosity)  # type: ignore[misc]
        self._remove_write_ahead_log(test_database_name)

    def _remove_write_ahead_log(self, name: str | Path) -> None:
        if not self.is_in_memory_db(name):
            for suffix in ("-wal", "-shm"):
                Path(f"{name}{suffix}").unlink(missing_ok=True)
