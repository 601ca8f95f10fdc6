"""What assistants read, counted with the vocabulary of o200k itself (npm's js-tiktoken)."""

import json
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import anyio
import pytest

from memory_site.mcp.compatibility import global_mcp_server
from memory_site.mcp.registry import product_server
from tests.mcp.o200k import estimated_tokens
from tests.mcp.test_answer_tokens import answers as answers

from .node_tools import NODE, NPM

PACKAGE = "js-tiktoken@1.0.21"
SCRIPT = Path(__file__).with_name("o200k.cjs")
LIST_TOKENS, TEN_HITS_TOKENS = 3_000, 1_000
Count = Callable[[Sequence[str]], list[int]]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def count(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Count]:
    """Return a function that counts the tokens of texts."""
    folder = tmp_path_factory.mktemp("o200k")
    (folder / "package.json").write_text("{}")
    command = [*NPM, "install", "--no-audit", "--no-fund", "--ignore-scripts", PACKAGE]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=600)
    script = folder / SCRIPT.name
    script.write_bytes(SCRIPT.read_bytes())

    def counted(texts: Sequence[str]) -> list[int]:
        done = subprocess.run(
            [NODE, str(script)], input=json.dumps(texts), capture_output=True, text=True, check=True
        )
        return list(json.loads(done.stdout))

    yield counted


def test_the_list_of_tools_is_light(count: Count) -> None:
    product_server()
    tools = anyio.run(global_mcp_server.list_tools)
    read = [
        json.dumps(
            {"name": tool.name, "description": tool.description, "input_schema": tool.input_schema},
            ensure_ascii=False,
            separators=(",", ":"),
        )
        for tool in tools
    ]
    assert sum(count(read)) <= LIST_TOKENS


@pytest.mark.django_db
def test_ten_hits_are_light_and_the_estimate_is_near(
    count: Count, answers: dict[str, tuple[str, str]]
) -> None:
    texts = [text for both in answers.values() for text in both]
    counted = dict(zip(texts, count(texts), strict=True))
    for tool in ("search_memories ja", "search_memories en"):
        assert all(counted[text] <= TEN_HITS_TOKENS for text in answers[tool]), tool
    for tool, both in answers.items():
        # The figures of docs/mcp.md, with `pytest -s`.
        print(tool, [counted[text] for text in both])  # noqa: T201
        for text in both:
            assert estimated_tokens(text) == pytest.approx(counted[text], rel=0.3), tool
