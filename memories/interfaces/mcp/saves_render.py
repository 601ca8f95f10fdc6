"""Write the answers of saves, links and judgments as text.

What may hold stored words stands inside the fence; what is to be done next stands outside of it,
and names rows by their ids.
"""

from collections.abc import Iterator
from typing import Any

from graph.link_types import SUPERSEDES
from memories.schemas.recalled_text import QUOTE, fenced, one_line, quoted

from .answers.saves import BatchAnswer, FeedbackAnswer, LinkAnswer, SavedAnswer


def saved_text(saved: SavedAnswer) -> str:
    """Report one save: what it changed, what is odd, and what to do next."""
    verb = "Already there, nothing was saved" if saved.action == "unchanged" else "Saved"
    told = [f"- {line}" for line in _told(saved)]
    return "\n".join(
        [
            f"{verb} in {saved.pack}: id {saved.id}",
            *([fenced(told)] if told else []),
            *(
                f"- {one_line(line)}"
                for line in (saved.filed, *saved.next_actions, saved.more)
                if line
            ),
        ]
    )


def batch_text(batch: BatchAnswer) -> str:
    """Report a batch of saves: every id, and what is to be said of it."""
    there = sum(saved.action == "unchanged" for saved in batch.results)
    head = f"{len(batch.results) - there} saved, {there} already there. In the order given:"
    lines, is_told = [], False
    for saved in batch.results:
        told = [f"  {line}" for line in _told(saved)]
        is_told = is_told or bool(told)
        lines += [" · ".join(filter(None, [f"{saved.id} {saved.action}", saved.filed])), *told]
    shown = [fenced(lines)] if is_told else lines
    steps = [f"- {one.id}: {one_line(step)}" for one in batch.results for step in one.next_actions]
    return "\n".join(filter(None, [head, *shown, *steps, batch.filed, batch.more]))


def _told(saved: SavedAnswer) -> Iterator[str]:
    """Yield what a save is about, what it changed, what may be replaced, and what is odd."""
    if saved.about:
        yield f"About: {', '.join(map(quoted, saved.about))}"
    yield from _states(saved)
    suggested = saved.suggested_links
    for label, links in (
        ("Linked", saved.links),
        ("Similar, maybe replaced", [one for one in suggested if one["type"] == SUPERSEDES]),
        ("Maybe linked", [one for one in suggested if one["type"] != SUPERSEDES]),
        ("Contradicts?", saved.possible_contradictions),
    ):
        yield from (f"{label}: {_link(one)}" for one in links)
    yield from (f"Warning: {one_line(warning)}" for warning in saved.warnings)
    yield from (f"Note: {note_text(note)}" for note in saved.notes)


def _states(saved: SavedAnswer) -> Iterator[str]:
    """Yield what holds now, what ended, and what may be done or have ended."""
    for state in saved.now:
        yield f"Now: state {state['id']} {QUOTE}{one_line(state['sentence'])}"
    for state in saved.ended:
        ended = f"{one_line(state['predicate'])} {quoted(state['value'])}"
        because = f"because of {quoted(state['words'])}"
        yield f"Ended: {ended} on {state['ended_at']} (state {state['id']}), {because}"
    if saved.completed:
        yield f"Done: {', '.join(saved.completed)}"
    for label, states in (("Maybe done", saved.maybe_done), ("Maybe ended", saved.maybe_ended)):
        for state in states:
            asked = f" (proposal {state['proposal']})" if "proposal" in state else ""
            yield f"{label}{asked}: state {state['id']} {QUOTE}{one_line(state['sentence'])}"


def _link(link: dict[str, Any]) -> str:
    title = f" {quoted(link['title'])}" if "title" in link else ""
    because = f", because of {quoted(link['reason'])}" if "reason" in link else ""
    return f"{one_line(link['type'])} {link['memory_id']}{title}{because}"


def note_text(note: dict[str, Any]) -> str:
    """Say what was taken otherwise than it was given: in words of the caller."""
    # An argument without a name is left out of the answer as all empty texts are.
    return one_line(f"{note.get('field', quoted(''))}: {note['detail']}")


def link_text(link: LinkAnswer) -> str:
    """Report the link between two memories."""
    verb = "Linked" if link.created else "The link was there already; it was brought up to date"
    told = [f"from: {quoted(link.source)}", f"to: {quoted(link.target)}"]
    reason = [f"reason: {quoted(link.reason)}"] if link.reason else []
    notes = [f"Note: {note_text(note)}" for note in link.notes]
    return f"{verb} (link {link.id}):\n{fenced([link.link, *told, *reason, *notes])}"


def feedback_text(given: FeedbackAnswer) -> str:
    """Report the stored feedback."""
    return f"Noted: {given.noted}."
