"""The packs that a person has switched on or off."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class PackActivation(models.Model):
    """One person's switch and privacy policy for one pack; without a row the pack is on.

    Switching off hides a pack from default searches and saves; its memories stay.
    """

    base_user = models.CharField(_("person"), max_length=100)
    pack = models.CharField(_("pack"), max_length=32)
    is_enabled = models.BooleanField(_("enabled"), default=True)
    # The parts of the privacy policy that the person chose; the pack declares the others.
    privacy = models.JSONField(_("privacy"), default=dict, blank=True)
    changed_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        db_table = "pack_activations"
        verbose_name = _("pack activation")
        verbose_name_plural = _("pack activations")
        constraints = [
            models.UniqueConstraint(fields=["base_user", "pack"], name="uq_pack_activation"),
        ]

    def __str__(self) -> str:
        return f"{self.base_user}#{self.pack}"
