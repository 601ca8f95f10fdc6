"""The text that a start shows: addresses, secrets, configurations of assistants."""

import shutil
from urllib.parse import urlsplit

from django.conf import settings

from accounts.interfaces.pages.tokens import NAME, Configuration, command_path, configurations
from memory_site.cli.accounts import Welcome
from memory_site.cli.environment import _


def start_text(heading: str, url: str, person: Welcome) -> str:
    """Return the text of a start, with secrets if they are new."""
    url = _public(url)
    rows = _first_start(url, person) if person.token else _next_start(person)
    return "\n".join([heading, "", *_addresses(url), *rows])


def _first_start(url: str, person: Welcome) -> list[str]:
    """Return secrets and ready configurations."""
    return [
        "",
        _("Your account. The password and the token are shown this once: keep them."),
        _row(_("User"), person.owner),
        _row(_("Password"), person.password or ""),
        _row(_("API token"), person.token or ""),
        "",
        _("Point your assistant here:"),
        *(configuration_text(entry) for entry in configurations(url, person.token or "")),
    ]


def _next_start(person: Welcome) -> list[str]:
    """Return the commands that a person may look for."""
    command = _command()
    return [
        _row(_("User"), person.owner),
        "",
        _("Connect an assistant:  {command} connect").format(command=command),
        _("A new API token:       {command} token create --name NAME").format(command=command),
        _("A new password:        {command} django changepassword {name}").format(
            command=command, name=person.owner
        ),
    ]


def configuration_text(entry: Configuration) -> str:
    """Return a configuration under its title and the file it belongs in."""
    title = " · ".join(filter(None, (entry.title, entry.file_hint)))
    return f"\n── {title}\n{entry.text}"


def unsafe_host_warning(host: str, *, takes_passwords: bool) -> str:
    """Return the warning for a server that other machines can reach."""
    warning = _(
        "Warning: {host} can be reached from other machines, without encryption. Give it a"
        " certificate (WASURENA_CERTIFICATE), or put a proxy with TLS in front, and list the names"
        " it is called by in WASURENA_ALLOWED_HOSTS."
    ).format(host=host)
    if takes_passwords:
        rest = _("Until then anybody on the way can read passwords and tokens (plain_log_in).")
    else:
        rest = _(
            "Until then passwords are taken from this machine only; tokens travel in the open."
        )
    return f"{warning} {rest}"


def _command() -> str:
    """Return the command to type: a checkout's command is not on the shell's search path."""
    return NAME if shutil.which(NAME) else command_path()


def _public(url: str) -> str:
    """Return the address with the first name that the certificate is there for, if there is one.

    Browsers and assistants refuse a certificate under the address of this machine.
    """
    names = [name for name in settings.EXTRA_HOSTS if not name.startswith((".", "*"))]
    if not settings.CERTIFICATE or not names:
        return url
    return f"https://{names[0]}:{urlsplit(url).port}"


def _addresses(url: str) -> list[str]:
    return [
        _row(_("Browser"), f"{url}/"),
        _row("MCP", f"{url}/mcp"),
        _row(_("Data"), str(settings.DATA_DIR)),
    ]


def _row(name: str, value: str) -> str:
    return f"  {name:<10} {value}"
