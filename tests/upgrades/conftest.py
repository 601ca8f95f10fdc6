"""Databases that earlier versions made, brought over as a person does it: by starting this one."""

import gzip
import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Wasurena

from .contents import Contents, contents, opened
from .fixtures import DATABASE, VARIANTS

RELEASES = Path(__file__).parent
# An encrypted database takes the same way, page by page behind its key.
CASES = [
    pytest.param(
        (release.name, variant),
        id=f"{release.name}-{variant}",
        marks=[pytest.mark.slow] if VARIANTS[variant] else [],
    )
    for release in sorted(RELEASES.glob("[0-9]*"))
    for variant in VARIANTS
]


@dataclass
class Upgraded:
    """A data directory, what it held before, and what this version made of it."""

    wasurena: Wasurena
    expected: Contents
    passphrase: str

    @property
    def path(self) -> Path:
        """The database file."""
        return self.wasurena.data_dir / DATABASE

    def contents(self) -> Contents:
        """Return what the database holds now."""
        return contents(opened(self.path, self.passphrase))


def unpacked(release: str, variant: str, data_dir: Path) -> Upgraded:
    """Put a kept database into a data directory."""
    source = RELEASES / release / variant
    data_dir.mkdir()
    with gzip.open(source / f"{DATABASE}.gz") as packed, (data_dir / DATABASE).open("wb") as file:
        shutil.copyfileobj(packed, file)
    extra = {"WASURENA_DB_KEY": VARIANTS[variant], "WASURENA_LANGUAGE": "en"}
    expected: dict[str, Any] = json.loads((source / "expected.json").read_text("utf-8"))
    return Upgraded(Wasurena(data_dir, extra), expected, VARIANTS[variant])


@pytest.fixture(scope="module", params=CASES)
def upgraded(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Upgraded:
    """A kept database that this version has been started on; tests only read it."""
    release, variant = request.param
    one = unpacked(release, variant, tmp_path_factory.mktemp("upgrade") / "data")
    said = one.wasurena.ok("user", "create", one.expected["user"])
    assert "exists already" in said
    return one
