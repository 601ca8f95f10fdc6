from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GraphConfig(AppConfig):
    name = "graph"
    verbose_name = _("Connections")
