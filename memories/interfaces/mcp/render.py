"""Write the answers of the memory tools as text, for clients that show nothing else to a model.

What is recalled stands between the tags of ``recalled_text``: what the program says comes first
on each line, stored labels quoted, and a stored text last, behind ``│``.
"""

from collections.abc import Iterator
from typing import Any

from memories.schemas.recalled_text import (
    QUOTE,
    fenced,
    json_text,
    one_line,
    quoted,
    quoted_text,
)

from .answers.context import ContextAnswer
from .answers.erasure import ErasureAnswer
from .answers.memories import SAID_BY, MemoryAnswer, MemoryLine, RelatedAnswer
from .answers.search import SearchAnswer, StateLine
from .saves_render import note_text

# Fields of a memory that lines of their own show.
SHOWN_APART = frozenset(
    {"id", "created_at", "by", "text", "title", "assistant_text", "image_summaries", "states",
     "relations", "links", "entities", "speaker"}
)  # fmt: skip
OWN_WORDS = frozenset(SAID_BY.values())


def search_text(found: SearchAnswer) -> str:
    """List states, then the hits in their order."""
    states = map(_known, found.states)
    hits = (memory_line_text(hit, f"{at}.") for at, hit in enumerate(found.results, start=1))
    read = [
        *([f"people: {', '.join(map(quoted, found.people))}"] if found.people else []),
        *([f"filters: {json_text(found.filters)}"] if found.filters else []),
    ]
    told = [*read, *states, *hits]
    time = f"time: {found.time}" if found.time else ""
    unknown = found.unknown_names
    told_last = [
        found.more,
        f"Not stored: {', '.join(map(quoted, unknown))}" if unknown else "",
        *found.notes,
        json_text(found.stages) if found.stages else "",
        f"run {found.run_id}",
    ]
    shown = fenced(told) if told else ""
    return "\n".join(filter(None, [time, found.found, shown, *told_last]))


def _known(state: StateLine) -> str:
    """Show a state as its sentence, with its id and those of its evidence."""
    evidence = [f"from {', '.join(state.evidence)}"] if state.evidence else []
    marks = [
        *(["ended"] if state.ended else []),
        *([f"unsettled: {state.unsettled}"] if state.unsettled else []),
    ]
    return f"- {' · '.join([f'state {state.id}', *evidence, *marks])} {QUOTE}{state.text}"


def memory_line_text(memory: MemoryLine, mark: str) -> str:
    """Show a memory on one line: what is stored of it comes last."""
    title = f"{quoted(memory.title)} " if memory.title else ""
    explained = [json_text(memory.explanation)] if memory.explanation else []
    facts = " · ".join([*_facts(memory), *explained])
    return f"{mark} [{memory.id}] {facts} {QUOTE}{title}{memory.text}"


def _facts(memory: MemoryLine) -> Iterator[str]:
    yield memory.at
    yield memory.by if memory.by in OWN_WORDS else quoted(memory.by)
    yield from filter(None, [memory.type])
    labels = ("about", "replaced_by", "unsettled", "warning", "why")
    if memory.is_outside:
        yield "outside of the time"
    if memory.is_weak:
        yield "weak"
    for name in labels:
        if value := getattr(memory, name):
            yield f"{name.replace('_', ' ')}: {value}"


def context_text(context: ContextAnswer) -> str:
    """Return the context and what came with it: no more than its budget counts."""
    if context.sections is not None:
        return json_text(context.model_dump(mode="json"))
    run = f"run {context.run_id}" if context.run_id else ""
    time = context.time and f"time: {context.time}"
    return "\n".join(filter(None, [time, context.context, *context.notes, run]))


def memory_text(answer: MemoryAnswer) -> str:
    """Show one memory in full."""
    warnings = (f"Warning: {one_line(warning)}" for warning in answer.warnings)
    notes = (f"Note: {note_text(note)}" for note in answer.notes)
    shown = fenced([*_whole(answer.memory), *warnings, *notes])
    return "\n".join(filter(None, [answer.done, shown, answer.more]))


def _whole(memory: dict[str, Any]) -> Iterator[str]:
    by = memory["by"] if memory["by"] in OWN_WORDS else quoted(memory["by"])
    title = f" · {quoted(memory['title'])}" if memory.get("title") else ""
    yield f"- [{memory['id']}] {memory['created_at']} · {by}{title}"
    yield from (
        f"{name.replace('_', ' ')}: {_value(value)}"
        for name, value in memory.items()
        if name not in SHOWN_APART
    )
    if entities := memory.get("entities"):
        yield f"names: {', '.join(_named(entity) for entity in entities)}"
    yield quoted_text(memory.get("text", ""))
    if answered := memory.get("assistant_text"):
        yield f"assistant’s answer:\n{quoted_text(answered)}"
    yield from (f"image:\n{quoted_text(summary)}" for summary in memory.get("image_summaries", ()))
    for part in ("states", "relations", "links"):
        yield from (f"- {part[:-1]} {json_text(row)}" for row in memory.get(part, ()))


def _value(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_value, value))
    return quoted(value) if isinstance(value, str) else json_text(value)


def _named(entity: dict[str, Any]) -> str:
    also = f" (also {', '.join(map(quoted, entity['aliases']))})" if "aliases" in entity else ""
    return f"{quoted(entity.get('name', ''))} {one_line(entity.get('type', ''))}{also}"


def erasure_text(erasure: ErasureAnswer) -> str:
    """Report an erasure or its preview."""
    verb = (
        "Erased for good" if erasure.confirmed else "Nothing is erased yet. This would go for good"
    )
    counts = (
        f"memories {erasure.memory_count}, links {erasure.link_count}, "
        f"mentions {erasure.mention_count}, vectors {erasure.vector_count}, "
        f"journal entries whose text goes {erasure.journal_entries}"
    )
    rows = [f"- [{row.id}] {row.at} · {quoted(row.title)}" for row in erasure.memories]
    shown = fenced([*rows, *_only_here(erasure)]) if rows or erasure.only_named_here else ""
    return "\n".join(
        filter(None, [f"{verb}: {counts}.", *erasure.notes, shown, erasure.more, erasure.next])
    )


def _only_here(erasure: ErasureAnswer) -> Iterator[str]:
    """List the names that only these memories hold."""
    if erasure.only_named_here:
        yield "Only these memories name the following; it stays unless erase_names=true:"
    for one in erasure.only_named_here:
        kind, colon, name = one.partition(": ")
        yield f"{kind}: {quoted(name)}" if colon else one


def related_text(related: RelatedAnswer) -> str:
    """List related memories by kind of connection, with the links of each pair."""
    lines: list[str] = []
    for at, one in enumerate(related.related):
        if at == 0 or related.related[at - 1].group != one.group:
            lines.append(f"{one.group}:")
        lines += [memory_line_text(one, "-"), *(f"  {link}" for link in one.links)]
    shown = fenced(lines) if lines else ""
    return "\n".join(filter(None, [related.found, shown, related.more]))
