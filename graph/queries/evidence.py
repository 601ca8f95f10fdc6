"""SQL of what memories say about the relation of two entities."""

from entities.models import ValidationStatus

_ACCEPTED = ValidationStatus.ACCEPTED.value


def supported_sql(alias: str) -> str:
    """Return the test of a relation that a person confirmed, or that not only deleted memories say.

    ``EntityRelation.objects.supported()`` in SQL.
    """
    said = f"SELECT 1 FROM entity_relation_evidence said {{}} WHERE said.entityrelation_id = {alias}.id"
    kept = said.format("JOIN memories kept ON kept.id = said.memory_id")
    return (
        f"({alias}.validation_status = '{_ACCEPTED}'"
        f" OR EXISTS ({kept} AND kept.invalidated_at IS NULL) OR NOT EXISTS ({said.format('')}))"
    )
