"""No write, through whatever interface, connects the rows of two people."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, connection, models, transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from .rows import make_row, make_target, owned_tables, ownership, product_models

REFERENCES = sorted(
    (table, reference[0]) for table, rule in ownership().items() for reference in rule.references
)
# What an ownerless table belongs to cannot be foreign to itself.
CHECKED = [
    (table, column)
    for table, column in REFERENCES
    if ownership()[table].owner or column != ownership()[table].references[0][0]
]
FIXED = ["memories", "sessions", "tags", "contexts", "event_threads", "state", "entities"]

people = st.sampled_from(["alice", "alice2", "Alice", "al", "bob", "忘れな", "a b"]) | st.text(
    st.characters(exclude_characters="#", exclude_categories=["Cc", "Cs"]), min_size=1, max_size=20
)
spaces = st.tuples(people, st.sampled_from(["work", "dev", "lifelog", "x_1"]))


@pytest.fixture(scope="module")
def database(
    pointing: Callable[..., Any], migrated_file: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    path = tmp_path_factory.mktemp("isolation") / "memory.sqlite3"
    shutil.copy(migrated_file, path)
    with pointing(path):
        yield


@pytest.fixture
def scratch(database: None) -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def test_every_reference_between_owned_tables_is_guarded() -> None:
    between = {
        (table, field.column)
        for table in owned_tables()
        for field in product_models()[table]._meta.local_concrete_fields
        if isinstance(field, models.ForeignKey)
        and field.related_model._meta.db_table in owned_tables()
    }

    assert between == set(REFERENCES)


@settings(max_examples=300)
@given(case=st.sampled_from(CHECKED), mine=spaces, theirs=spaces, updating=st.booleans())
def test_rows_of_two_people_are_never_connected(
    database: None,
    case: tuple[str, str],
    mine: tuple[str, str],
    theirs: tuple[str, str],
    updating: bool,
) -> None:
    refused = False
    with transaction.atomic():
        try:
            connect(*case, "#".join(mine), "#".join(theirs), updating=updating)
        except IntegrityError as error:
            assert "rows of different people" in str(error)
            refused = True
        transaction.set_rollback(True)

    assert refused == (mine[0] != theirs[0])


def connect(table: str, column: str, mine: str, theirs: str, *, updating: bool) -> None:
    """Point ``column`` of a row of ``mine`` at a row of ``theirs``, by INSERT or UPDATE."""
    if not updating:
        make_row(table, mine, {column: theirs})
        return
    model = product_models()[table]
    ours = make_row(table, mine, {column: mine})
    target = make_target(table, column, theirs)
    with connection.cursor() as cursor:
        cursor.execute(
            f'UPDATE "{table}" SET "{column}" = %s WHERE "{model._meta.pk.column}" = %s',
            [target, ours],
        )


def test_bulk_writes_that_ignore_conflicts_are_refused_too(scratch: None) -> None:
    from memories.models import Memory

    memory = make_row("memories", "alice#work")
    tag = make_row("tags", "bob#work")
    through = Memory.tags.through

    with pytest.raises(IntegrityError, match="different people"):
        through._default_manager.bulk_create(
            [through(memory_id=memory, tag_id=tag)], ignore_conflicts=True
        )


@pytest.mark.parametrize("table", [*FIXED, "retrieval_runs"])
class TestFixedOwner:
    """A row does not change its person, and takes over no other person's key."""

    @staticmethod
    def execute(sql: str, *params: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute(sql, params)

    @staticmethod
    def owner(table: str) -> str:
        return "base_user" if table == "retrieval_runs" else "user_id"

    def test_to_another_person(self, scratch: None, table: str) -> None:
        make_row(table, "alice#work")
        other = "bob" if table == "retrieval_runs" else "bob#work"

        with pytest.raises(IntegrityError, match=r"its person|different people"):
            self.execute(f'UPDATE "{table}" SET {self.owner(table)} = %s', other)

    def test_to_another_pack(self, scratch: None, table: str) -> None:
        make_row(table, "alice#work")
        mine = "alice" if table == "retrieval_runs" else "alice#dev"

        self.execute(f'UPDATE "{table}" SET {self.owner(table)} = %s', mine)

    def test_to_another_key(self, scratch: None, table: str) -> None:
        make_row(table, "alice#work")
        key = {"entities": "entity_id", "retrieval_runs": "run_id"}.get(table, "id")

        with pytest.raises(IntegrityError, match="cannot change its person"):
            self.execute(f'UPDATE "{table}" SET {key} = %s', 4711)

    def test_replaced_by_another_person(self, scratch: None, table: str) -> None:
        make_row(table, "alice#work")
        make_row(table, "bob#work")
        model = product_models()[table]
        key = {"entities": "entity_id", "retrieval_runs": "run_id"}.get(table, "id")
        columns = [f.column for f in model._meta.local_concrete_fields if not f.generated]
        listed = ", ".join(f'"{column}"' for column in columns)
        taken = ", ".join(
            f"(SELECT {key} FROM \"{table}\" WHERE {self.owner(table)} LIKE 'alice%%')"
            if column == key
            else f'"{column}"'
            for column in columns
        )

        with pytest.raises(IntegrityError, match="cannot change its person"):
            self.execute(
                f'REPLACE INTO "{table}" ({listed}) SELECT {taken} FROM "{table}" '
                f"WHERE {self.owner(table)} LIKE 'bob%%'"
            )
