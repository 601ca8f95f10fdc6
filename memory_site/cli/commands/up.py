"""``wasurena up``: run everything with one command."""

import time
from argparse import Namespace

from django.conf import settings
from django.utils import timezone

from core.allocation import limit_arenas
from memories.services.maintenance import (
    flush_search_log,
    follow_setting,
    set_template_aside,
)
from memories.tasks import clock_repair
from memories.tasks.schedules import ensure_schedules
from memory_site.cli.accounts import Welcome, prepare_owner
from memory_site.cli.commands import worker
from memory_site.cli.database.files import LockHeld, server_lock
from memory_site.cli.database.preparation import prepare_database, refuse_foreign_database
from memory_site.cli.environment import _
from memory_site.cli.output import CommandFailed, note, say
from memory_site.cli.serving.banner import start_text, unsafe_host_warning
from memory_site.cli.serving.daemon import (
    Daemon,
    base_url,
    read_record,
    running_daemon,
)
from memory_site.cli.serving.record import FILE_NAME, recorded
from memory_site.cli.serving.server import (
    is_loopback,
    leave,
    leave_on_signals,
    listening_socket,
    serve,
)
from memory_site.cli.serving.supervision import WorkerSupervisor
from memory_site.tls import UnusableCertificate, check_certificate

# A starting server takes its port, then writes its record: an instant.
RECORD_SECONDS = 2.0
POLL_SECONDS = 0.05


def run(options: Namespace) -> int:
    """Migrate, make what the first start needs, run the worker and serve until Ctrl-C."""
    leave_on_signals()
    limit_arenas()
    try:
        with server_lock():
            _serve(options)
    except LockHeld:
        return _show_other(options)
    return leave()


def _serve(options: Namespace) -> None:
    """Serve as the one server of the data directory."""
    try:
        check_certificate()
    except UnusableCertificate as error:
        raise CommandFailed(_("no TLS with this certificate: {why}").format(why=error)) from error
    # The last server's, if it was killed.
    (settings.DATA_DIR / FILE_NAME).unlink(missing_ok=True)
    with listening_socket(settings.HOST, settings.PORT) as listener:
        url = base_url(settings.HOST, listener.getsockname()[1])
        with recorded(settings.DATA_DIR, url):
            prepare_database(is_server=True, starts_anew=options.new)
            person = prepare_owner(name=options.owner, may_show_secrets=not options.no_banner)
            clock_repair.repair(timezone.now())
            ensure_schedules(now=timezone.now())
            _follow_model_setting()
            _warn(options, person)
            template = set_template_aside()
            with WorkerSupervisor(template, worker.run_forked) as supervisor:
                heading = _("Wasurena is running. Ctrl-C stops it.")
                serve(
                    listener,
                    on_ready=lambda: _announce(options, heading, url, person),
                    on_stop=supervisor.begin_to_stop,
                )
                # Searches whose records were still waiting for the background thread.
                flush_search_log()
    if not options.no_banner:
        note(_("Stopped."))


def _show_other(options: Namespace) -> int:
    """Show the server that this directory has already.

    Raises:
        CommandFailed: it is still starting, or of another version.
    """
    record = _record_of_other()
    if (running := running_daemon()) and running.pid:
        return _show_running(options, running)
    raise CommandFailed(
        _("a server for {path} is starting already: {url} (process {pid})").format(
            path=settings.DATA_DIR, url=record.get("url", "?"), pid=record.get("pid", "?")
        )
    )


def _record_of_other() -> dict[str, object]:
    deadline = time.monotonic() + RECORD_SECONDS
    while not (record := read_record()) and time.monotonic() < deadline:
        time.sleep(POLL_SECONDS)
    return record


def _show_running(options: Namespace, running: Daemon) -> int:
    """Say what a start says, of a server that runs already: an assistant may have started it."""
    refuse_foreign_database()
    if (version := running.health.get("version")) != settings.VERSION:
        raise CommandFailed(
            _(
                "a server of version {other} is running as process {pid}, and this is version"
                " {version}; stop it first (“kill {pid}”)"
            ).format(other=version, pid=running.pid, version=settings.VERSION)
        )
    person = prepare_owner(name=options.owner, may_show_secrets=not options.no_banner)
    _warn(options, person)
    heading = _("Wasurena is running already, as process {pid}. “kill {pid}” stops it.").format(
        pid=running.pid
    )
    if options.no_banner:
        note(heading)
    _announce(options, heading, running.url, person)
    return 0


def _follow_model_setting() -> None:
    """Build the model that the person named in the settings; a choice made by command stays."""
    if "model" in settings.CONFIG.embedding.model_fields_set:
        follow_setting()


def _warn(options: Namespace, person: Welcome) -> None:
    if options.owner not in (None, person.owner):
        note(_("The owner is “{name}” already; --owner changes nothing.").format(name=person.owner))
    if not is_loopback(settings.HOST) and not settings.CERTIFICATE:
        note(unsafe_host_warning(settings.HOST, takes_passwords=settings.PLAIN_LOG_IN))


def _announce(options: Namespace, heading: str, url: str, person: Welcome) -> None:
    if not options.no_banner:
        say(start_text(heading, url, person))
