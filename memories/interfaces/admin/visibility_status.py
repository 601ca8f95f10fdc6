"""Whether a memory can be found, and if not, why: for the list, the page and the filter."""

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from memories.models import Memory, findable

STANDINGS = {
    "findable": _("Findable"),
    "unsearchable": _("Not recalled"),
    "hidden": _("Hidden"),
    "folded": _("Folded"),
}
STANDING_COLOURS = {
    "findable": "success",
    "unsearchable": "warning",
    "hidden": "danger",
    "folded": "info",
}
# The filter finds every memory of which it holds, whatever else hides it too.
CONDITIONS = {
    "findable": findable(),
    "unsearchable": Q(searchable=False, invalidated_at=None),
    "hidden": Q(invalidated_at__isnull=False),
    "folded": Q(consolidated_flag=True),
}


def standing(memory: Memory) -> str:
    """Return where a memory stands."""
    if memory.invalidated_at:
        return "hidden"
    if memory.consolidated_flag:
        return "folded"
    return "findable" if memory.searchable else "unsearchable"
