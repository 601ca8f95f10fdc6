from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PacksConfig(AppConfig):
    name = "packs"
    verbose_name = _("Packs")
    # The pack base class lives in packs.config; this one is the registry's own app.
    default = True

    def ready(self) -> None:
        from . import registry  # noqa: F401 (registers the system check)
        from .journal_models import register_models

        register_models()
