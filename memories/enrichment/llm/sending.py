"""What of a text leaves this machine, and a warning where it goes far."""

import logging
from functools import cache

from memories.enrichment.suggestions import LEAST_SURE
from nlp.privacy.detect import detect

from .endpoint import Endpoint

logger = logging.getLogger(__name__)

BLANK = "■"


def sendable(text: str, where: Endpoint) -> str:
    """Return a text as it may be sent: secrets and personal numbers stay within one's own network."""
    if where.is_private:
        return text
    _warn(where)
    for one in detect(text):
        if one.confidence >= LEAST_SURE:
            length = one.end - one.start
            text = f"{text[: one.start]}{BLANK * length}{text[one.end :]}"
    return text


@cache
def _warn(where: Endpoint) -> None:
    """Say once in each process that texts go to another network."""
    in_clear = "" if where.url.startswith("https:") else ", in clear text"
    logger.warning("texts of memories are sent to %s, beyond this network%s", where.host, in_clear)
