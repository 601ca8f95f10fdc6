"""Types that readers of text share: mentions, extractors, privacy policies, entity types."""

import re
from dataclasses import dataclass
from typing import Protocol

ENTITY_TYPE = re.compile(r"[A-Z][A-Za-z0-9]{0,63}")

PERSON, ORGANIZATION, LOCATION = "Person", "Organization", "Location"
PROJECT, TECHNOLOGY, DOCUMENT, TASK = "Project", "Technology", "Document", "Task"
TIME, QUANTITY, IDENTIFIER = "TimeUnit", "Quantity", "Identifier"
URL, EMAIL, VERSION = "Url", "Email", "Version"

# A day, an amount or an address is shown where it stands, but nobody asks what is known
# about "30 minutes": as an entity it would only tie memories together that share nothing.
ANNOTATIONS = frozenset({TIME, QUANTITY, IDENTIFIER, URL, EMAIL, VERSION})
# What the core finds and stores; packs add their own.
ENTITY_TYPES = frozenset({PERSON, ORGANIZATION, LOCATION, PROJECT, TECHNOLOGY, DOCUMENT, TASK})


def is_entity(type_name: str) -> bool:
    """Whether mentions of a type become entities; types of packs do unless listed here."""
    return type_name not in ANNOTATIONS


@dataclass(frozen=True, slots=True)
class Found:
    """A mention that an extractor found: characters ``start`` to ``end`` of the text."""

    surface: str
    start: int
    end: int
    type: str
    confidence: float
    method: str


class Extractor(Protocol):
    """Finds mentions in a text; pure, without access to the database."""

    @property
    def name(self) -> str:
        """What it is called where its mentions say who found them."""
        ...

    def extract(self, text: str, language: str) -> list[Found]:
        """Return the mentions found in ``text``."""
        ...


@dataclass(frozen=True, slots=True)
class PrivacyPolicy:
    """What happens to secrets and personal data: ``keep``, ``mask`` or ``refuse``."""

    secrets: str = "keep"
    personal_data: str = "keep"
