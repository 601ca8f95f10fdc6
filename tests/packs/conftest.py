"""Packs registered for one test, and the example pack installed beside the product."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from packs import registry
from packs.spec import Name, PackSpec
from tests.prepared import migrated_directory

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = Path(__file__).parent / "example_pack"


@pytest.fixture
def register() -> Iterator[Callable[..., PackSpec]]:
    """Register packs that are gone after the test: ``register("garden", hints=(…,))``."""
    registered: list[str] = []

    def _register(pack_id: str, **declared: Any) -> PackSpec:
        spec = PackSpec(id=pack_id, name=Name(pack_id.title(), pack_id), **declared)
        registry.register(spec)
        registered.append(pack_id)
        return spec

    yield _register
    for pack_id in registered:
        registry.unregister(pack_id)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Lay the example pack out as an installer would: its package, and its metadata beside it."""
    site = tmp_path_factory.mktemp("site")
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))["project"]
    copytree(EXAMPLE / "wasurena_garden", site / "wasurena_garden")
    metadata = site / f"wasurena_garden-{project['version']}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    points = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in listed.items())
        for group, listed in project["entry-points"].items()
    ]
    (metadata / "entry_points.txt").write_text("\n".join(points))
    return site


Product = Callable[..., str]


@pytest.fixture(scope="session")
def product(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Product:
    """Run Python code in a product of its own that has the example pack, or not."""
    data = tmp_path_factory.mktemp("garden") / "data"
    copytree(migrated_directory(), data)

    def run(code: str, *, with_pack: bool = True) -> str:
        inherited = {key: value for key, value in os.environ.items() if "WASURENA" not in key}
        paths = [str(ROOT), *([str(site)] if with_pack else [])]
        done = subprocess.run(
            [sys.executable, "-c", f"import django; django.setup()\n{code}"],
            env=inherited
            | {
                "PYTHONPATH": os.pathsep.join(paths),
                "DJANGO_SETTINGS_MODULE": "memory_site.settings.base",
                "WASURENA_DATA_DIR": str(data),
                "PYTHONIOENCODING": "utf-8",
            },
            cwd=data,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
