"""Labels of searches: routes, shares of a score, features, and where a candidate was left."""

from django.utils.translation import gettext_lazy as _

SCORE_PARTS = {
    "relevance": _("Relevance"),
    "graph": _("Connection"),
    "recency": _("Recency"),
    "importance": _("Importance"),
    "usage": _("Use"),
    "pin": _("Pinned"),
    "trust": _("Trust"),
    "superseded": _("Superseded"),
    "outside": _("Outside the time"),
    "identifier": _("Identifiers"),
}
ROUTES = {
    "vector": _("Meaning"),
    "words": _("Words"),
    "identifier": _("Identifiers"),
    "entity": _("People & things"),
    "graph": _("Connection"),
    "time": _("Time"),
    "speaker": _("Speaker"),
    "bridge": _("Via a related memory"),
}
# The parts of a score that lie in 0…1; the others are factors.
SHARES = frozenset({"relevance", "graph", "recency"})
MODES = {
    "hybrid": _("By everything"),
    "semantic_only": _("By meaning"),
    "keyword": _("By words"),
    "temporal": _("Newest first"),
}
PARTS = {
    "words": _("Words"),
    "vector": _("Meaning"),
    "conversation": _("Conversation around it"),
    "speaker": _("Speaker"),
    "text": _("Kind of text"),
    "time": _("Time"),
    "identifier": _("Identifiers"),
    "entity": _("People & things"),
    "bridge": _("Via a related memory"),
    "language": _("Language"),
}
FEATURES = {
    "words": _("words"),
    "words_note": _("words, as they stand in a note"),
    "words_long": _("words, as they stand in a long note"),
    "whole": _("holds all of what was asked"),
    "phrases_note": _("a short note with neighbouring words of the question"),
    "words_before": _("words, one turn before"),
    "words_after": _("words, one turn after"),
    "words_before2": _("words, two turns before"),
    "words_after2": _("words, two turns after"),
    "words_session": _("words, in the conversation"),
    "words_reply": _("words of the question it answers"),
    "meaning": _("meaning"),
    "meaning_note": _("meaning of a note"),
    "meaning_long": _("meaning of a long note"),
    "meaning_foreign": _("meaning, in the other language"),
    "foreign": _("is in the other language"),
    "meaning_before": _("meaning, one turn before"),
    "meaning_after": _("meaning, one turn after"),
    "meaning_before2": _("meaning, two turns before"),
    "meaning_after2": _("meaning, two turns after"),
    "meaning_session": _("meaning, in the conversation"),
    "meaning_reply": _("meaning of the question it answers"),
    "speaker": _("said by the one asked for"),
    "told": _("first-person statement"),
    "length": _("length"),
    "question": _("is itself a question"),
    "dated": _("names a date"),
    "time": _("of the time asked for"),
    "identifier": _("identifiers"),
    "entity": _("mentions who or what was named"),
    "bridge": _("mentioned by another result"),
    "chat": _("is part of a chat with an assistant"),
    "words_chat": _("words, in a chat with an assistant"),
    "meaning_chat": _("meaning, in a chat with an assistant"),
    "assistant": _("said by an assistant"),
    "assistant_asked": _("said by the assistant who is asked about"),
    "question_chat": _("is itself a question, in a chat with an assistant"),
}
FATES = {
    "shown": _("answered"),
    "folded": _("says the same as number %(place)s"),
    "limit": _("beyond the number of results"),
    "weak": _("does not answer the question"),
    "unranked": _("not relevant enough to be ranked"),
    "unlinked": _("not linked to anything found"),
    "gone": _("hidden or changed meanwhile"),
    "only_now": _("would be answered now"),
}
MISSED = {
    "below_floor": _("too unlike"),
    "below_quota": _("cut: the route was full"),
    "no_match": "–",
}


def score_part(key: str) -> str:
    """Return what a part of a score is called."""
    return str(SCORE_PARTS.get(key, key))


def route(key: str) -> str:
    """Return what a route of search is called."""
    return str(ROUTES.get(key, key))


def mode(key: str) -> str:
    """Return what a way of searching is called."""
    return str(MODES.get(key, key))


def part(key: str) -> str:
    """Return what a part of the blend is called."""
    return str(PARTS.get(key, key))


def feature(key: str) -> str:
    """Return what a single feature is called."""
    return str(FEATURES.get(key, key))


def fate(key: str, place: int | None) -> str:
    """Return where a candidate was left."""
    return str(FATES.get(key, key)) % {"place": place} if key in FATES else key


def missed(key: str) -> str:
    """Return why a route did not bring a candidate."""
    return str(MISSED.get(key, key))
