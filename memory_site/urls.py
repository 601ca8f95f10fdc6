"""Every address of the site, and the OpenAPI document and its pages."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.http import condition, require_safe
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import (
    SpectacularAPIView,
    SpectacularRedocView,
    SpectacularSwaggerSplitView,
)
from rest_framework.response import Response
from rest_framework.routers import DefaultRouter

from accounts.interfaces.api import LogInsView, LogInView, MeView, TokenViewSet
from accounts.interfaces.own_password import OwnPasswordView
from accounts.interfaces.pages.views import admin_log_in
from core.interfaces.response_security import content_policy
from entities.interfaces.api import EntityTypeViewSet
from graph.interfaces.api import RelationTypeViewSet, TypesView
from memories.interfaces.api.archive import ArchiveExportView, ArchiveImportView
from memories.interfaces.api.backups import BackupFileView, BackupsView, DoctorView
from memories.interfaces.api.dashboards import DashboardsView
from memories.interfaces.api.entities import EntityViewSet
from memories.interfaces.api.graph.analytics import EntityAnalyticsView, GraphStatisticsView
from memories.interfaces.api.graph.arrangements import PositionsView, SavedViewSet
from memories.interfaces.api.graph.quality import GraphQualityView
from memories.interfaces.api.graph.transfer import (
    GraphExportView,
    GraphImportView,
    RelationListView,
)
from memories.interfaces.api.graph.walks import (
    GraphLineageView,
    GraphNeighborsView,
    GraphPathView,
    GraphReasonView,
    GraphSnapshotView,
)
from memories.interfaces.api.groups import ContextViewSet, SessionViewSet, TagViewSet, ThreadViewSet
from memories.interfaces.api.inbox import InboxRuleViewSet, InboxViewSet
from memories.interfaces.api.inbox_bulk import InboxJobViewSet
from memories.interfaces.api.journal import AuditViewSet, RevisionViewSet, RunViewSet
from memories.interfaces.api.memories import LinkViewSet, MemoryViewSet
from memories.interfaces.api.privacy.forgetting import (
    ForgetView,
    PrivacyJobViewSet,
    ScanView,
)
from memories.interfaces.api.privacy.leaving import LeaveView
from memories.interfaces.api.states import StateViewSet
from memories.interfaces.api.system import (
    ExtractView,
    PackViewSet,
    database_stats_view,
    health_view,
)
from memory_site.apps import register_admin
from memory_site.cli.answering import answer_command
from memory_site.metrics.view import MetricsView

register_admin()

TEXT = {"type": "string"}
PROBLEM_FIELD = {
    "type": "object",
    "required": ["field", "code", "detail"],
    "properties": {
        "field": {
            **TEXT,
            "description": "The path of the field, as memories.3.text; empty for the whole.",
        },
        "code": {**TEXT, "description": "Stable: programs may compare it."},
        "detail": {**TEXT, "description": "What is wrong, for people."},
    },
}
PROBLEM = {
    "type": "object",
    "description": "Every error: what is wrong, and with which field.",
    "required": ["type", "title", "status", "code", "errors"],
    "properties": {
        "type": {**TEXT, "format": "uri"},
        "title": TEXT,
        "status": {"type": "integer"},
        "code": TEXT,
        "errors": {"type": "array", "items": PROBLEM_FIELD},
    },
}
METHODS = frozenset({"get", "post", "put", "patch", "delete"})
SWAGGER_POLICY = content_policy(img_src="'self' data:")
# Redoc writes its styles into the page and searches in a worker that it builds itself.
REDOC_POLICY = content_policy(
    style_src="'self' 'unsafe-inline'", img_src="'self' data:", worker_src="blob:"
)
REDOC_BUNDLE = "drf_spectacular_sidecar/redoc/bundles/redoc.standalone.js"
# The bundle shows its maker's logo from this address; an empty image takes its place.
REDOC_LOGO = b"https://cdn.redoc.ly/redoc/logo-mini.svg"
EMPTY_IMAGE = b"data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="


def require_bodies(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Mark bodies as required that have required fields, or need one field of several."""
    schemas = result.get("components", {}).get("schemas", {})
    for operations in result.get("paths", {}).values():
        for body in (operation.get("requestBody") for operation in operations.values()):
            if body:
                content = body["content"].get("application/json", {"schema": {}})
                reference = content["schema"].get("$ref", "")
                schema = schemas.get(reference.rsplit("/", 1)[-1], {})
                is_file = "application/json" not in body["content"]
                body["required"] = is_file or "required" in schema or "anyOf" in schema
    return result


