from django.db import migrations

from core.db.operations import FixedOwner, SameOwner


class Migration(migrations.Migration):
    dependencies = [("entities", "0003_initial_types"), ("memories", "0001_initial")]

    operations = [
        FixedOwner("entities", key="entity_id"),
        SameOwner("entities", [("merged_into_id", "entities", "entity_id")]),
        SameOwner("entity_aliases", [("entity_id", "entities", "entity_id")]),
        SameOwner(
            "entity_memory_links",
            [("entity_id", "entities", "entity_id"), ("memory_id", "memories", "id")],
        ),
        SameOwner("entity_vector_metadata", [("entity_id", "entities", "entity_id")]),
    ]
