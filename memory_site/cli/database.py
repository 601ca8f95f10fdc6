"""Having the database there and up to date before a command uses it."""

from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from entities.vocabulary import sync_entity_types
from graph.vocabulary import sync_relation_types
from memories import index

from .failures import CommandFailed
from .language import _
from .output import note


def prepare_database() -> None:
    """Create the data directory and the tables, or bring the tables up to date."""
    settings.DATA_DIR.mkdir(parents=True, exist_ok=True, mode=0o700)
    # Nothing is collected there, but a missing directory is warned about.
    settings.STATIC_ROOT.mkdir(exist_ok=True)
    if is_outdated():
        note(_("Preparing the database…"))
        call_command("migrate", verbosity=0, interactive=False)
    add_missing()


def require_database() -> None:
    """Refuse to go on where nothing was ever stored, or an older version stored it."""
    if not Path(connection.settings_dict["NAME"]).exists():
        raise CommandFailed(
            _("there is no data in {path} yet; start with “wasurena up”").format(
                path=settings.DATA_DIR
            )
        )
    if is_outdated():
        raise CommandFailed(_("the database is of an older version; start “wasurena up” once"))
    add_missing()


def add_missing() -> None:
    """Add what depends on what is installed now: vector tables, and the types of new packs."""
    index.ensure_tables()
    sync_entity_types()
    sync_relation_types()


def is_outdated() -> bool:
    """Tell whether migrations are missing."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
