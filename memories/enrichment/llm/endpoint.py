"""The configured OpenAI-compatible endpoint, and the errors of requests to it."""

from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings

# Host suffixes that resolve only on this machine or in its network.
OWN_NAMES = (".localhost", ".local", ".lan", ".internal", ".home.arpa")


class LlmError(Exception):
    """A request failed, or its answer cannot be used; ``tokens`` were spent.

    ``counts``: the text may be the cause, so the attempt counts. ``stops``: requests about
    other texts would fail now too. The message contains nothing of the text.
    """

    counts = True
    stops = False

    def __init__(self, words: str, *, tokens: int = 0) -> None:
        super().__init__(words)
        self.tokens = tokens


class EndpointUnavailable(LlmError):
    """The endpoint does not answer or refuses access; the text is not the cause."""

    counts = False
    stops = True


class RequestFailed(LlmError):
    """The endpoint failed or timed out on a text."""

    stops = True


class UnusableAnswer(LlmError):
    """The answer is invalid; messages that start with ``OF_ANSWER`` go into the next prompt."""

    OF_ANSWER = "the answer "


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An OpenAI-compatible endpoint: base URL, model, key and timeout in seconds."""

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
        """Whether the host is this machine or in its network, judged by name or address."""
        host = self.host.casefold()
        try:
            address = ip_address(host.partition("%")[0])
        except ValueError:
            return "." not in host or host.endswith(OWN_NAMES)
        return address.is_loopback or address.is_private or address.is_link_local


def configured_endpoint() -> Endpoint | None:
    """Return the endpoint of the settings; None if no URL is set."""
    if not settings.LLM_URL:
        return None
    return Endpoint(
        url=settings.LLM_URL.rstrip("/"),
        model=settings.LLM_MODEL,
        key=settings.LLM_KEY,
        timeout=float(settings.LLM_TIMEOUT_SECONDS),
    )
