"""The wheel, installed into an empty environment, works from any directory."""

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wasurena(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of a wheel in an environment that borrows only our dependencies."""
    place = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    subprocess.run([*pip, "wheel", "--no-deps", "-w", str(place), str(ROOT)], check=True)
    (wheel,) = place.glob("wasurena-*.whl")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place / "env")], check=True)
    installed = place / "env" / "lib" / f"python{sysconfig.get_python_version()}" / "site-packages"
    (installed / "borrowed.pth").write_text(_dependencies(place / "borrowed"))
    subprocess.run(
        [*pip, "--python", str(place / "env"), "install", "--no-deps", str(wheel)], check=True
    )
    return place / "env" / "bin" / "wasurena"


def _dependencies(place: Path) -> str:
    """Mirror our site-packages without the checkout's own entry, and return where."""
    place.mkdir()
    for entry in Path(sysconfig.get_path("purelib")).iterdir():
        if "wasurena" not in entry.name and not entry.name.endswith(".pth"):
            (place / entry.name).symlink_to(entry)
    return str(place)


def test_it_runs_from_another_directory(wasurena: Path, tmp_path: Path) -> None:
    # A directory of the same name as one of our packages must not get in the way.
    (tmp_path / "packs").mkdir()
    (tmp_path / "packs" / "__init__.py").write_text("raise SystemExit('the wrong packs')")
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "LANG": "C.UTF-8"}

    def run(*arguments: str) -> str:
        command = [str(wasurena), "--data-dir", "data", *arguments]
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "217 sample memories" in run("demo")
    assert "田中" in run("search", "田中", "--user", "demo")
    assert (tmp_path / "data" / "wasurena.sqlite3").exists()


def test_it_holds_what_the_browser_needs(wasurena: Path) -> None:
    package = next(wasurena.parents[1].rglob("memory_site"))
    for path in ("frontend/dist/wasurena.css", "frontend/dist/wasurena.js", "templates/base.html"):
        assert (package / path).stat().st_size > 0
    assert not (package / "frontend" / "node_modules").exists()
    assert shutil.which(str(wasurena))
