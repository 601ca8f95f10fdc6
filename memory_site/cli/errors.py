"""Expected errors: one line on standard error, and the exit code."""

from dataclasses import dataclass

FAILED = 1
BAD_INPUT = 2


class CommandFailed(Exception):
    """A command cannot do its work; the text says why and what to do."""


class UsageError(CommandFailed):
    """What was typed cannot be used."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A line for standard error, and the exit code."""

    line: str
    exit_code: int


def describe_error(error: Exception) -> Failure | None:
    """Return how to report an expected error; None for a defect, which keeps its traceback."""
    if isinstance(error, CommandFailed):
        return Failure(str(error), BAD_INPUT if isinstance(error, UsageError) else FAILED)
    if isinstance(error, _input_errors()):
        return Failure(_one_line(error), BAD_INPUT)
    # OSError first: a settings file that cannot be read keeps the other classes from loading.
    if isinstance(error, OSError):
        return Failure(_one_line(error), FAILED)
    if isinstance(error, _environment_errors()):
        return Failure(_one_line(error), FAILED)
    return None


# Imported here and not above: they cost a second of start-up, and errors are rare.
def _input_errors() -> tuple[type[Exception], ...]:
    from core.errors import WasurenaError
    from memory_site.settings.config import ConfigurationError

    return (WasurenaError, ConfigurationError)


def _environment_errors() -> tuple[type[Exception], ...]:
    from django.apps import apps
    from django.core.management import CommandError
    from django.db import DatabaseError

    from core.db.sqlite.encryption import WrongKey
    from packs.registry import PackError

    errors = (WrongKey, DatabaseError, CommandError, PackError)
    if not apps.models_ready:
        return errors
    from memories.services.maintenance import EmbeddingError

    return (*errors, EmbeddingError)


def _one_line(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    text = " ".join(str(error).split()) or type(error).__name__
    if "file is not a database" in text:
        text += " (is it encrypted? set WASURENA_DB_KEY or WASURENA_DB_KEY_FILE)"
    return text
