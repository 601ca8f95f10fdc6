"""What a person reads when the server is up."""

from django.conf import settings

from accounts.mcp_configurations import Configuration, configurations

from .first_run import Welcome
from .language import _


def welcome(url: str, person: Welcome) -> str:
    """Return the text of the first start: addresses, secrets, ready configurations."""
    return "\n".join(
        [
            *_addresses(url),
            "",
            _("Your account. The password and the token are shown this once: keep them."),
            _row(_("User"), person.owner),
            _row(_("Password"), person.password or ""),
            _row(_("API token"), person.token or ""),
            "",
            _("Point your assistant here:"),
            *(shown(entry) for entry in configurations(url, person.token or "")),
        ]
    )


def later_start(url: str, person: Welcome) -> str:
    """Return the text of every later start."""
    return "\n".join(
        [
            *_addresses(url),
            _row(_("User"), person.owner),
            "",
            _("Connect an assistant:  wasurena connect"),
            _("A new API token:       wasurena token create --user {name} --name NAME").format(
                name=person.owner
            ),
            _("A new password:        wasurena django changepassword {name}").format(
                name=person.owner
            ),
        ]
    )


def shown(entry: Configuration) -> str:
    """Return a configuration under its title and the file it belongs in."""
    title = " · ".join(filter(None, (entry.title, entry.file_hint)))
    return f"\n── {title}\n{entry.text}"


def unsafe_host(host: str) -> str:
    """Return the warning for a server that other machines can reach."""
    return _(
        "Warning: {host} can be reached from other machines, without encryption. Put a proxy with"
        " TLS in front, and list the names it is called by in WASURENA_ALLOWED_HOSTS."
    ).format(host=host)


def _addresses(url: str) -> list[str]:
    return [
        _("Wasurena is running. Ctrl-C stops it."),
        "",
        _row(_("Browser"), f"{url}/"),
        _row("MCP", f"{url}/mcp"),
        _row(_("Data"), str(settings.DATA_DIR)),
    ]


def _row(name: str, value: str) -> str:
    return f"  {name:<10} {value}"
