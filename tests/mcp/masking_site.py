"""The product with a pack that masks personal data and refuses secrets."""

from dataclasses import replace

from memory_site.asgi import application
from nlp.readers import PrivacyPolicy
from packs import registry

__all__ = ["application"]

DEV = replace(registry.get("dev"), privacy=PrivacyPolicy(secrets="refuse", personal_data="mask"))
registry.unregister("dev")
registry.register(DEV)
