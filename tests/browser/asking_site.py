"""The product, where the pack “dev” asks about secrets and keeps their originals encrypted."""

from memory_site.asgi import application  # isort: skip
from dataclasses import replace

from nlp.readers import PrivacyPolicy
from packs import registry

__all__ = ["application"]

asking = replace(registry.get("dev"), privacy=PrivacyPolicy(secrets="ask"))
registry.unregister("dev")
registry.register(asking)
