"""The SDK's own "everything" server behind the ASGI wrapper of the product.

``EVERYTHING_SERVER`` names the folder of the SDK's source distribution that holds
it: the conformance scenarios expect exactly its tools, resources and prompts.
Only what they need differs from the product: sessions, streams, and no token.
"""

import os
import sys

import django

django.setup()
sys.path.insert(0, os.environ["EVERYTHING_SERVER"])

from mcp_everything_server.server import event_store, mcp  # noqa: E402
from starlette.routing import Route, Router  # noqa: E402

from memory_site.mcp.endpoint import McpEndpoint  # noqa: E402

endpoint = McpEndpoint(
    lambda: mcp._lowlevel_server,
    authenticate=lambda connection: None,
    stateless=False,
    event_store=event_store,
    retry_interval=100,
)
application = Router(routes=[Route("/mcp", endpoint)], lifespan=endpoint.lifespan)
