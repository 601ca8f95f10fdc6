"""Set the security headers of every response: content policy, caching, and cookies over TLS."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.utils.cache import patch_cache_control


def content_policy(**directives: str) -> str:
    """Return a policy that loads nothing from other hosts; ``script_src`` adds ``script-src``."""
    named = {name.replace("_", "-"): value for name, value in directives.items()}
    base = {
        "default-src": "'self'",
        "object-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'self'",
        "frame-ancestors": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in (base | named).items())


# No inline script or style anywhere.
PAGE_POLICY = content_policy()
# Alpine.js, which django-unfold is built on, compiles the expressions in its attributes and sets
# inline styles. Inline scripts stay forbidden.
ADMIN_POLICY = content_policy(
    script_src="'self' 'unsafe-eval'", style_src="'self' 'unsafe-inline'", img_src="'self' data:"
)


class ResponseSecurityMiddleware:
    """Add the headers to every response, error pages included. Runs outermost."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_admin = request.path_info.startswith("/admin/")
        response.headers.setdefault(
            "Content-Security-Policy", ADMIN_POLICY if is_admin else PAGE_POLICY
        )
        _keep_private(request, response)
        if request.is_secure():
            _protect_transport(request, response)
        return response


def _keep_private(request: HttpRequest, response: HttpResponse) -> None:
    if response.has_header("Cache-Control"):
        return
    if request.path_info.startswith("/api/"):
        patch_cache_control(response, private=True, no_store=True)
    else:
        # Pages may be kept for going back, after asking whether they are still valid.
        patch_cache_control(response, private=True, no_cache=True)


def _protect_transport(request: HttpRequest, response: HttpResponse) -> None:
    """Send cookies back over TLS only, and have the browser insist on TLS for this host."""
    for cookie in response.cookies.values():
        cookie["secure"] = True
    domain, _port = split_domain_port(request.META.get("HTTP_HOST", ""))
    # Browsers apply it to all ports of a name: on localhost it would break other programs.
    if settings.HSTS_SECONDS and domain not in settings.LOOPBACK_NAMES:
        response.headers["Strict-Transport-Security"] = f"max-age={settings.HSTS_SECONDS}"
