"""The guide for operators, followed word for word: its commands in its order, in a fresh directory.

Backing up and restoring are followed in `test_backup.py`, beside what they are checked for.
"""

import os
import re
import shlex
import signal
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml

from memory_site.cli.arguments import build_parser
from memory_site.settings.config import Configuration
from tests.cli.conftest import Wasurena, answers
from tests.cli.test_service import put_program, run
from tests.faults.conftest import Patient, start

__all__ = ["run"]
GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "operations.md").read_text("utf-8")
SECTION = re.compile(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`(wasurena [a-z][^`…|]*)`")
OWNER = "alice"
# Placeholders of the text, and what a person would type for them.
TYPED = {
    "NAME": OWNER, "FILE": "f.tar", "DIR": "d", "age1…": "age1x", "COMMAND": "check", "DAY": "2026-01-01",
}  # fmt: skip
NOT_HERE = {
    "In a container": "needs Docker; tests/slow/test_container.py does what the image does",
    "A language model beside the rules": "needs a model; tests/memories/enrichment has one of its own",
    "Backing up": "tests/cli/test_backup.py follows it",
    "Restoring": "tests/cli/test_backup.py follows it",
}
FOLLOWED = {
    "Running", "As a service", "Metrics", "Moving to another machine", "Checking and repairing", "Upgrading",
}  # fmt: skip
# Commands of a table or of prose that begin something else, or name a group of commands.
NAMES_ONLY = {
    "wasurena django", "wasurena bench", "wasurena connect", "wasurena rebuild", "wasurena model",
    "wasurena model use",
    "wasurena service", "wasurena token", "wasurena user",
}  # fmt: skip


def sections() -> dict[str, str]:
    return dict(SECTION.findall(GUIDE))


def commands(section: str) -> list[str]:
    """Return the commands of a section, without its comments."""
    blocks = [text for kind, text in BLOCK.findall(sections()[section]) if kind == "sh"]
    lines = "".join(blocks).splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_every_section_with_commands_is_followed_or_says_why_not() -> None:
    with_commands = {name for name in sections() if commands(name)}
    assert with_commands == FOLLOWED | NOT_HERE.keys()


def in_prose() -> Iterator[str]:
    for name, text in sections().items():
        if name not in ("Commands", "Development"):
            yield from INLINE.findall(BLOCK.sub("", text))


@pytest.mark.parametrize("line", sorted(set(in_prose()) - NAMES_ONLY))
def test_commands_in_the_text_are_understood(line: str) -> None:
    """A command that the guide names exists, with these options."""
    words = [TYPED.get(word, word) for word in shlex.split(line)][1:]
    assert build_parser().parse_args(words)


@pytest.mark.parametrize("name", sections())
def test_settings_in_the_guide_are_settings(name: str) -> None:
    for kind, text in BLOCK.findall(sections()[name]):
        if kind == "toml":
            Configuration.model_validate(tomllib.loads(text))
        elif kind == "yaml":
            (job,) = yaml.safe_load(text)["scrape_configs"]
            assert job["static_configs"][0]["targets"] == ["127.0.0.1:8377"]


def test_the_service_is_installed_as_written(run: Callable[..., int], tmp_path: Path) -> None:
    calls = put_program(tmp_path, "systemctl")
    for line in commands("As a service"):
        assert run(*shlex.split(line)[2:], "--kind", "systemd") == 0, line
    assert "enable --now wasurena.service" in calls.read_text()


@pytest.fixture
def home(tmp_path: Path) -> Patient:
    """A private home with a stand-in for systemd, and a data directory that is not there yet."""
    put_program(tmp_path, "systemctl")
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    settings = {
        "PATH": path,
        "LOGNAME": OWNER,
        "WASURENA_EXTRACTION": "off",
        "WASURENA_BACKUP_DAILY": "false",
    }
    return Patient(tmp_path / "data", settings)


def follow(home: Wasurena, section: str, **typed: str) -> dict[str, str]:
    """Type the commands of a section one after the other; return what each printed."""
    printed = {}
    for line in commands(section):
        words = [typed.get(word, word) for word in shlex.split(line)]
        assert words[0] == "wasurena", line
        done = home(*words[1:])
        assert done.returncode == 0, f"{line}: {done.stderr}"
        printed[line] = done.stdout
    return printed


@pytest.mark.slow
def test_the_guide_can_be_followed_word_for_word(home: Patient, tmp_path: Path) -> None:
    """First start, a stop, checking, an upgrade, another machine, and a service."""
    _first_start(home, tmp_path / "log")
    assert home("save", "the heron came back", "--pack", "lifelog").returncode == 0
    (checked, repaired) = follow(home, "Checking and repairing").values()
    assert "Nothing is wrong" in checked and "Nothing is wrong" in repaired
    assert "matches the stored rows" in home("verify").stdout
    (token,) = follow(home, "Metrics").values()
    assert "wsr_" in token
    _other_machine(home, tmp_path)
    _upgrade(home, tmp_path / "log")
    _service(home, tmp_path)


def _first_start(home: Patient, log: Path) -> None:
    (line,) = commands("Running")
    assert line == "wasurena up"
    server = start(home, log)
    assert answers(server.url)
    assert server.stop(signal.SIGTERM) == 0


def _other_machine(home: Patient, base: Path) -> None:
    """The commands are typed on two machines: those from the first import on on the new one."""
    new = Patient(base / "new", home.extra)
    for line in commands("Moving to another machine"):
        machine = new if "import" in line or "user create" in line else home
        file = str(base / "me.wasurena")
        typed = {"me.wasurena": file, "NAME": OWNER}
        done = machine(*[typed.get(word, word) for word in shlex.split(line)][1:])
        assert done.returncode == 0, f"{line}: {done.stderr}"
    found = new("search", "heron", "--user", OWNER)
    assert "the heron came back" in found.stdout


def _upgrade(home: Patient, log: Path) -> None:
    *before, last = commands("Upgrading")
    assert last == "wasurena up"
    for line in before:
        assert home(*shlex.split(line)[1:]).returncode == 0, line
    server = start(home, log)
    assert server.stop(signal.SIGTERM) == 0
    assert "the heron came back" in home("search", "heron").stdout


def _service(home: Patient, base: Path) -> None:
    follow(home, "As a service")
    assert "enable --now wasurena.service" in (base / "calls").read_text()
    assert not (base / ".config/systemd/user/wasurena.service").exists()
