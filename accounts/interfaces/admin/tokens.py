"""Admin of tokens: created by the service, shown once, revoked instead of deleted."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from unfold.widgets import UnfoldAdminCheckboxSelectMultipleWidget

from accounts.models import ApiToken
from accounts.services.tokens import (
    DEFAULT_SCOPES,
    keep_secret,
    take_secret,
    token_create,
    token_revoke,
)
from accounts.services.users import users_named
from core.caller import Scope
from core.errors import InvalidInput
from core.interfaces.admin import OwnedAdmin, PersonFilter, display, is_operator
from core.schemas import checked_namespace
from packs import registry

SCOPES = {Scope.READ: _("Read"), Scope.WRITE: _("Write"), Scope.ADMIN: _("Validate and merge")}
STATUS_COLORS = {"usable": "success", "expired": "warning", "revoked": "danger"}
STATUSES = {"usable": _("Usable"), "expired": _("Expired"), "revoked": _("Revoked")}


class NewTokenForm(forms.ModelForm):  # type: ignore[type-arg]
    """A new token; ``secret`` is set by saving, and is not stored."""

    scopes = forms.MultipleChoiceField(
        label=_("Scopes"), choices=list(SCOPES.items()), initial=list(DEFAULT_SCOPES),
        widget=UnfoldAdminCheckboxSelectMultipleWidget(),
    )  # fmt: skip
    packs = forms.MultipleChoiceField(
        label=_("Packs"), required=False, widget=UnfoldAdminCheckboxSelectMultipleWidget(),
        help_text=_("No selection means every pack."),
    )  # fmt: skip

    class Meta:
        model = ApiToken
        fields = ("user", "name", "scopes", "packs", "namespace", "expires_at")
        labels = {"user": _("Person")}

    secret = ""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        packs = self.fields["packs"]
        assert isinstance(packs, forms.MultipleChoiceField)
        packs.choices = [(pack, registry.pack_name(pack)) for pack in registry.pack_ids()]

    def clean_namespace(self) -> str:
        """Refuse a namespace that is not a path."""
        try:
            return checked_namespace(self.cleaned_data["namespace"])
        except InvalidInput as error:
            raise forms.ValidationError(
                _("A path such as team/a is expected, without “.”, “..”, empty parts and spaces.")
            ) from error

    def save(self, commit: bool = True) -> ApiToken:
        """Create the token and keep its secret for the response."""
        chosen = self.cleaned_data
        token, self.secret = token_create(
            user_name=chosen["user"].get_username(),
            name=chosen["name"],
            scopes=chosen["scopes"],
            packs=chosen["packs"],
            namespace=chosen["namespace"],
            expires_at=chosen["expires_at"],
        )
        self.instance = token
        return token

    def save_m2m(self) -> None:
        """Do nothing: the service has stored everything."""


@admin.register(ApiToken)
class ApiTokenAdmin(OwnedAdmin[ApiToken]):
    """Tokens with their person, scopes, packs and last use."""

    list_display = (
        "name", "person", "hint", "status_label", "scope_names", "pack_names", "last_used_at",
        "expires_at", "created_at",
    )  # fmt: skip
    list_filter = (PersonFilter, "revoked_at", "expires_at")
    list_select_related = ("user",)
    search_fields = ("name", "hint", "user__username", "namespace")
    date_hierarchy = "created_at"
    actions = ("revoke",)
    autocomplete_fields = ("user",)

    def owned_by(self, base_user: str) -> Q:
        """Return the condition for one person's own tokens."""
        return Q(user__username=base_user)

    def has_change_permission(self, request: HttpRequest, obj: ApiToken | None = None) -> bool:
        """Refuse: the scopes of a token that a program holds must not change."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: ApiToken | None = None) -> bool:
        """Refuse: a revoked token stays listed."""
        return False

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        """Allow people who may change tokens to revoke them."""
        return request.user.has_perm("accounts.change_apitoken")

    def get_form(
        self, request: HttpRequest, obj: ApiToken | None = None, change: bool = False, **kwargs: Any
    ) -> Any:
        """Use the form of a new token; stored tokens have no form."""
        if obj is None:
            kwargs["form"] = NewTokenForm
        return super().get_form(request, obj, change, **kwargs)

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Offer other people to the operator only."""
        if db_field.name == "user" and not is_operator(request):
            kwargs["queryset"] = users_named(request.user.get_username())
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Offer only one save button: the next page shows the secret."""
        context |= {"show_save_and_continue": False, "show_save_and_add_another": False}
        return super().render_change_form(request, context, *args, **kwargs)

    @admin.display(description=_("person"), ordering="user__username")
    def person(self, token: ApiToken) -> str:
        """Return the person of the token."""
        return token.user.get_username()

    def save_model(self, request: HttpRequest, obj: ApiToken, form: Any, change: bool) -> None:
        """Keep the secret for the response; the service has stored the token."""
        obj.shown_secret = form.secret  # type: ignore[attr-defined]

    def response_add(
        self, request: HttpRequest, obj: ApiToken, post_url_continue: str | None = None
    ) -> HttpResponse:
        """Redirect to the page with the secret, which can be reloaded without a second token."""
        secret: str = obj.shown_secret  # type: ignore[attr-defined]
        keep_secret(secret, token=obj.pk, maker=request.user.get_username())
        return redirect("admin:accounts_apitoken_secret", obj.pk)

    def get_urls(self) -> list[Any]:
        """Add the page of a new token's secret."""
        view = self.admin_site.admin_view(self.show_secret)
        return [
            path("<int:pk>/secret/", view, name="accounts_apitoken_secret"),
            *super().get_urls(),
        ]

    def show_secret(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show the secret once, to the person who created the token."""
        token = self.get_queryset(request).filter(pk=pk).first()
        secret = take_secret(token=pk, maker=request.user.get_username()) if token else None
        if secret is None:
            return redirect("admin:accounts_apitoken_changelist")
        context = {
            **self.admin_site.each_context(request),
            "title": _("New token"),
            "opts": self.opts,
            "token": token,
            "secret": secret,
        }
        answer = TemplateResponse(request, "admin/accounts/new_token.html", context)
        answer["Cache-Control"] = "no-store, private"
        return answer

    @admin.action(description=_("Revoke"), permissions=["revoke"])
    def revoke(self, request: HttpRequest, tokens: QuerySet[ApiToken]) -> None:
        """Revoke the selected tokens."""
        now = timezone.now()
        usable = list(tokens.filter(revoked_at=None))
        for token in usable:
            token_revoke(token, now=now)
        said = ngettext(
            "%(count)d token was revoked.", "%(count)d tokens were revoked.", len(usable)
        )
        self.message_user(request, said % {"count": len(usable)}, messages.SUCCESS)

    @display(description=_("status"), label=STATUS_COLORS)
    def status_label(self, token: ApiToken) -> tuple[str, str]:
        """Return the status of the token."""
        key = token.status_at(timezone.now())
        return key, str(STATUSES[key])

    @admin.display(description=_("scopes"))
    def scope_names(self, token: ApiToken) -> str:
        """Return the scopes of the token."""
        return ", ".join(str(SCOPES[scope]) for scope in sorted(token.granted))

    @admin.display(description=_("packs"))
    def pack_names(self, token: ApiToken) -> str:
        """Return the packs of the token."""
        return ", ".join(registry.pack_name(pack) for pack in token.packs) or str(_("all"))
