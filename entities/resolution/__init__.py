"""Name resolution (名寄せ): which entity a name in a memory means. Imports models, registry and nlp."""

from nlp.names.scoring import Context, Decision

from .resolver import (
    Alternative,
    NameQuery,
    Resolution,
    Resolver,
    find_possible_duplicates,
    name_context,
)

__all__ = [
    "Alternative",
    "Context",
    "Decision",
    "NameQuery",
    "Resolution",
    "Resolver",
    "find_possible_duplicates",
    "name_context",
]
