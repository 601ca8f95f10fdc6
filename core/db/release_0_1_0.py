"""The database of version 0.1.0: the migrations that it recorded, and how it crosses to ours.

``replacement`` stays empty as long as those migrations are there themselves: then nothing has
to cross.
"""

from .schema_versions import Crossing

_NAMES = {
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

FROM_0_1_0 = Crossing(
    version="0.1.0",
    released=frozenset((app, name) for app, names in _NAMES.items() for name in names),
    replacement=frozenset(),
    statements=(),
    moved_models={},
)
