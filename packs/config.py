"""The base class of a pack's AppConfig, and the system check that packs use it."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.apps import AppConfig, apps
from django.core import checks

from . import registry
from .discovery import pack_apps
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


@checks.register("packs")
def check_packs(
    app_configs: Sequence[AppConfig] | None = None, **kwargs: Any
) -> list[checks.CheckMessage]:
    """Report pack apps that Django did not load through their PackConfig."""
    names = {path.split(".apps.")[0] for path in pack_apps()}
    return [
        checks.Error(
            f"{config.name} is installed as a pack but its AppConfig is not a PackConfig.",
            hint="Define exactly one subclass of packs.config.PackConfig in its apps.py.",
            id="packs.E001",
        )
        for config in apps.get_app_configs()
        if config.name in names and not isinstance(config, PackConfig)
    ]
