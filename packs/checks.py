"""System checks of installed packs."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig, apps
from django.core import checks

from .config import PackConfig
from .discovery import pack_apps


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
