"""Load sqlite-vec into connections, if the platform allows it."""

import logging
from functools import cache
from typing import Any

from sqlcipher3 import dbapi2 as Database

logger = logging.getLogger(__name__)


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
