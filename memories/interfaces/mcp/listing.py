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
            name: {**known[name], "description": said} if isinstance(said, str) else said
            for name, said in listing.items()
        }

    return keep


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
    "speaker": "“user” where these are the user’s words, or the name of who said it.",
    "session_id": "Your own id of this conversation; the same throughout.",
    "memory_type": _usual(
        "fact event note decision insight success failure task preference", "note if left out."
    ),
    "pack": "Area of life: work, dev, lifelog…; chosen by the text if left out.",
    "tags": "Keywords in the user’s language.",
    "context": "The project or situation.",
    "importance": "0 to 1; 0.5 is ordinary.",
    "created_at": "When it was said (ISO 8601), if not now.",
    "about_start": "When what it tells of begins, if another time.",
    "about_end": "When that ends.",
    "pinned": "Always part of build_context.",
    "replaces": _ids("Ids of memories that this one replaces."),
    "completes": _ids("Ids of tasks that it finishes."),
    "entities": _rows(
        "People, organisations, projects, tools and places that it names.",
        ["name"],
        name=TEXT,
        type=_usual("Person Organization Project Technology Location Event Document Concept"),
        aliases={"type": "array", "items": TEXT},
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
        valid_to=_said("Only where it is over."),
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
    "query": "What you want to know, in plain words; a question is fine.",
    "limit": "At most so many, to 100.",
    "packs": "Only these areas of life: work, dev, lifelog…",
    "entity": "Only about these people or things (name, alias or id).",
    "speaker": "Only what these people said.",
    "memory_type": "Only these kinds: fact, decision, task…",
    "tags": "Only with any of these tags.",
    "created_after": "Said at or after this time (ISO 8601).",
    "created_before": "Said before.",
    "about_after": "Tells of this time or later.",
    "about_before": "Tells of a time before.",
    "held_at": "What was true at that time.",
    "validity": "current: neither replaced nor ended; superseded: replaced.",
    "sort": "What to order by.",
    "explain": "Add scores and the stages of the search.",
}
CONTEXT: Listing = {
    "message": "The user’s message, or what you are about to answer.",
    "token_budget": "The most tokens of the answer, 50 to 100,000.",
    "session_id": "Your own id of this conversation.",
    "packs": "Only these areas of life.",
    "filters": {
        "type": "object",
        "description": 'As search_memories takes them, e.g. {"tags": ["travel"]}.',
    },
}
ONE: Listing = {"id": "The memory’s id."}
EXPLORE: Listing = {
    "id": "The memory to start from.",
    "limit": "At most this many per kind of connection.",
    "depth": "Links to follow, 1 to 3.",
}
RELATE: Listing = {
    "source_id": "The memory that the link starts from.",
    "target_id": "The memory that it points to.",
    "type": "supersedes, supports, caused_by…",
    "reason": "Why, in a sentence.",
}
FEEDBACK: Listing = {
    "run_id": "The run id that came with the results.",
    "memory_id": "One of the results; left out: the whole search.",
    "useful": "Whether it helped to answer.",
    "comment": "Why, in a few words.",
}
UPDATE: Listing = {
    "id": "The memory’s id.",
    "text": "The words themselves.",
    "memory_type": "fact, decision, task…",
    "tags": "All tags that it shall have.",
    "context": "The project or situation; empty: none.",
    "importance": "0 to 1.",
    "pinned": "Always part of build_context.",
    "searchable": "false keeps it out of every search.",
    "reason": "Why it changes.",
}
FORGET: Listing = {
    "ids": "The memories to erase.",
    "confirm": "true: erase, after the user agreed.",
    "erase_names": "true: also names, tags and searches that only they hold. Ask the user.",
    "reason": "Why; kept in the journal.",
}
PATH: Listing = {
    "source_id": "The first: a name, an id, or kind:id.",
    "target_id": "The last.",
    "algorithm": "shortest: fewest steps; strongest: best evidence; all: up to ten ways.",
    "types": "Only these kinds of connection, e.g. works_for.",
    "held_at": "Only what held then.",
}
NEIGHBORS: Listing = {
    "id": "The node: a name, an id, or kind:id.",
    "types": "Only these kinds of connection, e.g. works_for.",
    "held_at": "Only what held then.",
    "depth": "Steps, 1 to 4.",
    "limit": "The most neighbors.",
}
SNAPSHOT: Listing = {
    "focus": "Nodes to start from: names, ids, or kind:id; empty: everything.",
    "query": "Start from the hits of this search.",
    "depth": "Steps around the focus.",
    "limit": "The most nodes.",
}
TASKS: Listing = {
    "status": "due: within `days`.",
    "days": "7 if left out.",
    "limit": "20 if left out.",
}
RESOLVE: Listing = {
    "action": "complete to correct: a state. accept, reject: a proposal. undo: a change. hide, restore: a"
    " memory.",
    "id": "Its id.",
    "at": "When it was done or ended, if not now.",
    "value": "correct: what it should say.",
    "due_at": "correct: the new deadline.",
    "choice": "accept: which, if there are choices.",
    "reason": "Why.",
}
HISTORY: Listing = {"id": "Of the memory, state or entity.", "limit": "10 if left out."}
