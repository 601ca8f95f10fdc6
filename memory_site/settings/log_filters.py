"""What is kept out of the log."""

import logging
import re

# Ids and file names of ours tell nothing; a name or a text that stands in an address may.
HARMLESS = re.compile(r"\d+|[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}", re.IGNORECASE)
UNKNOWN = "an unknown address"


class WithoutTraceback(logging.Filter):
    """Leave out where in Django it happened: the message says what a caller did wrong."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep the record, without its traceback."""
        record.exc_info = None
        return True


class WithoutTexts(logging.Filter):
    """Leave out what a caller wrote into an address, which may be something to be forgotten."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep the record of an answer, with the names of the parts of its address."""
        request = getattr(record, "request", None)
        if request is not None and isinstance(record.args, tuple) and len(record.args) == 2:
            match = getattr(request, "resolver_match", None)
            path = UNKNOWN if match is None else _named(request.path, match.kwargs)
            record.args = (record.args[0], path)
        return True


def _named(path: str, parts: dict[str, object]) -> str:
    for name, value in parts.items():
        if value and not HARMLESS.fullmatch(str(value)):
            path = path.replace(str(value), f"<{name}>")
    return path
