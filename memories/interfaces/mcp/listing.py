"""The parameters that tools list, and what is said of them: what every assistant has to read.

What is not listed is accepted all the same, so that a call which worked goes on working; the
descriptions of the tools name the rest.
"""

from collections.abc import Callable, Mapping
from typing import Any

Schema = dict[str, Any]
# A text, or a whole schema.
Listing = Mapping[str, str | Schema]
TEXT: Schema = {"type": "string"}
DATE: Schema = {"type": "string"}


def listed(listing: Listing) -> Callable[[Schema], None]:
    """Return a change of a model's schema that keeps these parameters, in this order."""

    def keep(schema: Schema) -> None:
        known = schema["properties"]
        schema["properties"] = {
            name: _described(known[name], said) if isinstance(said, str) else said
            for name, said in listing.items()
        }

    return keep


def _described(schema: Schema, said: str) -> Schema:
    """Return a schema with its description, which names the default if that matters."""
    kept = {key: value for key, value in schema.items() if key != "default"}
    return {**kept, "description": said}


def _rows(description: str, required: list[str], **properties: Schema) -> Schema:
    """Return the schema of a list of objects."""
    row = {"type": "object", "properties": properties, "required": required}
    return {"type": "array", "items": row, "description": description}


def _said(description: str) -> Schema:
    return {"type": "string", "description": description}


def _usual(words: str, description: str = "") -> Schema:
    """Return the schema of a type by its usual words; any other word is taken too."""
    said = {"description": description} if description else {}
    return {"type": "string", "enum": words.split(), **said}


def _ids(description: str) -> Schema:
    return {"type": "array", "items": TEXT, "description": description}


SAVE: Listing = {
    "text": "What was said or decided, word for word.",
    "speaker": "“user”, or the name of who said it.",
    "session_id": "Your id of this conversation.",
    "memory_type": _usual(
        "fact event note decision insight success failure task preference", "note if left out."
    ),
    "pack": "Area of life: work, dev, lifelog…; guessed if left out.",
    "tags": "Keywords in the user’s language.",
    "context": "The project or situation.",
    "importance": "0 to 1; 0.5 is ordinary.",
    "created_at": "When it was said, if not now (ISO 8601).",
    "about_start": "When what it tells of begins.",
    "about_end": "When that ends.",
    "pinned": "Always part of build_context.",
    "replaces": _ids("Memories that this one replaces."),
    "completes": _ids("Tasks that it finishes."),
    "entities": _rows(
        "People, projects, tools, places… that it names.",
        ["name"],
        name=TEXT,
        type=_usual("Person Organization Project Technology Location Event Document Concept"),
    ),
    "relations": _rows(
        "How these entities relate.",
        ["source", "target", "type"],
        source=TEXT,
        target=TEXT,
        type=_said("works_for, family_member, uses…"),
    ),
    "states": _rows(
        "What holds from now on, or is to be done.",
        ["kind", "value"],
        kind={"type": "string", "enum": ["fact", "relation", "task"]},
        subject=_said("me, or an entity’s name."),
        predicate=_said("lives_in, works_for, likes, birthday…"),
        value=_said("In few words."),
        valid_from=DATE,
        valid_to=_said("Only if it is over."),
        due_at=DATE,
    ),
}
BATCHED: Listing = {"text": SAVE["text"]}
BATCH: Listing = {
    "memories": {
        "type": "array",
        "items": {"type": "object"},
        "description": "Each with the parameters of save_memory.",
    },
}
SEARCH: Listing = {
    "query": "What you want to know; a question is fine.",
    "limit": "10 if left out; 100 at most.",
    "packs": "Areas of life: work, dev, lifelog…",
    "entity": "People or things that it is about: names or ids.",
    "speaker": "Who said it.",
    "memory_type": "fact, decision, task…",
    "tags": "With any of these.",
    "created_after": "Said at or after (ISO 8601).",
    "created_before": "Said before.",
    "about_after": "Tells of then or later.",
    "about_before": "Tells of before.",
    "held_at": "What was true then.",
    "validity": "current: neither replaced nor ended.",
    "sort": "relevance if left out.",
    "explain": "Add scores and stages.",
}
CONTEXT: Listing = {
    "message": "The user’s message.",
    "token_budget": "The most tokens: 1,500 if left out.",
    "session_id": "Your id of this conversation.",
    "packs": "Areas of life.",
    "filters": {
        "type": "object",
        "description": 'As search_memories takes them, e.g. {"tags": ["travel"]}.',
    },
}
ONE: Listing = {"id": "The memory."}
EXPLORE: Listing = {
    "id": "The memory to start from.",
    "limit": "The most per kind of connection.",
    "depth": "Links to follow: 1 (if left out) to 3.",
}
RELATE: Listing = {
    "source_id": "Its start.",
    "target_id": "Its end.",
    "type": "supersedes, supports, caused_by…",
    "reason": "Why.",
}
FEEDBACK: Listing = {
    "run_id": "It came with the results.",
    "memory_id": "One result; the whole search if left out.",
    "useful": "Whether it helped to answer.",
    "comment": "Why.",
}
UPDATE: Listing = {
    "id": "The memory.",
    "text": "The new text.",
    "memory_type": "fact, decision, task…",
    "tags": "All of them.",
    "context": "Project or situation; empty: none.",
    "importance": "0 to 1.",
    "pinned": "Always part of build_context.",
    "searchable": "false: out of every search.",
    "reason": "Why it changes.",
}
FORGET: Listing = {
    "ids": "The memories to erase.",
    "confirm": "Erase; the user has agreed.",
    "erase_names": "Also names, tags and searches that only they hold; ask the user.",
    "reason": "Why.",
}
PATH: Listing = {
    "source_id": "The first: a name, an id, or kind:id.",
    "target_id": "The last.",
    "algorithm": "shortest (if left out): fewest steps; strongest: best evidence; all: up to ten ways.",
    "types": "Kinds of connection, e.g. works_for.",
    "held_at": "What held then.",
}
NEIGHBORS: Listing = {
    "id": "The node: a name, an id, or kind:id.",
    "types": "Kinds of connection, e.g. works_for.",
    "held_at": "What held then.",
    "depth": "Steps: 1 (if left out) to 4.",
    "limit": "The most neighbors.",
}
SNAPSHOT: Listing = {
    "focus": "Names, ids, or kind:id; empty: everything.",
    "query": "Start from the hits of this search.",
    "depth": "Steps around it.",
    "limit": "The most nodes.",
}
TASKS: Listing = {
    "status": "open if left out; due: within `days`.",
    "days": "7 if left out.",
    "limit": "20 if left out.",
}
RESOLVE: Listing = {
    "action": "What to do with it.",
    "id": "Its id.",
    "at": "When it was done or ended.",
    "value": "correct: what it should say.",
    "due_at": "correct: the new deadline.",
    "choice": "accept: which, if there are choices.",
    "reason": "Why.",
}
HISTORY: Listing = {"id": "Its id.", "limit": "10 if left out."}
