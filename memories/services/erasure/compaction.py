"""After an erasure: taking the words of deleted rows out of the bytes of the file.

Outside of the erasure's transaction and in steps, so that nobody waits for the lock for long.
What a crash leaves undone is seen in the word tables themselves, and done at the next upkeep.
"""

from core.db.sqlite import maintenance
from memories import index


def compact() -> bool:
    """Write the word tables anew without deleted rows, and empty the write-ahead log.

    False where a reader still needs the log; the next upkeep empties it.
    """
    index.compact_words()
    return maintenance.empty_log()
