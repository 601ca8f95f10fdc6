"""Backups of the installation, for its operator."""

from __future__ import annotations

from datetime import datetime

from pydantic import Field

from core.schemas import Output


class BackupOut(Output):
    """One backup in the folder; ``problem`` says why it is incomplete or damaged.

    ``holds_forgotten``: it has something that was forgotten since, until ``expires_at`` at the latest;
    restoring it forgets that again.
    """

    name: str
    created_at: datetime
    bytes: int
    reason: str | None = Field(description="daily, manual, upgrade or repair")
    encryption: str | None = Field(description="none, key, passphrase or recipient")
    program: str | None
    verified: bool = Field(description="read back and compared when it was made, not since")
    holds_forgotten: bool
    expires_at: datetime
    problem: str | None


class BackupProgress(Output):
    """What a backup is at: copying, checking or writing."""

    stage: str
    percent: int


class BackupsOut(Output):
    """How the backups stand: ok, failed, overdue, none (yet) or off."""

    state: str
    daily: bool
    problem: str | None
    failed_at: datetime | None
    running: BackupProgress | None
    results: list[BackupOut]
