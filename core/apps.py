from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CoreConfig(AppConfig):
    name = "core"
    # Revisions are this app's only rows.
    verbose_name = _("Journal")
