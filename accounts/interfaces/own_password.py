"""The admin's page of one's own password: the old one is asked for, and wrong ones are counted."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.views import PasswordChangeView
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse_lazy
from unfold.forms import AdminOwnPasswordChangeForm

from accounts.throttling import require_password
from core.errors import Forbidden

from .known_browsers import make_known


class OwnPasswordForm(AdminOwnPasswordChangeForm):  # type: ignore[misc]
    """The old password and the new one."""

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request

    def clean_old_password(self) -> str:
        """Check the old password as a log-in does; failures make further attempts wait."""
        given: str = self.cleaned_data["old_password"]
        try:
            require_password(self.request, self.user.get_username(), given)
        except Forbidden as error:
            text = self.error_messages["password_incorrect"]
            raise ValidationError(text, code="password_incorrect") from error
        return given


class OwnPasswordView(PasswordChangeView):
    """The page of the admin, which its own view cannot give the request to."""

    form_class = OwnPasswordForm
    success_url = reverse_lazy("admin:password_change_done")

    def get_form_kwargs(self) -> dict[str, Any]:
        """Hand on the request, whose address and browser are counted."""
        return super().get_form_kwargs() | {"request": self.request}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add the frame of the admin."""
        return super().get_context_data(**kwargs) | admin.site.each_context(self.request)

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        """Store the password; the browser that did stays known."""
        return make_known(self.request, super().form_valid(form))
