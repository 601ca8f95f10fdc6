"""Answer clients that look for OAuth: there is none, and a token will do."""

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
METHODS = ["GET", "HEAD", "POST", "OPTIONS"]


async def use_a_token(request: Request) -> JSONResponse:
    """Answer in the form of a problem and of an OAuth error: clients show one of the two."""
    body = {
        "type": "about:blank",
        "title": "There is no OAuth here.",
        "status": 404,
        "code": "use_a_token",
        "errors": [{"field": "Authorization", "code": "use_a_token", "detail": HINT}],
        "error": "invalid_request",
        "error_description": HINT,
    }
    return JSONResponse(body, status_code=404, headers={"Cache-Control": "no-store"})


def routes() -> list[Route]:
    """Return the addresses where clients look, with and without the path of the endpoint."""
    places = [f"/.well-known/{name}" for name in METADATA]
    around = [f"{place}/mcp" for place in places] + [f"/mcp{place}" for place in places]
    paths = [*places, *around, "/register", "/authorize", "/token"]
    return [Route(path, use_a_token, methods=METHODS) for path in paths]
