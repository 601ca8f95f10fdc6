"""The data model carries the names of the design documents it grew out of (docs/domain-model.md).

The expectations are written out: renaming a table or a column has to be a decision.
"""

import pytest
from django.db import connection

pytestmark = pytest.mark.django_db

# Seed 0 §1.1–3.3, column by column.
MEMORIES = """
    id user_id device_id session_id raw_text raw_audio summary_text micro_summary importance_score
    category usage_count decay_score consolidated_flag relation_labels latitude longitude created_at
    updated_at last_used_at invalidated_at extra_data
"""
MEMORY_LINKS = """
    id src_memory_id dst_memory_id user_id relation_type relation_subtype direction weight
    evidence_count confidence_score extraction_method extraction_confidence keywords_common
    context_window created_at updated_at last_used_at last_evidence_at validation_status
    validation_by notes
"""
# `aliases` is a table of its own, so that each one can be looked up.
ENTITIES = """
    id entity_id user_id entity_type entity_subtype name description confidence_score
    extraction_count validation_status attributes coordinates temporal_info importance_score
    usage_count last_mentioned_at created_at updated_at merged_from extra_data
"""
ENTITY_MEMORY_LINKS = """
    id entity_id memory_id user_id link_type relevance_score position_in_text context_window
    extraction_method extraction_confidence created_at updated_at
"""
VECTOR_METADATA = """
    memory_id user_id session_id device_id text_length language content_hash embedding_model
    embedding_version vector_dimension quality_score is_synthetic created_at last_accessed_at
"""
ENTITY_VECTOR_METADATA = """
    entity_id user_id entity_type source_type generation_method aggregated_from confidence_score
    update_frequency created_at updated_at
"""
ENTITY_TYPES = """
    type_name display_name description icon color parent_type level required_attributes
    optional_attributes validation_rules is_system_type is_user_defined usage_count created_at
    updated_at
"""
RELATION_TYPES = """
    type_name display_name description is_directed is_symmetric transitivity source_types
    target_types default_weight confidence_threshold color line_style arrow_style is_system_type
    extraction_rules created_at updated_at
"""
# Without graph_cache: what is computed is kept in memory (decision 28).
SEED_0 = {
    "memories": MEMORIES,
    "memory_links": MEMORY_LINKS,
    "entities": ENTITIES,
    "entity_aliases": "entity_id user_id alias",
    "entity_memory_links": ENTITY_MEMORY_LINKS,
    "vector_metadata": VECTOR_METADATA,
    "entity_vector_metadata": ENTITY_VECTOR_METADATA,
    "entity_types": ENTITY_TYPES,
    "relation_types": RELATION_TYPES,
    # The spaces are partitions; the other columns of the seed stand in vector_metadata.
    "vss_memories": "user_id embedding",
    "vss_entities": "user_id embedding",
}
# What the specification adds to seed 0's memories and links.
ADDED = {
    "memories": """
        uid namespace title confidence speaker client_context image_summaries memory_type
        assistant_text source searchable about_start about_end about_time_confidence life_stage
        language content_hash trust pinned context_id external_id base_user canonical_id archived_at
    """,
    "memory_links": "version namespace properties",
    "relation_types": "canonical_type inverse_type single_valued scope",
    "entity_relations": """
        source_id target_id relation_type weight confidence_score evidence_count reason valid_from
        valid_to recorded_at superseded_at version
    """,
}
# Seed 1: its `events` are `revisions`, its `entities` are memories, its `relations` links.
SEED_1 = {
    "sessions": "id user_id started_at last_activity context status key",
    "revisions": "id action target_id created_at before after session_id user_id",
}
# Seed 2: memory_relations; `tag` is the relation type, `reason` is `notes`.
SEED_2 = {"memory_links": "user_id namespace src_memory_id dst_memory_id weight notes version"}
# Seed 3: `events` are memories, `event_links` are memory_links.
SEED_3 = {
    "state": """
        kind valid_from valid_to last_confirmed_at confidence salience searchable subject_id
        predicate value body recorded_at superseded_at
    """,
    "state_entities": "state_id entity_id confidence created_at",
    "state_evidence": "state_id memory_id",
    "event_affects": """
        memory_id moment_affect_text moment_affect_labels inner_thought_text vad_v vad_a vad_d
        confidence created_at
    """,
    "event_threads": "thread_key created_at",
    "thread_memberships": "thread_id memory_id confidence evidence created_at",
    "revisions": "target_type target_id before after reason evidence created_at actor",
    "retrieval_runs": "run_id memory_id plan candidates selected created_at",
    "feedback": "run_id memory_id useful rating",
}
# Seed 4: Context and Tag are nodes, shared.
SEED_4 = {
    "tags": "user_id name name_key",
    "contexts": "user_id name name_key",
    "memory_tags": "memory_id tag_id",
}


def columns(table: str) -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM pragma_table_xinfo(%s)", [table])
        return {name for (name,) in cursor.fetchall()}


