"""Identify the version that wrote a database by its recorded migrations, and upgrade 0.1.0.

The migrations of a version may be replaced by fewer ones that leave the same tables. Django's
``replaces`` would carry the names over, but neither a model that moves to another app nor renamed
columns in the same transaction; it also fails, without words, on a database that has only some of
the replaced ones. And until a first start has come to its end, the names that it records cannot
be told from those of a database between two releases, unless all of them are new.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from enum import Enum

from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from .replaced_migrations import SQUASH, Migration, Squash, keys_of

_RELEASED = {
    "accounts": ["0001_initial"],
    "packs": ["0001_initial"],
    "entities": [
        "0001_initial",
        "0002_initial",
        "0003_initial_types",
        "0004_ownership",
        "0005_rulings",
        "0006_type_owners",
    ],
    "graph": ["0001_initial", "0002_initial_types", "0003_ownership", "0004_type_owners"],
    "memories": [
        "0001_initial",
        "0002_ownership",
        "0003_search_indexes",
        "0004_feedback_owner",
        "0005_search_documents",
        "0006_feedback_learning",
        "0007_places_and_thresholds",
        "0008_curation",
        "0009_curation_ownership",
        "0010_llm",
        "0011_folded_index",
    ],
}
# The migrations that leave the same tables once the statements below have run; fewer ones
# replaced these as well.
_AFTER_STATEMENTS = {
    "core": ["0001_models"],
    "accounts": ["0001_initial"],
    "packs": ["0001_initial"],
    "entities": ["0001_models", "0002_references", "0003_types"],
    "graph": ["0001_models", "0002_references", "0003_types"],
    "memories": ["0001_models", "0002_triggers_and_indexes"],
}
_STATEMENTS = (
    'DROP INDEX "idx_derivation_jobs_claimed"',
    'ALTER TABLE "embedding_jobs" RENAME COLUMN "claimed_at" TO "leased_until"',
    'ALTER TABLE "derivation_jobs" RENAME COLUMN "claimed_at" TO "leased_until"',
    'ALTER TABLE "llm_jobs" RENAME COLUMN "held_until" TO "leased_until"',
)


class Origin(Enum):
    """Whose a database is."""

    OURS = "ours"
    RELEASED = "released"
    REPLACED = "replaced"
    UNRELEASED = "unreleased"
    NEWER = "newer"

    @property
    def is_older(self) -> bool:
        """Whether it has to be brought to other migrations than it recorded."""
        return self in (Origin.RELEASED, Origin.REPLACED)


@dataclass(frozen=True, slots=True)
class Crossing:
    """The upgrade of a release's database to the migrations that replaced that release's.

    ``released`` are all that it recorded of our apps; ``replacement`` are those that leave the
    same tables, once ``statements`` are done. ``moved_models`` gives the new app of
    ``(app, model)``: what refers to it by content type (permissions, the admin's log) follows.
    """

    version: str
    released: frozenset[Migration]
    replacement: frozenset[Migration]
    statements: Sequence[str] = ()
    moved_models: Mapping[tuple[str, str], str] = field(default_factory=dict)

    @property
    def apps(self) -> frozenset[str]:
        """The apps whose migrations are replaced."""
        return frozenset(app for app, _ in self.released)


def origin_of(loader: MigrationLoader, crossing: Crossing, squash: Squash = SQUASH) -> Origin:
    """Tell by the recorded migrations whether a database is ours, can be brought over, or neither."""
    unknown = unknown_migrations(loader)
    if not unknown:
        return Origin.OURS
    recorded = {key for key in loader.applied_migrations if key[0] in crossing.apps}
    if unknown <= crossing.released and recorded == crossing.released:
        return Origin.RELEASED
    if unknown <= squash.replaced and squash.has_only_replaced(loader.applied_migrations):
        return Origin.REPLACED
    older = crossing.released | squash.replaced
    return Origin.UNRELEASED if unknown & older else Origin.NEWER


def loader_of(names: Iterable[str]) -> MigrationLoader:
    """Return what a loader would be of a database with these migrations, ``app.name``."""
    loader = MigrationLoader(None)
    for app, _dot, name in (one.partition(".") for one in names):
        # Only the names are asked for.
        loader.applied_migrations[app, name] = None  # type: ignore[assignment]
    return loader


def unknown_migrations(loader: MigrationLoader) -> Set[Migration]:
    """Return the applied migrations that this program does not have.

    Migrations of apps that are not installed do not count: a pack that was removed leaves
    its tables, and they hurt nobody.
    """
    known = set(loader.disk_migrations)
    replaced = {key for migration in loader.disk_migrations.values() for key in migration.replaces}
    installed = {key for key in loader.applied_migrations if key[0] in loader.migrated_apps}
    return installed - known - replaced


def cross(connection: BaseDatabaseWrapper, crossing: Crossing) -> None:
    """Bring a database of the release to the migrations that replaced its own: all, or nothing."""
    alias = connection.alias
    # Statements that rebuild a table take it away for a moment: references are checked at the end.
    with connection.constraint_checks_disabled(), transaction.atomic(using=alias):
        with connection.cursor() as cursor:
            for statement in crossing.statements:
                cursor.execute(statement)
        _move_content_types(alias, crossing.moved_models)
        recorder = MigrationRecorder(connection)
        for key in sorted(crossing.released - crossing.replacement):
            recorder.record_unapplied(*key)
        for key in sorted(crossing.replacement - crossing.released):
            recorder.record_applied(*key)
        connection.check_constraints()


def _move_content_types(alias: str, moved: Mapping[tuple[str, str], str]) -> None:
    for (app, model), new_app in moved.items():
        rows = ContentType.objects.using(alias).filter(app_label=app, model=model)
        rows.update(app_label=new_app)


FROM_0_1_0 = Crossing(
    version="0.1.0",
    released=keys_of(_RELEASED),
    replacement=keys_of(_AFTER_STATEMENTS),
    statements=_STATEMENTS,
    moved_models={("memories", "revision"): "core"},
)
