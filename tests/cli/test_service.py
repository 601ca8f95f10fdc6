"""The server is started by the system: the definitions, and what is done with them."""

import os
import plistlib
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from memory_site.cli import main
from memory_site.cli.commands.service.definitions import KINDS, MARK, systemd

COMMAND = [
    "/opt/my python/bin/python",
    "-m",
    "memory_site.cli",
    "up",
    "--data-dir",
    '/a "b" 50% $x',
]
NAMESPACE = "{http://schemas.microsoft.com/windows/2004/02/mit/task}"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """Run ``wasurena service`` for a person whose home is empty."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))

    def _run(*arguments: str) -> int:
        return main(["service", *arguments])

    return _run


def put_program(folder: Path, name: str, exit_code: int = 0) -> Path:
    """Put a program there that notes how it is called; return its notes."""
    notes = folder / "calls"
    program = folder / "bin" / name
    program.parent.mkdir(exist_ok=True)
    program.write_text(f'#!/bin/sh\necho "$@" >> {notes}\necho no bus >&2\nexit {exit_code}\n')
    program.chmod(0o755)
    return notes


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs Debian's package systemd")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "wasurena.service"
    unit.write_bytes(systemd([sys.executable, *COMMAND[1:]], tmp_path, tmp_path).content)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--user", str(unit)], capture_output=True, text=True,
        env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)}, check=False,
    )  # fmt: skip
    assert "wasurena.service" not in done.stderr, done.stderr
    assert '"/a \\"b\\" 50%% $$x"' in unit.read_text("utf-8")


def test_the_agent_and_the_task_hold_the_command(tmp_path: Path) -> None:
    agent = plistlib.loads(KINDS["launchd"](COMMAND, tmp_path, tmp_path / "service.log").content)
    assert agent["ProgramArguments"] == COMMAND and agent["RunAtLoad"] is True
    assert agent["StandardErrorPath"] == str(tmp_path / "service.log")
    task = ElementTree.fromstring(
        KINDS["windows"](COMMAND, tmp_path, tmp_path / "service.log").content
    )
    program = task.find(f"{NAMESPACE}Actions/{NAMESPACE}Exec/{NAMESPACE}Command")
    arguments = task.find(f"{NAMESPACE}Actions/{NAMESPACE}Exec/{NAMESPACE}Arguments")
    assert program is not None and program.text == COMMAND[0]
    assert arguments is not None and arguments.text == subprocess.list2cmdline(
        [*COMMAND[1:], "--log-file", str(tmp_path / "service.log")]
    )
    limit = task.find(f"{NAMESPACE}Settings/{NAMESPACE}ExecutionTimeLimit")
    assert limit is not None and limit.text == "PT0S"
    people = [one.text for one in task.iter(f"{NAMESPACE}UserId")]
    assert len(people) == 2 and all(people)


def test_windows_opens_no_console(tmp_path: Path) -> None:
    command = [r"C:\Python\python.exe", "-m", "memory_site.cli", "up"]
    task = KINDS["windows"](command, tmp_path, tmp_path / "service.log").content.decode("utf-16")
    assert r"C:\Python\pythonw.exe" in task


def test_a_port_that_is_given_is_written_and_one_of_the_settings_is_not(
    run: Callable[..., int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("install", "--kind", "systemd", "--print") == 0
    assert "--port" not in capsys.readouterr().out
    monkeypatch.setenv("WASURENA_PORT", "9123")
    assert run("install", "--kind", "systemd", "--print") == 0
    assert "--port 9123" in capsys.readouterr().out


def test_installing_again_stops_what_runs_first(run: Callable[..., int], tmp_path: Path) -> None:
    calls = put_program(tmp_path, "systemctl")
    assert run("install", "--kind", "systemd") == run("install", "--kind", "systemd") == 0
    began = ["--user daemon-reload", "--user enable --now wasurena.service"]
    stopped = "--user disable --now wasurena.service"
    assert calls.read_text().splitlines() == [*began, stopped, *began]


def test_it_is_written_started_and_removed(
    run: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = put_program(tmp_path, "systemctl")
    unit = tmp_path / ".config/systemd/user/wasurena.service"
    assert run("install", "--kind", "systemd") == 0
    assert MARK in unit.read_text("utf-8") and "--port" not in unit.read_text("utf-8")
    assert run("status", "--kind", "systemd") == 0
    assert run("uninstall", "--kind", "systemd") == 0
    assert not unit.exists()
    assert calls.read_text().splitlines() == [
        "--user daemon-reload", "--user enable --now wasurena.service",
        "--user status --no-pager wasurena.service", "--user disable --now wasurena.service",
    ]  # fmt: skip
    assert str(unit) in capsys.readouterr().out


def test_printing_and_not_starting_change_nothing_else(
    run: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for kind in KINDS:
        assert run("install", "--kind", kind, "--print") == 0
        assert MARK in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []
    assert run("install", "--kind", "windows", "--no-start") == 0
    # Written again: an installation may have moved.
    assert run("install", "--kind", "windows", "--no-start") == 0
    [task] = tmp_path.rglob("*.xml")
    assert MARK in task.read_text("utf-16")


def test_what_the_system_refuses_is_named(
    run: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("install", "--kind", "systemd") == 1
    assert "there is no “systemctl” here" in capsys.readouterr().err
    put_program(tmp_path, "systemctl", exit_code=1)
    assert run("install", "--kind", "systemd") == 1
    said = capsys.readouterr().err
    assert "daemon-reload” failed: no bus" in said and "--no-start" in said
    assert run("uninstall", "--kind", "systemd") == 0
    assert "no bus" in capsys.readouterr().err
    assert run("uninstall", "--kind", "systemd") == 1


def test_a_file_of_somebody_else_stays(
    run: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unit = tmp_path / ".config/systemd/user/wasurena.service"
    unit.parent.mkdir(parents=True)
    unit.write_text("[Service]\nExecStart=/bin/true\n")
    for action in ("install", "uninstall"):
        assert run(action, "--kind", "systemd") == 1
        assert "not one that Wasurena wrote" in capsys.readouterr().err
    assert "/bin/true" in unit.read_text()


def test_variables_of_the_shell_are_named(
    run: Callable[..., int], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("WASURENA_DB_KEY", "secret-key")
    assert run("install", "--kind", "launchd", "--no-start") == 0
    shown = capsys.readouterr()
    assert "does not see WASURENA_DB_KEY" in shown.err and "secret-key" not in shown.out + shown.err


def test_a_home_that_cannot_be_written_is_named(
    run: Callable[..., int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    (tmp_path / "home").write_text("a file")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert run("install", "--no-start", "--kind", "systemd") == 1
    said = capsys.readouterr().err
    assert str(tmp_path / "home" / ".config") in said and "install --print" in said
