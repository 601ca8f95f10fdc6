"""The settings form."""

from typing import TYPE_CHECKING
from zoneinfo import available_timezones

from django import forms
from django.utils.translation import gettext as _

from accounts.models import Profile

# Only the stubs know ModelForm as generic.
if TYPE_CHECKING:
    ProfileModelForm = forms.ModelForm[Profile]
else:
    ProfileModelForm = forms.ModelForm


class ProfileForm(ProfileModelForm):
    """Language, time zone and the pack for saves that no pack claims."""

    class Meta:
        model = Profile
        fields = ("language", "time_zone", "default_pack")

    def clean_time_zone(self) -> str:
        """Accept only zones that this machine knows."""
        zone: str = self.cleaned_data["time_zone"]
        if zone not in available_timezones():
            raise forms.ValidationError(_("This time zone is not known, for example: Asia/Tokyo"))
        return zone
