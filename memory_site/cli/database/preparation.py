"""Create the database, bring it up to date, or refuse it."""

from collections.abc import Iterator, Set
from contextlib import contextmanager, nullcontext
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from core.db.backups.folder import UPGRADE
from core.db.backups.installation import make_backup, newest_backup
from core.db.instance import create_instance
from core.db.replaced_migrations import Migration, replace
from core.db.schema_versions import (
    FROM_0_1_0,
    Origin,
    cross,
    origin_of,
    unknown_migrations,
)
from core.errors import WasurenaError
from entities.types.pack_types import sync_entity_types
from graph.types import sync_relation_types
from memories.services.maintenance import create_missing_tables
from memory_site.cli.environment import _
from memory_site.cli.output import CommandFailed, note
from memory_site.settings.config import read_or_create_secret_key

from .files import (
    PREPARE,
    database_path,
    exclusive,
    remove_staged,
    server_is_locked,
    server_lock,
    set_lost_aside,
    sign_of_use,
)

NAMED_MIGRATIONS = 3


def prepare_database(*, is_server: bool = False, starts_anew: bool = False) -> None:
    """Create the data directory and the tables, or bring the tables up to date.

    ``is_server``: the caller holds the lock of servers. ``starts_anew`` allows an empty database
    where an earlier one is missing.

    Raises:
        CommandFailed: a database is expected and lost, or no release up to this one wrote it, or
            it is older and a server uses it.
    """
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True, mode=0o700)
    _keep_secret_key()
    # Nothing is collected there, but a missing directory is warned about.
    settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
    # One at a time: a file that another process is creating looks like one that was lost.
    with exclusive(PREPARE):
        remove_staged()
        if starts_anew:
            set_lost_aside()
        else:
            _refuse_lost_database()
        if needs_migration(may_be_new=starts_anew or sign_of_use() is None):
            is_free = is_server or not MigrationLoader(connection).applied_migrations
            with nullcontext() if is_free else _without_server():
                back_up_before_migration()
                note(_("Preparing the database…"))
                migrate()
        create_instance(settings.DATA_DIR)
        add_missing()


@contextmanager
def _without_server() -> Iterator[None]:
    """Refuse to change tables that a server is using, and let none start meanwhile."""
    if server_is_locked():
        text = _(
            "a server uses {path}, whose database has to be brought up to date for this version:"
            " stop the server first, then start “wasurena up”"
        )
        raise CommandFailed(text.format(path=settings.DATA_DIR))
    with server_lock():
        yield


def _keep_secret_key() -> None:
    """Sign with the key of the directory from now on: before, it may not have been there."""
    if not settings.CONFIG.server.secret_key.get_secret_value():
        settings.SECRET_KEY = read_or_create_secret_key(settings.DATA_DIR)


def update_database() -> None:
    """Bring the tables of a database up to date, where there is one.

    Raises:
        CommandFailed: there is none, or no release up to this one wrote it.
    """
    refuse_missing_database()
    prepare_database()


def refuse_missing_database() -> None:
    """Refuse to go on where nothing was stored yet, and create nothing.

    Raises:
        CommandFailed: there is no database, or it is lost.
    """
    path = database_path()
    if path is None or path.exists():
        return
    if settings.DATA_DIR.is_dir():
        refuse_foreign_database()
    raise CommandFailed(
        _("there is no data in {path} yet; start with “wasurena up”").format(path=settings.DATA_DIR)
    )


def require_database() -> None:
    """Refuse to go on without a database of this version.

    Raises:
        CommandFailed: there is none, or it is lost, older or newer.
    """
    refuse_missing_database()
    refuse_foreign_database()
    if needs_migration():
        raise CommandFailed(_older_text())
    add_missing()


def add_missing() -> None:
    """Add vector tables of the installed models, and the types of new packs."""
    create_missing_tables()
    sync_entity_types()
    sync_relation_types()


