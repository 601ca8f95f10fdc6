from functools import partial

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

# A page that waits for a first use of a new token shows it soon.
TOKEN_USES_SECONDS = 2.0


class MemoriesConfig(AppConfig):
    name = "memories"
    verbose_name = _("Memories")

    def ready(self) -> None:
        from accounts.token_store import token_uses
        from core import jobs
        from core.journal import add_projections

        from .enrichment import queue
        from .enrichment.llm import jobs as llm_jobs
        from .inbox import bulk, projections
        from .inbox.kinds.sensitive import on_forget
        from .index import embedding_jobs
        from .records.journaled import register_models
        from .services.erasure import stores
        from .services.forget import forget
        from .services.privacy import work

        register_models()
        on_forget(forget)
        add_projections(
            projections.project_to_indexes,
            projections.project_to_derivation,
            projections.project_to_inbox,
        )
        run_soon = partial(jobs.background.run_within, seconds=TOKEN_USES_SECONDS)
        token_uses.schedule = partial(run_soon, "token uses")
        jobs.register("embed", embedding_jobs.work)
        jobs.register("enrich", queue.work)
        jobs.register("ask", llm_jobs.work)
        jobs.register("decide", bulk.work)
        jobs.register("compact", stores.compact)
        jobs.register("privacy", work.work)
