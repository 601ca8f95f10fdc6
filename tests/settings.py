"""The product's settings in a data directory of the tests' own."""

import os
import tempfile

# Before the settings are read: tests never touch a person's data, nor their configuration.
for variable in [name for name in os.environ if name.startswith("WASURENA_")]:
    del os.environ[variable]
os.environ["WASURENA_DATA_DIR"] = tempfile.mkdtemp(prefix="wasurena-tests-")

from memory_site.settings.base import *  # noqa: E402, F403

STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # noqa: F405
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Remote clients log in as they do beyond this machine.
OAUTH = True
# Processes of their own would see nothing of a test's transaction.
SEARCH_PROCESSES = 0
# Tests of what is derived switch it on.
EXTRACTION = "off"
# Tests of where a save goes switch these on: elsewhere what belongs together stays together.
PACKS_BY_MEANING = False
USUAL_PACK = "work"
# Each test client would list every static file: a twelfth of the suite's time.
WHITENOISE_AUTOREFRESH = True
# What test clients call themselves.
LOOPBACK_NAMES = [*LOOPBACK_NAMES, "testserver"]  # noqa: F405
