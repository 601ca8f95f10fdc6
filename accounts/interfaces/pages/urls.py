"""Addresses of log-in, settings, packs and tokens."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from . import tokens, views

urlpatterns = [
    path("login/", views.LoginView.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("connected/", views.connected, name="connected"),
    path("settings/", views.preferences, name="settings"),
    path("settings/theme/", views.theme, name="theme"),
    path("settings/language/", views.language, name="language"),
    path("packs/", views.packs, name="pack-list"),
    path("packs/<slug:pack>/switch/", views.switch_pack, name="pack-switch"),
    path("tokens/", tokens.tokens, name="token-list"),
    path("tokens/<int:pk>/created/", tokens.token_created, name="token-created"),
    path("tokens/<int:pk>/revoke/", tokens.revoke_token, name="token-revoke"),
]
