"""Make a database as the program of this checkout makes it, for later versions to bring over.

``python tests/upgrades/make_fixture.py tests/upgrades/0.1.0`` writes ``plain/`` and
``encrypted/``: the database (compressed), and ``expected.json`` with what it holds.

This script and ``filling.py`` belong to the version whose database they make: of 0.1.0 there is
one, and it is never made again. A later version that is to be upgraded from makes one of its own.
"""

import gzip
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
# Known to everybody who reads this: the fixture is encrypted to be opened, not to be kept secret.
PASSPHRASE = "田中's fixture passphrase"
VARIANTS = {"plain": "", "encrypted": PASSPHRASE}
DATABASE = "wasurena.sqlite3"


def main(directory: Path) -> None:
    """Make each variant in a process of its own: settings are read once."""
    for variant, passphrase in VARIANTS.items():
        with tempfile.TemporaryDirectory(prefix="wasurena-fixture-") as data_dir:
            made = directory / variant
            made.mkdir(parents=True, exist_ok=True)
            subprocess.run(
                [sys.executable, __file__, "--one", str(made)],
                env=_environment(Path(data_dir), passphrase),
                check=True,
            )


def _environment(data_dir: Path, passphrase: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return {
        **kept,
        "WASURENA_DATA_DIR": str(data_dir),
        "WASURENA_DB_KEY": passphrase,
        "WASURENA_BACKGROUND": "inline",
        # Asked by nobody here; with an address, questions are queued.
        "WASURENA_LLM_URL": "http://127.0.0.1:9/v1",
        "WASURENA_LLM_MODEL": "nobody",
        "DJANGO_SETTINGS_MODULE": "memory_site.settings.base",
    }


def make_one(made: Path) -> None:
    """Fill the data directory that the environment names, and pack its database into ``made``."""
    import django
    from django.conf import settings

    django.setup()
    from core.db import ddl
    from memory_site.cli.database import prepare_database
    from tests.upgrades.contents import contents, opened
    from tests.upgrades.filling import fill

    if settings.DATABASE_KEY:
        # What is encrypted cannot be compressed: not even vector blocks that are nearly empty.
        ddl.VEC0_CHUNK_SIZE = 8
    prepare_database()
    facts = fill()
    data_dir = Path(settings.DATA_DIR)
    path = _one_file(data_dir)
    held = contents(opened(path, settings.DATABASE_KEY))
    _refuse_empty_tables(held["tables"])
    (made / f"{DATABASE}.gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))
    expected = {"version": settings.VERSION, **facts, **held}
    text = json.dumps(expected, ensure_ascii=False, indent=1, sort_keys=True)
    (made / "expected.json").write_text(text + "\n", "utf-8")


def _one_file(data_dir: Path) -> Path:
    """Write everything into one small file."""
    from django.db import connection

    packed = data_dir / "packed.sqlite3"
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(packed)])
    return packed


def _refuse_empty_tables(tables: dict[str, dict[str, object]]) -> None:
    if empty := [name for name, table in tables.items() if not table["rows"]]:
        raise SystemExit(f"nothing in: {', '.join(empty)}")


if __name__ == "__main__":
    if sys.argv[1] == "--one":
        make_one(Path(sys.argv[2]))
    else:
        main(Path(sys.argv[1]))
