"""Profiles of people, and the tokens of their programs."""

import hashlib
import secrets
from datetime import datetime
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.caller import Scope

from .factors import SecondFactor as SecondFactor

TOKEN_PREFIX = "wsr_"


class Profile(models.Model):
    """Preferences of one person: language, time zone, pack of unclassified saves."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="profile", verbose_name=_("person")
    )
    language = models.CharField(_("language"), max_length=8, blank=True, choices=settings.LANGUAGES)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    default_pack = models.CharField(_("default pack"), max_length=64, blank=True)

    class Meta:
        db_table = "profiles"
        verbose_name = _("profile")
        verbose_name_plural = _("profiles")

    def __str__(self) -> str:
        return str(self.user)


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    """Look-ups of tokens."""

    def usable(self, at: datetime) -> "ApiTokenQuerySet":
        """Keep tokens that are neither revoked nor expired at the given time."""
        return self.filter(revoked_at=None).exclude(expires_at__lte=at)

    def matching(self, secret: str) -> "ApiTokenQuerySet":
        """Keep the token of this secret."""
        return self.filter(digest=ApiToken.digest_of(secret))


class ApiToken(models.Model):
    """A bearer token, stored as a digest and shown once.

    The secret has 256 random bits, so a single SHA-256 is enough: it cannot be
    guessed, so a slow hash would add no protection.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="api_tokens",
        verbose_name=_("person"),
    )
    name = models.CharField(_("name"), max_length=64)
    digest = models.CharField(_("digest"), max_length=64, unique=True, editable=False)
    hint = models.CharField(_("begins with"), max_length=12, editable=False)
    scopes = models.JSONField(_("scopes"), default=list)
    packs = models.JSONField(_("packs"), default=list, blank=True)
    namespace = models.CharField(_("namespace root"), max_length=255, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)
    if TYPE_CHECKING:
        app_id: int | None
    # The OAuth client that acts through this token; its own short-lived secrets stand elsewhere.
    app = models.ForeignKey(
        settings.OAUTH2_PROVIDER_APPLICATION_MODEL,
        models.SET_NULL,
        related_name="connections",
        verbose_name=_("app"),
        null=True,
        blank=True,
        editable=False,
    )

    objects = ApiTokenQuerySet.as_manager()

    class Meta:
        db_table = "api_tokens"
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.name} ({self.hint}…)" if self.hint else self.name

    @staticmethod
    def new_secret() -> str:
        """Return a new secret."""
        return TOKEN_PREFIX + secrets.token_urlsafe(32)

    @staticmethod
    def digest_of(secret: str) -> str:
        """Return the digest of a secret, which is stored instead of it."""
        return hashlib.sha256(secret.encode()).hexdigest()

    @staticmethod
    def digest_of_code(code: str) -> str:
        """Return the digest of the code that opened an app's connection; no secret has the same."""
        return f"code:{ApiToken.digest_of(code)}"[:64]

    def status_at(self, at: datetime) -> str:
        """Return the status of the token: ``usable``, ``expired`` or ``revoked``."""
        if self.revoked_at:
            return "revoked"
        return "expired" if self.expires_at and self.expires_at <= at else "usable"

    @property
    def granted(self) -> frozenset[Scope]:
        """The granted scopes."""
        return frozenset(Scope(scope) for scope in self.scopes)
