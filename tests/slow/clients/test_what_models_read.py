"""Claude Code, Codex CLI and Gemini CLI with stubs of their models: what would the model read?"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from nlp.token_count import count_tokens
from tests.live_server import LiveServer, live_server

from .model_api import serving
from .programs import CLAUDE_CODE, CODEX, GEMINI_CLI, Program, Run
from .script import LAST_WORDS, Call, Conversation

pytestmark = pytest.mark.slow

TEXT = "歯医者の予約が5月3日の15時に変わった。The dentist moved it."
SPEAKER = "Aoki"
SAVED = "My dentist is called Sakura Dental, near the station."
BUDGET = 300
# Clients put words of their own around a result.
WRAPPING = 30
SEARCH, CONTEXT, SAVE, WRONG = range(4)
CALLS = [
    Call("search_memories", {"query": "歯医者 dentist"}),
    Call("build_context", {"message": "When is my dentist's appointment?", "token_budget": BUDGET}),
    Call("save_memory", {"text": SAVED, "speaker": SPEAKER}),
    Call("search_memories", {"query": "dentist", "limit": 100_000}),
]
PROGRAMS = [CLAUDE_CODE, CODEX, GEMINI_CLI]


@dataclass(frozen=True, slots=True)
class Asked:
    """One client after its run."""

    program: Program
    conversation: Conversation
    printed: str
    server: LiveServer
    memory: dict[str, Any]

    def result(self, place: int) -> str:
        """Return what the model would read as the answer of the call at ``place``."""
        return self.conversation.results[place]


@pytest.fixture(scope="module", params=PROGRAMS, ids=lambda program: program.package)
def asked(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Asked]:
    """Install a client, let it ask with some memories stored, and keep what its model was sent."""
    program: Program = request.param
    started = program.install()
    conversation = Conversation(CALLS)
    with (
        live_server(tmp_path_factory.mktemp("data")) as server,
        serving(program.api, conversation) as model_url,
    ):
        memory = remember(server)
        run = Run(tmp_path_factory.mktemp("home"), server, model_url, started)
        yield Asked(program, conversation, program.ask(run), server, memory)


def remember(server: LiveServer) -> dict[str, Any]:
    """Store a memory to be found and a dozen like it; return the first."""
    with server.client() as http:
        said = {"text": TEXT, "speaker": SPEAKER, "created_at": "2026-05-01T12:00:00+09:00"}
        saved = http.post("/api/memories/", json=said).raise_for_status().json()
        for day in range(1, 13):
            text = f"Note {day}: the dentist in street {day} asked me to come again in spring."
            http.post("/api/memories/", json={"text": text}).raise_for_status()
        found = http.get(f"/api/memories/{saved['id']}/").raise_for_status().json()
    return dict(found)


def test_every_call_is_answered(asked: Asked) -> None:
    assert len(asked.conversation.results) == len(CALLS)
    assert LAST_WORDS in asked.printed


def test_nothing_else_is_reached(asked: Asked) -> None:
    assert asked.conversation.outside == []


def test_the_model_is_told_of_the_tools(asked: Asked) -> None:
    tools = asked.conversation.turns[0].tools
    for name in ("save_memory", "search_memories", "build_context", "get_memory", "forget"):
        assert [tool.name for tool in tools if tool.is_called(name)], name


def test_the_model_is_told_when_to_recall(asked: Asked) -> None:
    told = "\n".join(asked.conversation.turns[0].texts)
    assert "Wasurena is the user's long-term memory" in told
    assert re.search(r"data\b.{0,60}instructions", told)


@pytest.mark.parametrize("place", [SEARCH, CONTEXT], ids=["search_memories", "build_context"])
class TestWhatIsRecalled:
    def test_it_is_called_data(self, asked: Asked, place: int) -> None:
        assert re.search(r"data\b.{0,40}\bnot\b.{0,20}instructions", asked.result(place))

    def test_the_text_is_there(self, asked: Asked, place: int) -> None:
        assert TEXT in asked.result(place)

    def test_who_said_it_and_when(self, asked: Asked, place: int) -> None:
        assert SPEAKER in asked.result(place)
        assert "2026-05-01" in asked.result(place)

    def test_it_can_be_named_by_id(self, asked: Asked, place: int) -> None:
        tokens = re.findall(r"\b[0-9a-f][0-9a-f-]{3,35}\b", asked.result(place))
        ids = [token for token in tokens if asked.memory["id"].startswith(token)]
        assert ids
        with asked.server.client() as http:
            read = http.get(f"/api/memories/{asked.memory['id']}/").json()
        assert read["text"] == TEXT


def test_the_context_keeps_to_its_budget(asked: Asked) -> None:
    assert count_tokens(asked.result(CONTEXT)) <= BUDGET + WRAPPING


def test_the_structure_or_the_text_arrives_not_both(asked: Asked) -> None:
    assert asked.result(SEARCH).count(TEXT) == 1
    assert ('"results":' in asked.result(SEARCH)) == asked.program.reads_structure


def test_a_save_is_stored(asked: Asked) -> None:
    with asked.server.client() as http:
        listed = http.get("/api/memories/", params={"source": "mcp"}).raise_for_status().json()
    (stored,) = [row for row in listed["results"] if row["text"] == SAVED]
    assert stored["speaker"] == SPEAKER
    assert stored["id"][:4] in asked.result(SAVE)


def test_a_mistake_is_named(asked: Asked) -> None:
    assert "limit" in asked.result(WRONG)


def test_tokens_are_printed(asked: Asked, capsys: pytest.CaptureFixture[str]) -> None:
    first = asked.conversation.turns[0]
    ours = [tool for tool in first.tools if is_ours(tool.name, tool.namespace)]
    lines = [
        f"{asked.program.package}: {len(ours)} tools {tokens([tool.text for tool in ours])} tokens",
        *(
            f"  {call.tool}: {count_tokens(result)} tokens"
            for call, result in zip(CALLS, asked.conversation.results, strict=True)
        ),
    ]
    with capsys.disabled():
        sys.stderr.write("\n".join(["", *lines, ""]))
    assert ours


def is_ours(name: str, namespace: str) -> bool:
    return "wasurena" in f"{namespace}{name}"


def tokens(texts: list[str]) -> int:
    return sum(map(count_tokens, texts))
