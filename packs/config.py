"""The base class of a pack's AppConfig."""

from typing import Any, ClassVar

from django.apps import AppConfig

from . import registry
from .spec import PackSpec


class PackConfig(AppConfig):
    """A Django app that is a pack: subclass it in ``apps.py`` and set ``spec``.

    Django would take this base class, imported into a pack's ``apps.py``, for a
    second candidate and then quietly use a plain AppConfig; so only subclasses
    are the default of their module.
    """

    name = "packs"
    default = False
    spec: ClassVar[PackSpec]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.default = True

    def ready(self) -> None:
        """Register the pack's declaration."""
        registry.register(self.spec)
