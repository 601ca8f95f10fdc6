from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class GraphConfig(AppConfig):
    name = "graph"
    verbose_name = _("Connections")

    def ready(self) -> None:
        from .journal_models import register_models

        register_models()
        post_migrate.connect(add_types_of_packs, sender=self)


def add_types_of_packs(**_signal: Any) -> None:
    """Store the relation types of installed packs after migrations, if the table exists."""
    from core.db.sqlite.maintenance import is_migrated

    from .models import RelationType
    from .types import sync_relation_types

    if is_migrated(RelationType):
        sync_relation_types()
