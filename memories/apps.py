from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

# A page that waits for a first use of a new token shows it soon.
TOKEN_USES_SECONDS = 2.0
# In the order in which a change runs them.
PROJECTIONS = ("project_to_indexes", "project_to_derivation", "project_to_inbox")
WORK = {
    "embed": "index.embedding_jobs:work",
    "enrich": "enrichment.queue:work",
    "ask": "enrichment.llm.jobs:work",
    "decide": "inbox.bulk:work",
    "compact": "services.erasure.stores:compact",
    "privacy": "services.privacy.work:work",
}


class MemoriesConfig(AppConfig):
    name = "memories"
    verbose_name = _("Memories")

    def ready(self) -> None:
        from accounts.token_store import token_uses
        from core import jobs
        from core.journal import add_projections

        from .records.journaled import register_models
        from .records.privacy.forgetting import on_forget

        register_models()
        on_forget(imported_when_called("services.forget:forget"))
        add_projections(*(imported_when_called(f"inbox.projections:{one}") for one in PROJECTIONS))
        run_soon = partial(jobs.background.run_within, seconds=TOKEN_USES_SECONDS)
        token_uses.schedule = partial(run_soon, "token uses")
        for name, place in WORK.items():
            jobs.register(name, imported_when_called(place))


def imported_when_called(place: str) -> Callable[..., Any]:
    """Return a function of this app, whose module is imported at its first call.

    Most commands change nothing, and reading Japanese and English takes a second to import.
    """
    module, _separator, name = place.partition(":")

    def call(*given: Any, **named: Any) -> Any:
        return getattr(import_module(f"memories.{module}"), name)(*given, **named)

    return call
