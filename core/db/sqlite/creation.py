"""Test databases: made and cloned by the driver that the connections use."""

import multiprocessing
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import creation as stock
from sqlcipher3 import dbapi2 as Database

from .pool import idle_connections


class DatabaseCreation(stock.DatabaseCreation):
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
