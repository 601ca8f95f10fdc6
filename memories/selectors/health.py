"""How the installation is: for `/health`, `wasurena status` and the status page."""

from typing import Any

from django.conf import settings

from memories import index
from memories.index import embedding_jobs


def health() -> dict[str, Any]:
    """Return status, version, whether vectors work, and how many memories wait for one."""
    vectors = index.has_vectors()
    return {
        "status": "ok" if vectors else "degraded",
        "version": settings.VERSION,
        "vectors": vectors,
        "waiting_for_embedding": embedding_jobs.waiting(),
        "notes": [] if vectors else ["sqlite-vec cannot be loaded; searching by words only"],
    }
