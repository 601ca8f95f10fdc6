"""Whose a backup is: several installations may have one folder of backups.

A backup names its installation, which is the content of ``instance_id``: a data directory that was
moved or copied is the same one, and one that was restored or begun anew is another.
"""

from collections.abc import Iterable
from pathlib import Path

from core.db.instance import installation_of

from .folder import Backup


def own(backups: Iterable[Backup], data_dir: Path) -> list[Backup]:
    """Return the backups that are surely those of a data directory: only they count, and expire.

    One that names no installation, or another one where this directory has no name yet, is its own
    only if it lies inside of it: elsewhere it may be anybody's.
    """
    instance = installation_of(data_dir)
    return [
        one
        for one in backups
        if (
            one.instance == instance if one.instance and instance else is_within(one.path, data_dir)
        )
    ]


def is_of_another(instance: str, data_dir: Path) -> bool:
    """Tell whether a backup of this installation is one of another data directory."""
    here = installation_of(data_dir)
    return bool(instance and here and instance != here)


def is_within(path: Path, data_dir: Path) -> bool:
    """Tell whether something lies in a data directory, where only one installation writes."""
    return path.resolve().is_relative_to(data_dir.resolve())
