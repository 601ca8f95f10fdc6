"""How people and programs get in: whether from other machines, and OAuth."""

import ipaddress
from typing import Any

from .sections import Server

DAY_SECONDS = 24 * 60 * 60
# Requests a minute of a token and of an app, where other machines reach the server.
USUAL_RATES = {"token": 1_200, "app": 300}
# Editors that answer to addresses of their own instead of opening a port.
EDITORS = ("cursor", "vscode", "vscode-insiders")


def is_beyond_this_machine(server: Server) -> bool:
    """Return whether other machines can reach the server, directly or by the name of a proxy."""
    try:
        is_here = ipaddress.ip_address(server.host).is_loopback
    except ValueError:
        is_here = server.host == "localhost"
    return not is_here or bool(server.allowed_hosts)


def oauth_provider(
    *, client_hosts: list[str], access_minutes: int, refresh_days: int
) -> dict[str, Any]:
    """Return the settings of django-oauth-toolkit: codes with PKCE only, secrets as digests."""
    return {
        "OAUTH2_VALIDATOR_CLASS": "accounts.oauth.ConnectionValidator",
        "ACCESS_TOKEN_GENERATOR": "accounts.oauth.new_access_token",
        "REFRESH_TOKEN_GENERATOR": "accounts.oauth.new_refresh_token",
        "SCOPES": {"read": "read", "write": "write", "admin": "admin", "offline_access": "refresh"},
        "DEFAULT_SCOPES": ["read", "write"],
        "ACCESS_TOKEN_EXPIRE_SECONDS": access_minutes * 60,
        "REFRESH_TOKEN_EXPIRE_SECONDS": refresh_days * DAY_SECONDS,
        "REFRESH_TOKEN_REUSE_PROTECTION": True,
        "ALLOWED_REDIRECT_URI_SCHEMES": ["https", "http", *EDITORS],
        "ALLOW_LOCALHOST_LOOPBACK": True,
        "OAUTH2_RESPONSE_TYPES_SUPPORTED": ["code"],
        "OAUTH2_GRANT_TYPES_SUPPORTED": ["authorization_code", "refresh_token"],
        "OAUTH2_TOKEN_ENDPOINT_AUTH_METHODS_SUPPORTED": [
            "none",
            "client_secret_post",
            "client_secret_basic",
        ],
        "OAUTH2_PROTECTED_RESOURCE_NAME": "Wasurena",
        "COMPLIANT_BCP_RFC9700_IMPLICIT_GRANT": True,
        "COMPLIANT_BCP_RFC9700_PASSWORD_GRANT": True,
        "COMPLIANT_BCP_RFC9700_PKCE_METHOD": True,
        "COMPLIANT_BCP_RFC9700_ACCESS_TOKEN_TRANSPORT": True,
        "COMPLIANT_BCP_RFC9700_AUTHZ_RESPONSE_ISS": True,
        "COMPLIANT_BCP_RFC9700_TOKEN_STORAGE": True,
        # Older clients register themselves; newer ones have an address that describes them.
        "DCR_ENABLED": True,
        "DCR_REGISTRATION_PERMISSION_CLASSES": ["oauth2_provider.dcr.AllowAllDCRPermission"],
        "CIMD_ENABLED": bool(client_hosts),
        "CIMD_REGISTRATION_PERMISSION_CLASSES": ["accounts.client_documents.ForPeople"],
        "CIMD_ALLOWED_HOSTS": client_hosts,
        "CIMD_METADATA_FETCHER": "accounts.client_documents.BoundedFetcher",
    }


def rates(
    *, token: tuple[int | None, int], app: tuple[int | None, int], is_beyond: bool
) -> dict[str, tuple[int, int]]:
    """Return requests a minute and the burst by the class of a token; 0 a minute: no limit."""
    usual = USUAL_RATES if is_beyond else dict.fromkeys(USUAL_RATES, 0)
    return {
        name: (usual[name] if rate is None else rate, burst)
        for name, (rate, burst) in (("token", token), ("app", app))
    }
