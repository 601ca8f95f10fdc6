"""Backups of the installation, for its operator."""

from __future__ import annotations

from datetime import datetime

from pydantic import Field

from core.schemas import Output


class BackupOut(Output):
    """One backup in the folder; ``problem`` says why it is incomplete or damaged."""

    name: str
    created_at: datetime
    bytes: int
    reason: str | None = Field(description="daily, manual, upgrade or repair")
    encryption: str | None = Field(description="none, key, passphrase or recipient")
    program: str | None
    verified: bool
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
