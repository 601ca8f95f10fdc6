"""Save texts without ever moving the log into the file, note how long the log is after each, and die.

Run as a program on a prepared data directory; prints ids with lengths as JSON.
"""

import json
import os
import sys
from pathlib import Path

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402

from core.caller import Caller  # noqa: E402
from memories.schemas import MemoryInput, parsed  # noqa: E402
from memories.services.save import remember  # noqa: E402


def recorded(count: int) -> list[tuple[str, int]]:
    """Return for each save its external id, and the length of the log in which it is committed."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_autocheckpoint = 0")
    log, noted = Path(f"{settings.DATABASE_PATH}-wal"), []
    for number in range(count):
        word = f"p{number:03d}"
        fields = {"text": f"The letter {word} lies on the desk.", "external_id": word}
        remember(Caller(base_user="alice"), parsed(MemoryInput, fields))
        noted.append((word, log.stat().st_size))
    return noted


if __name__ == "__main__":
    sys.stdout.write(json.dumps(recorded(int(sys.argv[1]))))
    sys.stdout.flush()
    # Closing the database would move the log into the file.
    os.kill(os.getpid(), 9)
