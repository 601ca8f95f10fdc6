"""``wasurena backup``."""

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template.defaultfilters import filesizeformat
from rich.table import Table

from core.db.backups.folder import Backup, listed
from core.db.backups.installation import BackupStatus, make_backup, own_backups
from core.db.backups.problems import BackupFailed, BackupRunning
from core.encryption import Protection
from memories.services.backups.listing import expiry, holding_forgotten
from memory_site.cli.database.preparation import require_database
from memory_site.cli.environment import _, ngettext
from memory_site.cli.output import (
    CommandFailed,
    console,
    note,
    percent_bars,
    say,
    say_json,
)
from memory_site.cli.targets import SEPARATORS

from .key_files import passphrase_in

ENCRYPTIONS = {
    "none": _("not encrypted"),
    "key": _("with the key of the database"),
    "passphrase": _("with a passphrase"),
    "recipient": _("for an age recipient"),
}
REASONS = {
    "daily": _("daily"),
    "manual": _("on demand"),
    "upgrade": _("before an upgrade"),
    "repair": _("before a repair"),
}


def backup(options: Namespace) -> int:
    """Make a backup, or list those in the folder."""
    if options.list:
        return _list(options)
    require_database()
    target = Path(options.path).expanduser().absolute() if options.path else None
    made = _made(options, target)
    if options.json:
        say_json(as_json(made))
        return 0
    say(
        _("{path}: {size}, {encryption}, checked.").format(
            path=made.path, size=_size(made.bytes), encryption=encryption(made)
        )
    )
    _say_what_to_know(made, target)
    return 0


def _made(options: Namespace, target: Path | None) -> Backup:
    is_folder, protection = (options.path or "").endswith(SEPARATORS), _protection(options)
    with percent_bars() as progress:
        bar = progress.add_task(_("copying"), total=None)

        def report(stage: str, done: int, total: int) -> None:
            names = {"checking": _("checking"), "writing": _("writing")}
            progress.update(
                bar, description=names.get(stage, _("copying")), completed=done, total=total or None
            )

        try:
            return make_backup(
                target=target, is_folder=is_folder, protection=protection, report=report
            )
        except (BackupFailed, BackupRunning) as error:
            raise CommandFailed(error.message) from error


def _protection(options: Namespace) -> Protection | None:
    """Return what the options say, None for what the settings say."""
    if options.passphrase_file:
        return Protection(passphrase_in(options.passphrase_file), options.recipient or ())
    return Protection(recipients=options.recipient) if options.recipient else None


def _say_what_to_know(made: Backup, target: Path | None) -> None:
    if encryption_of(made) == "key":
        note(_("It is opened by WASURENA_DB_KEY only: keep that elsewhere."))
    if target is None:
        days = settings.BACKUP_KEEP_DAYS
        text = ngettext("It is deleted after {n} day.", "It is deleted after {n} days.", days)
        note(text.format(n=days))
    note(_("What you forget from now on stays in it; restoring it forgets that again."))


def encryption_of(made: Backup) -> str:
    """Return how a backup is encrypted, in one word."""
    return made.manifest.encryption if made.manifest else ""


def encryption(made: Backup) -> str:
    """Return how a backup is encrypted, for people."""
    return ENCRYPTIONS.get(encryption_of(made), "–")


def as_json(made: Backup) -> dict[str, Any]:
    """Return a backup for programs."""
    return {
        "path": str(made.path),
        "created_at": made.created_at.isoformat(),
        "reason": made.manifest.reason if made.manifest else None,
        "bytes": made.bytes,
        "encryption": encryption_of(made) or None,
        "program": made.manifest.program if made.manifest else None,
        "problem": made.problem or None,
    }


def _list(options: Namespace) -> int:
    found = own_backups()
    holding = holding_forgotten(found)
    if options.json:
        say_json([_as_row(one, is_holding=one in holding) for one in found])
        return 0
    if found:
        _show(found)
    else:
        text = _("There is no backup of this installation in {path}.")
        say(text.format(path=settings.BACKUP_DIR))
    for one in holding:
        say(_holding_text(one))
    _note_others(found)
    return 0


def _note_others(found: Sequence[Backup]) -> None:
    """Say of backups that are not listed where they may come from, and how to restore one."""
    others = [one for one in listed(settings.BACKUP_DIR) if one.manifest and one not in found]
    if not others:
        return
    text = ngettext(
        "{n} other backup is there, of another installation or of an older version; it is never"
        " deleted. It can be restored by its name: {name}",
        "{n} other backups are there, of other installations or of an older version; they are never"
        " deleted. They can be restored by name, the newest: {name}",
        len(others),
    )
    note(text.format(n=len(others), name=others[0].name))


def _as_row(one: Backup, *, is_holding: bool) -> dict[str, Any]:
    return {**as_json(one), "holds_forgotten": is_holding, "expires_at": expiry(one).isoformat()}


def _show(found: Sequence[Backup]) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    # A name that is broken over two lines cannot be copied.
    table.add_column(_("file"), no_wrap=True, min_width=max(len(one.name) for one in found))
    table.add_column(_("made"), min_width=len("2026-11-24"))
    for title in (_("why"), _("size"), _("encrypted")):
        table.add_column(title, overflow="fold")
    for one in found:
        why = REASONS.get(one.manifest.reason, "–") if one.manifest else _("damaged")
        made = one.created_at.astimezone().strftime("%Y-%m-%d %H:%M")
        table.add_row(one.name, made, why, _size(one.bytes), encryption(one))
    console().print(table)


def _holding_text(one: Backup) -> str:
    return _("{name} holds what was forgotten since, until {day} at the latest").format(
        name=one.name, day=f"{expiry(one).astimezone():%Y-%m-%d}"
    )


def _size(size: int) -> str:
    return filesizeformat(size).replace("\xa0", " ")


def status_lines(status: BackupStatus) -> dict[str, Any]:
    """Return how the backups stand, for ``wasurena status``."""
    last = status.last
    return {
        "state": status.state,
        "last": as_json(last) if last else None,
        "daily": status.is_daily,
        "holding_forgotten": [_holding_text(one) for one in holding_forgotten(own_backups())],
        "folder": str(status.folder),
        "problem": status.problem or None,
        "failed_at": status.failed_at.isoformat() if status.failed_at else None,
    }
