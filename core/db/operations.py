"""Migration operations for what the ORM does not know: virtual tables and triggers."""

from collections.abc import Sequence
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from .sqlite import ddl


class StatementPair(Operation):
    """Run one list of statements forwards and another backwards."""

    reversible = True
    reduces_to_sql = False

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Leave the state of models alone: these tables are not models."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: Any,
        to_state: Any,
    ) -> None:
        """Create."""
        for statement in self.create_sql(schema_editor):
            schema_editor.execute(statement, params=None)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: Any,
        to_state: Any,
    ) -> None:
        """Drop."""
        for statement in self.drop_sql(schema_editor):
            schema_editor.execute(statement, params=None)

    def create_sql(self, schema_editor: Any) -> list[str]:
        """Return the statements that create."""
        raise NotImplementedError

    def drop_sql(self, schema_editor: Any) -> list[str]:
        """Return the statements that drop."""
        raise NotImplementedError


class CreateVec0(StatementPair):
    """Create a sqlite-vec table; nothing if the extension cannot be loaded.

    ``memories.index.ensure_tables`` creates a missing one once vectors are there again.
    """

    def __init__(self, name: str, dimension: int) -> None:
        self.name = name
        self.dimension = dimension

    def create_sql(self, schema_editor: Any) -> list[str]:
        """Return the CREATE VIRTUAL TABLE statement."""
        if not schema_editor.connection.has_vectors:
            return []
        return [ddl.create_vec0(self.name, self.dimension)]

    def drop_sql(self, schema_editor: Any) -> list[str]:
        """Return the DROP statement."""
        return [ddl.drop_table(self.name)] if schema_editor.connection.has_vectors else []

    def describe(self) -> str:
        """Describe the operation in `migrate --plan`."""
        return f"Create vector table {self.name}"


class CreateFTS5(StatementPair):
    """Create a contentless FTS5 table; its rowid is the id of the indexed row."""

    def __init__(self, name: str, columns: Sequence[str], tokenize: str) -> None:
        self.name = name
        self.columns = tuple(columns)
        self.tokenize = tokenize

    def create_sql(self, schema_editor: Any) -> list[str]:
        """Return the CREATE VIRTUAL TABLE statement."""
        return [ddl.create_fts5(self.name, self.columns, self.tokenize)]

    def drop_sql(self, schema_editor: Any) -> list[str]:
        """Return the DROP statement."""
        return [ddl.drop_table(self.name)]

    def describe(self) -> str:
        """Describe the operation in `migrate --plan`."""
        return f"Create full-text table {self.name}"


class SameOwner(StatementPair):
    """Make rows that connect two people impossible, whoever writes them.

    ``references`` are ``(column, table[, key[, owner column]])``. ``owner`` is
    the table's own owner column; a table without one (a many-to-many table) is
    owned by the row that its first reference points at.
    """

    def __init__(
        self,
        table: str,
        references: Sequence[tuple[str, ...]],
        *,
        owner: str | None = "user_id",
    ) -> None:
        self.table = table
        self.references = [tuple(reference) for reference in references]
        self.owner = owner

    def create_sql(self, schema_editor: Any) -> list[str]:
        """Return one trigger for INSERT and one for UPDATE."""
        guarded = [ddl.Reference(*reference) for reference in self.references]
        return ddl.same_owner_triggers(self.table, guarded, owner=self.owner)

    def drop_sql(self, schema_editor: Any) -> list[str]:
        """Return the DROP statements."""
        return [ddl.drop_trigger(name) for name in ddl.same_owner_names(self.table)]

    def describe(self) -> str:
        """Describe the operation in `migrate --plan`."""
        return f"Keep {self.table} within one person"


class FixedOwner(StatementPair):
    """Refuse to move a row to another person; moving it to another pack is fine."""

    def __init__(self, table: str, *, key: str = "id", owner: str = "user_id") -> None:
        self.table = table
        self.key = key
        self.owner = owner

    def create_sql(self, schema_editor: Any) -> list[str]:
        """Return the triggers for UPDATE and for REPLACE."""
        return ddl.fixed_owner_triggers(self.table, key=self.key, owner=self.owner)

    def drop_sql(self, schema_editor: Any) -> list[str]:
        """Return the DROP statements."""
        return [ddl.drop_trigger(name) for name in ddl.fixed_owner_names(self.table)]

    def describe(self) -> str:
        """Describe the operation in `migrate --plan`."""
        return f"Fix the owner of {self.table}"


class AppendOnly(StatementPair):
    """Refuse UPDATE, DELETE and REPLACE, save an UPDATE that only empties the payload.

    ``payload`` columns are set to NULL together with ``erased_at``; ``notes``
    may be emptied with them, and ``fixed`` columns must stay as they are.
    """

    def __init__(
        self, table: str, payload: Sequence[str], notes: Sequence[str], fixed: Sequence[str]
    ) -> None:
        self.table = table
        self.payload = tuple(payload)
        self.notes = tuple(notes)
        self.fixed = tuple(fixed)

    def create_sql(self, schema_editor: Any) -> list[str]:
        """Return the three triggers."""
        return ddl.append_only_triggers(self.table, self.payload, self.notes, self.fixed)

    def drop_sql(self, schema_editor: Any) -> list[str]:
        """Return the DROP statements."""
        return [ddl.drop_trigger(name) for name in ddl.append_only_names(self.table)]

    def describe(self) -> str:
        """Describe the operation in `migrate --plan`."""
        return f"Make {self.table} append-only"
