"""The tables of OAuth have no admin: connections are tokens, which the admin lists and revokes."""

from django.contrib import admin
from oauth2_provider.models import AccessToken, Application, Grant, IDToken, RefreshToken

for model in (AccessToken, Application, Grant, IDToken, RefreshToken):
    admin.site.unregister(model)