def refuse_foreign_database(*, is_looked_at: bool = False) -> None:
    """Refuse a database that is lost, or of another program; one that is new may be.

    Whoever only looks may look at another program's.

    Raises:
        CommandFailed: the text says what is wrong and what to do.
    """
    path = database_path()
    if path is not None and (not path.exists() or not path.stat().st_size):
        # It may be about to be created.
        with exclusive(PREPARE):
            _refuse_lost_database()
    if is_looked_at or (path is not None and not path.exists()):
        return
    if needs_migration() and _origin().is_older:
        raise CommandFailed(_older_text())


def needs_migration(*, may_be_new: bool = False) -> bool:
    """Tell whether migrations are missing, or other ones have to be crossed from.

    Raises:
        CommandFailed: no release up to this one wrote the database, or it has lost its tables.
    """
    executor = MigrationExecutor(connection)
    match origin_of(executor.loader, FROM_0_1_0):
        case Origin.NEWER:
            raise CommandFailed(_newer_text(unknown_migrations(executor.loader)))
        case Origin.UNRELEASED:
            raise CommandFailed(unreleased_text(database_path()))
        case Origin.RELEASED | Origin.REPLACED:
            return True
    if not (executor.loader.applied_migrations or may_be_new) and (sign := sign_of_use()):
        lost = _("the database {path} has no tables, though there were some ({sign} is there)")
        raise CommandFailed(lost.format(path=database_path(), sign=sign) + _recovery_advice())
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _origin() -> Origin:
    return origin_of(MigrationLoader(connection), FROM_0_1_0)


def _older_text() -> str:
    return _("the database is of an older version; start “wasurena up” once")


def unreleased_text(path: Path | None) -> str:
    """Return why a database or backup of a version between two releases is refused."""
    return _(
        "{path} was written by a version between {version} and this one that was never released;"
        " it cannot be brought over. Use that version, or a copy of the data from before"
    ).format(path=path, version=FROM_0_1_0.version)


def _newer_text(unknown: Set[Migration]) -> str:
    return _(
        "{path} was written by a newer version of Wasurena (it has {migrations}; this is version"
        " {version}); use that version, or a copy of the data from before"
    ).format(
        path=database_path(),
        migrations=named_migrations(unknown),
        version=settings.VERSION,
    )


def named_migrations(some: Set[Migration]) -> str:
    """Return the first of these migrations in one line."""
    names = sorted(f"{app}.{name}" for app, name in some)
    return ", ".join(names[:NAMED_MIGRATIONS]) + (" …" if len(names) > NAMED_MIGRATIONS else "")


def _refuse_lost_database() -> None:
    path = database_path()
    if path is None:
        return
    if not path.exists():
        if sign := sign_of_use():
            lost = _("the database {path} is missing, though there was one ({sign} is there)")
            raise CommandFailed(lost.format(path=path, sign=sign) + _recovery_advice())
    elif not path.stat().st_size:
        lost = _("the database {path} is an empty file")
        raise CommandFailed(lost.format(path=path) + _recovery_advice())


def _recovery_advice() -> str:
    if last := newest_backup():
        text = _(
            "; restore the newest backup: “wasurena restore {path}”, or begin with an empty memory:"
            " “wasurena up --new”"
        )
        return text.format(path=last.path)
    return _("; put it back from a copy, or begin with an empty memory: “wasurena up --new”")


def migrate() -> None:
    """Bring the database to this program's migrations, also one of version 0.1.0."""
    if _origin() is Origin.RELEASED:
        cross(connection, FROM_0_1_0)
    if _origin() is Origin.REPLACED:
        replace(connection)
    call_command("migrate", verbosity=0, interactive=False)


def back_up_before_migration() -> None:
    """Back up a database that is about to be migrated; a new one has nothing to lose.

    Raises:
        CommandFailed: the backup could not be made, and nothing is migrated.
    """
    path = database_path()
    if path is None or not path.exists() or not MigrationLoader(connection).applied_migrations:
        return
    try:
        made = make_backup(reason=UPGRADE)
    except WasurenaError as error:
        text = _("the database is not brought up to date, since it cannot be backed up: {problem}")
        raise CommandFailed(text.format(problem=error.message)) from error
    text = _("The database as it was is kept as {path}, for {days} days.")
    note(text.format(path=made.path, days=settings.BACKUP_KEEP_DAYS))
