"""One ASGI process: ``/mcp`` goes to the MCP server, everything else to Django."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_site.settings")
django_application = get_asgi_application()

from starlette.applications import Starlette  # noqa: E402
from starlette.routing import Mount, Route, Router  # noqa: E402
from starlette.types import ASGIApp  # noqa: E402

from memories import background, embedding_queue, query_vectors  # noqa: E402
from memory_site.mcp.endpoint import McpEndpoint  # noqa: E402
from memory_site.mcp.registry import product_server  # noqa: E402

mcp_endpoint = McpEndpoint(product_server)


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """Load the embedding model beside the start, and run the MCP sessions."""
    background.beside("warm", query_vectors.warm)
    # What a stop or a crash left waiting.
    background.beside("embed", embedding_queue.drain)
    async with mcp_endpoint.lifespan(app):
        yield


application = Router(
    routes=[
        Route("/mcp", mcp_endpoint),
        Route("/mcp/", mcp_endpoint),
        Mount("/", cast(ASGIApp, django_application)),
    ],
    lifespan=lifespan,
    redirect_slashes=False,
)
