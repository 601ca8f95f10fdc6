"""The second factor of a person, as it is stored."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class SecondFactor(models.Model):
    """What a log-in of a person asks for beside the password.

    ``secret`` is encrypted by the signing key; ``recovery`` holds digests. A step is the number
    of 30 seconds since 1970 of the last code that counted.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="second_factor",
        verbose_name=_("person"),
    )
    secret = models.TextField(_("secret"))
    last_step = models.BigIntegerField(_("last step"))
    recovery = models.JSONField(_("recovery codes"), default=list)
    # Id, public key, host, name, count and times of each.
    passkeys = models.JSONField(_("passkeys"), default=list, blank=True)
    created_at = models.DateTimeField(_("created"))

    objects: ClassVar[models.Manager["SecondFactor"]] = models.Manager()

    class Meta:
        db_table = "second_factors"
        verbose_name = _("second factor")
        verbose_name_plural = _("second factors")

    def __str__(self) -> str:
        return str(self.user)
