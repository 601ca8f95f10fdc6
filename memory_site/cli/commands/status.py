"""``wasurena status`` and ``wasurena info``."""

import os
import platform
from argparse import Namespace
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

import sqlcipher3
from django.conf import settings

from accounts.callers import caller_of_user
from core.db.backups.installation import backup_status
from core.jobs.worker import ClockRepair, ScheduleStatus, WorkerStatus, worker_status
from memories.models import DerivationJob, EmbeddingModel, ModelStatus
from memories.selectors.system import database_stats, health, write_lock_times
from memories.services.maintenance import reranker_status
from memory_site.cli.accounts import find_owner
from memory_site.cli.commands.backups.making import status_lines
from memory_site.cli.database.preparation import require_database
from memory_site.cli.environment import _, installed_version, ngettext
from memory_site.cli.output import say, say_json
from memory_site.cli.serving.daemon import base_url, running_daemon
from packs import registry

LIBRARIES = ("Django", "sqlcipher3", "sqlite-vec", "django-q2", "mcp", "fastembed", "uvicorn")


def status(options: Namespace) -> int:
    """Show health, counts, model, queue and worker."""
    require_database()
    return answer(options)


def answer(options: Namespace) -> int:
    """Show it of a database that is known to be of this version."""
    report, worker = _report(), worker_status()
    if options.json:
        say_json({**report, "worker": asdict(worker)})
        return 0
    for name, value in report.items():
        _show(name, value)
    _show_worker(worker)
    return 0


def _report() -> dict[str, Any]:
    daemon, owner = running_daemon(), find_owner()
    model = EmbeddingModel.objects.filter(status=ModelStatus.ACTIVE).first()
    return {
        "server": daemon.url if daemon else None,
        "data": str(settings.DATA_DIR),
        "encrypted": bool(settings.DATABASE_KEY),
        "model": str(model) if model else None,
        "health": health(),
        "backup": status_lines(backup_status()),
        "partly_derived": DerivationJob.objects.given_up().count(),
        "counts": database_stats(caller_of_user(owner)) if owner else {},
        "write_locks": _write_locks(),
    }


def _write_locks() -> dict[str, Any]:
    """Return the lock times with one number per bound, as they are printed."""
    times = write_lock_times()
    counts = {
        f"{_('up to')} {one['up_to']:g} s" if one["up_to"] else _("longer"): one["count"]
        for one in times["histogram"]
    }
    return {**times, "histogram": counts}


def _show(name: str, value: Any, depth: int = 0) -> None:
    if isinstance(value, dict):
        _line(name, "", depth)
        for key, inner in value.items():
            _show(str(key), inner, depth + 1)
    else:
        _line(name, _words(value), depth)


def _words(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return "; ".join(_words(inner) for inner in value) or "–"
    if isinstance(value, dict):
        return " ".join(_words(inner) for inner in value.values())
    return str(value)


def _line(name: str, value: str, depth: int) -> None:
    say(f"{'  ' * depth}{name.replace('_', ' '):<24}{value}".rstrip())


def _show_worker(worker: WorkerStatus) -> None:
    _line("worker", _("running") if worker.is_alive else _("not running"), 0)
    _line("heartbeat", _time(worker.heartbeat_at), 1)
    _line("queue", str(worker.queue_length), 1)
    if worker.clock is not None:
        _line("clock", _repaired(worker.clock), 1)
    for schedule in worker.schedules:
        _line(schedule.name, _outcome(schedule), 1)


def _repaired(clock: ClockRepair) -> str:
    text = ngettext(
        "was ahead; {count} time set right {at}",
        "was ahead; {count} times set right {at}",
        clock.count,
    ).format(count=clock.count, at=_time(clock.at))
    if dated := clock.memories_dated_ahead:
        more = ngettext("{count} memory is dated ahead", "{count} memories are dated ahead", dated)
        text += "; " + more.format(count=dated)
    return text


def _outcome(schedule: ScheduleStatus) -> str:
    if schedule.last_run_at is None:
        return _("not run yet, next at {time}").format(time=_time(schedule.next_run_at))
    outcome = _("succeeded") if schedule.succeeded else _("failed")
    return f"{outcome} {_time(schedule.last_run_at)}"


def _time(at: datetime | None) -> str:
    return at.astimezone().strftime("%Y-%m-%d %H:%M:%S") if at else "–"


def info(options: Namespace) -> int:
    """Show paths and versions; nothing is created."""
    facts = _facts()
    if options.json:
        say_json(facts)
        return 0
    for name, value in facts.items():
        if isinstance(value, dict):
            value = ", ".join(f"{key} {inner}" for key, inner in value.items())
        if isinstance(value, bool):
            value = _("yes") if value else _("no")
        say(f"{name:<16} {value}")
    return 0


def _facts() -> dict[str, Any]:
    daemon = running_daemon()
    return {
        "version": installed_version(),
        "data_dir": str(settings.DATA_DIR),
        "database": str(settings.DATABASE_PATH),
        "encrypted": bool(settings.DATABASE_KEY),
        "configuration": _configuration_file() or _("none"),
        "address": daemon.url if daemon else base_url(settings.HOST, settings.PORT),
        "embedding_model": settings.EMBEDDING_MODEL,
        "reranker": reranker_status(),
        "packs": ", ".join(registry.pack_ids()),
        "python": platform.python_version(),
        "sqlite": sqlcipher3.dbapi2.sqlite_version,
        "libraries": {name: installed_version(name) for name in LIBRARIES},
    }


def _configuration_file() -> str | None:
    file = Path(os.environ.get("WASURENA_CONFIG") or settings.DATA_DIR / "wasurena.toml")
    return str(file) if file.exists() else None
