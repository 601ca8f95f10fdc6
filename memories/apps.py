from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MemoriesConfig(AppConfig):
    name = "memories"
    verbose_name = _("Memories")

    def ready(self) -> None:
        from entities.type_changes import types_changed

        from .type_journal import note_types

        types_changed.connect(note_types)
