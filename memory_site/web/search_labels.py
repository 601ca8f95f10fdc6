"""What the steps of a search are called, in the reader's language."""

from django.utils.translation import gettext_lazy as _

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
}
FATES = {
    "shown": _("answered"),
    "folded": _("says the same as number %(place)s"),
    "limit": _("beyond the number of results"),
    "unranked": _("not relevant enough to be ranked"),
    "unlinked": _("not linked to anything found"),
    "gone": _("hidden or changed meanwhile"),
}
MISSED = {
    "below_floor": _("too unlike"),
    "below_quota": _("cut: the route was full"),
    "no_match": "–",
}


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
