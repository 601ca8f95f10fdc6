"""Django's own tests on this backend: nothing fails that stock sqlite3 does not fail too."""

import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import django
import pytest
from platformdirs import user_cache_path

LABELS = (
    "basic queries transactions backends schema migrations expressions expressions_case "
    "expressions_window aggregation aggregation_regress db_functions lookup model_fields "
    "constraints bulk_create introspection indexes inspectdb get_or_create update delete "
    "fixtures datetimes timezones raw_query select_for_update transaction_hooks test_utils"
)
ROOT = Path(__file__).parents[2]
FAILED = re.compile(r"^(?:ERROR|FAIL|UNEXPECTED SUCCESS): \S+ \(([\w.]+)\)", re.MULTILINE)
RAN = re.compile(r"^Ran (\d+) tests", re.MULTILINE)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def django_tests() -> Path:
    """Return the `tests` directory of Django's source distribution, downloaded once."""
    version = django.get_version()
    sources = user_cache_path("wasurena", appauthor=False) / "django-source"
    unpacked = sources / f"django-{version}" / "tests"
    if not unpacked.exists():
        download = [sys.executable, "-m", "pip", "download", "--quiet", "--dest", str(sources)]
        only_source = ["--no-binary", ":all:", "--no-deps", f"Django=={version}"]
        subprocess.run([*download, *only_source], check=True)
        with tarfile.open(next(sources.glob(f"[Dd]jango-{version}.tar.gz"))) as archive:
            archive.extractall(sources, filter="data")
    return unpacked


def run_suite(tests: Path, settings_module: str, labels: list[str]) -> tuple[int, set[str]]:
    """Run Django's tests; return how many ran and the ids of those that failed."""
    path = os.pathsep.join([str(ROOT), str(Path(__file__).parent)])
    finished = subprocess.run(
        [sys.executable, "runtests.py", "--settings", settings_module, "--parallel", "2", *labels],
        cwd=tests,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    ran = RAN.search(finished.stderr)
    assert ran, finished.stdout + finished.stderr
    failed = set(FAILED.findall(finished.stderr))
    assert bool(failed) == bool(finished.returncode), finished.stderr
    return int(ran[1]), failed


def test_nothing_fails_that_stock_does_not_fail(django_tests: Path) -> None:
    ran, failed = run_suite(django_tests, "django_suite_settings", LABELS.split())
    assert ran > 4000

    if failed:
        _, failed_on_stock = run_suite(django_tests, "test_sqlite", sorted(failed))
        assert failed <= failed_on_stock, failed - failed_on_stock
