"""Addresses of the REST API."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularRedocView, SpectacularSwaggerView
from rest_framework.routers import DefaultRouter

from memories.api.memories import MemoryViewSet
from memories.api.system import database_stats_view

router = DefaultRouter()
router.include_root_view = False
router.register("memories", MemoryViewSet, basename="api-memory")

urlpatterns = [
    path("", include(router.urls)),
    path("database/stats", database_stats_view, name="api-database-stats"),
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("docs/", SpectacularSwaggerView.as_view(url_name="api-schema"), name="api-docs"),
    path("redoc/", SpectacularRedocView.as_view(url_name="api-schema"), name="api-redoc"),
]
