"""Addresses of the pages about people and things."""

from django.urls import path

from . import views

urlpatterns = [
    path("entities/", views.entities, name="entity-list"),
    path("entities/types.css", views.entity_colors, name="entity-colours"),
]