@pytest.mark.parametrize(
    ("table", "expected"),
    [pair for seed in (SEED_0, ADDED, SEED_1, SEED_2, SEED_3, SEED_4) for pair in seed.items()],
)
def test_columns(table: str, expected: str) -> None:
    assert set(expected.split()) - columns(table) == set()


INDEXED = {
    "memories": "user_id session_id created_at importance_score category decay_score",
    "memory_links": """
        src_memory_id dst_memory_id user_id relation_type weight confidence_score last_used_at
    """,
    "entities": "user_id entity_id entity_type name importance_score last_mentioned_at",
    "entity_memory_links": "entity_id memory_id user_id link_type",
    "vector_metadata": "user_id session_id embedding_model content_hash",
    "revisions": "target_id session_id action",
    "sessions": "user_id status",
}


@pytest.mark.parametrize(("table", "expected"), INDEXED.items())
def test_indexes(table: str, expected: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT i.name FROM pragma_index_list(%s) l, pragma_index_info(l.name) i",
            [table],
        )
        indexed = {name for (name,) in cursor.fetchall()}
    assert set(expected.split()) - indexed == set()


@pytest.mark.parametrize(
    ("table", "fields"),
    [
        ("memory_links", ["src_memory_id", "dst_memory_id", "relation_type"]),
        ("sessions", ["user_id", "key"]),
        ("tags", ["user_id", "name_key"]),
        ("memories", ["base_user", "source", "external_id", "user_id", "namespace"]),
    ],
)
def test_unique_together(table: str, fields: list[str]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT l.name, i.name FROM pragma_index_list(%s) l, pragma_index_info(l.name) i "
            'WHERE l."unique"',
            [table],
        )
        indexes: dict[str, list[str]] = {}
        for index, column in cursor.fetchall():
            indexes.setdefault(index, []).append(column)
    assert sorted(fields) in [sorted(found) for found in indexes.values()]


# The initial rows of seed 0 §3.2, with the names that people see; Project, Pet and CreativeWork are added.
ENTITY_TYPE_NAMES = {
    "Person": "人物", "Location": "場所", "Event": "出来事", "Concept": "概念", "Object": "物体",
    "Organization": "組織", "TimeUnit": "時間", "Task": "タスク", "Document": "文書",
    "Technology": "技術", "Project": "プロジェクト", "Pet": "ペット", "CreativeWork": "作品",
}  # fmt: skip
# Seed 0 §3.3: the display name and whether it is directed.
RELATION_TYPE_NAMES = {
    "mentions": ("言及", False), "relates_to": ("関連", False), "contains": ("包含", True),
    "located_at": ("位置", True), "participates_in": ("参加", True), "causes": ("原因", True),
    "co_occurrence": ("共起", False), "sequence": ("連続", True), "similarity": ("類似", False),
    "opposition": ("対立", False), "dependency": ("依存", True), "ownership": ("所有", True),
}  # fmt: skip
# The relations of memories in seeds 0, 2, 3 and 4.
BETWEEN_MEMORIES = """
    temporal_sequence temporal_parallel temporal_causality semantic_similarity thematic_connection
    conceptual_hierarchy causality reference elaboration contradiction same_session
    conversation_flow co_occurrence supports conflicts explains reply_to continuation caused_by
    same_topic related supersedes contradicts extends depends_on
"""
BETWEEN_ENTITIES = """
    family_member friend colleague knows located_in near_to part_of contains member_of works_for
    leads instance_of type_of similar_to same_as
"""


def rows(sql: str) -> dict[str, tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return {row[0]: row[1:] for row in cursor.fetchall()}


def test_initial_entity_types() -> None:
    found = rows(
        "SELECT type_name, display_name, level, is_system_type, display_name_en FROM entity_types"
    )
    for key, name in ENTITY_TYPE_NAMES.items():
        assert found[key][:3] == (name, 0, 1) and found[key][3]


def test_initial_relation_types() -> None:
    found = rows("SELECT type_name, display_name, is_directed, is_symmetric FROM relation_types")
    for key, (name, is_directed) in RELATION_TYPE_NAMES.items():
        assert found[key] == (name, int(is_directed), int(not is_directed))


@pytest.mark.parametrize(
    ("scope", "expected"), [("memories", BETWEEN_MEMORIES), ("entities", BETWEEN_ENTITIES)]
)
def test_relation_types_by_what_they_connect(scope: str, expected: str) -> None:
    found = rows(f"SELECT type_name, scope FROM relation_types WHERE scope IN ('{scope}', 'both')")
    assert set(expected.split()) - found.keys() == set()


@pytest.mark.parametrize(
    "family",
    [
        {"contradiction", "contradicts", "conflicts", "opposition"},
        {"causes", "causality", "caused_by"},
    ],
)
def test_synonyms_share_a_family(family: set[str]) -> None:
    found = rows("SELECT type_name, canonical_type FROM relation_types")
    assert len({found[key] for key in family}) == 1
