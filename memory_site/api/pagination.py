"""Pages of a list by cursor: stable while rows are added, and fast at any depth."""

from rest_framework import pagination


class CursorPagination(pagination.CursorPagination):
    """Newest first, `?limit=` up to 200, `next` and `previous` as addresses."""

    ordering = "-id"
    page_size_query_param = "limit"
    max_page_size = 200
