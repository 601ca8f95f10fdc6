"""`/api/graph/export/`, `/api/graph/import/` and `/api/graph/relations/`: the graph as files."""

import tempfile
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.callers import caller_of
from core.interfaces.api import parsing
from core.interfaces.api.downloads import Download
from core.interfaces.api.parsing import answer
from core.interfaces.api.views import ApiView, query_parameters
from graph.formats.schemas import (
    ExportQuery,
    GraphDocument,
    GraphImported,
    GraphImportOptions,
    RelationList,
    RelationListInput,
)
from graph.formats.writers import FORMATS
from memories.selectors.network.export import export_graph, export_name
from memories.selectors.network.relation_list import relation_list
from memories.services.network.graph_import import import_graph

# Bytes of a file in memory; a larger one goes to the disk.
IN_MEMORY = 4 * 1024 * 1024


class AnyFormat(DefaultContentNegotiation):
    """Answers JSON whatever ``?format=`` says, which here names the format of a file."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> Any:
        """Return the first renderer."""
        return renderers[0], renderers[0].media_type


class GraphExportView(ApiView):
    """The graph as a file."""

    content_negotiation_class = AnyFormat

    @extend_schema(
        parameters=query_parameters(ExportQuery),
        responses={
            (200, form.content_type): OpenApiTypes.OBJECT if name == "json" else OpenApiTypes.BINARY
            for name, form in FORMATS.items()
        },
    )
    def get(self, request: Request) -> Download:
        """Export the graph as GraphML, GEXF, node-link JSON, a Cypher script or zipped CSV."""
        asked = parsing.query(request, ExportQuery)
        rows = export_graph(caller_of(request), asked)
        form = FORMATS[asked.format]
        # Written before the answer begins: a failure then is an error, and no half of a file.
        file = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 (the answer closes it)
        file.writelines(form.write(rows))
        file.seek(0)
        return Download(
            file, as_attachment=True, filename=export_name(asked), content_type=form.content_type
        )


class GraphImportView(ApiView):
    """A graph from a file."""

    @extend_schema(
        parameters=query_parameters(GraphImportOptions),
        request=GraphDocument,
        responses=GraphImported,
    )
    def post(self, request: Request) -> Response:
        """Import a graph in node-link JSON; with `dry_run`, only check and count."""
        options = parsing.query(request, GraphImportOptions)
        return answer(import_graph(caller_of(request), dict(parsing.body(request)), options))


class RelationListView(ApiView):
    """Links between memories as a graph."""

    @extend_schema(parameters=query_parameters(RelationListInput), responses=RelationList)
    def get(self, request: Request) -> Response:
        """List links between memories as nodes and edges."""
        asked = parsing.query(request, RelationListInput)
        return answer(relation_list(caller_of(request), asked))
