"""Data directories that are costly to make: made once for all workers of a run, then copied."""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = "SHARED_TEST_DIRECTORY"
MIGRATE = """
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
"""


def share_directory(config: pytest.Config) -> None:
    """Make the directory that all workers use; the first process of a run calls this."""
    if SHARED not in os.environ:
        os.environ[SHARED] = tempfile.mkdtemp(prefix="wasurena-shared-")
        config.add_cleanup(_remove)


def _remove() -> None:
    shutil.rmtree(os.environ.pop(SHARED), ignore_errors=True)


def made_once(name: str, make: Callable[[Path], object]) -> Path:
    """Return the directory ``name``; the first worker to ask makes it, the others wait."""
    shared = Path(os.environ[SHARED])
    directory, done = shared / name, shared / f"{name}.done"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            shutil.rmtree(directory, ignore_errors=True)
            make(directory)
            done.touch()
    return directory


def environment(data_dir: Path) -> dict[str, str]:
    """Return the environment of a program with its own data and none of the caller's settings."""
    inherited = {key: value for key, value in os.environ.items() if not key.startswith("WASURENA_")}
    return inherited | {
        "WASURENA_DATA_DIR": str(data_dir),
        "DJANGO_SETTINGS_MODULE": "memory_site.settings.base",
        "PYTHONPATH": str(ROOT),
    }


def run_code(code: str, data_dir: Path) -> str:
    """Run Python code on a data directory; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment(data_dir),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def migrated_directory() -> Path:
    """Return a data directory with every migration and nobody in it; copy it before writing."""

    def make(directory: Path) -> None:
        directory.mkdir()
        run_code(MIGRATE, directory)

    return made_once("migrated", make)
