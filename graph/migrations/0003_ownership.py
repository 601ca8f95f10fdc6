from django.db import migrations

from core.db.operations import SameOwner


class Migration(migrations.Migration):
    dependencies = [
        ("graph", "0002_initial_types"),
        ("entities", "0004_ownership"),
        ("memories", "0001_initial"),
    ]

    operations = [
        SameOwner("memory_links", [("src_memory_id", "memories", "id"), ("dst_memory_id", "memories", "id")]),
        SameOwner(
            "entity_relations",
            [("source_id", "entities", "entity_id"), ("target_id", "entities", "entity_id")],
        ),
        SameOwner(
            "entity_relation_evidence",
            [("entityrelation_id", "entity_relations", "id"), ("memory_id", "memories", "id")],
            owner=None,
        ),
    ]
