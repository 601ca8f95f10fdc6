"""Admin of users, groups and preferences."""

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import GroupAdmin as StockGroupAdmin
from django.contrib.auth.admin import UserAdmin as StockUserAdmin
from django.contrib.auth.models import Group, User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm
from unfold.widgets import (
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanSwitchWidget,
)

from accounts.models import Profile
from accounts.services.users import USER_NAME, is_name_taken, user_create
from core.interfaces.admin import OperatorAdmin, OwnedAdmin, ReadOnly, is_operator

admin.site.unregister(User)
admin.site.unregister(Group)


def _zones() -> list[tuple[str, str]]:
    return [(zone, zone) for zone in sorted(available_timezones())]


class AdminProfileForm(forms.ModelForm):  # type: ignore[type-arg]
    """Preferences, with the time zones that exist."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"), choices=lazy(_zones, list)(), widget=UnfoldAdminSelectWidget()
    )

    class Meta:
        model = Profile
        fields = ("language", "time_zone", "default_pack")


class NewPersonForm(UserCreationForm):  # type: ignore[misc]
    """A new person, created by the service, which checks that spaces can have the name."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=lazy(_zones, list)(),
        initial="UTC",
        widget=UnfoldAdminSelectWidget(),
    )
    is_owner = forms.BooleanField(
        label=_("Operator"), required=False, widget=UnfoldBooleanSwitchWidget(),
        help_text=_("Can log in here and see everybody's memories."),
    )  # fmt: skip

    class Meta(UserCreationForm.Meta):  # type: ignore[misc]
        model = User
        fields = ("username",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["username"]
        field.widget = UnfoldAdminTextInputWidget()
        field.help_text = _(
            "1 to 100 characters without spaces, “/” and “#”. It cannot be changed later."
        )
        # Our rule replaces Django's, which would refuse more names than the help text says.
        field.validators = [
            rule for rule in field.validators if not isinstance(rule, UnicodeUsernameValidator)
        ]

    def clean_username(self) -> str:
        """Refuse invalid names and taken names."""
        name: str = self.cleaned_data["username"]
        if not USER_NAME.fullmatch(name):
            raise ValidationError(_("1 to 100 characters without spaces, “/” and “#”."))
        if is_name_taken(name):
            raise ValidationError(_("A person with this name already exists."))
        return name

    def save(self, commit: bool = True) -> User:
        """Create the person with their preferences."""
        chosen = self.cleaned_data
        password = chosen["password1"] if chosen.get("usable_password", "true") != "false" else None
        self.instance, _new = user_create(
            name=chosen["username"],
            password=password or None,
            is_owner=chosen["is_owner"],
            time_zone=chosen["time_zone"],
        )
        return self.instance

    def save_m2m(self) -> None:
        """Do nothing: the service has stored everything."""


@admin.register(User)
class UserAdmin(OwnedAdmin[User], StockUserAdmin):  # type: ignore[type-arg]
    """People with their permissions, tokens and last log-in."""

    form = UserChangeForm
    add_form = NewPersonForm
    change_password_form = AdminPasswordChangeForm
    list_display = (
        "username",
        "is_active",
        "is_superuser",
        "token_count",
        "last_login",
        "date_joined",
    )
    list_filter = ("is_active", "is_superuser", "is_staff", "groups")
    search_fields = ("username", "first_name", "last_name", "email")
    date_hierarchy = "date_joined"
    autocomplete_fields = ("groups",)
    filter_horizontal = ("user_permissions",)
    list_fullwidth = True
    add_fieldsets = (
        (None, {"fields": (
            "username", "usable_password", "password1", "password2", "time_zone", "is_owner",
        )}),
    )  # fmt: skip

    def owned_by(self, base_user: str) -> Q:
        """Return the condition for one person's own account."""
        return Q(username=base_user)

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        """Count the tokens of each person."""
        usable = Count("api_tokens", filter=Q(api_tokens__revoked_at=None))
        return super().get_queryset(request).annotate(token_total=usable)

    @admin.display(description=_("tokens"), ordering="token_total")
    def token_count(self, person: Any) -> int:
        """Return the number of usable tokens."""
        total: int = person.token_total
        return total

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Make the name read-only, and permissions too for everybody but the operator."""
        if obj is None:
            return ()
        fixed = ("username", "last_login", "date_joined")
        if is_operator(request):
            return fixed
        return (*fixed, "is_staff", "is_superuser", "is_active", "groups", "user_permissions")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Allow the operator to create accounts."""
        return is_operator(request)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Refuse: memories would lose their owner. Accounts are deactivated instead."""
        return False

    def user_change_password(
        self, request: HttpRequest, id: str, form_url: str = ""
    ) -> HttpResponse:
        """Lead to the page that asks for the old password where it is one's own."""
        if self.get_object(request, unquote(id)) == request.user:
            return redirect("admin:password_change")
        response: HttpResponse = super().user_change_password(request, id, form_url)
        return response

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save changes; the service has created a new person already."""
        if change:
            super().save_model(request, obj, form, change)


@admin.register(Group)
class GroupAdmin(OperatorAdmin[Group], StockGroupAdmin):
    """Sets of permissions."""

    search_fields = ("name",)
    list_display = ("name", "member_count")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Group]:
        """Count the members."""
        return super().get_queryset(request).annotate(member_total=Count("user"))

    @admin.display(description=_("members"), ordering="member_total")
    def member_count(self, group: Any) -> int:
        """Return how many people have these permissions."""
        total: int = group.member_total
        return total


@admin.register(Profile)
class ProfileAdmin(OwnedAdmin[Profile]):
    """Preferences of people."""

    form = AdminProfileForm
    list_display = ("user", "language", "time_zone", "default_pack")
    list_filter = ("language", "default_pack")
    list_select_related = ("user",)
    search_fields = ("user__username", "time_zone")

    def owned_by(self, base_user: str) -> Q:
        """Return the condition for one person's own preferences."""
        return Q(user__username=base_user)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse: everybody has preferences from the start."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Profile | None = None) -> bool:
        """Refuse: they belong to the account."""
        return False


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly, OperatorAdmin[LogEntry]):
    """Changes made in the admin; the journal has the changes of memories."""

    list_display = ("action_time", "user", "content_type", "object_repr", "action_flag")
    list_filter = ("action_flag",)
    list_select_related = ("user", "content_type")
    search_fields = ("object_repr", "change_message", "user__username")
    date_hierarchy = "action_time"
