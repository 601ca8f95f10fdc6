"""Log lines as JSON objects, for `logging.format = "json"`."""

import json
import logging


class JsonFormatter(logging.Formatter):
    """Render a record as one JSON object: time, level, logger, message, exception."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class WithoutTraceback(logging.Filter):
    """Leave out where in Django it happened: the message says what a caller did wrong."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep the record, without its traceback."""
        record.exc_info = None
        return True
