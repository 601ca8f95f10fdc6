"""Pages of tokens: create, show once with configurations for assistants, revoke."""

import json
import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from accounts.callers import caller_of
from accounts.models import ApiToken
from accounts.schemas import TokenInput
from accounts.services.tokens import (
    DEFAULT_SCOPES,
    keep_secret,
    take_secret,
    token_get,
    token_grant,
    token_list,
    token_withdraw,
)
from core.caller import Scope
from core.errors import InvalidInput
from core.interfaces.pages import back, done, page, sentence
from core.schemas import parsed

NAME = "wasurena"
DEFAULT_PORT = 8377
# How many days a token may be good for; an assistant's own is without an end by default.
LIFETIMES = ("30", "90", "365")
# What people read instead of the service's English, by the problem's code.
SENTENCES: Mapping[str, Promise] = {
    "too_short": gettext_lazy("Choose at least one permission."),
    "enum": gettext_lazy("Choose from the list."),
    "unknown_pack": gettext_lazy("Choose from the list."),
}


@dataclass(frozen=True, slots=True)
class Configuration:
    """The configuration of one client; ``language`` is the syntax of its text.

    ``entry`` is what its file has under the name of the server.
    """

    key: str
    title: str
    file_hint: str
    language: str
    text: str
    entry: dict[str, Any]


def configurations(base_url: str, token: str) -> list[Configuration]:
    """Return a configuration for each known client."""
    address = f"{base_url.rstrip('/')}/mcp"
    return [
        _claude_desktop(base_url, token),
        _claude_code(address, token),
        _codex(address, token),
        _gemini(base_url, token),
        _cursor(address, token),
        _vs_code(address, token),
    ]


def _bridge(base_url: str, token: str) -> dict[str, Any]:
    """Return the command of the bridge, which finds the server of the data directory or starts one.

    Desktop programs start without the shell's search path, so the command has a full path.
    """
    environment = {"WASURENA_TOKEN": token, **_nonstandard_settings(base_url)}
    return {"command": command_path(), "args": ["mcp"], "env": environment}


def _claude_desktop(base_url: str, token: str) -> Configuration:
    server = _bridge(base_url, token)
    text = _json({"mcpServers": {NAME: server}})
    file = "claude_desktop_config.json"
    return Configuration("claude-desktop", "Claude Desktop", file, "json", text, server)


def _codex(address: str, token: str) -> Configuration:
    # By HTTP: Codex asks its model without tools of a command that takes seconds to start.
    server = {"url": address, "http_headers": _headers(token)}
    table = f"mcp_servers.{NAME}"
    header = f"Authorization = {json.dumps(_headers(token)['Authorization'])}"
    lines = [f"[{table}]", f"url = {json.dumps(address)}", f"\n[{table}.http_headers]", header]
    text = "\n".join(lines)
    return Configuration("codex", "Codex CLI", "~/.codex/config.toml", "toml", text, server)


def _gemini(base_url: str, token: str) -> Configuration:
    server = _bridge(base_url, token)
    text = _json({"mcpServers": {NAME: server}})
    return Configuration("gemini", "Gemini CLI", "~/.gemini/settings.json", "json", text, server)


def _nonstandard_settings(base_url: str) -> dict[str, str]:
    found = {}
    if os.environ.get("WASURENA_DATA_DIR"):
        found["WASURENA_DATA_DIR"] = str(settings.DATA_DIR)
    address = urlsplit(base_url)
    if address.hostname in ("127.0.0.1", "localhost") and address.port not in (None, DEFAULT_PORT):
        found["WASURENA_PORT"] = str(address.port)
    return found


def command_path() -> str:
    """Return the path of the command ``wasurena`` of this installation."""
    own = shutil.which(NAME, path=str(Path(sys.executable).parent))
    return own or shutil.which(NAME) or NAME


def _claude_code(address: str, token: str) -> Configuration:
    command = (
        f"claude mcp add --transport http --scope user {NAME} {address} \\\n"
        f'  --header "Authorization: Bearer {token}"'
    )
    server = {"type": "http", "url": address, "headers": _headers(token)}
    where = _("in a terminal")
    return Configuration("claude-code", "Claude Code", where, "shell", command, server)


def _cursor(address: str, token: str) -> Configuration:
    server = {"url": address, "headers": _headers(token)}
    text = _json({"mcpServers": {NAME: server}})
    return Configuration("cursor", "Cursor", "~/.cursor/mcp.json", "json", text, server)


def _vs_code(address: str, token: str) -> Configuration:
    server = {"type": "http", "url": address, "headers": _headers(token)}
    text = _json({"servers": {NAME: server}})
    return Configuration("vs-code", "VS Code", ".vscode/mcp.json", "json", text, server)


def _headers(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def _json(value: object) -> str:
    return json.dumps(value, indent=2)


@page
@require_http_methods(["GET", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """List the tokens, or create one, which the next page shows."""
    if request.method == "GET":
        return _listed(request)
    fields = {
        "name": request.POST.get("name", "").strip(),
        "scopes": request.POST.getlist("scope"),
        "packs": request.POST.getlist("pack"),
        "expires_at": _end(request.POST.get("days", "")),
    }
    caller = caller_of(request)
    try:
        made = token_grant(caller, parsed(TokenInput, fields))
    except InvalidInput as error:
        problems = {p.field.split(".")[0]: sentence(p, SENTENCES) for p in error.problems}
        return _listed(request, status=422, values=fields, problems=problems)
    keep_secret(made.token, token=made.id, maker=caller.base_user)
    return redirect("token-created", made.id)


@page
@require_GET
def token_created(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the secret of a new token; nowhere and never again."""
    caller = caller_of(request)
    token = token_get(caller, pk)
    secret = take_secret(token=token.pk, maker=caller.base_user)
    if secret is None:
        return redirect("token-list")
    entries = configurations(_base_url(request), secret)
    response = _listed(request, created=token, secret=secret, configurations=entries)
    patch_cache_control(response, no_store=True)
    return response


def _end(days: str) -> datetime | None:
    """Return when a token ends that is good for so many days; never, if none of ours was chosen."""
    return timezone.now() + timedelta(days=int(days)) if days in LIFETIMES else None


def _listed(request: HttpRequest, *, status: int = 200, **context: Any) -> HttpResponse:
    values = {"scopes": list(DEFAULT_SCOPES), "packs": []}
    rows = token_list(caller_of(request)).order_by("revoked_at", "-created_at")
    context = {
        "values": values,
        "scopes": list(Scope),
        "lifetimes": LIFETIMES,
        "tokens": rows,
        "now": timezone.now(),
        **context,
    }
    return render(request, "accounts/tokens.html", context, status=status)


def _base_url(request: HttpRequest) -> str:
    return request.build_absolute_uri("/").rstrip("/")


@page
@require_http_methods(["GET", "POST"])
def revoke_token(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask whether a token is to be revoked, and revoke it."""
    caller = caller_of(request)
    token: ApiToken = token_get(caller, pk)
    if token.revoked_at:
        return redirect("token-list")
    if request.method == "GET":
        return render(request, "accounts/token_revoke.html", {"token": token})
    token_withdraw(caller, pk)
    done(request, _("“%(name)s” can no longer connect.") % {"name": token.name})
    return back(request, "token-list")
