"""Backups for the operator of the installation: list, start, fetch."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.caller import Caller
from core.db.backups import installation
from core.db.backups.folder import Backup, latest_expiry
from core.db.backups.installation import (
    backup_status,
    configured_keeping,
    own_backups,
    running_backup,
)
from core.db.backups.problems import BackupRunning
from core.errors import NotFound
from core.jobs import background
from memories.schemas.backups.outputs import BackupOut, BackupProgress, BackupsOut
from memories.services.erasure.ledger.file import held_at

RUNNING = "another backup is being made; wait until it is done"


def backups(caller: Caller) -> BackupsOut:
    """Return how the backups stand, and those of this installation, the newest first.

    Raises:
        Forbidden: the caller is not the operator: a backup holds what everybody saved.
    """
    caller.require_operator("backups")
    status = backup_status()
    running = status.running
    return BackupsOut(
        state=status.state,
        daily=status.is_daily,
        problem=status.problem or None,
        failed_at=status.failed_at,
        running=BackupProgress(stage=running.stage, percent=running.percent) if running else None,
        results=_outs(own_backups()),
    )


def holding_forgotten(found: Sequence[Backup]) -> list[Backup]:
    """Return the backups that hold something that was forgotten since."""
    held = held_at(Path(settings.DATA_DIR), {one.created_at for one in found})
    return [one for one in found if one.created_at in held]


def expiry(one: Backup) -> datetime:
    """Return when a backup is deleted at the latest."""
    return latest_expiry(one, configured_keeping())


def _outs(found: Sequence[Backup]) -> list[BackupOut]:
    holding = {one.path for one in holding_forgotten(found)}
    return [_out(one, is_holding=one.path in holding) for one in found]


def _out(one: Backup, *, is_holding: bool) -> BackupOut:
    manifest = one.manifest
    return BackupOut(
        name=one.name,
        created_at=one.created_at,
        bytes=one.bytes,
        reason=manifest.reason if manifest else None,
        encryption=manifest.encryption if manifest else None,
        program=manifest.program if manifest else None,
        # It was read back and compared before it got its name.
        verified=manifest is not None,
        holds_forgotten=is_holding,
        expires_at=expiry(one),
        problem=one.problem or None,
    )


def start_backup(caller: Caller) -> BackupsOut:
    """Begin a backup beside everything else; return how the backups stand after a moment.

    Raises:
        BackupRunning: one is being made.
        Forbidden: the caller is not the operator.
    """
    caller.require_operator("backups")
    if running_backup():
        raise BackupRunning(RUNNING)
    # A failure is noted for the status; the log gets it too.
    background.run_beside("backup", installation.make_backup)
    return backups(caller)


def backup_file(caller: Caller, name: str) -> Path:
    """Return the file of a backup.

    Raises:
        Forbidden: the caller is not the operator.
        NotFound: there is no such backup in the folder.
    """
    caller.require_operator("backups")
    # Compared with what is in the folder: a name is no path.
    for one in own_backups():
        if one.name == name:
            return one.path
    raise NotFound(format_lazy(_("there is no backup “{name}”"), name=name), field="name")
