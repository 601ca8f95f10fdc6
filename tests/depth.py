"""How far a test goes: less in ``make test``, the whole way in ``make test-slow``.

Mark what uses it with ``deep``; ``make test-slow`` sets ``TEST_DEPTH`` and runs it again.
"""

import os

IS_FULL = os.environ.get("TEST_DEPTH") == "full"


def depth(usual: int, full: int) -> int:
    """Return a number of examples, steps, rows or characters."""
    return full if IS_FULL else usual
