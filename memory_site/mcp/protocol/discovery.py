"""Answer clients that look for OAuth where there is none: a token will do."""

from django.conf import settings
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

HINT = (
    "Wasurena has no OAuth: use a token. Make one in its browser pages or with “wasurena token"
    " create”, and send it as “Authorization: Bearer <token>”."
)
METADATA = (
    "oauth-protected-resource",
    "oauth-authorization-server",
    "openid-configuration",
)
# What Django answers where OAuth is on.
OF_OAUTH = frozenset(
    {
        "/.well-known/oauth-authorization-server",
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-protected-resource/mcp",
        "/register",
        "/authorize",
        "/token",
    }
)
NO_OAUTH = ("Authorization", "use_a_token", "There is no OAuth here.", HINT)
OF_OTHER_PLACES = (
    "path",
    "not_found",
    "There is nothing here.",
    "OAuth is described at /.well-known/oauth-protected-resource/mcp and"
    " /.well-known/oauth-authorization-server.",
)
METHODS = ["GET", "HEAD", "POST", "OPTIONS"]


async def use_a_token(request: Request) -> JSONResponse:
    """Answer in the form of a problem and of an OAuth error: clients show one of the two."""
    field, code, title, hint = OF_OTHER_PLACES if settings.OAUTH else NO_OAUTH
    body = {
        "type": "about:blank",
        "title": title,
        "status": 404,
        "code": code,
        "errors": [{"field": field, "code": code, "detail": hint}],
        "error": "invalid_request",
        "error_description": hint,
    }
    return JSONResponse(body, status_code=404, headers={"Cache-Control": "no-store"})


def routes() -> list[Route]:
    """Return the addresses where clients look, with and without the path of the endpoint."""
    places = [f"/.well-known/{name}" for name in METADATA]
    around = [f"{place}/mcp" for place in places] + [f"/mcp{place}" for place in places]
    paths = {*places, *around, "/register", "/authorize", "/token"}
    absent = paths - OF_OAUTH if settings.OAUTH else paths
    return [Route(path, use_a_token, methods=METHODS) for path in sorted(absent)]
