"""Every row that the journal tells of, as it stands in the tables."""

from typing import Any

from core.journal import registry


def everything() -> dict[str, Any]:
    """Return the rows of all journaled tables, without what moves by itself."""
    found: dict[str, Any] = {}
    for kind, known in registry.replayed().items():
        found[kind] = {
            row["id"]: {name: value for name, value in row.items() if name in known.stable_columns}
            for row in known.model._default_manager.order_by("pk").values()
        }
        for members in known.m2m:
            field: Any = known.model._meta.get_field(members.field)
            own, other = field.m2m_column_name(), field.m2m_reverse_name()
            through = field.remote_field.through.objects
            found[f"{kind} {members.field}"] = sorted(through.values_list(own, other))
    return found
