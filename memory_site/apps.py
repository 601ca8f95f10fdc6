from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MemorySiteConfig(AppConfig):
    name = "memory_site"
    verbose_name = _("Wasurena")
