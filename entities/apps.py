from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_delete, post_migrate, post_save
from django.utils.translation import gettext_lazy as _


class EntitiesConfig(AppConfig):
    name = "entities"
    verbose_name = _("People and things")

    def ready(self) -> None:
        from .journal_models import register_models
        from .models import EntityType

        register_models()
        post_migrate.connect(add_types_of_packs, sender=self)
        for changed in (post_save, post_delete):
            changed.connect(forget_types, sender=EntityType)


def forget_types(**signal: Any) -> None:
    """Clear the cache of types; imported with the first one that changes."""
    from . import styling

    styling.forget_types(**signal)


def add_types_of_packs(**_signal: Any) -> None:
    """Store the entity types of installed packs after migrations, if the table exists."""
    from core.db.sqlite.maintenance import is_migrated

    from .models import EntityType
    from .types.pack_types import sync_entity_types

    if is_migrated(EntityType):
        sync_entity_types()
