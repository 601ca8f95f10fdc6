"""Where data lies; known without reading any setting."""

import os
from pathlib import Path

from platformdirs import user_data_path


def data_directory() -> Path:
    """Return where data lies: ``WASURENA_DATA_DIR``, or the platform's user data directory."""
    if given := os.environ.get("WASURENA_DATA_DIR"):
        return Path(given).expanduser().resolve()
    return user_data_path("wasurena", appauthor=False)


def configuration_file(data_dir: Path) -> Path:
    """Return the file of settings: ``WASURENA_CONFIG``, or the data directory's; it may not exist."""
    named = os.environ.get("WASURENA_CONFIG")
    return Path(named).expanduser() if named else data_dir / "wasurena.toml"
