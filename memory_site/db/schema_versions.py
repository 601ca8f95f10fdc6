"""Whether a database was written by a newer program than this one."""

from django.db.migrations.loader import MigrationLoader


def unknown_migrations(loader: MigrationLoader) -> list[str]:
    """Return the applied migrations that this program does not have, as ``app.name``.

    Migrations of apps that are not installed do not count: a pack that was removed leaves
    its tables, and they hurt nobody.
    """
    known = set(loader.disk_migrations)
    replaced = {key for migration in loader.disk_migrations.values() for key in migration.replaces}
    return sorted(
        f"{app}.{name}"
        for app, name in loader.applied_migrations
        if app in loader.migrated_apps and (app, name) not in known | replaced
    )
