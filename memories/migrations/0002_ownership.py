from django.db import migrations

from core.db.operations import AppendOnly, FixedOwner, SameOwner

MEMORY = ("memory_id", "memories", "id")


class Migration(migrations.Migration):
    dependencies = [("memories", "0001_initial"), ("entities", "0004_ownership")]

    operations = [
        FixedOwner("memories"),
        FixedOwner("sessions"),
        FixedOwner("tags"),
        FixedOwner("contexts"),
        FixedOwner("event_threads"),
        FixedOwner("state"),
        SameOwner(
            "memories",
            [
                ("session_id", "sessions", "id"),
                ("context_id", "contexts", "id"),
                ("canonical_id", "memories", "id"),
            ],
        ),
        SameOwner("memory_tags", [MEMORY, ("tag_id", "tags", "id")], owner=None),
        SameOwner("thread_memberships", [("thread_id", "event_threads", "id"), MEMORY]),
        SameOwner("state", [("subject_id", "entities", "entity_id")]),
        SameOwner("state_entities", [("state_id", "state", "id"), ("entity_id", "entities", "entity_id")]),
        SameOwner("state_evidence", [("state_id", "state", "id"), MEMORY], owner=None),
        SameOwner("event_affects", [MEMORY]),
        SameOwner("vector_metadata", [MEMORY, ("state_id", "state", "id")]),
        AppendOnly(
            "revisions",
            payload=["before", "after"],
            notes=["reason"],
            fixed=[
                "id", "user_id", "action", "target_type", "target_id", "change_id",
                "evidence", "actor", "session_id", "created_at",
            ],
        ),
    ]
