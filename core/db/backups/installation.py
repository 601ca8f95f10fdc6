"""The backups of this installation: by its settings, with what failed and what is due."""

import json
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone

from core.db.instance import create_instance, installation_of, mark_path
from core.encryption import Protection

from .copying import Report, report_nothing
from .creation import Order, Source, clear_leftovers, create_backup, is_running
from .folder import (
    DAILY,
    MANUAL,
    OVERDUE_AFTER,
    Backup,
    Keeping,
    expired,
    is_due,
    listed,
    newest,
    next_older,
)
from .ownership import own
from .problems import BackupRunning

FAILURE = "backup_failed.json"
PROGRESS = "backup_progress.json"
REPORTED_EVERY_SECONDS = 0.25


@dataclass(frozen=True, slots=True)
class Progress:
    """What a backup is at (copying, checking, writing), and how many of how many pages are copied."""

    stage: str
    done: int
    total: int

    @property
    def percent(self) -> int:
        """How much of the pages is copied, 0 to 100."""
        return round(100 * self.done / self.total) if self.total else 0


@dataclass(frozen=True, slots=True)
class BackupStatus:
    """How the backups stand; ``problem`` is why the last attempt failed, empty if it did not."""

    folder: Path
    is_daily: bool
    last: Backup | None
    is_overdue: bool
    problem: str = ""
    failed_at: datetime | None = None
    running: Progress | None = None

    @property
    def is_well(self) -> bool:
        """Whether the last attempt succeeded, and is not too long ago."""
        return not (self.problem or self.is_overdue)

    @property
    def state(self) -> str:
        """Return ok, failed, overdue, none (there is none yet) or off."""
        if self.problem:
            return "failed"
        if self.is_overdue:
            return "overdue"
        return "ok" if self.last else "none" if self.is_daily else "off"


def backup_source() -> Source:
    """Return the database of this process."""
    options = connection.settings_dict["OPTIONS"]
    data_dir = Path(settings.DATA_DIR)
    return Source(
        database=Path(connection.settings_dict["NAME"]),
        key=options.get("encryption_key") or "",
        data_dir=data_dir,
        program=settings.VERSION,
        instance=installation_of(data_dir) or "",
    )


def configured_protection() -> Protection:
    """Return what the settings say that backups are encrypted with."""
    return Protection(settings.BACKUP_PASSPHRASE, tuple(settings.BACKUP_RECIPIENTS))


def configured_keeping() -> Keeping:
    """Return how long the settings say that backups are kept."""
    return Keeping(
        settings.BACKUP_KEEP_DAYS, settings.BACKUP_KEEP_DAILY, settings.BACKUP_KEEP_WEEKLY
    )


def make_backup(
    *,
    reason: str = MANUAL,
    target: Path | None = None,
    is_folder: bool = False,
    protection: Protection | None = None,
    report: Report = report_nothing,
) -> Backup:
    """Make a backup; in the folder of the settings unless ``target`` says where.

    A target that is not there yet is a file if its name has a suffix, unless ``is_folder`` says
    otherwise. In the folder of the settings, the outcome is noted for the status, and backups that
    have expired are deleted.

    Raises:
        BackupFailed, BackupRunning, InvalidInput: as :func:`create_backup` does.
    """
    now, folder = timezone.now(), Path(settings.BACKUP_DIR)
    protection = protection or configured_protection()
    is_named = target is not None
    order = Order(
        target or folder, now, reason, protection, is_named, is_folder=is_folder or not is_named
    )
    # On a full disk, the backup itself says why it fails.
    with suppress(OSError):
        create_instance(Path(settings.DATA_DIR))
    try:
        made = create_backup(backup_source(), order, _throttled(report))
    except BackupRunning:
        raise
    except Exception as error:
        if target is None:
            _note_failure(str(error) or type(error).__name__, now)
        raise
    finally:
        _progress_file().unlink(missing_ok=True)
    if made.path.parent == folder:
        _failure_file().unlink(missing_ok=True)
        remove_expired(now)
    return made


def back_up_if_due() -> Backup | None:
    """Make the daily backup if it is due and wanted; else clean up after earlier ones."""
    if not settings.BACKUP_DAILY or not is_due(own_backups(), timezone.now()):
        remove_expired(timezone.now())
        clear_leftovers(Path(settings.DATA_DIR), Path(settings.BACKUP_DIR))
        return None
    return make_backup(reason=DAILY)


