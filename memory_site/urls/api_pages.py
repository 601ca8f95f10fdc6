"""The pages that show the API's documentation, with nothing loaded from other hosts."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import condition, require_safe
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularRedocView, SpectacularSwaggerSplitView
from rest_framework.response import Response

from core.interfaces.response_security import content_policy

SWAGGER_POLICY = content_policy(img_src="'self' data:")
# Redoc writes its styles into the page and searches in a worker that it builds itself.
REDOC_POLICY = content_policy(
    style_src="'self' 'unsafe-inline'", img_src="'self' data:", worker_src="blob:"
)
REDOC_BUNDLE = "drf_spectacular_sidecar/redoc/bundles/redoc.standalone.js"
# The bundle shows its maker's logo from this address; an empty image takes its place.
REDOC_LOGO = b"https://cdn.redoc.ly/redoc/logo-mini.svg"
EMPTY_IMAGE = b"data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="


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
