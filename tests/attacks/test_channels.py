"""Both channels of every tool say the same, and stored words stand inside the fence of the text."""

import json
import re
import uuid
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

import pytest

from memories.interfaces.mcp.answers.saves import batch_answer, saved_answer
from memories.interfaces.mcp.saves_render import batch_text, saved_text
from memories.models import Memory
from memories.schemas import BatchOut, SavedOut
from memories.schemas.recalled_text import CLOSING, OPENING

from .attempts import rolled_back
from .bodies import examples, queries, tool_arguments
from .marks import MARK
from .openapi import Generator, Harvest
from .test_isolation_mcp import called_tool, token_of, tools
from .victim import Victim

pytestmark = pytest.mark.django_db
# Calls of each tool.
MOST = 12
# Fields that the text says in other words, by the tools that have them.
SAID_OTHERWISE: Mapping[str, str] = {
    "save_memory.action": "“Saved”, or “Already there”",
}
MARKED = "zq999w"

Answers = list[tuple[str, dict[str, Any], Any]]


@pytest.fixture(scope="module")
def answers(lasting_victim: Victim) -> Answers:
    """Return what every tool answers to somebody who has something in every field."""
    with rolled_back():
        harvest = Harvest(lasting_victim.api)
    generator = Generator(harvest, examples(harvest), queries(harvest))
    given, token, found = tool_arguments(harvest), token_of("alice"), []
    for tool in tools():
        ones = [*given.get(tool.name, [])[:MOST], *generator.arguments(tool.parameters)]
        for arguments in ones[:MOST]:
            with rolled_back():
                found.append((tool.name, arguments, called_tool(token, tool.name, arguments)))
    return found


def leaves(told: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every value of an answer with the name of its field."""
    if isinstance(told, dict):
        for name, inner in told.items():
            yield from leaves(inner, f"{path}.{name}")
    elif isinstance(told, list):
        for inner in told:
            yield from leaves(inner, path)
    else:
        yield path, told


def plain(text: str) -> str:
    """Return a text without what the two channels write in their own way."""
    text = re.sub(r"\\u[0-9a-f]{4}|&lt;|<", "<", text)
    text = re.sub(r"[│“”\"\\]", " ", text)
    return "".join(text.split())


def unsaid(name: str, structure: Any, written: str) -> Iterator[str]:
    """Yield what stands in the structured channel only; what is true or false is said in words."""
    text = plain(written)
    for path, value in leaves(structure, name):
        if path in SAID_OTHERWISE or isinstance(value, bool):
            continue
        shown = value if isinstance(value, str) else json.dumps(value)
        if plain(shown) not in text:
            yield f"{path}: {shown[:200]}"


def outside_of(text: str) -> str:
    """Return what stands outside of the fence."""
    return text.partition(OPENING)[0] + text.partition(CLOSING)[2] if OPENING in text else text


def full_save() -> SavedOut:
    """Return the output of a save that has something in every field."""
    uid = uuid.uuid4
    link = {"memory_id": uid(), "title": f"t {MARKED}", "type": "supersedes", "reason": f"r {MARKED}",
            "confidence": 0.5}  # fmt: skip
    held = {"id": uid(), "sentence": f"s {MARKED}", "proposal": uid()}
    return SavedOut.model_validate(
        {
            "id": uid(), "external_id": "e", "action": "merged", "pack": "work", "session_id": "s",
            "pack_guess": "words", "canonical_id": link["memory_id"], "states": [held["id"]],
            "entities": [{"id": uid(), "name": f"n {MARKED}", "type": "Person"}],
            "ended": [{"id": uid(), "predicate": "lives_in", "value": f"v {MARKED}",
                       "ended_at": "2026-01-01T00:00:00Z", "words": f"w {MARKED}"}],
            "now": [held], "completed": [uid()], "maybe_done": [held], "maybe_ended": [held],
            "links": [link],
            "suggested_links": [link, {**link, "type": "supports"}],
            "possible_contradictions": [link],
            "warnings": [f"It may contradict memory {link['memory_id']} (“{MARKED}”)."],
            "next_actions": ["Ask the user which of the contradicting memories holds."],
            "notes": [{"field": "tags.0", "detail": f"“{MARKED}” was left out"}],
        }
    )  # fmt: skip


def test_saves_say_all_in_both_channels_and_nothing_stored_outside_of_the_fence() -> None:
    def short(uid: UUID) -> str:
        return uid.hex[:8]

    saved = full_save()
    one = saved_answer(saved, short)
    several = batch_answer(BatchOut(results=[saved, saved]), short)
    for answer, text in ((one, saved_text(one)), (several, batch_text(several))):
        missing = set(unsaid("save_memory", answer.model_dump(mode="json"), text))
        # That it was joined stands in the warning.
        assert not missing, missing
        assert MARKED in text and MARKED not in outside_of(text)


def test_candidates_of_an_id_are_named_inside_the_fence(victim: Victim) -> None:
    with rolled_back():
        for number, memory in enumerate(Memory.objects.order_by("pk")[:2]):
            Memory.objects.filter(pk=memory.pk).update(uid=UUID(f"abcdef0{number}".ljust(32, "7")))
        answer = called_tool(token_of("alice"), "get_memory", {"id": "abcdef"})
    text = answer.content[0].text
    assert answer.is_error and MARK.search(text) and not MARK.search(outside_of(text))


def test_the_text_says_what_the_structure_says(answers: Answers) -> None:
    found = {
        one
        for name, _, answer in answers
        if not answer.is_error
        for one in unsaid(name, answer.structured_content, answer.content[0].text)
    }
    assert not found, "\n".join(sorted(found))


def test_stored_words_stand_inside_the_fence(answers: Answers) -> None:
    found = []
    for name, arguments, answer in answers:
        outside = outside_of(answer.content[0].text)
        stored = set(MARK.findall(outside)) - set(MARK.findall(str(arguments)))
        if stored:
            found.append(f"{name} {arguments}: {outside[:400]}")
    assert not found, "\n\n".join(found)