def remove_expired(now: datetime) -> int:
    """Delete the backups of this installation that are no longer kept; return how many."""
    gone = expired(own_backups(), configured_keeping(), now)
    for one in gone:
        one.path.unlink(missing_ok=True)
    return len(gone)


def own_backups() -> list[Backup]:
    """Return the backups in the folder that are of this installation, the newest first."""
    return own(listed(settings.BACKUP_DIR), Path(settings.DATA_DIR))


def newest_backup() -> Backup | None:
    """Return the newest complete backup of this installation in the folder."""
    return newest(own_backups(), timezone.now())


def older_backup(path: Path) -> Backup | None:
    """Return the complete backup in the folder of this one that was made before it."""
    return next_older(path, installation_of(Path(settings.DATA_DIR)) or "")


def backup_status() -> BackupStatus:
    """Return how the backups stand; one that is dated ahead says nothing about it."""
    now, failure = timezone.now(), _read(_failure_file())
    last = newest_backup()
    if last and last.is_ahead(now):
        last = None
    failed_at = _moment(failure.get("at"))
    if failed_at is None or (last and last.created_at > failed_at):
        failure, failed_at = {}, None
    return BackupStatus(
        folder=Path(settings.BACKUP_DIR),
        is_daily=settings.BACKUP_DAILY,
        last=last,
        is_overdue=_is_overdue(last),
        problem=str(failure.get("problem", "")),
        failed_at=failed_at,
        running=running_backup(),
    )


def _is_overdue(last: Backup | None) -> bool:
    """Tell whether the daily backup is a day late; in a new directory counted from its start."""
    if not settings.BACKUP_DAILY:
        return False
    since = last.created_at if last else _started_at()
    return since is not None and timezone.now() - since > OVERDUE_AFTER


def _started_at() -> datetime | None:
    try:
        made = mark_path(Path(settings.DATA_DIR)).stat().st_mtime
    except OSError:
        return None
    return datetime.fromtimestamp(made, UTC)


def age_in_seconds(status: BackupStatus) -> float | None:
    """Return how old the newest backup is; None without one."""
    if status.last is None:
        return None
    return max(timedelta(0), timezone.now() - status.last.created_at).total_seconds()


def running_backup() -> Progress | None:
    """Return what the backup is at that a process is making now."""
    if not is_running(Path(settings.DATA_DIR)):
        return None
    told = _read(_progress_file())
    counts = (told.get(name, 0) for name in ("done", "total"))
    done, total = (count if isinstance(count, int) else 0 for count in counts)
    return Progress(str(told.get("stage", "copying")), done, total)


def _throttled(report: Report) -> Report:
    """Pass reports on, and tell other processes now and then."""
    told_at, told_stage = float("-inf"), ""

    def tell(stage: str, done: int, total: int) -> None:
        nonlocal told_at, told_stage
        report(stage, done, total)
        now = time.monotonic()
        if stage != told_stage or now - told_at >= REPORTED_EVERY_SECONDS:
            told_at, told_stage = now, stage
            _write(_progress_file(), {"stage": stage, "done": done, "total": total})

    return tell


def _note_failure(problem: str, now: datetime) -> None:
    _write(_failure_file(), {"at": now.isoformat(), "problem": problem})


def _failure_file() -> Path:
    return Path(settings.DATA_DIR) / FAILURE


def _progress_file() -> Path:
    return Path(settings.DATA_DIR) / "cache" / PROGRESS


def _write(path: Path, values: dict[str, Any]) -> None:
    # A full disk must not hide why the backup failed.
    with suppress(OSError):
        path.parent.mkdir(exist_ok=True, mode=0o700)
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.write_text(json.dumps(values), "utf-8")
        draft.replace(path)


def _read(path: Path) -> dict[str, Any]:
    with suppress(OSError, ValueError, RecursionError):
        values = json.loads(path.read_text("utf-8"))
        if isinstance(values, dict):
            return values
    return {}


def _moment(text: Any) -> datetime | None:
    with suppress(TypeError, ValueError):
        told = datetime.fromisoformat(text)
        # Without a zone it was not written here, and cannot be compared.
        return told if told.tzinfo else None
    return None
