"""Labels of keys, in the reader's language."""

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
# The roles of a conversation; other speakers have names.
SPEAKERS = {"": _("You"), "user": _("You"), "assistant": _("Assistant")}
# The key is the part of a method before its colon; extractors of packs add their own name to it.
METHODS = {
    "person": _("said by you"),
    "stated": _("said by you"),
    "caller": _("named when it was saved"),
    "rules": _("found by rules"),
    "tagger": _("found by a trained tagger"),
    "reader": _("read by a trained network"),
    "statistics": _("found by counting"),
    "llm": _("found by a language model"),
    "assistant": _("an assistant says so"),
    "inference:co_mention": _("concluded from being named together"),
    "inference:neighbors": _("concluded from being named with the same others"),
    "inference:type_rule": _("concluded from two relations"),
    "inference:links": _("concluded from nearness and a rare name in common"),
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


def field(key: str) -> str:
    """Return what a column of a memory is called."""
    return str(FIELDS.get(key, key.replace("_", " ")))


def trust(key: str) -> str:
    """Return whose word a memory is."""
    return str(TRUST.get(key, key))


def speaker(name: str) -> str:
    """Return who spoke: a name, or the role that assistants write."""
    return str(SPEAKERS.get(name.lower(), name))


def pack_guess(reason: object) -> str:
    """Return why the pack of a memory was guessed; empty for any other mark."""
    return str(PACK_GUESSES.get(reason, "")) if isinstance(reason, str) else ""


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
