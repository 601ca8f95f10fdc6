"""Databases of other programs: ours, the release before a squash, in between, and newer."""

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.contrib.contenttypes.models import ContentType
from django.db import DatabaseError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from core.db.replaced_migrations import SQUASH, Migration, ReplacedLoader, Squash
from core.db.schema_versions import FROM_0_1_0, Crossing, Origin, cross, origin_of
from core.db.sqlite.base import DatabaseWrapper

NOTES = frozenset({("notes", "0001_initial"), ("notes", "0002_index"), ("kept", "0001_initial")})
SQUASHED = frozenset({("notes", "0001_models"), ("base", "0001_models"), ("kept", "0001_initial")})
CROSSING = Crossing(version="0.1.0", released=NOTES, replacement=SQUASHED)
# Replaced as well, before the set above had its names.
DRAFTS = ("0001_draft", "0002_draft", "0003_draft")
SQUASH_OF_DRAFTS = Squash({"notes": DRAFTS, "base": ("0001_draft",)}, SQUASHED)
# What this program has: the squashed set, and one migration after it.
ON_DISK = {*SQUASHED, ("notes", "0002_colour"), ("auth", "0001_initial")}


def loader_of(recorded: Iterable[Migration]) -> Any:
    """Return as much of a loader as is looked at."""
    disk = {key: SimpleNamespace(replaces=[]) for key in ON_DISK}
    apps = {app for app, _ in ON_DISK}
    applied = dict.fromkeys(recorded)
    return SimpleNamespace(disk_migrations=disk, applied_migrations=applied, migrated_apps=apps)


@pytest.mark.parametrize(
    ("recorded", "origin"),
    [
        (set(), Origin.OURS),
        (SQUASHED, Origin.OURS),
        (ON_DISK, Origin.OURS),
        # A first start that was interrupted.
        ({("base", "0001_models")}, Origin.OURS),
        (NOTES, Origin.RELEASED),
        ({*NOTES, ("auth", "0001_initial"), ("some_pack", "0007_gone")}, Origin.RELEASED),
        (NOTES - {("notes", "0002_index")}, Origin.UNRELEASED),
        ({*NOTES, ("notes", "0003_tried_once")}, Origin.UNRELEASED),
        ({*NOTES, ("notes", "0001_models")}, Origin.UNRELEASED),
        ({*NOTES, ("auth", "0099_newer_django")}, Origin.UNRELEASED),
        ({*ON_DISK, ("notes", "0003_from_next_year")}, Origin.NEWER),
        ({*SQUASHED, ("some_pack", "0007_gone")}, Origin.OURS),
        ({("notes", "0001_draft")}, Origin.REPLACED),
        ({*(("notes", name) for name in DRAFTS), ("base", "0001_draft")}, Origin.REPLACED),
        ({("notes", "0001_draft"), ("some_pack", "0007_gone")}, Origin.REPLACED),
        ({("notes", "0001_draft"), ("notes", "0003_draft")}, Origin.UNRELEASED),
        ({("notes", "0001_draft"), ("notes", "0004_draft")}, Origin.UNRELEASED),
        ({("notes", "0001_draft"), ("base", "0001_models")}, Origin.UNRELEASED),
        ({("notes", "0001_draft"), ("auth", "0099_newer_django")}, Origin.UNRELEASED),
    ],
)
def test_whose_it_is(recorded: Iterable[Migration], origin: Origin) -> None:
    assert origin_of(loader_of(recorded), CROSSING, SQUASH_OF_DRAFTS) is origin


def test_what_was_replaced_is_kept_whole() -> None:
    kept = set(ReplacedLoader(None).disk_migrations)
    on_disk = set(MigrationLoader(None).disk_migrations)
    assert SQUASH.successors <= on_disk
    # No name says two things: that is how a database is known.
    assert not SQUASH.replaced & on_disk
    assert {key for key in kept if key[0] in SQUASH.order} == SQUASH.replaced


def test_a_pack_may_depend_on_a_successor_by_name() -> None:
    named = ReplacedLoader(None).check_key(("memories", "0002_guards_and_indexes"), "garden")
    assert named == ("memories", "0012_external_ids")


def test_0_1_0_comes_to_what_was_replaced() -> None:
    assert FROM_0_1_0.replacement <= SQUASH.replaced
    # Of an interrupted start nothing may be taken for ours that leaves other tables now.
    unchanged = {("accounts", "0001_initial"), ("packs", "0001_initial")}
    assert FROM_0_1_0.released & SQUASH.replaced == unchanged


CROSSED = Crossing(
    version="0.1.0",
    released=NOTES,
    replacement=SQUASHED,
    statements=('ALTER TABLE "graph_analyses" RENAME COLUMN "seconds" TO "took"',),
    moved_models={("packs", "packactivation"): "base"},
)


def recorded() -> set[Migration]:
    return set(MigrationRecorder(connection).applied_migrations())


def columns(table: str) -> set[str]:
    with connection.cursor() as cursor:
        found = cursor.execute("SELECT name FROM pragma_table_info(%s)", [table])
        return {name for (name,) in found.fetchall()}


@pytest.fixture
def noted(migrated: DatabaseWrapper) -> set[Migration]:
    """What is recorded: the made-up release beside all of ours."""
    for key in NOTES:
        MigrationRecorder(connection).record_applied(*key)
    return recorded()


def test_it_crosses_whole(noted: set[Migration]) -> None:
    ken = User.objects.create(username="ken")
    looking = Permission.objects.get(codename="view_packactivation")
    ken.user_permissions.add(looking)

    cross(connection, CROSSED)

    assert recorded() == noted - NOTES | SQUASHED
    assert "took" in columns("graph_analyses")
    kind = ContentType.objects.get(model="packactivation")
    assert kind.app_label == "base" and looking.content_type_id == kind.pk
    assert User.objects.get(pk=ken.pk).has_perm("base.view_packactivation")


def test_it_crosses_whole_or_not_at_all(noted: set[Migration]) -> None:
    had = columns("graph_analyses")
    failing = (*CROSSED.statements, "ALTER TABLE nowhere RENAME TO somewhere")

    with pytest.raises(DatabaseError, match="nowhere"):
        cross(connection, Crossing("0.1.0", NOTES, SQUASHED, failing))

    assert recorded() == noted
    assert columns("graph_analyses") == had


def test_an_orphan_that_a_statement_leaves_is_refused(noted: set[Migration]) -> None:
    User.objects.create(username="ken").user_permissions.add(*Permission.objects.all()[:1])

    with pytest.raises(DatabaseError, match="foreign key"):
        cross(connection, Crossing("0.1.0", NOTES, SQUASHED, ["DELETE FROM auth_user"]))

    assert recorded() == noted and User.objects.exists()
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA foreign_keys").fetchone() == (1,)
