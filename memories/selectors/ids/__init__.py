"""Ids by their first characters: read a beginning, and shorten the ids of an answer."""

from .resolving import plain_id, resolved_id, resolver_for
from .shortening import short_ids, shortener

__all__ = ["plain_id", "resolved_id", "resolver_for", "short_ids", "shortener"]
