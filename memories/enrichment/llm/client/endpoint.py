"""Where the language model answers, and whether that is within reach of strangers."""

from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

from django.conf import settings


class LlmError(Exception):
    """The model could not be asked, or its answer cannot be used; ``tokens`` were taken.

    ``counts``: the text may be to blame, so that it is not tried for ever. ``stops``: other
    texts would fare no better now. The words hold nothing of the text.
    """

    counts = True
    stops = False

    def __init__(self, words: str, *, tokens: int = 0) -> None:
        super().__init__(words)
        self.tokens = tokens


class EndpointUnavailable(LlmError):
    """Nobody answers, or not for us: no text is to blame."""

    counts = False
    stops = True


class RequestFailed(LlmError):
    """The endpoint broke, or took too long, over a text."""

    stops = True


class UnusableAnswer(LlmError):
    """The answer is not what was asked for; ``OF_ANSWER`` begins what the model can mend."""

    OF_ANSWER = "the answer "


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


def configured_endpoint() -> Endpoint | None:
    """Return the endpoint of the settings; None where the owner has set none."""
    if not settings.LLM_URL:
        return None
    return Endpoint(
        url=settings.LLM_URL.rstrip("/"),
        model=settings.LLM_MODEL,
        key=settings.LLM_KEY,
        timeout=float(settings.LLM_TIMEOUT_SECONDS),
    )
