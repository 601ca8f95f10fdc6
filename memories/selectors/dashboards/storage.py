"""Jobs that wait, rows by part, and the size of the database for the operator."""

from accounts.services.users import is_operator
from core.db.sqlite import maintenance
from memories.index import embedding_jobs
from memories.models import DerivationJob, LlmJob, State
from memories.records.lookup import links_seen
from memories.schemas.dashboards.memories import GrowthOut
from memories.schemas.dashboards.system import StorageOut
from memories.selectors.history import revisions_seen

from .scope import DashboardScope


def storage(scope: DashboardScope, grown: GrowthOut) -> StorageOut:
    """Count jobs and rows; what growth has counted is not counted again."""
    memories, states = scope.memories(), State.objects.of(scope.caller).in_spaces(scope.spaces)
    mine = scope.visible("memory")
    return StorageOut(
        waiting={
            "embedding": embedding_jobs.waiting((memories, states)),
            "enrichment": DerivationJob.objects.waiting().filter(mine).count(),
            "llm": LlmJob.objects.waiting().filter(mine).count(),
        },
        rows={
            "memories": grown.memories,
            "entities": grown.entities,
            "relations": grown.relations,
            "links": links_seen(scope.caller).filter(user_id__in=scope.spaces).count(),
            "states": states.count(),
            "journal": revisions_seen(scope.caller).in_spaces(scope.spaces).count(),
        },
        database_bytes=maintenance.size_in_bytes() if is_operator(scope.caller) else None,
    )
