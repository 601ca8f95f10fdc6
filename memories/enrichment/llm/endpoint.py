"""Where the language model answers, and whether that is within reach of strangers."""

from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings

# Names that are only known on the machine or in its own network.
OWN_NAMES = (".localhost", ".local", ".lan", ".internal", ".home.arpa")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An OpenAI-compatible endpoint: its base address, the model to ask, seconds to wait."""

    url: str
    model: str
    key: str = field(default="", repr=False)
    timeout: float = 120.0

    @property
    def host(self) -> str:
        """The host that texts are sent to."""
        return urlsplit(self.url).hostname or ""

    @property
    def is_private(self) -> bool:
        """Whether the host is this machine, or one of its own network, by its name or address."""
        host = self.host.casefold()
        try:
            address = ip_address(host.partition("%")[0])
        except ValueError:
            return "." not in host or host.endswith(OWN_NAMES)
        return address.is_loopback or address.is_private or address.is_link_local


def endpoint() -> Endpoint | None:
    """Return the endpoint of the settings; None where the owner has set none."""
    if not settings.LLM_URL:
        return None
    return Endpoint(
        url=settings.LLM_URL.rstrip("/"),
        model=settings.LLM_MODEL,
        key=settings.LLM_KEY,
        timeout=float(settings.LLM_TIMEOUT_SECONDS),
    )
