from django.apps import AppConfig
from django.contrib import admin
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _


class MemorySiteConfig(AppConfig):
    name = "memory_site"
    verbose_name = _("Wasurena")

    def ready(self) -> None:
        autodiscover_modules("interfaces.admin", register_to=admin.site)
