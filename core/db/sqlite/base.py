"""The database wrapper: Django's SQLite backend on the sqlcipher3 driver.

The standard library's ``sqlite3`` often lacks loadable extensions and has no
encryption; sqlcipher3 has both on every platform
(docs/decisions/0003-sqlcipher-driver.md). This module keeps Django's SQL
generation and replaces the driver, the connection set-up and the life of
connections.
"""

from __future__ import annotations

import datetime
import decimal
import logging
import time
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from itertools import tee
from typing import Any
from weakref import WeakSet

from django.db import DatabaseError
from django.db.backends.sqlite3 import base as stock
from django.db.backends.sqlite3 import features as stock_features
from django.db.backends.sqlite3._functions import (  # type: ignore[import-untyped]
    register as register_functions,
)
from django.utils.asyncio import async_unsafe
from django.utils.dateparse import parse_date, parse_datetime, parse_time
from sqlcipher3 import dbapi2 as Database

from core.db.packed_json import packed_for_sql, unpacked_for_sql
from core.db.storage import place
from core.db.storage.watch import storage_watch
from core.operation_times import Operation, operation_seconds

from .dialect import DatabaseCreation, DatabaseOperations, DatabaseSchemaEditor
from .encryption import WrongKey, unlock, wrong_key_reported
from .pool import ConnectionOrigin, file_identity, idle_connections, most_idle
from .write_lock import FairLock, lock_clock, write_locks

logger = logging.getLogger(__name__)
# Options of this backend; all other OPTIONS go to the driver.
OWN_OPTIONS = ("encryption_key", "cache_kib", "load_vectors", "pooled", "lock_times", "auto_vacuum")
DRIVER_CACHE_KIB = 8_000
# What all page caches of a process may hold together, if one alone may not hold more.
HEAP_KIB = 16_384
# The driver's default wait for SQLite's lock (seconds).
DEFAULT_TIMEOUT = 5.0
# Every search makes some fifteen statements.
MOST_CONVERTED = 256
OPENING_PAUSES = (0.0, 0.05, 0.1, 0.2, 0.4)


def load_vectors(connection: Any) -> bool:
    """Load sqlite-vec into ``connection``; return False if that is not possible."""
    try:
        import sqlite_vec

        connection.enable_load_extension(True)
        try:
            sqlite_vec.load(connection)
        finally:
            connection.enable_load_extension(False)
    except (ImportError, AttributeError, OSError, Database.Error) as error:
        _report_once(str(error))
        return False
    return True


@cache
def _report_once(reason: str) -> None:
    logger.warning("sqlite-vec cannot be loaded, searching by words only: %s", reason)


def _set_auto_vacuum(connection: Any, mode: str) -> None:
    """Set the mode of a new file. It has to come before the first table is written (SPEC §12.14),
    and on a file that has tables it would take the write lock each time a connection opens.
    """
    if connection.execute("PRAGMA page_count").fetchone() == (0,):
        connection.execute(f"PRAGMA auto_vacuum = {mode}")


def _decoded(convert: Callable[[str], Any]) -> Callable[[bytes], Any]:
    return lambda raw: convert(raw.decode())


Database.register_converter("bool", b"1".__eq__)
Database.register_converter("date", _decoded(parse_date))
Database.register_converter("time", _decoded(parse_time))
Database.register_converter("datetime", _decoded(parse_datetime))
Database.register_converter("timestamp", _decoded(parse_datetime))
Database.register_adapter(decimal.Decimal, str)
Database.register_adapter(datetime.date, stock.adapt_date)
Database.register_adapter(datetime.datetime, stock.adapt_datetime)


class DatabaseFeatures(stock_features.DatabaseFeatures):
    """Django's SQLite features; the driver brings its own, recent SQLite."""

    can_alter_table_drop_column = True
    can_return_columns_from_insert = True
    can_return_rows_from_bulk_insert = True
    # The driver is compiled with MAX_VARIABLE_NUMBER=250000; SQLite's own
    # default keeps bulk statements large without needing the full number.
    max_query_params = 32_766


@lru_cache(MOST_CONVERTED)
def _converted(query: str, names: tuple[str, ...] | None) -> str:
    """Return a statement with SQLite's placeholders: the driver knows the same text again."""
    convert: Callable[..., str] = stock.SQLiteCursorWrapper.convert_query
    return convert(None, query, param_names=names)


class CursorWrapper(Database.Cursor):  # type: ignore[misc]
    """Turn Django's ``%s`` and ``%(name)s`` parameters into SQLite's."""

    def execute(self, query: str, params: Any = None) -> Any:
        begun = time.perf_counter()
        try:
            if params is None:
                return super().execute(query)
            names = tuple(params) if isinstance(params, Mapping) else None
            return super().execute(_converted(query, names), params)
        finally:
            operation_seconds[Operation.STATEMENT].observe(time.perf_counter() - begun)

    def executemany(self, query: str, param_list: Iterable[Any]) -> Any:
        peekable, param_list = tee(iter(param_list))
        first = next(peekable, None)
        names = list(first) if isinstance(first, Mapping) else None
        return super().executemany(self.convert_query(query, param_names=names), param_list)

    convert_query = stock.SQLiteCursorWrapper.convert_query


