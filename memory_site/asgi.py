"""One ASGI process: ``/mcp`` goes to the MCP server, everything else to Django."""

import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any, cast

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_site.settings.base")

from .server import django_application

site = django_application()

from django.conf import settings  # noqa: E402
from starlette.applications import Starlette  # noqa: E402
from starlette.routing import Route, Router  # noqa: E402
from starlette.types import ASGIApp  # noqa: E402
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware  # noqa: E402

from accounts.token_store import token_uses  # noqa: E402
from core.db.instance import create_instance, served_instance  # noqa: E402
from core.db.sqlite.write_lock import lock_clock  # noqa: E402
from core.db.storage import place  # noqa: E402
from core.jobs import background  # noqa: E402
from memories.index import embedding_jobs, query_vectors  # noqa: E402
from memories.index.pack_similarity import warm_examples  # noqa: E402
from memories.index.query_vectors import warm_spaces  # noqa: E402
from memories.search import log, reranking  # noqa: E402
from memories.services.privacy import readings  # noqa: E402
from memories.services.saving.at_once import warm_soon  # noqa: E402
from memory_site import server  # noqa: E402
from memory_site.mcp.endpoint import McpEndpoint  # noqa: E402
from memory_site.mcp.protocol import discovery  # noqa: E402
from memory_site.mcp.registry import product_server  # noqa: E402
from memory_site.metrics.requests import CountRequests  # noqa: E402
from nlp.answers.question import load_patterns  # noqa: E402

from .server import request_threads  # noqa: E402

# The addresses and the admin site, before somebody waits for a page.
import_module(settings.ROOT_URLCONF)
mcp_endpoint = McpEndpoint(product_server)


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """Load the embedding model in the background, run the MCP sessions, flush the search log."""
    lock_clock.restart(settings.LOCK_TIMES_DIR)
    create_instance(settings.DATA_DIR)
    served_instance(settings.DATA_DIR)
    place.pin(settings.DATABASE_PATH)
    background.run_in_thread("warm", query_vectors.warm)
    background.run_in_thread("answers", load_patterns)
    background.run_in_thread("examples", warm_examples)
    background.run_in_thread("spaces", warm_spaces)
    background.run_in_thread("reranker", reranking.prepare)
    background.run_in_thread("settle", server.settle)
    # What a stop or a crash left waiting.
    background.run_in_thread("embed", embedding_jobs.work)
    warm_soon()
    async with mcp_endpoint.lifespan(app):
        yield
    # What was still waiting to be written.
    await request_threads.run_at_once(background.run, "access", log.flush)
    await request_threads.run_at_once(background.run, "readings", readings.flush)
    await request_threads.run_at_once(background.run, "token uses", token_uses.store)


router = Router(
    routes=[
        Route("/mcp", mcp_endpoint),
        Route("/mcp/", mcp_endpoint),
        *discovery.routes(),
    ],
    # Not a Mount, which leaves out addresses with a line break in them.
    default=cast(ASGIApp, site),
    lifespan=lifespan,
    redirect_slashes=False,
)


def application_behind(proxies: Sequence[str]) -> ASGIApp:
    """Return the application; requests of ``proxies`` get the address and scheme they name."""
    counted = CountRequests(router)
    if not proxies:
        return counted
    return cast(ASGIApp, ProxyHeadersMiddleware(cast(Any, counted), trusted_hosts=list(proxies)))


application = application_behind(settings.TRUSTED_PROXIES)
