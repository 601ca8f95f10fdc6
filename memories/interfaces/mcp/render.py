"""Render results of the memory tools as short text that an assistant can quote.

What is recalled stands between the tags of ``recalled_text``: what the program says comes
first on each line, stored labels last and quoted, stored texts on lines of their own.
"""

from collections.abc import Iterator
from datetime import datetime

from django.utils import timezone

from memories.schemas import (
    BatchOut,
    ContextOut,
    ErasurePreview,
    LinkOut,
    MemoryDetail,
    MemoryOut,
    RelatedMemory,
    RelatedOut,
    SavedOut,
    SearchOut,
    StateHit,
)
from memories.schemas.journal import FeedbackOut
from memories.schemas.links import Direction
from memories.schemas.recalled_text import fenced, json_text, one_line, quoted, quoted_text

EXCERPT = 600
MOST_NAMED = 50
NOTHING_REMEMBERED = "Nothing is remembered about this."


def saved_text(saved: SavedOut) -> str:
    """Report one save."""
    verb = "Already there, nothing was saved" if saved.action == "unchanged" else "Saved"
    names = ", ".join(one_line(entity.name) for entity in saved.entities)
    lines = [f"{verb} in {saved.pack}: id {saved.id}" + (f"; about {names}" if names else "")]
    lines += [f"- Now: {one_line(state.sentence)} (state {state.id})" for state in saved.now]
    lines += [
        f"- Ended: {one_line(state.predicate)} “{one_line(state.value)}” on {_moment(state.ended_at)[:10]}"
        f" (state {state.id}), because of “{one_line(state.words)}”"
        for state in saved.ended
    ]
    lines += [f"- Done: task {uid}" for uid in saved.completed]
    lines += [
        f"- Similar, maybe replaced: {link.memory_id} “{one_line(link.title)}”"
        for link in saved.suggested_links
        if link.type == "supersedes"
    ]
    told = [*saved.warnings, *saved.next_actions]
    return "\n".join([*lines, *(f"- {one_line(one)}" for one in told), *_notes(saved)])


def _notes(saved: SavedOut) -> list[str]:
    return [f"- {one_line(note.field)}: {one_line(note.detail)}" for note in saved.notes]


def batch_text(batch: BatchOut) -> str:
    """Report a batch of saves, with every id."""
    created = sum(saved.action != "unchanged" for saved in batch.results)
    head = f"{created} saved, {len(batch.results) - created} already there. In the order given:"
    told = ["\n".join([f"{saved.id} {saved.action}", *_notes(saved)]) for saved in batch.results]
    return "\n".join([head, *told])


def search_text(found: SearchOut) -> str:
    """List states, then the hits in their order."""
    notes = [one_line(note) for note in found.notes]
    if not found.results and not found.states:
        return "\n".join(["Nothing was found. Try other words or fewer filters.", *notes])
    known = [_known(state) for state in found.states]
    hits = [
        f"{_head(hit.memory, f'{place}.', f'score {hit.score:.2f}')}\n{_excerpt(hit.memory.text)}"
        for place, hit in enumerate(found.results, start=1)
    ]
    told = [*(["Known from memories:", *known] if known else []), *hits]
    return "\n".join([_found(found), fenced(told), *notes])


def _found(found: SearchOut) -> str:
    if not found.results:
        return "No memories, but this is known."
    scores = [hit.score for hit in found.results]
    order = "best first" if scores == sorted(scores, reverse=True) else "in the order asked for"
    return f"{_counted(len(found.results))}, {order}."


def _known(state: StateHit) -> str:
    """Show a state as its sentence, with its id and those of its evidence."""
    facts = [f"state {state.id}", *(f"from memory {uid}" for uid in state.evidence[:2])]
    return f"- {' · '.join(facts)}\n{_excerpt(state.sentence)}"


def context_text(context: ContextOut) -> str:
    """Return the context only, because its tokens are counted."""
    if context.token_count == 0:
        return "\n".join(map(one_line, context.notes)) or NOTHING_REMEMBERED
    if context.sections is not None:
        return json_text(context.sections.model_dump(mode="json"))
    return context.markdown


def memory_text(memory: MemoryDetail) -> str:
    """Show one memory in full."""
    return fenced(_whole(memory))


def updated_text(memory: MemoryDetail) -> str:
    """Show the current text of a memory."""
    return f"Updated.\n{memory_text(memory)}"


def _whole(memory: MemoryDetail) -> Iterator[str]:
    yield _head(memory, "-")
    if memory.invalidated_at:
        yield f"withdrawn: {_moment(memory.invalidated_at)}"
    yield from (f"{name}: {value}" for name, value in _labels(memory) if value)
    yield quoted_text(memory.text)
    if memory.assistant_text:
        yield f"assistant’s answer:\n{quoted_text(memory.assistant_text)}"
    yield from (f"image:\n{quoted_text(summary)}" for summary in memory.image_summaries)
    if memory.states:
        yield "says:"
        yield from (f"- state {state.id}: {quoted(state.sentence)}" for state in memory.states)
    yield from _link_lines(memory)


