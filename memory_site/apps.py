from functools import cache

from django.apps import AppConfig
from django.contrib import admin
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _


class MemorySiteConfig(AppConfig):
    name = "memory_site"
    verbose_name = _("Wasurena")


@cache
def register_admin() -> None:
    """Register what the admin site shows; commands that serve no pages do without."""
    admin.autodiscover()
    autodiscover_modules("interfaces.admin", register_to=admin.site)
