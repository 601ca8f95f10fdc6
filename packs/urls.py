"""Addresses of the pages about packs, and about the tokens that reach them."""

from django.urls import path

from . import token_views, views

urlpatterns = [
    path("packs/", views.packs, name="pack-list"),
    path("packs/<slug:pack>/switch/", views.switch, name="pack-switch"),
    path("tokens/", token_views.tokens, name="token-list"),
    path("tokens/<int:pk>/created/", token_views.token_created, name="token-created"),
    path("tokens/<int:pk>/revoke/", token_views.token_end, name="token-revoke"),
]
