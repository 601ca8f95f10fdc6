"""Bring a database to the migrations that replaced those which it recorded.

The replaced ones lie in ``migrations/replaced`` of each app, where Django does not look. A database
that has some of them gets the others from there, then the names of their successors: these make
the same tables, in a new database and in fewer steps.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

Migration = tuple[str, str]
# In the order in which they were applied.
_REPLACED = {
    "accounts": ["0001_initial", "0002_oauth_connections", "0003_second_factors", "0004_passkeys"],
    "core": ["0001_models", "0002_packed_payloads"],
    "entities": ["0001_models", "0002_references", "0003_types", "0004_pets_and_works"],
    "graph": [
        "0001_models",
        "0002_references",
        "0003_types",
        "0004_analyses",
        "0005_changes",
        "0006_layouts",
    ],
    "memories": [
        "0001_models",
        "0002_triggers_and_indexes",
        "0003_orders",
        "0004_worth",
        "0005_bulk_decisions",
        "0006_settled",
        "0007_packed_traces",
        "0008_privacy",
        "0009_sealed_texts",
        "0010_imported_differences",
        "0011_packed_runs",
        "0012_external_ids",
    ],
    "packs": ["0001_initial", "0002_privacy"],
}
_SUCCESSORS = {
    "accounts": ["0001_tables"],
    "core": ["0001_tables"],
    "entities": ["0001_tables", "0002_mentions"],
    "graph": ["0001_tables", "0002_links"],
    "memories": ["0001_tables", "0002_guards_and_indexes"],
    "packs": ["0001_tables"],
}


def keys_of(names: Mapping[str, Sequence[str]]) -> frozenset[Migration]:
    """Return migrations by app as pairs of app and name."""
    return frozenset((app, name) for app, of_app in names.items() for name in of_app)


@dataclass(frozen=True, slots=True)
class Squash:
    """Migrations of each app, in their order, and those that replaced them all."""

    order: Mapping[str, Sequence[str]]
    successors: frozenset[Migration]

    @property
    def replaced(self) -> frozenset[Migration]:
        """The replaced migrations of all apps."""
        return keys_of(self.order)

    def has_only_replaced(self, recorded: Iterable[Migration]) -> bool:
        """Return whether what is recorded of these apps are replaced ones, in each without a gap."""
        ours = {key for key in recorded if key[0] in self.order}
        number = Counter(app for app, _name in ours)
        first = {app: names[: number[app]] for app, names in self.order.items()}
        return bool(ours) and ours == keys_of(first)


SQUASH = Squash(_REPLACED, keys_of(_SUCCESSORS))


class ReplacedLoader(MigrationLoader):
    """Loads the replaced migrations instead of their successors."""

    @classmethod
    def migrations_module(cls, app_label: str) -> tuple[str | None, bool]:
        """Return the package of an app's migrations, and that it has to be there."""
        module, is_explicit = super().migrations_module(app_label)
        return (f"{module}.replaced", True) if app_label in _REPLACED else (module, is_explicit)

    def check_key(self, key: Migration, current_app: str) -> Migration | None:
        """Return the migration that a dependency names; for a successor, the last of its app."""
        if key in SQUASH.successors:
            return key[0], _REPLACED[key[0]][-1]
        return super().check_key(key, current_app)


def replace(connection: BaseDatabaseWrapper) -> None:
    """Apply the replaced migrations that are missing, then record their successors instead.

    Each is a transaction of its own: an interrupted start is taken up by the next.
    """
    executor = MigrationExecutor(connection)
    executor.loader = ReplacedLoader(connection)
    executor.loader.check_consistent_history(connection)
    # Of all apps: successors may ask for more of the others than the replaced ones did.
    executor.migrate(executor.loader.graph.leaf_nodes())
    with transaction.atomic(using=connection.alias):
        for key in sorted(SQUASH.replaced):
            executor.recorder.record_unapplied(*key)
        for key in sorted(SQUASH.successors):
            executor.recorder.record_applied(*key)
