"""Check the tables themselves: whose version they are, and whether indexes and triggers are there."""

from collections.abc import Sequence

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from core.db.inspection.structure import Made, has_doubles, missing_structure
from core.db.schema_versions import FROM_0_1_0, Origin, origin_of, unknown_migrations

from .findings import Finding, by_backup, repairable

NAMED = 3


def schema_findings() -> list[Finding]:
    """Return whether the tables are of another version, or missing; then nothing else is checked."""
    executor = MigrationExecutor(connection)
    origin = origin_of(executor.loader, FROM_0_1_0)
    if origin in (Origin.NEWER, Origin.UNRELEASED):
        return [_foreign(origin, executor.loader)]
    if origin.is_older or executor.migration_plan(executor.loader.graph.leaf_nodes()):
        remedy = _("start “wasurena up” once, which makes a backup first")
        return [Finding("schema_older", _("an older version wrote it"), remedy)]
    stored = set(connection.introspection.table_names())
    wanted = set(connection.introspection.django_table_names(only_existing=False))
    if gone := sorted(wanted - stored):
        text = _("tables are missing: {names}").format(names=", ".join(gone))
        return [by_backup("tables_missing", text, len(gone))]
    return []


def _foreign(origin: Origin, loader: MigrationLoader) -> Finding:
    if origin is Origin.NEWER:
        unknown = sorted(f"{app}.{name}" for app, name in unknown_migrations(loader))
        text = _("a newer version wrote it (it has {names})")
        names = ", ".join(unknown[:NAMED])
        return Finding("schema_newer", text.format(names=names), _("use that version"))
    text = _("a version between {version} and this one wrote it, which was never released")
    remedy = _("use that version, or a copy of the data from before")
    return Finding("schema_unreleased", text.format(version=FROM_0_1_0.version), remedy)


def structure_findings() -> list[Finding]:
    """Return the indexes and triggers that are missing, or are not as the migrations make them."""
    missing = missing_structure()
    doubled = [one for one in missing if has_doubles(one)]
    indexes = [one for one in missing if one.kind == "INDEX" and one not in doubled]
    triggers = [one for one in missing if one.kind == "TRIGGER"]
    found = []
    if doubled:
        text = _("rows are there twice that may be there once (by {names})")
        found.append(by_backup("rows_doubled", text.format(names=_names(doubled)), len(doubled)))
    if indexes:
        text = _("indexes of tables are missing or altered: {names}").format(names=_names(indexes))
        found.append(repairable("indexes_missing", text, len(indexes), _("make them anew")))
    if triggers:
        text = _("triggers that guard rows are missing or altered: {names}")
        text = text.format(names=_names(triggers))
        found.append(repairable("triggers_missing", text, len(triggers), _("make them anew")))
    return found


def _names(some: Sequence[Made]) -> str:
    names = ", ".join(one.name for one in some[:NAMED])
    return f"{names} …" if len(some) > NAMED else names
