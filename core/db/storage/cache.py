"""Django's cache in files, which neither fails for a full disk nor makes a lost directory again."""

import errno
import logging
import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.filebased import FileBasedCache

from .place import moved

logger = logging.getLogger(__name__)


class DataCache(FileBasedCache):
    """A cache in the data directory that the process began with, and in no other."""

    def _createdir(self) -> None:
        # An empty directory in the place of one that was moved away would keep it from coming back.
        if not Path(settings.DATA_DIR).is_dir() or _is_moved():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), settings.DATA_DIR)
        super()._createdir()  # type: ignore[misc]

    def _delete(self, fname: str) -> bool:
        # Reading deletes what has expired, and a full cache what is oldest.
        return not _is_moved() and bool(super()._delete(fname))  # type: ignore[misc]


def _is_moved() -> bool:
    return bool(moved(str(settings.DATABASES["default"]["NAME"])))


class LenientCache(DataCache):
    """A cache of which every value can be missing: what cannot be kept is left out."""

    def set(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None
    ) -> None:
        """Keep a value, unless the disk refuses it."""
        try:
            super().set(key, value, timeout=timeout, version=version)
        except OSError as error:
            logger.warning(
                "a value was not cached: %s", os.strerror(error.errno or 0), exc_info=error
            )

    def add(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None
    ) -> bool:
        """Keep a value that is not there; return False if it is, or if the disk refuses it."""
        if self.has_key(key, version=version):
            return False
        self.set(key, value, timeout=timeout, version=version)
        return True

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        """Keep a value for longer; return False if it is not there, or the disk refuses it."""
        try:
            return super().touch(key, timeout=timeout, version=version)
        except OSError:
            return False

    def _delete(self, fname: str) -> bool:
        try:
            return super()._delete(fname)
        except OSError:
            return False
