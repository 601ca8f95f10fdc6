"""What an export is limited to, and which rows that leaves."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .manifest import Filters
from .tables import Table


@dataclass(frozen=True, slots=True)
class Selection:
    """Everything of a person."""

    @property
    def has_journal(self) -> bool:
        """Whether the history of each chosen row is in the archive."""
        return True

    def described(self) -> Filters:
        """Return the limits as the manifest names them."""
        return Filters()

    def holds(self, table: Table) -> bool:
        """Return whether the archive holds a member for a table."""
        return True

    def rows(self, table: Table, base_user: str) -> Any:
        """Return the chosen rows of a table."""
        return table.rows_of(base_user)

    def members(self, _model: Any, keys: Sequence[Any], _base_user: str) -> list[Any]:
        """Return those of these many-to-many members that are chosen."""
        return list(keys)

    def leave_out_references(
        self, table: Table, held: Sequence[dict[str, Any]], base_user: str
    ) -> None:
        """Empty references to rows that are not chosen."""
