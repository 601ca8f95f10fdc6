"""Write the definition of the service, and have the system start or stop it."""

import os
import shutil
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

from django.conf import settings

from memory_site.cli.environment import _
from memory_site.cli.output import CommandFailed, note, say

from .definitions import BY_PLATFORM, KINDS, MARK, Definition

# Also read by a service, though no shell tells it.
PASSED_ON = ("WASURENA_CONFIG", "WASURENA_HOST", "WASURENA_PORT")
# These become options of the command, or are set by commands themselves.
OWN_VARIABLES = ("WASURENA_DATA_DIR", "WASURENA_BACKGROUND", "WASURENA_LANGUAGE")


def install(options: Namespace) -> int:
    """Write the definition and start the service; ``--print`` shows it and changes nothing.

    Raises:
        CommandFailed: there is a file of somebody else's, or the system refuses.
    """
    definition = _definition(options)
    _name_unseen_variables()
    if options.print:
        sys.stdout.write(_text(definition.content))
        return 0
    _refuse_foreign(definition.path)
    if definition.path.exists() and not options.no_start:
        # Otherwise what runs would go on as it was.
        _stop(definition)
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True, mode=0o700)
    _write(definition)
    say(_("Written: {path}").format(path=definition.path))
    if options.no_start:
        return 0
    for command in definition.start:
        _run(command)
    say(_("Wasurena runs, and starts again whenever you log in."))
    say(_("“wasurena up” shows its address, and the password of a first start."))
    return 0


def _write(definition: Definition) -> None:
    try:
        definition.path.parent.mkdir(parents=True, exist_ok=True)
        definition.path.write_bytes(definition.content)
    except OSError as error:
        text = _(
            "the definition of the service cannot be written: {path}: {problem}; “wasurena service"
            " install --print” shows it, to be put where the system reads it"
        )
        problem = error.strerror or error
        raise CommandFailed(text.format(path=definition.path, problem=problem)) from error


def uninstall(options: Namespace) -> int:
    """Stop the service and remove its definition; memories stay.

    Raises:
        CommandFailed: there is none, or the file is somebody else's.
    """
    definition = _definition(options)
    if not definition.path.exists():
        raise CommandFailed(_("there is no service: {path}").format(path=definition.path))
    _refuse_foreign(definition.path)
    _stop(definition)
    definition.path.unlink()
    say(_("Removed: {path}").format(path=definition.path))
    return 0


def _stop(definition: Definition) -> None:
    for command in definition.stop:
        try:
            _run(command)
        except CommandFailed as problem:
            # It may be stopped already; what comes next has to be done all the same.
            note(f"wasurena: {problem}")


def show(options: Namespace) -> int:
    """Show what the system says of the service."""
    definition = _definition(options)
    if not definition.path.exists():
        raise CommandFailed(_("there is no service: {path}").format(path=definition.path))
    return subprocess.run(_found(definition.show), check=False).returncode


def _definition(options: Namespace) -> Definition:
    kind = options.kind or BY_PLATFORM.get(sys.platform, "systemd")
    log = Path(settings.DATA_DIR) / "service.log"
    return KINDS[kind](_command(), Path.home(), log)


def _command() -> list[str]:
    """Return the command of the service; every path in it is absolute."""
    command = [sys.executable, "-P", "-m", "memory_site.cli", "up", "--no-banner"]
    command += ["--data-dir", str(settings.DATA_DIR)]
    for variable in PASSED_ON:
        if value := os.environ.get(variable):
            command += [f"--{variable.removeprefix('WASURENA_').lower()}", value]
    return command


def _text(definition: bytes) -> str:
    """Return a definition as text; Windows wants UTF-16."""
    is_wide = definition.startswith((b"\xff\xfe", b"\xfe\xff"))
    return definition.decode("utf-16" if is_wide else "utf-8", "replace")


def _refuse_foreign(path: Path) -> None:
    if path.exists() and MARK not in _text(path.read_bytes()):
        raise CommandFailed(
            _("{path} is not one that Wasurena wrote; move it away first").format(path=path)
        )


def _name_unseen_variables() -> None:
    """Name what this shell says and a service does not hear: keys are not written into files."""
    passed_on = {*PASSED_ON, *OWN_VARIABLES}
    unseen = [name for name in sorted(os.environ) if name.startswith("WASURENA_")]
    if names := ", ".join(name for name in unseen if name not in passed_on):
        note(
            _("The service does not see {names}; write them into wasurena.toml.").format(
                names=names
            )
        )


def _run(command: tuple[str, ...]) -> None:
    done = subprocess.run(_found(command), capture_output=True, text=True, check=False)
    if done.returncode:
        raise CommandFailed(
            _(
                "“{command}” failed: {problem}. With --no-start the definition is only written;"
                " start it in your own way: {own}"
            ).format(
                command=" ".join(command),
                problem=(done.stderr or done.stdout).strip().rstrip(".") or "?",
                own=" ".join(_command()),
            )
        )


def _found(command: tuple[str, ...]) -> list[str]:
    program = shutil.which(command[0])
    if program is None:
        raise CommandFailed(
            _("there is no “{program}” here; start it in your own way: {command}").format(
                program=command[0], command=" ".join(_command())
            )
        )
    return [program, *command[1:]]
