"""What the in-memory index of a space is built from: one compact row per findable item."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from core.db.fields import is_space, user_id_field

from .embedding import ItemKind


class SearchDocument(models.Model):
    """The words and facts of one item as numbers; derived, and made anew by ``rebuild``.

    ``change`` grows with every write of any row, so that a process reads what is
    new to it. A row outlives its item as an empty one: that is how other
    processes learn that it is gone.
    """

    kind = models.CharField(_("kind"), max_length=8, choices=ItemKind, default=ItemKind.MEMORY)
    item_id = models.BigIntegerField(_("item"))
    user_id = user_id_field()
    change = models.BigIntegerField(_("change"))
    is_findable = models.BooleanField(_("may be found"), default=True)
    lexemes = models.BinaryField(_("words as numbers"), default=b"")
    facts = models.BinaryField(_("facts"), default=b"")

    class Meta:
        db_table = "search_documents"
        verbose_name = _("search document")
        verbose_name_plural = _("search documents")
        constraints = [
            models.UniqueConstraint(fields=["kind", "item_id"], name="uq_search_documents_item"),
            models.UniqueConstraint(fields=["change"], name="uq_search_documents_change"),
            is_space("search_documents_user_id"),
        ]
        indexes = [
            models.Index(fields=["user_id", "change"], name="idx_search_documents_change"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.item_id}"
