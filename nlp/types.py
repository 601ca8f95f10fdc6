"""Types that readers of text share: mentions, extractors, privacy policies, entity types."""

import re
from dataclasses import dataclass
from typing import Protocol

ENTITY_TYPE = re.compile(r"[A-Z][A-Za-z0-9]{0,63}")

PERSON, ORGANIZATION, LOCATION = "Person", "Organization", "Location"
PROJECT, TECHNOLOGY, DOCUMENT, TASK = "Project", "Technology", "Document", "Task"
TIME, QUANTITY, IDENTIFIER = "TimeUnit", "Quantity", "Identifier"
URL, EMAIL, VERSION = "Url", "Email", "Version"

# Days, amounts and addresses are shown in the text but become no entities: "30 minutes"
# as an entity would only connect memories that share nothing.
ANNOTATIONS = frozenset({TIME, QUANTITY, IDENTIFIER, URL, EMAIL, VERSION})
# The entity types of the core; packs add their own.
ENTITY_TYPES = frozenset({PERSON, ORGANIZATION, LOCATION, PROJECT, TECHNOLOGY, DOCUMENT, TASK})


def is_entity(type_name: str) -> bool:
    """Whether mentions of a type become entities; types of packs do unless listed as annotations."""
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
    """Find mentions in a text, without access to the database."""

    @property
    def name(self) -> str:
        """Name the extractor, for the method of its mentions."""
        ...

    def extract(self, text: str, language: str) -> list[Found]:
        """Return the mentions found in ``text``."""
        ...


@dataclass(frozen=True, slots=True)
class PrivacyPolicy:
    """What a pack does with secrets and personal data: ``keep``, ``mask`` or ``refuse``."""

    secrets: str = "keep"
    personal_data: str = "keep"
