"""Triggers that keep people apart, indexes of words and vectors, and the packaged model."""

from django.db import migrations
from django.utils import timezone

from core.db.operations import CreateFTS5, CreateVec0, FixedOwner, SameOwner

MEMORY = ("memory_id", "memories", "id")
ENTITY = ("entity_id", "entities", "entity_id")
STATE = ("state_id", "state", "id")
# The owner of a shared type is NULL, which no comparison of owners finds different.
ENTITY_TYPE = ("entity_type", "entity_types", "type_name", "owner")
RELATION_TYPE = ("relation_type", "relation_types", "type_name", "owner")

FIXED_OWNERS = [
    FixedOwner("entities", key="entity_id"),
    FixedOwner("entity_types", key="type_name", owner="owner"),
    FixedOwner("relation_types", key="type_name", owner="owner"),
    FixedOwner("memories"),
    FixedOwner("sessions"),
    FixedOwner("tags"),
    FixedOwner("contexts"),
    FixedOwner("event_threads"),
    FixedOwner("state"),
    # A run crosses the packs of one person, so that its owner is the bare person.
    FixedOwner("retrieval_runs", key="run_id", owner="base_user"),
    FixedOwner("proposals"),
    FixedOwner("inbox_rules"),
    FixedOwner("bulk_decisions", owner="base_user"),
    FixedOwner("privacy_jobs", owner="base_user"),
]

SAME_OWNERS_OF_ENTITIES = [
    SameOwner(
        "entity_types",
        [
            ("parent_type", "entity_types", "type_name", "owner"),
            ("renames_id", "entity_types", "type_name", "owner"),
        ],
        owner="owner",
    ),
    SameOwner("entities", [("merged_into_id", "entities", "entity_id"), ENTITY_TYPE]),
    SameOwner("entity_aliases", [ENTITY]),
    SameOwner("entity_memory_links", [ENTITY, MEMORY]),
    SameOwner("entity_vector_metadata", [ENTITY]),
    SameOwner("mention_rulings", [MEMORY, ENTITY]),
]

SAME_OWNERS_OF_LINKS = [
    SameOwner("relation_types", [("renames_id", "relation_types", "type_name", "owner")], owner="owner"),
    SameOwner(
        "memory_links",
        [("src_memory_id", "memories", "id"), ("dst_memory_id", "memories", "id"), RELATION_TYPE],
    ),
    SameOwner(
        "entity_relations",
        [
            ("source_id", "entities", "entity_id"),
            ("target_id", "entities", "entity_id"),
            RELATION_TYPE,
        ],
    ),
    SameOwner(
        "entity_relation_evidence",
        [("entityrelation_id", "entity_relations", "id"), MEMORY],
        owner=None,
    ),
]

SAME_OWNERS_OF_MEMORIES = [
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
    SameOwner(
        "state",
        [("subject_id", "entities", "entity_id"), ("relation_id", "entity_relations", "id")],
    ),
    SameOwner("state_entities", [STATE, ENTITY]),
    SameOwner("state_evidence", [STATE, MEMORY], owner=None),
    SameOwner("event_affects", [MEMORY]),
    SameOwner("vector_metadata", [MEMORY, STATE]),
    SameOwner("retrieval_runs", [MEMORY], owner="base_user"),
    SameOwner("feedback", [("run_id", "retrieval_runs", "run_id", "base_user"), MEMORY], owner=None),
    SameOwner("proposals", [("rule_id", "inbox_rules", "id")]),
    SameOwner("proposal_evidence", [("proposal_id", "proposals", "id"), MEMORY], owner=None),
    SameOwner(
        "bulk_decision_items",
        [("bulk_id", "bulk_decisions", "id", "base_user"), ("proposal_id", "proposals", "id")],
        owner=None,
    ),
]

SEARCH_INDEXES = [
    # `space` scopes a search to its spaces inside the index itself.
    CreateFTS5("memories_fts", ["space", "body", "people", "labels"], "porter unicode61 remove_diacritics 2"),
    CreateFTS5("memories_identifiers", ["space", "identifiers"], "trigram"),
    CreateVec0("vss_memories", 512),
    CreateVec0("vss_entities", 512),
]

# The packaged model; its thresholds are the results of `wasurena model calibrate`.
DEFAULT_MODEL = {
    "name": "use-multilingual-v3",
    "version": "0.2",
    "dimension": 512,
    "table_name": "vss_memories",
    "thresholds": {"same": 0.816, "related": 0.392, "relevant": 0.065},
}


def add_default_model(apps, schema_editor):
    now = timezone.now()
    models = apps.get_model("memories", "EmbeddingModel").objects
    models.using(schema_editor.connection.alias).create(**DEFAULT_MODEL, status="active", created_at=now, activated_at=now)


def remove_models(apps, schema_editor):
    models = apps.get_model("memories", "EmbeddingModel").objects
    models.using(schema_editor.connection.alias).all().delete()


class Migration(migrations.Migration):
    """Create what the ORM does not know, for the tables of all apps."""

    dependencies = [
        ("entities", "0002_mentions"),
        ("graph", "0002_links"),
        ("memories", "0001_tables"),
    ]

    operations = [
        *FIXED_OWNERS,
        *SAME_OWNERS_OF_ENTITIES,
        *SAME_OWNERS_OF_LINKS,
        *SAME_OWNERS_OF_MEMORIES,
        *SEARCH_INDEXES,
        migrations.RunPython(add_default_model, remove_models),
    ]
