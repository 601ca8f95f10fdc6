"""Leave out the names of what was forgotten here: tags, contexts and threads of nothing else."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from memories.models import Context, Memory, Tag, Thread, ThreadMembership

from ..reading import Archive
from ..tables import Table, table_of
from ..values import Line
from .decoding import Places
from .matching import Matches

# By model, the relation to the memories that use a row.
USED_BY = {Tag: "memories", Context: "memories", Thread: "memberships"}


def drop_forgotten_names(archive: Archive, matches: Matches, places: Places) -> Counter[str]:
    """Delete new rows that only forgotten memories used; return how many by member.

    Call it before the journal is stored, which then has no entry of theirs.
    """
    named: dict[Any, set[int]] = defaultdict(set)
    titles: set[str] = set()
    for line in _left_out(archive, matches, Memory):
        named[Tag].update(line.get("tags") or ())
        named[Context].add(line.get("context_id") or 0)
        titles.add(line.get("title") or "")
    for line in _left_out(archive, matches, ThreadMembership):
        named[Thread].add(line.get("thread_id") or 0)
    dropped = {_member(model): _drop(model, named[model] - {0}, places) for model in USED_BY}
    _retitle(places, titles - {""})
    return Counter(dropped)


def _left_out(archive: Archive, matches: Matches, model: Any) -> Iterator[Line]:
    table = table_of(model)
    if table in archive.tables() and (left_out := matches.left_out[_member(model)]):
        assert isinstance(table, Table)
        yield from (line for number, line in archive.lines(table) if number in left_out)


def _member(model: Any) -> str:
    table = table_of(model)
    return table.member if table else ""


def _drop(model: Any, numbers: set[int], places: Places) -> int:
    keys = {places.key(model, number): number for number in numbers}
    new = [key for key in keys if key is not None and key >= places.first[model]]
    unused = model._base_manager.filter(pk__in=new, **{USED_BY[model]: None})
    gone = list(unused.values_list("pk", flat=True))
    for key in gone:
        places.found[model][keys[key]] = None
    unused.filter(pk__in=gone).delete()
    return len(gone)


def _retitle(places: Places, titles: set[str]) -> None:
    """Name the new threads that bear the title of a forgotten memory after their first one."""
    if not titles or (first := places.first.get(Thread)) is None:
        return
    for thread in Thread.objects.filter(pk__gte=first, title__in=titles):
        oldest = thread.memories.order_by("created_at", "pk").first()
        Thread.objects.filter(pk=thread.pk).update(title=oldest.title if oldest else "")
