"""The memory tools of the MCP server; their docstrings are what assistants read.

This module is imported by the MCP registry only, which has made ``mcp_server``
importable before (``memory_site.mcp.compatibility``).
"""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from mcp_server import MCPToolset

from accounts.callers import caller_of
from memories.selectors.ids import shortener
from memories.selectors.links import explore_related
from memories.selectors.memories import memory_detail
from memories.services.context import build_context
from memories.services.feedback import give_feedback
from memories.services.forget import forget
from memories.services.save import remember, remember_batch
from memories.services.search import recall
from memories.services.update import relate, revise
from packs.spec import tool

from . import render as text
from . import saves_render as saves_text
from .answers.base import Answer, Shorten, ids_in
from .answers.context import ContextAnswer, context_answer
from .answers.erasure import ErasureAnswer, erasure_answer
from .answers.memories import MemoryAnswer, RelatedAnswer, memory_answer, related_answer
from .answers.saves import (
    BatchAnswer,
    FeedbackAnswer,
    LinkAnswer,
    SavedAnswer,
    batch_answer,
    feedback_answer,
    link_answer,
    saved_answer,
)
from .answers.search import SearchAnswer, search_answer
from .arguments import (
    BatchArguments,
    ContextArguments,
    ExploreArguments,
    FeedbackArguments,
    ForgetArguments,
    MemoryArguments,
    RelateArguments,
    SaveArguments,
    SearchArguments,
    UpdateArguments,
)
from .graph_tools import ConnectionTools as ConnectionTools
from .resolving_tools import ResolvingTools as ResolvingTools

SOURCE = "mcp"
# Tokens of a context: more would not fit into an answer that clients take whole.
MOST_BUDGET = 10_000
Out = TypeVar("Out")
Told = TypeVar("Told", bound=Answer)


def told(answer: Callable[[Out, Shorten], Told], output: Out) -> Told:
    """Return the answer that says what an output says, with short ids."""
    return answer(output, shortener(ids_in(output)))


class SavingTools(MCPToolset):  # type: ignore[misc]
    """Tools that add memories and connections."""

    @tool(title="Save a memory", as_text=saves_text.saved_text, writes_only=True)
    def save_memory(self, arguments: SaveArguments) -> SavedAnswer:
        """Save one thing worth remembering, word for word, so that later conversations find it.

        Call it on your own whenever the user states a fact, preference, decision, plan, deadline,
        result or feeling that may matter later. One matter per call, in the user's own language and
        words. Name people, projects and tools in `entities`; what holds from now on (home, job,
        taste, task with deadline) goes into `states` too, a wish or guess never. Also taken: links
        ([{target_id, type}]), external_id, title, category, confidence, assistant_text, latitude,
        longitude, extra_data, searchable.
        """
        return told(saved_answer, remember(caller_of(self.request), arguments, source=SOURCE))

    @tool(title="Save several memories", as_text=saves_text.batch_text, writes_only=True)
    def save_memories(self, arguments: BatchArguments) -> BatchAnswer:
        """Save up to 1,000 memories at once, all or none; results come in the order given."""
        saved = remember_batch(caller_of(self.request), arguments.memories, source=SOURCE)
        return told(batch_answer, saved)

    @tool(title="Link two memories", as_text=saves_text.link_text, repeatable=True)
    def relate(self, arguments: RelateArguments) -> LinkAnswer:
        """Link one memory to another, with a type and a reason.

        A new decision `supersedes` an old one, a result `supports` or `contradicts` an assumption.
        """
        caller, start = caller_of(self.request), arguments.source_id
        return told(link_answer, relate(caller, start, arguments.link(), is_lenient=True))


class RecallingTools(MCPToolset):  # type: ignore[misc]
    """Tools that only read."""

    @tool(
        title="Search memories",
        as_text=text.search_text,
        reads_only=True,
    )
    def search_memories(self, arguments: SearchArguments) -> SearchAnswer:
        """Find memories by meaning, words, people, time and connections; Japanese and English alike.

        Call it for a precise question about the past. Filters narrow it and all have to hold; a
        list means any of its values; without a query they list what meets them. If nothing relevant
        is found, say so. Also taken: order (desc, asc), kind (memory, state), context, session_id,
        known_at, near, not (filters to leave out), mode, thread, category, language, source,
        external_id, pinned, as_of, min_importance, min_confidence, metadata.
        """
        return told(search_answer, recall(caller_of(self.request), arguments.request()))

    @tool(title="Recall what matters now", as_text=text.context_text, reads_only=True)
    def build_context(self, arguments: ContextArguments) -> ContextAnswer:
        """Get everything remembered that bears on a message, to read before you answer.

        Call it first when a conversation starts, and when the topic changes. It holds pinned facts,
        what holds now, relevant memories with what supports and contradicts them, and the session
        so far, with dates and ids.
        """
        budget = min(arguments.token_budget, MOST_BUDGET)
        asked = arguments.model_copy(update={"token_budget": budget})
        built = build_context(caller_of(self.request), asked, for_model=True)
        return told(context_answer, built)

    @tool(title="Read one memory", as_text=text.memory_text, reads_only=True)
    def get_memory(self, arguments: MemoryArguments) -> MemoryAnswer:
        """Read one memory in full: when a result is cut short or you need its details."""
        return told(memory_answer, memory_detail(caller_of(self.request), arguments.id))

    @tool(title="Explore related memories", as_text=text.related_text, reads_only=True)
    def explore_related(self, arguments: ExploreArguments) -> RelatedAnswer:
        """See what is connected to a memory by links, tags and context: how something came about,
        and what followed.
        """
        caller = caller_of(self.request)
        related = explore_related(
            caller, arguments.id, limit=arguments.limit, depth=arguments.depth
        )
        return told(related_answer, related)


class JudgingTools(MCPToolset):  # type: ignore[misc]
    """Tools that say how well others did."""

    @tool(title="Judge a search", as_text=saves_text.feedback_text, repeatable=True)
    def feedback(self, arguments: FeedbackArguments) -> FeedbackAnswer:
        """Say whether a result, or a whole search, was useful; searches learn from it.

        Call it when a result clearly helped or misled, or the user says so.
        """
        given = give_feedback(caller_of(self.request), arguments.run_id, arguments.item())
        return told(feedback_answer, given)


class ChangingTools(MCPToolset):  # type: ignore[misc]
    """Tools that change or erase memories."""

    @tool(title="Correct a memory", as_text=text.memory_text, repeatable=True)
    def update_memory(self, arguments: UpdateArguments) -> MemoryAnswer:
        """Change a memory: correct its text, retag it, pin it, or keep it out of searches.

        Call it when the user says that it is wrong. Only what you give changes. For news that
        replaces older news, save a new memory instead. Also taken: title, speaker, pack, category,
        confidence, about_start, about_end, extra_data.
        """
        caller, patch = caller_of(self.request), arguments.patch()
        revised = revise(caller, arguments.id, patch, is_lenient=True)
        return told(partial(memory_answer, done="Updated."), revised)

    @tool(title="Forget memories", as_text=text.erasure_text, destroys=True, repeatable=True)
    def forget(self, arguments: ForgetArguments) -> ErasureAnswer:
        """Erase memories for good, from everywhere. It cannot be undone.

        When the user asks to forget something: find the ids, call it without `confirm`, show what
        would go, and call it with `confirm=true` only after they agreed.
        """
        erasure = forget(
            caller_of(self.request),
            arguments.ids,
            confirm=arguments.confirm,
            erase_names=arguments.erase_names,
            reason=arguments.reason,
        )
        return told(erasure_answer, erasure)