class DatabaseWrapper(stock.DatabaseWrapper):
    """SQLite through sqlcipher3, with vectors, optional AES-256 and reused connections.

    Own ``OPTIONS``: ``encryption_key`` (passphrase, none for a plain file),
    ``cache_kib`` (page cache per connection), ``load_vectors``, ``pooled`` and ``lock_times``
    (the directory where processes publish how long they held the write lock), and
    ``auto_vacuum`` (the mode of a new file).
    """

    Database = Database
    SchemaEditorClass = DatabaseSchemaEditor
    creation_class = DatabaseCreation
    features_class = DatabaseFeatures
    ops_class = DatabaseOperations

    init_commands: list[str]
    transaction_mode: str | None
    # Set if the connection may be parked when it is closed.
    _origin: ConnectionOrigin | None = None
    _cursors: WeakSet[CursorWrapper]
    # Held from BEGIN IMMEDIATE to the end of the transaction.
    _write_lock: FairLock | None = None
    # When the transaction got SQLite's lock, on the monotonic clock.
    _locked_at: float | None = None

    def get_connection_params(self) -> dict[str, Any]:
        params = super().get_connection_params()
        self.own_options = {name: params.pop(name, None) for name in OWN_OPTIONS}
        params["detect_types"] = Database.PARSE_DECLTYPES | Database.PARSE_COLNAMES
        return params

    @async_unsafe
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        self._cursors = WeakSet()
        self._origin = None
        if not self.own_options["pooled"] or self.is_in_memory_db():
            return self._opened(conn_params)
        path = str(conn_params["database"])
        # Before idle connections are looked at: those to a file that comes back are kept.
        place.require(path)
        options = repr((sorted(conn_params.items()), self.own_options, self.init_commands))
        if reused := idle_connections.take(options, path):
            self._origin, connection = reused
            return connection
        # Looked up before opening, so that a file replaced meanwhile is not taken for the new one.
        file = file_identity(path)
        connection = self._opened(conn_params)
        self._origin = ConnectionOrigin(options, path, file or file_identity(path))
        return connection

    def _opened(self, conn_params: dict[str, Any]) -> Any:
        """Open a connection, patiently while other processes are creating the file.

        One of them may just have written the first page, with its salt; and SQLite
        does not wait for its lock when the journal mode of a new file changes.
        """
        for pause in OPENING_PAUSES:
            try:
                return self._connected(conn_params)
            except (WrongKey, Database.OperationalError) as error:
                if not isinstance(error, WrongKey) and "locked" not in str(error):
                    raise
                time.sleep(pause)
        return self._connected(conn_params)

    def _connected(self, conn_params: dict[str, Any]) -> Any:
        path = str(conn_params["database"])
        connection = Database.connect(**conn_params)
        try:
            with wrong_key_reported(path, self.own_options["encryption_key"]):
                self._prepare(connection, path)
        except BaseException:
            connection.close()
            raise
        return connection

    def _prepare(self, connection: Any, path: str) -> None:
        if not self.is_in_memory_db():
            unlock(connection, path, self.own_options["encryption_key"])
        register_functions(connection)
        connection.create_function("unpacked_json", 1, unpacked_for_sql, deterministic=True)
        connection.create_function("packed_json", 1, packed_for_sql, deterministic=True)
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA legacy_alter_table = OFF")
        if kib := self.own_options["cache_kib"]:
            connection.execute(f"PRAGMA cache_size = -{int(kib)}")
            # Of the process: every thread's cache fills up in time, and few are used at once.
            limit = max(HEAP_KIB, int(kib)) * 1024
            connection.execute(f"PRAGMA soft_heap_limit = {limit}")
        if self.own_options["auto_vacuum"]:
            _set_auto_vacuum(connection, self.own_options["auto_vacuum"])
        for command in self.init_commands:
            if command.strip():
                connection.execute(command)
        if self.own_options["load_vectors"] is not False:
            load_vectors(connection)

    def _start_transaction_under_autocommit(self) -> None:
        place.require(str(self.settings_dict["NAME"]))
        if self.transaction_mode == "IMMEDIATE" and not self.is_in_memory_db():
            timeout = float(self.settings_dict["OPTIONS"].get("timeout", DEFAULT_TIMEOUT))
            self._write_lock = write_locks.acquire(str(self.settings_dict["NAME"]), timeout)
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._release_write_lock()
            raise
        if self.transaction_mode == "IMMEDIATE":
            self._locked_at = time.monotonic()

    def _release_write_lock(self) -> None:
        lock, self._write_lock = self._write_lock, None
        if lock is not None:
            lock.release()
        locked_at, self._locked_at = self._locked_at, None
        if locked_at is not None:
            lock_clock.record(time.monotonic() - locked_at, self.own_options["lock_times"])

    def _commit(self) -> None:
        if self._locked_at is not None:
            place.require_log(str(self.settings_dict["NAME"]))
        super()._commit()  # type: ignore[misc]
        storage_watch.written()
        self._release_write_lock()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._release_write_lock()

    def _close(self) -> None:
        try:
            self._close_or_park()
        finally:
            self._release_write_lock()

    def _close_or_park(self) -> None:
        if self._origin is None or self.in_atomic_block or not self._parked(self._origin):
            super()._close()  # type: ignore[misc]

    def _parked(self, origin: ConnectionOrigin) -> bool:
        # An unfinished SELECT would hold its snapshot, and show it to the next borrower.
        for cursor in list(self._cursors):
            cursor.close()
        most = most_idle(self.own_options["cache_kib"] or DRIVER_CACHE_KIB)
        return idle_connections.give_back(origin, self.connection, most=most)

    def create_cursor(self, name: str | None = None) -> Any:
        cursor = self.connection.cursor(factory=CursorWrapper)
        if self._origin is not None:
            self._cursors.add(cursor)
        return cursor

    @property
    def has_vectors(self) -> bool:
        """Return whether sqlite-vec is loaded on this connection."""
        try:
            with self.cursor() as cursor:
                cursor.execute("SELECT vec_version()")
        except DatabaseError:
            return False
        return True