def _labels(memory: MemoryDetail) -> Iterator[tuple[str, str]]:
    yield "type", quoted(memory.memory_type)
    yield "speaker", quoted(memory.speaker) if memory.speaker else ""
    yield "tags", ", ".join(map(quoted, memory.tags))
    yield "context", quoted(memory.context) if memory.context else ""
    yield "about", ", ".join(quoted(entity.name) for entity in memory.entities)
    if memory.latitude is not None and memory.longitude is not None:
        yield "place", f"{memory.latitude}, {memory.longitude}"
    yield "client context", json_text(memory.client_context) if memory.client_context else ""
    yield "extra data", json_text(memory.extra_data) if memory.extra_data else ""


def _link_lines(memory: MemoryDetail) -> Iterator[str]:
    for link in memory.links:
        if link.source_id == memory.id:
            way, other = _way(link.type, "outgoing"), (link.target_id, link.target_title)
        else:
            way, other = _way(link.type, "incoming"), (link.source_id, link.source_title)
        yield f"- {way} {other[0]} {quoted(other[1])}{_because(link.reason)}"


def erasure_text(erasure: ErasurePreview) -> str:
    """Report an erasure or its preview."""
    verb = (
        "Erased for good" if erasure.confirmed else "Nothing is erased yet. This would go for good"
    )
    counts = (
        f"memories {erasure.memory_count}, links {erasure.link_count}, "
        f"mentions {erasure.mention_count}, vectors {erasure.vector_count}, "
        f"journal entries whose text goes {erasure.revision_count}"
    )
    lines = [f"{verb}: {counts}.", *map(one_line, erasure.notes)]
    if not erasure.confirmed:
        lines.append(
            fenced([*(_head(memory, "-") for memory in erasure.memories), *_named(erasure)])
        )
        lines.append("Ask the user; if they agree, call forget again with confirm=true.")
    return "\n".join(lines)


def _named(erasure: ErasurePreview) -> Iterator[str]:
    """List the entities that only these memories mention."""
    named = erasure.only_named_here
    if named:
        yield "Only these memories name the following; it stays unless erase_names=true:"
    for one in named[:MOST_NAMED]:
        yield f"{one.kind}: {quoted(one.name)}"
    if len(named) > MOST_NAMED:
        yield f"and {len(named) - MOST_NAMED} more"


def link_text(link: LinkOut) -> str:
    """Report the link between two memories."""
    verb = "Linked" if link.created else "The link was there already; it was brought up to date"
    told = [
        f"{link.source_id} {_way(link.type, 'outgoing')} {link.target_id}",
        f"from: {quoted(link.source_title)}",
        f"to: {quoted(link.target_title)}",
        *([f"reason: {quoted(link.reason)}"] if link.reason else []),
    ]
    return f"{verb}:\n{fenced(told)}"


def feedback_text(given: FeedbackOut) -> str:
    """Report the stored feedback."""
    about = f"Memory {given.memory_id}" if given.memory_id else "The whole search"
    return f"Noted: {about} was {'useful' if given.useful else 'not useful'}."


def related_text(related: RelatedOut) -> str:
    """List related memories by kind of connection, with the links of each pair."""
    groups = {
        "Linked (start: the memory asked about)": related.linked,
        "Same tag": related.by_tag,
        "Same context": related.by_context,
    }
    shown = [_group(name, members) for name, members in groups.items() if members]
    return fenced(shown) if shown else "Nothing is connected to this memory yet."


def _group(name: str, members: list[RelatedMemory]) -> str:
    return "\n".join([f"{name}:", *map(_neighbor, members)])


def _neighbor(member: RelatedMemory) -> str:
    lines = [_head(member.memory, "-")]
    if not member.links and member.reason:
        lines.append(f"  {quoted(member.reason)}")
    # A more distant memory is linked to an intermediate one, which its links name.
    before = "start" if len(member.path) <= 2 else ""
    for link in member.links:
        ends = f"{before or link.from_id} {_way(link.type, link.direction)} it"
        lines.append(f"  {ends} · weight {link.weight:.2f}{_because(link.reason)}")
    return "\n".join([*lines, _excerpt(member.memory.text)])


def _way(link_type: str, direction: Direction) -> str:
    """Draw a link as an arrow from or to the text before it."""
    arrows = {"outgoing": ("—", "→"), "incoming": ("←", "—"), "both": ("—", "—")}
    tail, point = arrows[direction]
    return f"{tail}{one_line(link_type)}{point}"


def _because(reason: str) -> str:
    return f" · {quoted(reason)}" if reason else ""


def _head(memory: MemoryOut, mark: str, *facts: str) -> str:
    """Return the first line of a memory; the title comes last because it is stored text."""
    told = [
        f"id {memory.id}",
        _moment(memory.created_at),
        memory.pack,
        *facts,
        *_not_owners(memory),
    ]
    return f"{mark} {' · '.join(told)} · {quoted(memory.title)}"


def _not_owners(memory: MemoryOut) -> list[str]:
    """Say whose word it is, unless the owner's, and whether it reads like an instruction."""
    if memory.trust == "owner":
        return []
    warning = [f"warning: {memory.warning}"] if memory.warning else []
    return [f"trust: {memory.trust}", *warning]


def _moment(moment: datetime) -> str:
    return timezone.localtime(moment).strftime("%Y-%m-%d %H:%M")


def _excerpt(text: str) -> str:
    if len(text) <= EXCERPT:
        return quoted_text(text)
    return quoted_text(f"{text[:EXCERPT]}… (get_memory shows the rest)")


def _counted(number: int) -> str:
    return "1 memory" if number == 1 else f"{number} memories"
