"""The environment of a command: its language, its options, the version, Django's settings.

Help has to be translated before Django is set up, so the catalogue is read with
the standard library: the same one, in the language of the environment.
"""

import gettext
import os
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

from .output import note

LOCALE_DIR = Path(__file__).resolve().parent.parent / "locale"
LANGUAGE_VARIABLES = ("WASURENA_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
OPTION_VARIABLES = {
    "data_dir": "WASURENA_DATA_DIR",
    "config": "WASURENA_CONFIG",
    "host": "WASURENA_HOST",
    "port": "WASURENA_PORT",
}
PATHS = ("data_dir", "config")


def spoken_language() -> str:
    """Return the language code that the environment asks for: ``ja``, or ``en``."""
    for variable in LANGUAGE_VARIABLES:
        if value := os.environ.get(variable):
            return "ja" if value.lower().startswith("ja") else "en"
    return "en"


# A server speaks the language of the command that asks it.
_language: ContextVar[str] = ContextVar("language")


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Say everything in another language than that of the environment."""
    before = _language.set(language)
    try:
        yield
    finally:
        _language.reset(before)


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("django", LOCALE_DIR, [language], fallback=True)


def _(message: str) -> str:
    """Return the message in the language of the command."""
    return _catalogue(_language.get(spoken_language())).gettext(message)


def ngettext(singular: str, plural: str, count: int) -> str:
    """Return the form of the message for ``count``, in the language of the command."""
    return _catalogue(_language.get(spoken_language())).ngettext(singular, plural, count)


def apply_options(options: Namespace) -> None:
    """Put ``--data-dir``, ``--config``, ``--host`` and ``--port`` into the environment."""
    for option, variable in OPTION_VARIABLES.items():
        value = getattr(options, option, None)
        if value is not None:
            os.environ[variable] = _absolute(value) if option in PATHS else str(value)
    for variable, value in options.defaults.items():
        os.environ.setdefault(variable, value)
    # Another project's value in this shell must not pull in its settings.
    os.environ["DJANGO_SETTINGS_MODULE"] = "memory_site.settings.base"


def _absolute(path: str) -> str:
    return str(Path(path).expanduser().absolute())


def set_up_django() -> None:
    """Load the settings and apps; whatever is written from now on is the owner's alone."""
    os.umask(0o077)
    import django
    from django.utils import translation

    django.setup()
    translation.activate(spoken_language())


def warn_of_unknown_variables() -> None:
    """Name the ``WASURENA_…`` variables that nothing reads: a typo would be ignored otherwise."""
    from memory_site.settings.config import unknown_variables

    for line in unknown_variables():
        note(f"wasurena: warning: {line}")


def installed_version(distribution: str = "wasurena") -> str:
    """Return the version of an installed distribution; ``unknown`` if it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(distribution)
    except PackageNotFoundError:
        return "unknown"