def add_problems(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add the problem document as the response of every error."""
    result.setdefault("components", {}).setdefault("schemas", {})["Problem"] = PROBLEM
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    for operations in result.get("paths", {}).values():
        for method, operation in operations.items():
            if method in METHODS:
                operation["responses"]["default"] = {
                    "description": "What went wrong.",
                    "content": content,
                }
    return result


class SwaggerView(SpectacularSwaggerSplitView):
    """Show the API in Swagger UI."""

    template_name = "api/swagger.html"

    @extend_schema(exclude=True)
    def get(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Return the page, or its script."""
        response: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        response.headers["Content-Security-Policy"] = SWAGGER_POLICY
        return response


class RedocView(SpectacularRedocView):
    """Show the API in Redoc."""

    template_name = "api/redoc.html"

    @extend_schema(exclude=True)
    def get(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Return the page."""
        response: Response = super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]
        response.headers["Content-Security-Policy"] = REDOC_POLICY
        return response


@cache
def _redoc_bundle() -> tuple[bytes, str]:
    found = finders.find(REDOC_BUNDLE)
    if not found:
        raise FileNotFoundError(REDOC_BUNDLE)
    script = Path(found).read_bytes().replace(REDOC_LOGO, EMPTY_IMAGE)
    return script, f'"{hashlib.sha256(script).hexdigest()}"'


@require_safe
@condition(etag_func=lambda request: _redoc_bundle()[1])
def redoc_script(request: HttpRequest) -> HttpResponse:
    """Return Redoc's script without the one address of another host that it loads."""
    return HttpResponse(
        _redoc_bundle()[0],
        content_type="text/javascript; charset=utf-8",
        headers={"Cache-Control": "no-cache"},
    )


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
    # Rules and jobs first: their addresses lie beneath that of proposals.
    ("inbox/rules", InboxRuleViewSet, "api-inbox-rule"),
    ("inbox/jobs", InboxJobViewSet, "api-inbox-job"),
    ("inbox", InboxViewSet, "api-inbox"),
    ("privacy/jobs", PrivacyJobViewSet, "api-privacy-job"),
    ("audit", AuditViewSet, "api-audit"),
    ("revisions", RevisionViewSet, "api-revision"),
    ("runs", RunViewSet, "api-run"),
    ("graph/views", SavedViewSet, "api-graph-view"),
    ("packs", PackViewSet, "api-pack"),
    ("tokens", TokenViewSet, "api-token"),
):
    router.register(name, viewset, basename=basename)

api_patterns: list[URLPattern | URLResolver] = [
    # Before the router, which would take “analytics” for the id of an entity.
    path("entities/analytics/", EntityAnalyticsView.as_view(), name="api-entity-analytics"),
    path("graph/statistics/", GraphStatisticsView.as_view(), name="api-graph-statistics"),
    path("", include(router.urls)),
    path("graph/positions/", PositionsView.as_view(), name="api-graph-positions"),
    path("types/", TypesView.as_view(), name="api-types"),
    path("graph/export/", GraphExportView.as_view(), name="api-graph-export"),
    path("graph/import/", GraphImportView.as_view(), name="api-graph-import"),
    path("graph/relations/", RelationListView.as_view(), name="api-graph-relations"),
    path("extract/", ExtractView.as_view(), name="api-extract"),
    path("graph/path/", GraphPathView.as_view(), name="api-graph-path"),
    path("graph/neighbors/", GraphNeighborsView.as_view(), name="api-graph-neighbors"),
    path("graph/lineage/", GraphLineageView.as_view(), name="api-graph-lineage"),
    path("graph/snapshot/", GraphSnapshotView.as_view(), name="api-graph-snapshot"),
    path("graph/reason/", GraphReasonView.as_view(), name="api-graph-reason"),
    path("graph/quality/", GraphQualityView.as_view(), name="api-graph-quality"),
    path("privacy/forget/", ForgetView.as_view(), name="api-privacy-forget"),
    path("privacy/scan/", ScanView.as_view(), name="api-privacy-scan"),
    path("privacy/leave/", LeaveView.as_view(), name="api-privacy-leave"),
    path("me/", MeView.as_view(), name="api-me"),
    path("me/sessions/", LogInsView.as_view(), name="api-log-ins"),
    path("me/sessions/<str:pk>/", LogInView.as_view(), name="api-log-in"),
    path("dashboards/", DashboardsView.as_view(), name="api-dashboards"),
    path("database/backups/", BackupsView.as_view(), name="api-backups"),
    path("database/backups/<str:name>", BackupFileView.as_view(), name="api-backup-file"),
    path("database/doctor/", DoctorView.as_view(), name="api-doctor"),
    path("database/stats", database_stats_view, name="api-database-stats"),
    path("database/export/", ArchiveExportView.as_view(), name="api-database-export"),
    path("database/import/", ArchiveImportView.as_view(), name="api-database-import"),
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("docs/", SwaggerView.as_view(url_name="api-schema"), name="api-docs"),
    path("redoc/", RedocView.as_view(url_name="api-schema"), name="api-redoc"),
    path("redoc/redoc.js", redoc_script, name="api-redoc-script"),
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("health", health_view, name="health"),
    path("metrics", MetricsView.as_view(), name="metrics"),
    path("cli", answer_command, name="cli"),
    path("api/", include(api_patterns)),
    path("admin/login/", admin_log_in),
    path("admin/password_change/", admin.site.admin_view(OwnPasswordView.as_view())),
    path("admin/", admin.site.urls),
    path("", include("memories.interfaces.pages.urls")),
    path("", include("memories.interfaces.pages.graph.urls")),
    path("", include("entities.interfaces.pages")),
    path("", include("accounts.interfaces.pages.views")),
]
if settings.OAUTH:
    urlpatterns.append(path("", include("accounts.interfaces.oauth")))

handler400 = "memory_site.web.error_pages.bad_request"
handler403 = "memory_site.web.error_pages.permission_denied"
handler404 = "memory_site.web.error_pages.page_not_found"
handler500 = "memory_site.web.error_pages.server_error"
