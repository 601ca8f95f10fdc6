"""The product, which takes this machine for a public one where a client describes itself."""

from memory_site.asgi import application  # isort: skip
from oauth2_provider import cimd

__all__ = ["application"]

cimd._ip_is_public = lambda address: address in ("127.0.0.1", "::1")
