"""Labels of keys and of the steps of a search, in the reader's language."""

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from packs import registry
from packs.spec import Vocabulary

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
PACK_GUESSES = {
    "session": _("a guess: like the rest of its session"),
    "context": _("a guess: like the rest of its context"),
    "words": _("a guess by what it says"),
    "usual": _("a guess: nothing says where it belongs"),
}
TRUST = {
    "owner": _("your word"),
    "assistant": _("word of an assistant"),
    "imported": _("imported"),
    "derived": _("derived"),
}
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
    "display_name": _("Japanese name"),
    "display_name_en": _("English name"),
    "color": _("colour"),
    "icon": _("icon"),
    "parent_type_id": _("parent"),
    "default_weight": _("default weight"),
    "confidence_threshold": _("confidence floor"),
}
# The parts of a score that lie in 0…1; the others are factors.
SHARES = frozenset({"relevance", "graph", "recency"})
MODES = {
    "hybrid": _("By everything"),
    "semantic_only": _("By meaning"),
    "keyword": _("By words"),
    "temporal": _("Newest first"),
}
# In this order: most browsers name others as well.
AGENTS = (
    (("Edg", "Edge"), ("Firefox", "Firefox"), ("Chrom", "Chrome"), ("Safari", "Safari")),
    (
        ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
        ("Mac OS", "macOS"), ("Linux", "Linux"),
    ),
)  # fmt: skip
SCOPES = {"read": _("read"), "write": _("write"), "admin": _("administer")}
SOURCES = {
    "api": _("a program"),
    "mcp": _("an assistant"),
    "chat": _("a conversation"),
    "browser": _("this browser"),
    "cli": _("the command line"),
    "import": _("an import"),
    "demo": _("the samples"),
}
SCOPE_MEANINGS = {
    "read": _("Find and read what you stored, and see your history."),
    "write": _("Save, change and forget what you stored."),
    "admin": _("Decide in your place: answer the inbox, undo changes, export everything."),
}
ACTORS = {"owner": _("You"), "assistant": _("Assistant"), "system": _("Wasurena")}
JOURNAL_KINDS = {
    "memory": _("Memory"),
    "archive": _("Archive"),
    "link": _("Link"),
    "memorylink": _("Link"),
    "entity": _("Person or thing"),
    "entityalias": _("Other name"),
    "alias": _("Other name"),
    "removed": _("Removed earlier"),
    "search": _("Search"),
    "reading": _("Read"),
    "mentions": _("Mentions"),
    "mention": _("Mention"),
    "mentionruling": _("Correction"),
    "relation": _("Relation"),
    "entityrelation": _("Relation"),
    "state": _("Facts"),
    "stateentity": _("Facts"),
    "inbox": _("Inbox"),
    "proposal": _("Proposal"),
    "inboxrule": _("Rule"),
    "tag": _("Tag"),
    "context": _("Context"),
    "session": _("Session"),
    "type": _("Type"),
    "entitytype": _("Type"),
    "relationtype": _("Type"),
    "pack": _("Pack"),
    "packactivation": _("Settings of a pack"),
}
# The key is the part of a method before its colon; extractors of packs add their own name to it.
METHODS = {
    "person": _("said by you"),
    "stated": _("said by you"),
    "caller": _("named when it was saved"),
    "rules": _("found by rules"),
    "tagger": _("found by a trained tagger"),
    "statistics": _("found by counting"),
    "llm": _("found by a language model"),
    "assistant": _("an assistant says so"),
    "inference:co_mention": _("concluded from being named together"),
    "inference:neighbors": _("concluded from being named with the same others"),
    "inference:type_rule": _("concluded from two relations"),
    "inference:links": _("concluded from nearness and a rare name in common"),
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


def memory_type(key: str) -> str:
    """Return a memory type's name: the core's word, or that of the pack that adds it."""
    if key in MEMORY_TYPES:
        return str(MEMORY_TYPES[key])
    return _declared(key, [word for spec in registry.all_packs() for word in spec.memory_types])


def category(key: str) -> str:
    """Return a category's name as its pack declares it."""
    return _declared(key, registry.categories())


def _declared(key: str, words: list[Vocabulary]) -> str:
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


def trust(key: str) -> str:
    """Return whose word a memory is."""
    return str(TRUST.get(key, key))


def pack_guess(reason: object) -> str:
    """Return why the pack of a memory was guessed; empty for any other mark."""
    return str(PACK_GUESSES.get(reason, "")) if isinstance(reason, str) else ""


def mode(key: str) -> str:
    """Return what a way of searching is called."""
    return str(MODES.get(key, key))


def scope(key: str) -> str:
    """Return what a scope allows."""
    return str(SCOPES.get(key, key))


def scope_meaning(key: str) -> str:
    """Return a sentence on what a scope allows; empty for an unknown one."""
    return str(SCOPE_MEANINGS.get(key, ""))


def browser(agent: str) -> str:
    """Return the browser and system of a User-Agent; its beginning if neither is known."""
    found = [next((name for word, name in known if word in agent), "") for known in AGENTS]
    return ", ".join(filter(None, found)) or agent[:60] or str(_("an unknown browser"))


def source(key: str) -> str:
    """Return where a memory came from."""
    return str(SOURCES.get(key, key))


def actor(key: str) -> str:
    """Return who acted: ``assistant:laptop`` is the assistant of that name."""
    role, _separator, name = key.partition(":")
    label = str(ACTORS.get(role, role))
    return f"{label} ({name})" if name else label


def journal_kind(key: str) -> str:
    """Return what the journal's kind of row is called."""
    return str(JOURNAL_KINDS.get(key, key.replace("_", " ")))


def method(key: str) -> str:
    """Return how a mention or a proposal was found."""
    label = METHODS.get(key) or METHODS.get(key.partition(":")[0])
    return str(label or key)


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
