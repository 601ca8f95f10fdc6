"""Claude Code, Codex CLI and Gemini CLI with stubs of their models: what would the model read?"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from nlp.token_count import count_tokens
from tests.live_server import LiveServer, live_server

from .model_api import serving
from .programs import CLAUDE_CODE, CODEX, GEMINI_CLI, RUN_SECONDS, Program, Run
from .script import LAST_WORDS, Call, Conversation

pytestmark = pytest.mark.slow

TEXT = "歯医者の予約が5月3日の15時に変わった。The dentist moved it."
SPEAKER = "Aoki"
SAVED = "My dentist is called Sakura Dental, near the station."
BUDGET = 300
# Ids may be cut to what is unique.
ID = re.compile(r"\b[0-9a-f]{6,8}(?:-[0-9a-f-]{1,27})?\b")
NOTE = re.compile(r"data\b.{0,40}\bnot\b.{0,20}instructions")
# Clients put words of their own around a result.
WRAPPING = 30
# What clients take as one result; they put more into a file, or cut it anywhere.
MOST_CHARACTERS = 50_000
HIVES = 45
MAIN_TOOLS = ("save_memory", "search_memories", "build_context")
SEARCH, CONTEXT, READ, SAVE, WRONG, LARGE = range(6)
CALLS = [
    Call("search_memories", {"query": "歯医者 dentist"}),
    Call("build_context", {"message": "When is my dentist's appointment?", "token_budget": BUDGET}),
    Call("get_memory", lambda results: {"id": id_of(TEXT, results[SEARCH])}),
    Call("save_memory", {"text": SAVED, "speaker": SPEAKER}),
    Call("search_memories", {"query": "dentist", "limit": 100_000}),
    Call("search_memories", {"query": "beehive", "limit": 100}),
]
PROGRAMS = [CLAUDE_CODE, CODEX, GEMINI_CLI]


def id_of(text: str, result: str) -> str:
    """Return the id that stands nearest before ``text``, as a model would find it."""
    before = result.partition(text)[0]
    ids = ID.findall(before)
    return ids[-1] if ids else "no id"


@dataclass(frozen=True, slots=True)
class Asked:
    """One client after its run."""

    program: Program
    conversation: Conversation
    printed: str
    server: LiveServer
    memory_id: str

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
        memory_id = remember(server)
        run = Run(tmp_path_factory.mktemp("home"), server, model_url, started)
        yield Asked(program, conversation, program.ask(run), server, memory_id)


def remember(server: LiveServer) -> str:
    """Store one memory to be found, a dozen like it, and many long ones; return the first's id."""
    with server.client() as http:
        said = {"text": TEXT, "speaker": SPEAKER, "created_at": "2026-05-01T12:00:00+09:00"}
        saved = http.post("/api/memories/", json=said).raise_for_status().json()
        alike = [f"Note {day}: the dentist in street {day} asked me to come." for day in range(12)]
        calm = "the bees of this beehive were calm today. " * 25
        long = [f"Beehive {hive}: {calm}" for hive in range(HIVES)]
        batch = {"memories": [{"text": text} for text in alike + long]}
        http.post("/api/memories/batch/", json=batch, timeout=RUN_SECONDS).raise_for_status()
    return str(saved["id"])


def test_every_call_is_answered(asked: Asked) -> None:
    assert len(asked.conversation.results) == len(CALLS)
    assert LAST_WORDS in asked.printed


def test_nothing_else_is_reached(asked: Asked) -> None:
    assert asked.conversation.outside == []


def test_the_model_is_told_of_the_tools(asked: Asked) -> None:
    tools = asked.conversation.turns[0].tools
    for name in (*MAIN_TOOLS, "get_memory", "forget"):
        assert [tool.name for tool in tools if tool.is_called(name)], name


def test_the_main_tools_need_no_loading(asked: Asked) -> None:
    loaded = [tool for tool in asked.conversation.turns[0].tools if not tool.is_deferred]
    for name in MAIN_TOOLS:
        assert [tool.name for tool in loaded if tool.is_called(name)], name


def test_the_model_is_told_when_to_recall(asked: Asked) -> None:
    told = "\n".join(asked.conversation.turns[0].texts)
    assert "Wasurena is the user's long-term memory" in told
    assert re.search(r"data\b.{0,60}instructions", told)


@pytest.mark.parametrize("place", [SEARCH, CONTEXT], ids=["search_memories", "build_context"])
class TestWhatIsRecalled:
    def test_it_is_called_data(self, asked: Asked, place: int) -> None:
        assert NOTE.search(asked.result(place))

    def test_the_text_is_there(self, asked: Asked, place: int) -> None:
        assert TEXT in asked.result(place)

    def test_who_said_it_and_when(self, asked: Asked, place: int) -> None:
        assert SPEAKER in asked.result(place)
        assert "2026-05-01" in asked.result(place)

    def test_it_has_an_id(self, asked: Asked, place: int) -> None:
        named = ID.findall(asked.result(place))
        assert any(asked.memory_id.startswith(name) for name in named)


def test_a_memory_is_read_by_the_id_that_the_model_saw(asked: Asked) -> None:
    assert TEXT in asked.result(READ) and SPEAKER in asked.result(READ)


def test_the_context_keeps_to_its_budget(asked: Asked) -> None:
    assert count_tokens(asked.result(CONTEXT)) <= BUDGET + WRAPPING


def test_the_structure_or_the_text_arrives_not_both(asked: Asked) -> None:
    assert asked.result(SEARCH).count(TEXT) == 1
    assert ('{"' in asked.result(SEARCH)) == asked.program.reads_structure


def test_a_large_answer_says_where_it_was_cut(asked: Asked) -> None:
    told = asked.result(LARGE)
    assert len(told) <= MOST_CHARACTERS
    assert NOTE.search(told)
    whole = {hive for hive in range(HIVES) if re.search(rf"Beehive {hive}: the bees", told)}
    assert len(whole) == HIVES or re.search(r"\d+ more|\"more\":|tokens truncated", told)


def test_a_save_is_stored(asked: Asked) -> None:
    with asked.server.client() as http:
        listed = http.get("/api/memories/", params={"source": "mcp"}).raise_for_status().json()
    (stored,) = [row for row in listed["results"] if row["text"] == SAVED]
    assert stored["speaker"] == SPEAKER
    assert stored["id"][:4] in asked.result(SAVE)


def test_a_mistake_is_named(asked: Asked) -> None:
    assert "limit" in asked.result(WRONG)


def test_tokens_are_printed(asked: Asked, capsys: pytest.CaptureFixture[str]) -> None:
    """Show, by our own count, what the tools cost at the start and each answer costs."""
    first = asked.conversation.turns[0].tools
    ours = [tool for tool in first if "wasurena" in f"{tool.namespace}{tool.name}"]
    deferred = sum(tool.is_deferred for tool in ours)
    cost = sum(count_tokens(tool.text) for tool in ours)
    answers = [
        f"  {call.tool}: {count_tokens(result)} tokens, {len(result)} characters"
        for call, result in zip(CALLS, asked.conversation.results, strict=True)
    ]
    head = f"{asked.program.package}: {len(ours)} tools, {deferred} deferred: {cost} tokens"
    with capsys.disabled():
        sys.stderr.write("\n".join(["", head, *answers, ""]))
    assert ours and cost
