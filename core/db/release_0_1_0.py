"""The database of version 0.1.0: the migrations that it recorded, and how it crosses to ours."""

from collections.abc import Mapping, Sequence

from .schema_versions import Crossing, Migration

_RELEASED = {
    "accounts": ["0001_initial"],
    "packs": ["0001_initial"],
    "entities": [
        "0001_initial",
        "0002_initial",
        "0003_initial_types",
        "0004_ownership",
        "0005_rulings",
        "0006_type_owners",
    ],
    "graph": ["0001_initial", "0002_initial_types", "0003_ownership", "0004_type_owners"],
    "memories": [
        "0001_initial",
        "0002_ownership",
        "0003_search_indexes",
        "0004_feedback_owner",
        "0005_search_documents",
        "0006_feedback_learning",
        "0007_places_and_thresholds",
        "0008_curation",
        "0009_curation_ownership",
        "0010_llm",
        "0011_folded_index",
    ],
}

# The migrations that leave the same tables once the statements below have run.
_REPLACEMENT = {
    "core": ["0001_models"],
    "accounts": ["0001_initial"],
    "packs": ["0001_initial"],
    "entities": ["0001_models", "0002_references", "0003_types"],
    "graph": ["0001_models", "0002_references", "0003_types"],
    "memories": ["0001_models", "0002_triggers_and_indexes"],
}

_STATEMENTS = (
    'DROP INDEX "idx_derivation_jobs_claimed"',
    'ALTER TABLE "embedding_jobs" RENAME COLUMN "claimed_at" TO "leased_until"',
    'ALTER TABLE "derivation_jobs" RENAME COLUMN "claimed_at" TO "leased_until"',
    'ALTER TABLE "llm_jobs" RENAME COLUMN "held_until" TO "leased_until"',
)


def _keys(names: Mapping[str, Sequence[str]]) -> frozenset[Migration]:
    return frozenset((app, name) for app, of_app in names.items() for name in of_app)


FROM_0_1_0 = Crossing(
    version="0.1.0",
    released=_keys(_RELEASED),
    replacement=_keys(_REPLACEMENT),
    statements=_STATEMENTS,
    moved_models={("memories", "revision"): "core"},
)
