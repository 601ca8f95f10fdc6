"""How the program logs: the setting ``LOGGING``."""

from typing import Any


def logging_settings(level: str, form: str) -> dict[str, Any]:
    """Return the settings of logging, for a level and a form of lines (pretty or json)."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "pretty": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
            "json": {"()": "memory_site.settings.config.JsonFormatter"},
        },
        "filters": {
            "brief": {"()": "memory_site.settings.log_filters.WithoutTraceback"},
            "textless": {"()": "memory_site.settings.log_filters.WithoutTexts"},
            "storage": {"()": "core.db.storage.log.OncePerMinute"},
        },
        # Standard error always: the standard output of `wasurena mcp` is a protocol stream.
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": form,
                "filters": ["storage"],
            }
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django.security.DisallowedHost": {"filters": ["brief"]},
            "django.request": {"filters": ["textless"]},
        },
    }
