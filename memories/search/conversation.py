"""Who stands next to whom in a conversation, by the links of its order."""

from collections import defaultdict
from collections.abc import Collection

from django.db.models import Q

from graph.models import MemoryLink

from ..models import MemoryQuerySet
from ..threads import REPLY_TO


def neighbours(memory_ids: Collection[int], allowed: MemoryQuerySet) -> dict[int, list[int]]:
    """Return the memories before and after each given one, and those of their own.

    Keys are the given memories and their neighbours; values are their
    neighbours as far as they are known here.
    """
    ids = list(memory_ids)
    links = MemoryLink.objects.filter(
        Q(src_memory__in=ids) | Q(dst_memory__in=ids), relation_type=REPLY_TO
    ).values_list("src_memory_id", "dst_memory_id")
    pairs = list(links)
    outside = {pk for pair in pairs for pk in pair} - set(ids)
    visible = set(allowed.filter(pk__in=outside).values_list("pk", flat=True)) | set(ids)
    beside: dict[int, list[int]] = defaultdict(list, {pk: [] for pk in ids})
    for later, earlier in pairs:
        if later in visible and earlier in visible:
            beside[later].append(earlier)
            beside[earlier].append(later)
    return dict(beside)
