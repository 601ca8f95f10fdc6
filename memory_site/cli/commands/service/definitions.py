"""What each system reads to start the server: a systemd unit, a launchd agent, a Windows task."""

import getpass
import os
import plistlib
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

NAME = "wasurena"
LABEL = "org.wasurena.server"
DESCRIPTION = "Wasurena, a long-term memory for AI assistants"
# In every definition, so that a file of somebody else's is not overwritten.
MARK = "Written by “wasurena service install”"
TASK_SCHEMA = "http://schemas.microsoft.com/windows/2004/02/mit/task"
# A server that stops saves what waits, and ends its worker: 5 s as a rule.
STOP_SECONDS = 15
RESTART_SECONDS = 5

SYSTEMD = """\
# {mark}
[Unit]
Description={description}
StartLimitIntervalSec=300
StartLimitBurst=5

[Service]
ExecStart={command}
Restart=on-failure
RestartSec={restart}
TimeoutStopSec={stop}
KillMode=mixed
UMask=0077
NoNewPrivileges=yes

[Install]
WantedBy=default.target
"""


@dataclass(frozen=True, slots=True)
class Definition:
    """A file that defines the service, and the commands that switch it on and off and show it."""

    path: Path
    content: bytes
    start: tuple[tuple[str, ...], ...]
    stop: tuple[tuple[str, ...], ...]
    show: tuple[str, ...]


def systemd(command: Sequence[str], home: Path, _log: Path) -> Definition:
    """Return the unit of the person's own systemd."""
    content = SYSTEMD.format(
        mark=MARK, description=DESCRIPTION, command=" ".join(map(_quoted, command)),
        restart=RESTART_SECONDS, stop=STOP_SECONDS,
    )  # fmt: skip
    control, unit = ("systemctl", "--user"), f"{NAME}.service"
    return Definition(
        home / ".config" / "systemd" / "user" / unit,
        content.encode(),
        start=((*control, "daemon-reload"), (*control, "enable", "--now", unit)),
        stop=((*control, "disable", "--now", unit),),
        show=(*control, "status", "--no-pager", unit),
    )


def _quoted(argument: str) -> str:
    """Return an argument as systemd.service(5) wants it: ``%`` and ``$`` stand for something there."""
    text = argument.replace("\\", "\\\\").replace('"', '\\"')
    text = text.replace("%", "%%").replace("$", "$$").replace("\n", "\\n")
    return text if re.fullmatch(r"[\w@/.,:+=-]+", text) else f'"{text}"'


def launchd(command: Sequence[str], home: Path, log: Path) -> Definition:
    """Return the launch agent of macOS."""
    path = home / "Library" / "LaunchAgents" / f"{LABEL}.plist"
    settings = {
        "Label": LABEL,
        "ProgramArguments": list(command),
        "RunAtLoad": True,
        # Started again after a failure, and not after a stop.
        "KeepAlive": {"SuccessfulExit": False},
        "ThrottleInterval": RESTART_SECONDS,
        "ExitTimeOut": STOP_SECONDS,
        "Umask": 0o077,
        "StandardOutPath": str(log),
        "StandardErrorPath": str(log),
        "WrittenBy": MARK,
    }
    return Definition(
        path,
        plistlib.dumps(settings),
        start=(("launchctl", "load", "-w", str(path)),),
        stop=(("launchctl", "unload", "-w", str(path)),),
        show=("launchctl", "list", LABEL),
    )


def windows(command: Sequence[str], home: Path, log: Path) -> Definition:
    """Return the task of Windows, which starts when its person logs in.

    What a task prints goes nowhere, so the server itself writes to the log.
    """
    path = home / "AppData" / "Local" / NAME / f"{NAME}-task.xml"
    program, *arguments = command
    # The other one opens a window of the console.
    program = re.sub(r"(?i)\bpython\.exe$", "pythonw.exe", program)
    task = ElementTree.Element("Task", {"version": "1.2", "xmlns": TASK_SCHEMA})
    _add(task, "RegistrationInfo", {"Description": f"{DESCRIPTION}. {MARK}"})
    # Without a name, everybody's log-in would start it, and only an administrator may say so.
    person = _windows_user()
    _add(_add(task, "Triggers", {}), "LogonTrigger", {"Enabled": "true", "UserId": person})
    rights = {"UserId": person, "LogonType": "InteractiveToken", "RunLevel": "LeastPrivilege"}
    _add(_add(task, "Principals", {}), "Principal", rights)
    _add(task, "Settings", {
        "MultipleInstancesPolicy": "IgnoreNew", "DisallowStartIfOnBatteries": "false",
        "StopIfGoingOnBatteries": "false", "ExecutionTimeLimit": "PT0S", "Hidden": "true",
    })  # fmt: skip
    _add(task.find("Settings"), "RestartOnFailure", {"Interval": "PT1M", "Count": "5"})
    actions = _add(task, "Actions", {})
    line = subprocess.list2cmdline([*arguments, "--log-file", str(log)])
    _add(actions, "Exec", {"Command": program, "Arguments": line})
    control = ("schtasks",)
    return Definition(
        path,
        ElementTree.tostring(task, encoding="utf-16", xml_declaration=True),
        start=(
            (*control, "/Create", "/F", "/TN", NAME, "/XML", str(path)),
            (*control, "/Run", "/TN", NAME),
        ),
        stop=((*control, "/End", "/TN", NAME), (*control, "/Delete", "/F", "/TN", NAME)),
        show=(*control, "/Query", "/TN", NAME),
    )


def _windows_user() -> str:
    domain = os.environ.get("USERDOMAIN", "")
    return f"{domain}\\{getpass.getuser()}" if domain else getpass.getuser()


def _add(
    parent: ElementTree.Element | None, name: str, values: dict[str, str]
) -> ElementTree.Element:
    """Add an element with these children."""
    assert parent is not None
    element = ElementTree.SubElement(parent, name)
    for child, text in values.items():
        ElementTree.SubElement(element, child).text = text
    return element


KINDS = {"systemd": systemd, "launchd": launchd, "windows": windows}
BY_PLATFORM = {"linux": "systemd", "darwin": "launchd", "win32": "windows"}
