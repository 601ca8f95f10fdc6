"""Addresses of the pages about packs, and about the tokens that reach them."""

from django.urls import path

from . import packs, tokens

urlpatterns = [
    path("packs/", packs.packs, name="pack-list"),
    path("packs/<slug:pack>/switch/", packs.switch, name="pack-switch"),
    path("tokens/", tokens.tokens, name="token-list"),
    path("tokens/<int:pk>/created/", tokens.token_created, name="token-created"),
    path("tokens/<int:pk>/revoke/", tokens.token_end, name="token-revoke"),
]
