"""Addresses of the pages about packs."""

from django.urls import path

from . import views

urlpatterns = [
    path("packs/", views.packs, name="pack-list"),
    path("packs/<slug:pack>/switch/", views.switch, name="pack-switch"),
]
