"""From options to the environment that the settings are read from."""

import os
import sys
from argparse import Namespace
from pathlib import Path

from .language import spoken_language

VARIABLES = {
    "data_dir": "WASURENA_DATA_DIR",
    "config": "WASURENA_CONFIG",
    "host": "WASURENA_HOST",
    "port": "WASURENA_PORT",
}
PATHS = ("data_dir", "config")


def apply_options(options: Namespace) -> None:
    """Put ``--data-dir``, ``--config``, ``--host`` and ``--port`` into the environment."""
    for option, variable in VARIABLES.items():
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
        print(f"wasurena: warning: {line}", file=sys.stderr)
