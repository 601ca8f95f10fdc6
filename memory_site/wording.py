"""What the product calls things, in the reader's language."""

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from packs import registry

MEMORY_TYPES = {
    "fact": _("Fact"),
    "event": _("Event"),
    "note": _("Note"),
    "decision": _("Decision"),
    "insight": _("Insight"),
    "success": _("Success"),
    "failure": _("Failure"),
    "task": _("Task"),
    "preference": _("Preference"),
}
SCORE_PARTS = {
    "semantic": _("Meaning"),
    "vector": _("Meaning"),
    "keyword": _("Words"),
    "words": _("Words"),
    "text": _("Words"),
    "fts": _("Words"),
    "relevance": _("Relevance"),
    "graph": _("Connection"),
    "entity": _("People & things"),
    "recency": _("Recency"),
    "time": _("Time"),
    "temporal": _("Time"),
    "importance": _("Importance"),
    "strength": _("Strength"),
    "decay": _("Strength"),
    "usage": _("Use"),
    "pinned": _("Pinned"),
    "pin": _("Pinned"),
    "trust": _("Trust"),
    "confidence": _("Confidence"),
}
ROUTES = {
    "vector": _("by meaning"),
    "semantic": _("by meaning"),
    "fts": _("by words"),
    "keyword": _("by words"),
    "words": _("by words"),
    "entity": _("by people and things"),
    "time": _("by time"),
    "temporal": _("by time"),
    "graph": _("by connection"),
    "thread": _("by conversation"),
    "tag": _("by tag"),
    "context": _("by context"),
    "filter": _("by filter"),
}
FIELDS = {
    "raw_text": _("text"),
    "text": _("text"),
    "title": _("title"),
    "speaker": _("speaker"),
    "memory_type": _("type"),
    "category": _("category"),
    "importance_score": _("importance"),
    "confidence": _("confidence"),
    "tags": _("tags"),
    "context": _("context"),
    "context_id": _("context"),
    "pinned": _("pinned"),
    "searchable": _("may be recalled"),
    "about_start": _("about, from"),
    "about_end": _("about, until"),
    "user_id": _("pack"),
    "extra_data": _("extra data"),
    "invalidated_at": _("hidden since"),
}


def memory_type(key: str) -> str:
    """Return a memory type's name: the core's word, or that of the pack that adds it."""
    if key in MEMORY_TYPES:
        return str(MEMORY_TYPES[key])
    return _declared(key, [word for spec in registry.all_packs() for word in spec.memory_types])


def category(key: str) -> str:
    """Return a category's name as its pack declares it."""
    return _declared(key, registry.categories())


def _declared(key: str, words: list[registry.Vocabulary]) -> str:
    language = get_language() or "en"
    return next((word.name.in_language(language) for word in words if word.key == key), key)


def score_part(key: str) -> str:
    """Return what a part of a score is called."""
    return str(SCORE_PARTS.get(key, key))


def route(key: str) -> str:
    """Return what a route of search is called."""
    return str(ROUTES.get(key, key))


def field(key: str) -> str:
    """Return what a column of a memory is called."""
    return str(FIELDS.get(key, key.replace("_", " ")))
