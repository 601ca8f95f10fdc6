"""The language of the command line.

Help has to be translated before Django is set up, so the catalogue is read with
the standard library: the same one, in the language of the environment.
"""

import gettext
import os
from pathlib import Path

LOCALE_DIR = Path(__file__).resolve().parent.parent / "locale"
VARIABLES = ("WASURENA_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def spoken_language() -> str:
    """Return the language code that the environment asks for: ``ja``, or ``en``."""
    for variable in VARIABLES:
        if value := os.environ.get(variable):
            return "ja" if value.lower().startswith("ja") else "en"
    return "en"


_catalogue = gettext.translation("django", LOCALE_DIR, [spoken_language()], fallback=True)
_ = _catalogue.gettext
ngettext = _catalogue.ngettext
