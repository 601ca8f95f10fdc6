"""Addresses of the REST API."""

from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView
from rest_framework.routers import DefaultRouter

from accounts.interfaces.api import MeView, TokenViewSet
from entities.interfaces.api import EntityTypeViewSet
from graph.interfaces.api import RelationTypeViewSet, TypesView
from memories.interfaces.api.entities import EntityViewSet
from memories.interfaces.api.inbox import InboxRuleViewSet, InboxViewSet
from memories.interfaces.api.journal import RevisionViewSet, RunViewSet
from memories.interfaces.api.links import LinkViewSet
from memories.interfaces.api.memories import MemoryViewSet
from memories.interfaces.api.sessions import SessionViewSet, ThreadViewSet
from memories.interfaces.api.states import StateViewSet
from memories.interfaces.api.system import ExtractView, PackViewSet, database_stats_view
from memories.interfaces.api.tags import ContextViewSet, TagViewSet

from .api_pages import RedocView, SwaggerView, redoc_script

router = DefaultRouter()
router.include_root_view = False
router.include_format_suffixes = False
for name, viewset, basename in (
    ("memories", MemoryViewSet, "api-memory"),
    ("links", LinkViewSet, "api-link"),
    ("tags", TagViewSet, "api-tag"),
    ("contexts", ContextViewSet, "api-context"),
    ("sessions", SessionViewSet, "api-session"),
    ("threads", ThreadViewSet, "api-thread"),
    ("entities", EntityViewSet, "api-entity"),
    ("states", StateViewSet, "api-state"),
    ("entity-types", EntityTypeViewSet, "api-entity-type"),
    ("relation-types", RelationTypeViewSet, "api-relation-type"),
    # The rules first: their address lies beneath that of proposals.
    ("inbox/rules", InboxRuleViewSet, "api-inbox-rule"),
    ("inbox", InboxViewSet, "api-inbox"),
    ("revisions", RevisionViewSet, "api-revision"),
    ("runs", RunViewSet, "api-run"),
    ("packs", PackViewSet, "api-pack"),
    ("tokens", TokenViewSet, "api-token"),
):
    router.register(name, viewset, basename=basename)

urlpatterns = [
    path("", include(router.urls)),
    path("types/", TypesView.as_view(), name="api-types"),
    path("extract/", ExtractView.as_view(), name="api-extract"),
    path("me/", MeView.as_view(), name="api-me"),
    path("database/stats", database_stats_view, name="api-database-stats"),
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("docs/", SwaggerView.as_view(url_name="api-schema"), name="api-docs"),
    path("redoc/", RedocView.as_view(url_name="api-schema"), name="api-redoc"),
    path("redoc/redoc.js", redoc_script, name="api-redoc-script"),
]
