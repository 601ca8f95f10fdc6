"""SQL of the log of changed nodes."""

from collections.abc import Iterator

from django.db import connection

from graph.models import GraphChange

# Changes that are kept for processes that have not read them yet.
KEPT = 50_000


def last_change() -> int:
    """Return the number of the newest change of anybody; 0 if there is none."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(max(id), 0) FROM graph_changes")
        return int(cursor.fetchone()[0])


def changes_since(base_user: str, after: int, until: int) -> Iterator[tuple[str, str]]:
    """Yield the kinds and keys of a person's nodes that changed in (``after``, ``until``]."""
    rows = GraphChange.objects.filter(base_user__in=(base_user, ""), pk__gt=after, pk__lte=until)
    yield from rows.values_list("kind", "key").distinct()


def oldest_change() -> int:
    """Return the number of the oldest change that is kept; 0 if there is none."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(min(id), 0) FROM graph_changes")
        return int(cursor.fetchone()[0])


def trim_changes() -> int:
    """Delete changes that every process has read or will pass over; return how many."""
    deleted, _ = GraphChange.objects.filter(pk__lte=last_change() - KEPT).delete()
    return deleted
