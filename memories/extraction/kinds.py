"""What kinds of things are found, and which of them become entities."""

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
