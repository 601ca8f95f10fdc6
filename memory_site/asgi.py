"""One ASGI process: ``/mcp`` goes to the MCP server, everything else to Django."""

import os
from typing import cast

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_site.settings")
django_application = get_asgi_application()

from starlette.routing import Mount, Route, Router  # noqa: E402
from starlette.types import ASGIApp  # noqa: E402

from memory_site.mcp.endpoint import McpEndpoint  # noqa: E402
from memory_site.mcp.registry import product_server  # noqa: E402

mcp_endpoint = McpEndpoint(product_server)
application = Router(
    routes=[
        Route("/mcp", mcp_endpoint),
        Route("/mcp/", mcp_endpoint),
        Mount("/", cast(ASGIApp, django_application)),
    ],
    lifespan=mcp_endpoint.lifespan,
    redirect_slashes=False,
)
