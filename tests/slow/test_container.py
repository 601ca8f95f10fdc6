"""The Dockerfile, followed step by step in directories of this machine instead of a container."""

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# What only a container has: other users, and system directories.
ONLY_INSIDE = ("useradd",)
pytestmark = pytest.mark.slow


@dataclass
class Image:
    """What a Dockerfile says, with the paths of the container inside ``place``."""

    place: Path
    port: int
    steps: list[str] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)
    commands: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def read(cls, place: Path, port: int) -> "Image":
        image = cls(place, port)
        text = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
        for line in text.splitlines():
            name, _, rest = line.partition(" ")
            image.take(name, image.inside(rest))
        return image

    def inside(self, text: str) -> str:
        """Return a text with paths of this machine; the sources are those of the checkout."""
        text = re.sub(r"/src\b", str(ROOT), text.replace("8377", str(self.port)))
        return re.sub(r"(?<![\w.])/(opt|data)\b", rf"{self.place}/\1", text)

    def take(self, name: str, rest: str) -> None:
        """Note one instruction."""
        if name == "RUN" and not rest.startswith(ONLY_INSIDE):
            self.steps.append(rest)
        elif name == "ENV":
            pairs = (pair.split("=", 1) for pair in shlex.split(rest))
            self.environment |= {key: os.path.expandvars(value) for key, value in pairs}
        elif name in ("ENTRYPOINT", "CMD"):
            self.commands[name] = json.loads(rest)
        elif name == "HEALTHCHECK":
            self.commands[name] = json.loads(rest.partition("CMD ")[2])


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Image]:
    """The image as it is built: every RUN has succeeded."""
    image = Image.read(tmp_path_factory.mktemp("image"), _free_port())
    (image.place / "opt").mkdir()
    path = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    for step in image.steps:
        subprocess.run(["sh", "-ec", step], check=True, env={**os.environ, "PATH": path})
    yield image


def test_the_container_starts_is_healthy_and_stops(image: Image) -> None:
    environment = {"HOME": str(image.place), "LANG": "C.UTF-8", **image.environment}
    environment["WASURENA_PORT"] = str(image.port)
    command = [*image.commands["ENTRYPOINT"], *image.commands["CMD"]]
    check = image.commands["HEALTHCHECK"]
    with subprocess.Popen(
        command, env=environment, cwd=image.place, stdout=subprocess.PIPE, text=True,
        executable=image.place / "opt/wasurena/bin" / command[0],
    ) as server:  # fmt: skip
        try:
            assert _becomes_healthy(check, environment), "it never became healthy"
            assert (image.place / "data" / "wasurena.sqlite3").exists()
        finally:
            begun = time.monotonic()
            server.send_signal(signal.SIGTERM)
            server.wait(30)
        assert time.monotonic() - begun < 10
    assert subprocess.run(check, env=environment, capture_output=True, check=False).returncode


def _becomes_healthy(check: list[str], environment: dict[str, str]) -> bool:
    for _attempt in range(60):
        if not subprocess.run(check, env=environment, capture_output=True, check=False).returncode:
            return True
        time.sleep(1)
    return False


def test_compose_publishes_to_this_machine_alone() -> None:
    text = (ROOT / "compose.yaml").read_text("utf-8")
    assert '"127.0.0.1:8377:8377"' in text and "memory:/data" in text
    assert 'max-size: "10m"' in text and 'max-file: "3"' in text
