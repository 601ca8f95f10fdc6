"""Every row that the journal tells of, as it stands in the tables."""

from typing import Any

from memories.replaying.tables import MOVING, SETS, TABLES


def everything() -> dict[str, Any]:
    """Return the rows of all journalled tables, without what moves by itself."""
    found: dict[str, Any] = {}
    for table, model in TABLES.items():
        moving = MOVING.get(table, frozenset()) | {"base_user", "raw_audio"}
        found[table] = {
            row["id"]: {name: value for name, value in row.items() if name not in moving}
            for row in model._default_manager.order_by("pk").values()
        }
        if table in SETS:
            field: Any = model._meta.get_field(SETS[table][0])
            own, other = field.m2m_column_name(), field.m2m_reverse_name()
            through = field.remote_field.through.objects
            found[f"{table} {SETS[table][0]}"] = sorted(through.values_list(own, other))
    return found
