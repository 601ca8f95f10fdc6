"""URLs of the graph's pages."""

from django.urls import path

from . import actions, explorer, files, numbers, panels

urlpatterns = [
    path("graph/", explorer.explorer, name="graph-explorer"),
    path("graph/find/", explorer.graph_find, name="graph-find"),
    path("graph/small/", explorer.graph_small, name="graph-small"),
    path("graph/open/", explorer.graph_open, name="graph-open"),
    path("graph/node/", panels.graph_node, name="graph-node"),
    path("graph/closest/", panels.graph_closest, name="graph-closest"),
    path("graph/edge/", panels.graph_edge, name="graph-edge"),
    path("graph/path/", panels.graph_path, name="graph-path"),
    path("graph/selection/", panels.graph_selection, name="graph-selection"),
    path("graph/link/", actions.graph_link, name="graph-link"),
    path("graph/tag/", actions.graph_tag, name="graph-tag"),
    path("graph/files/", files.graph_files, name="graph-files"),
    path("graph/files/import/", files.graph_import, name="graph-import"),
    path("graph/files/import/undo/", files.graph_import_undo, name="graph-import-undo"),
    path("graph/statistics/", numbers.graph_numbers, name="graph-statistics"),
    path("graph/statistics/compute/", numbers.graph_compute, name="graph-compute"),
    path("graph/views/", actions.graph_views, name="graph-views"),
    path("graph/views/keep/", actions.graph_view_keep, name="graph-view-keep"),
    path("graph/views/<uuid:uid>/delete/", actions.graph_view_delete, name="graph-view-delete"),
]
