"""What a caller may see of memories that a search comes upon, asked several times in each."""

from collections.abc import Iterable

from accounts.caller import Caller
from memory_site.db.prepared import PreparedAmong

from ..models import Memory

_findable = PreparedAmong[Caller](
    lambda caller: Memory.objects.of(caller).findable().values_list("pk", "title")
)
_kept = PreparedAmong[Caller](lambda caller: Memory.objects.of(caller).kept().values_list("pk"))


def visible_titles(caller: Caller, memory_ids: Iterable[int]) -> dict[int, str]:
    """Return the titles of those memories that a search of this caller may return."""
    return dict(_findable.pick(caller, memory_ids))


def kept_among(caller: Caller, memory_ids: Iterable[int]) -> set[int]:
    """Return those memories in the caller's reach that nobody deleted."""
    return {pk for (pk,) in _kept.pick(caller, memory_ids)}
