"""Every command, option and setting is documented, and nothing else is."""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from memories.tasks.schedules import CORE, Recurring
from memory_site.cli.arguments import build_parser
from memory_site.settings.config import Configuration, settings_in, variable_of

ROOT = Path(__file__).resolve().parents[2]
OPERATIONS = (ROOT / "docs" / "operations.md").read_text("utf-8")
COMMANDS = OPERATIONS.partition("## Commands")[2]
SETTINGS = (ROOT / "docs" / "settings.md").read_text("utf-8")
APPS = ("memory_site", "accounts", "packs", "entities", "graph", "memories")
EVERYWHERE = {"--help", "--data-dir", "--config", "--port"}
Parser = argparse.ArgumentParser
VARIABLE = re.compile(r"WASURENA_[A-Z_]*[A-Z]")
SECTION = re.compile(r"^## `\[(\w+)\]`\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def commands(parser: Parser, path: str = "wasurena") -> Iterator[tuple[str, Parser]]:
    groups = [group for group in parser._actions if isinstance(group, argparse._SubParsersAction)]
    if not groups:
        yield path, parser
    for group in groups:
        for name, child in group.choices.items():
            yield from commands(child, f"{path} {name}")


@pytest.mark.parametrize(("path", "parser"), list(commands(build_parser())))
def test_every_command_and_option_is_documented(path: str, parser: Parser) -> None:
    row = next((line for line in COMMANDS.splitlines() if re.match(rf"\| `{path}[ `]", line)), "")
    assert row, f"docs/operations.md does not have `{path}`"
    options = {name for action in parser._actions for name in action.option_strings}
    for option in {name for name in options if name.startswith("--")} - EVERYWHERE:
        assert option in row, f"docs/operations.md does not have `{path} {option}`"


def test_every_environment_variable_is_documented() -> None:
    sources = [path for app in APPS for path in (ROOT / app).rglob("*.py")]
    used = {name for path in sources for name in VARIABLE.findall(path.read_text("utf-8"))}
    documented = set(re.findall(r"^\| `(WASURENA_[A-Z_]+)`", SETTINGS, re.MULTILINE))
    assert used == documented


def test_every_key_of_the_file_is_documented_in_its_section() -> None:
    documented = dict(SECTION.findall(SETTINGS))
    assert documented.keys() == Configuration.model_fields.keys()
    for section, field in Configuration.model_fields.items():
        for key, setting in settings_in(field).items():
            row = f"| `{variable_of(setting)}` | `{key}` |"
            assert row in documented[section], f"{section}.{key}"


def test_every_setting_is_read() -> None:
    directory = ROOT / "memory_site" / "settings"
    settings = "".join((directory / name).read_text("utf-8") for name in ("base.py", "storage.py"))
    for section, field in Configuration.model_fields.items():
        for key in settings_in(field):
            assert re.search(rf"\b{section}\.{key}\b", settings), f"{section}.{key}"


@pytest.mark.parametrize("schedule", CORE, ids=lambda schedule: schedule.name)
def test_every_schedule_is_documented(schedule: Recurring) -> None:
    assert f"| `{schedule.name}` |" in OPERATIONS
