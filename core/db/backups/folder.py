"""The folder of backups: what is in it, what is still kept, and whether one is due."""

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.utils.translation import gettext as _

from .archive import read_beginning, read_manifest
from .manifest import EARLIEST, Manifest
from .problems import DAMAGED, BackupRefused

NAME = re.compile(r"wasurena-\d{8}T\d{6}Z-(daily|manual|upgrade|repair)(-\d+)?\.tar")
PART = ".part"
# One that was not written to for so long belongs to no backup that is being made.
PART_OLD_SECONDS = 3_600
PART_NAME = re.compile(rf"\.{NAME.pattern}{re.escape(PART)}")
DAILY, MANUAL, UPGRADE, REPAIR = "daily", "manual", "upgrade", "repair"
# A day, less what the hourly look for a due backup may be late.
DUE_AFTER = timedelta(hours=23, minutes=30)
OVERDUE_AFTER = timedelta(hours=48)
# Clocks are set back by a little all the time.
AHEAD_AFTER = timedelta(minutes=1)
# How far beyond the last backups, of how many days, the clock is believed.
BELIEVED_FOR, CONFIRMING_DAYS = timedelta(days=14), 3
DAY, WEEK = "%Y-%j", "%G-%V"


@dataclass(frozen=True, slots=True)
class Keeping:
    """How long backups are kept: all of them this many days, daily ones thinned out."""

    days: int
    daily: int
    weekly: int


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup in the folder; ``manifest`` is None if it cannot be read, and ``problem`` says why."""

    path: Path
    bytes: int
    manifest: Manifest | None
    problem: str = ""
    # The installation that it names, also if it is incomplete.
    instance: str = ""

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.path.name

    @property
    def created_at(self) -> datetime:
        """When it was made: by what it says, or by its name."""
        return self.manifest.created_at if self.manifest else _time_of(self.name)

    def is_ahead(self, now: datetime) -> bool:
        """Tell whether a wrong clock dated it: its age is not known."""
        return self.created_at - now > AHEAD_AFTER


def file_name(at: datetime, reason: str) -> str:
    """Return the name of a backup: its time in UTC, and why it was made."""
    return f"wasurena-{at.astimezone(UTC):%Y%m%dT%H%M%SZ}-{reason}.tar"


def is_part(name: str) -> bool:
    """Tell whether a file has the name of a backup in a folder that is not written to its end."""
    return PART_NAME.fullmatch(name) is not None


def _time_of(name: str) -> datetime:
    text = name.removeprefix("wasurena-")[:16]
    try:
        return datetime.strptime(text, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    except ValueError:
        return datetime.fromtimestamp(0, UTC)


def listed(folder: Path) -> list[Backup]:
    """Return the backups in a folder, the newest first; none if there is no folder."""
    try:
        names = [entry.name for entry in os.scandir(folder) if NAME.fullmatch(entry.name)]
    except OSError:
        return []
    found = [one for name in names if (one := _looked_at(folder / name))]
    return sorted(found, key=lambda one: (one.created_at, one.name), reverse=True)


def _looked_at(path: Path) -> Backup | None:
    try:
        size = path.stat().st_size
    except OSError:
        # It has just expired.
        return None
    instance = ""
    try:
        instance = read_beginning(path).instance
        return Backup(path, size, _manifest_named(path), instance=instance)
    except BackupRefused as error:
        return Backup(path, size, None, error.message, instance)
    except OSError as error:
        return Backup(path, size, None, error.strerror or str(error), instance)


def _manifest_named(path: Path) -> Manifest:
    """Return the manifest of a backup; its name has the same time, unless one of them is damaged."""
    manifest = read_manifest(path)
    if manifest.created_at.replace(microsecond=0) == _time_of(path.name):
        return manifest
    text = _("{path} is damaged or renamed: it says that it was made at {time}, its name does not")
    raise BackupRefused(text.format(path=path, time=manifest.created_at), code=DAMAGED)


def newest(backups: Iterable[Backup], now: datetime) -> Backup | None:
    """Return the newest complete backup; one that is dated ahead only where there is no other."""
    complete = (one for one in backups if one.manifest)
    return max(complete, key=lambda one: (not one.is_ahead(now), one.created_at), default=None)


def next_older(path: Path, instance: str) -> Backup | None:
    """Return the newest complete backup in the folder of this one that was made before it.

    It is of the same installation; of ``instance`` if this one does not say of which it is.
    """
    found = listed(path.parent)
    at = next((number for number, one in enumerate(found) if one.path == path), len(found))
    known = ("", *[one.instance or instance for one in found[at : at + 1]])
    return next((one for one in found[at + 1 :] if one.manifest and one.instance in known), None)


def is_due(backups: Iterable[Backup], now: datetime) -> bool:
    """Tell whether the daily backup is due; one dated ahead, by a wrong clock, does not count."""
    last = newest(backups, now)
    return last is None or last.is_ahead(now) or now - last.created_at >= DUE_AFTER


def latest_expiry(backup: Backup, keeping: Keeping) -> datetime:
    """Return when a backup is deleted at the latest; the newest complete one stays until the next."""
    return backup.created_at + timedelta(days=keeping.days)


def expired(backups: Sequence[Backup], keeping: Keeping, now: datetime) -> list[Backup]:
    """Return those of these backups, the newest first, that are no longer kept.

    Daily ones are thinned: the newest of each of the last days and of each of the last weeks that
    have one. All others are kept for ``keeping.days`` days. The newest complete one is always kept,
    and so are those of the last days, however old: they go as new ones come. One that is dated
    ahead is kept until its day, and takes the place of no other.
    """
    aged = [one for one in backups if not one.is_ahead(now)]
    complete = [one for one in aged if one.manifest]
    daily = [one for one in complete if one.manifest and one.manifest.reason == DAILY]
    days = _newest_of_each(daily, DAY, keeping.daily)
    kept = [*days, *_newest_of_each(daily, WEEK, keeping.weekly)]
    thinned = [one for one in daily if one not in kept]
    always = [*complete[:1], *days[: keeping.days]]
    oldest = _oldest_kept(complete, keeping, now)
    return [
        one for one in aged if one in thinned or (one.created_at < oldest and one not in always)
    ]


def _oldest_kept(complete: Sequence[Backup], keeping: Keeping, now: datetime) -> datetime:
    """Return before when backups are too old; a clock that may have jumped ahead is not believed.

    A jump looks like a long pause. In both, backups of some days have to show that time goes on.
    """
    most = min(CONFIRMING_DAYS, keeping.daily)
    days = _newest_of_each(complete, DAY, most)
    if len(days) < most:
        return EARLIEST
    return min(now, days[-1].created_at + BELIEVED_FOR) - timedelta(days=keeping.days)


def _newest_of_each(backups: Sequence[Backup], period: str, most: int) -> list[Backup]:
    found: dict[str, Backup] = {}
    for one in backups:
        found.setdefault(f"{one.created_at.astimezone(UTC):{period}}", one)
    return list(found.values())[:most]
