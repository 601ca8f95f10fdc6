"""What each tool's answer costs on the demonstration data: a table that this test keeps.

Written anew with ``PIN_ANSWER_TOKENS=1``. Ids are random, so a few tokens more or less are the same.
"""

import json
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from core.caller import Caller
from graph.network.schemas import NeighborsInput, PathInput, SnapshotInput
from memories.interfaces.mcp import graph_render, render
from memories.interfaces.mcp.answers.base import MOST_CHARACTERS, Answer, fitting, ids_in, more_than
from memories.interfaces.mcp.answers.context import context_answer
from memories.interfaces.mcp.answers.graph import neighbors_answer, paths_answer, snapshot_answer
from memories.interfaces.mcp.answers.memories import MemoryLine, memory_answer, related_answer
from memories.interfaces.mcp.answers.search import search_answer
from memories.schemas import ContextInput, MemoryInput, SearchInput
from memories.schemas.recalled_text import DATA_NOTE
from memories.selectors.ids import shortener
from memories.selectors.links import explore_related
from memories.selectors.memories import memory_detail
from memories.selectors.network.neighbors import node_neighbors
from memories.selectors.network.paths import find_paths
from memories.services import importing
from memories.services.context import build_context
from memories.services.network.layouts import placed_snapshot
from memories.services.save import remember, remember_batch
from memories.services.search import recall
from nlp.token_count import count_tokens

from .o200k import estimated_tokens

TABLE = Path(__file__).with_name("answer_tokens.json")
NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
BUDGET = 1_500
TOLERANCE = 0.15
SAMPLES = 90


def told(make: Callable[..., Answer], text: Callable[[Any], str], output: Any) -> tuple[str, str]:
    """Return an answer as both channels send it."""
    answer = make(output, shortener(ids_in(output)))
    sent = json.dumps(
        answer.model_dump(mode="json", by_alias=True), ensure_ascii=False, separators=(",", ":")
    )
    return sent, text(answer)


def sampled(owner: Caller) -> UUID:
    """Save the first demonstration memories; return the id of the second, which names many."""
    lines = (files(importing) / "demo_memories.jsonl").read_text("utf-8").splitlines()[:SAMPLES]
    items = []
    for fields in map(json.loads, lines):
        at = NOW - timedelta(days=fields.pop("days_ago"))
        items.append(MemoryInput(**fields, created_at=at))
    return remember_batch(owner, items, wait=True, now=NOW).results[1].id


@pytest.fixture
def answers(owner: Caller) -> dict[str, tuple[str, str]]:
    """The answer of every tool that recalls, as JSON and as text."""
    first = sampled(owner)
    short_ask, long_ask = (
        SearchInput(query="定例会議はいつ？"),
        SearchInput(query="Aozora deadline"),
    )
    context = ContextInput(message="What do I have to prepare for Aozora?", token_budget=BUDGET)
    path = PathInput(source_id="田中太郎", target_id="水野遥")
    near, view = (
        NeighborsInput(id="田中太郎", limit=10),
        SnapshotInput(focus=["田中太郎"], limit=20),
    )
    search = (search_answer, render.search_text)
    built = build_context(owner, context, now=NOW, for_model=True)
    shown = (graph_render.neighbors_text, graph_render.snapshot_text)
    return {
        "search_memories ja": told(*search, recall(owner, short_ask, now=NOW)),
        "search_memories en": told(*search, recall(owner, long_ask, now=NOW)),
        "build_context": told(context_answer, render.context_text, built),
        "get_memory": told(memory_answer, render.memory_text, memory_detail(owner, first)),
        "explore_related": told(related_answer, render.related_text, explore_related(owner, first)),
        "find_path": told(paths_answer, graph_render.paths_text, find_paths(owner, path)),
        "entity_neighbors": told(neighbors_answer, shown[0], node_neighbors(owner, near)),
        "graph_snapshot": told(snapshot_answer, shown[1], placed_snapshot(owner, view)),
    }


@pytest.mark.django_db
def test_the_table_is_kept(answers: dict[str, tuple[str, str]]) -> None:
    counted = {
        tool: {"structured": estimated_tokens(sent), "text": estimated_tokens(text)}
        for tool, (sent, text) in answers.items()
    }
    if os.environ.get("PIN_ANSWER_TOKENS"):
        TABLE.write_text(json.dumps(counted, indent=1) + "\n", "utf-8")
    pinned = json.loads(TABLE.read_text("utf-8"))
    assert counted.keys() == pinned.keys()
    for tool, row in counted.items():
        for channel, tokens in row.items():
            assert tokens == pytest.approx(pinned[tool][channel], rel=TOLERANCE), (tool, channel)
    for sent, text in answers.values():
        assert DATA_NOTE in sent and DATA_NOTE in text
        assert len(sent) <= MOST_CHARACTERS and len(text) <= MOST_CHARACTERS
    # The product's own count, which is the higher one.
    assert all(count_tokens(channel) <= BUDGET for channel in answers["build_context"])


@pytest.mark.django_db
@pytest.mark.parametrize("form", ["markdown", "json"])
def test_a_context_stays_in_its_budget_in_both_channels(owner: Caller, form: str) -> None:
    for number in range(12):
        text = f'Kayak {number}: "quoted \\\\ text"\nsecond line, 湖の水は冷たい。' * (
            1 + number % 3
        )
        remember(owner, MemoryInput(text=text, pack="lifelog", session_id=str(number)))
    for budget in (50, 64, 90, 150, 300, 1_000):
        asked = ContextInput(message="kayak 湖", token_budget=budget, format=form)
        built = build_context(owner, asked, record=False, for_model=True)
        sent = told(context_answer, render.context_text, built)
        assert all(count_tokens(channel) <= budget for channel in sent), budget


def test_what_clients_would_cut_is_cut_with_a_word() -> None:
    lines = [
        MemoryLine(id=f"{number:08x}", at="2026-01-01", by="user", text="x" * 1_000)
        for number in range(100)
    ]
    kept = fitting(lines)
    assert sum(len(line.text) for line in kept) <= MOST_CHARACTERS
    assert more_than(kept, lines) == f"{100 - len(kept)} more; narrow the query"
