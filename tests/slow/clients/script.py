"""What a stub of a model says: the tools it calls, one after the other, and its last words."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

LAST_WORDS = "That is all I know."


@dataclass(frozen=True, slots=True)
class Call:
    """A tool that the model asks for, by the server's name of it.

    Arguments may depend on what the model has read: the results of the calls before.
    """

    tool: str
    arguments: dict[str, Any] | Callable[[list[str]], dict[str, Any]]

    def arguments_after(self, results: list[str]) -> dict[str, Any]:
        """Return the arguments, after ``results``."""
        return self.arguments(results) if callable(self.arguments) else self.arguments


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as the model sees it, by the client's name of it.

    A deferred tool is only named; the model has to load it before it can call it.
    """

    name: str
    sent: dict[str, Any]
    namespace: str = ""
    is_deferred: bool = False

    @property
    def text(self) -> str:
        """What the model reads of it: its name, or all of it as JSON without spaces."""
        if self.is_deferred:
            return self.name
        return json.dumps(self.sent, ensure_ascii=False, separators=(",", ":"))

    def is_called(self, name: str) -> bool:
        """Tell whether this is the server's tool ``name``; clients put their own prefix before."""
        return self.name == name or self.name.endswith(f"_{name}")


# A tool to call now, with its arguments.
Step = tuple[Tool, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Reading:
    """What one request gives the model to read."""

    tools: list[Tool]
    results: list[str]
    texts: list[str]


@dataclass(slots=True)
class Conversation:
    """One run of a client: the calls to make, and what the client sent to the model."""

    calls: Sequence[Call]
    turns: list[Reading] = field(default_factory=list)
    # Where else the client wanted to go: hosts that it asked the proxy for.
    outside: list[str] = field(default_factory=list)

    def take(self, reading: Reading) -> Step | None:
        """Note what was read, and return what to call next; None if there is nothing to call.

        Raises:
            LookupError: the client offers no such tool.
        """
        if not any(_tool_of(call, reading.tools) for call in self.calls):
            return None  # a side question, such as for a title
        self.turns.append(reading)
        if len(reading.results) >= len(self.calls):
            return None
        call = self.calls[len(reading.results)]
        tool = _tool_of(call, reading.tools)
        if tool is None:
            raise LookupError(f"{call.tool} is not among {[tool.name for tool in reading.tools]}")
        return tool, call.arguments_after(reading.results)

    @property
    def results(self) -> list[str]:
        """The answers of the tools, as the model would read them, in the order of the calls."""
        return self.turns[-1].results if self.turns else []


def _tool_of(call: Call, tools: list[Tool]) -> Tool | None:
    return next((tool for tool in tools if tool.is_called(call.tool)), None)
