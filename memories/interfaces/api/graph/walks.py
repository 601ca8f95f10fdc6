"""`/api/graph/`: paths, neighbors, lineage and snapshots."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.callers import caller_of
from core.interfaces.api import parsing
from core.interfaces.api.parsing import answer
from core.interfaces.api.views import ApiView, query_parameters
from core.schemas import parsed
from graph.network.reasoning_schemas import AnswerInput, AnswerOut, ReasoningInput, ReasoningOut
from graph.network.schemas import (
    LineageInput,
    LineageOut,
    NeighborsInput,
    NeighborsOut,
    PathInput,
    PathsOut,
    Snapshot,
    SnapshotInput,
)
from memories.selectors.network.neighbors import memory_lineage, node_neighbors
from memories.selectors.network.paths import find_paths
from memories.services.network.layouts import placed_snapshot
from memories.services.network.reasoning import follow_question, keep_answer


class GraphPathView(ApiView):
    """Paths between two nodes."""

    @extend_schema(parameters=query_parameters(PathInput), responses=PathsOut)
    def get(self, request: Request) -> Response:
        """Return the shortest path, the strongest, or up to ten different ones."""
        return answer(find_paths(caller_of(request), parsing.query(request, PathInput)))


class GraphNeighborsView(ApiView):
    """Neighbors of a node."""

    @extend_schema(parameters=query_parameters(NeighborsInput), responses=NeighborsOut)
    def get(self, request: Request) -> Response:
        """Return what is connected with a node, nearest and strongest first."""
        item = parsing.query(request, NeighborsInput)
        return answer(node_neighbors(caller_of(request), item))


class GraphLineageView(ApiView):
    """Lineage of a memory."""

    @extend_schema(parameters=query_parameters(LineageInput), responses=LineageOut)
    def get(self, request: Request) -> Response:
        """Return what a memory supersedes, extends or depends on, and what came of it."""
        item = parsing.query(request, LineageInput)
        return answer(memory_lineage(caller_of(request), item.id))


class GraphSnapshotView(ApiView):
    """Snapshots of a part of the graph."""

    @extend_schema(parameters=query_parameters(SnapshotInput), responses=Snapshot)
    def get(self, request: Request) -> Response:
        """Return nodes and edges around the focus, in the shape that vis.js reads."""
        item = parsing.query(request, SnapshotInput)
        return answer(placed_snapshot(caller_of(request), item))


class GraphReasonView(ApiView):
    """Questions that follow links, and answers that are kept."""

    @extend_schema(parameters=query_parameters(ReasoningInput), responses=ReasoningOut)
    def get(self, request: Request) -> Response:
        """Return where the best hit of a question leads by links, with titles and reasons."""
        return answer(follow_question(caller_of(request), parsing.query(request, ReasoningInput)))

    @extend_schema(request=AnswerInput, responses={201: AnswerOut})
    def post(self, request: Request) -> Response:
        """Keep an answer; that its evidence supports it is proposed."""
        item = parsed(AnswerInput, parsing.body(request))
        return answer(keep_answer(caller_of(request), item), status.HTTP_201_CREATED)
