"""The official conformance suite against the ASGI wrapper that serves the product."""

import subprocess
import sys
import tarfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.live_server import serving

from .node_tools import NODE, node_modules

__all__ = ["node_modules"]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def everything_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the "everything" fixtures of the installed SDK, taken from its source distribution."""
    folder = tmp_path_factory.mktemp("everything")
    name = f"mcp-{version('mcp')}"
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "download",
            "--no-deps",
            "--no-binary",
            "mcp",
            "--dest",
            str(folder),
            name.replace("-", "==", 1),
        ],
        check=True,
        capture_output=True,
    )
    with tarfile.open(folder / f"{name}.tar.gz") as archive:
        archive.extractall(folder, filter="data")
    fixtures = folder / name / "examples" / "servers" / "everything-server"
    data_dir = tmp_path_factory.mktemp("data")
    application = "tests.slow.everything_server:application"
    with serving(application, data_dir, EVERYTHING_SERVER=str(fixtures)) as base_url:
        yield f"{base_url}/mcp"


@pytest.mark.parametrize("revision", ["2025-11-25", "2026-07-28"])
def test_the_wrapper_conforms(
    everything_server: str, node_modules: Path, tmp_path: Path, revision: str
) -> None:
    """Pass every scenario that the revision requires; extensions (Tasks) are not claimed."""
    program = node_modules / "conformance" / "dist" / "index.js"
    result = subprocess.run(
        [
            NODE,
            str(program),
            "server",
            "--url",
            everything_server,
            "--requirements",
            revision,
            "--output-dir",
            str(tmp_path),
        ],
        capture_output=True,
        text=True,
        timeout=600,
    )
    _, _, summary = result.stdout.partition("=== SUMMARY ===")
    assert result.returncode == 0, summary or result.stderr
    required, _, not_scored = summary.partition("Not scored")
    failed = [line.split()[1].rstrip(":") for line in required.splitlines() if line.startswith("✗")]
    assert all(f"✗ {name} (extension)" in not_scored for name in failed), summary
    assert "✓ dns-rebinding-protection" in required
