"""Pages of memory lists."""

from rest_framework.pagination import CursorPagination


class MemoryPages(CursorPagination):
    """Newest first; `?limit=` up to 200; `next` and `previous` as addresses."""

    ordering = ("-created_at", "-id")
    page_size = 50
    page_size_query_param = "limit"
    max_page_size = 200
