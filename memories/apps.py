from functools import partial

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

# A page that waits for a first use of a new token shows it soon.
TOKEN_USES_SECONDS = 2.0


class MemoriesConfig(AppConfig):
    name = "memories"
    verbose_name = _("Memories")

    def ready(self) -> None:
        from accounts.token_uses import token_uses
        from entities.type_changes import types_changed

        from . import background
        from .type_journal import note_types

        types_changed.connect(note_types)
        token_uses.schedule = partial(background.later, "token uses", within=TOKEN_USES_SECONDS)
