"""Keep and delete views of the graph explorer under a name."""

from datetime import datetime
from uuid import UUID

from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.caller import Caller, Scope
from core.errors import InvalidInput
from graph.models import SavedView
from graph.network.arrangements import SavedViewOut, ViewInput
from memories.selectors.network.explorer.views import view_get, view_out

MOST_VIEWS = 200


def keep_view(
    caller: Caller, item: ViewInput, *, now: datetime | None = None
) -> tuple[SavedViewOut, bool]:
    """Store a view, or replace the one of this name; return True if it is new.

    The journal does not hold it: a view is an address, and none of what was remembered.

    Raises:
        Forbidden: the token may not write, or is limited to some packs or a namespace.
        InvalidInput: there are too many views.
    """
    _require(caller)
    at = now or timezone.now()
    own = SavedView.objects.filter(base_user=caller.base_user)
    is_known = own.filter(name=item.name).exists()
    if not is_known and own.count() >= MOST_VIEWS:
        raise InvalidInput(
            format_lazy(_("at most {most_views} views are kept"), most_views=MOST_VIEWS),
            field="name",
            code="too_many",
        )
    stored, is_new = own.update_or_create(
        base_user=caller.base_user,
        name=item.name,
        defaults={"state": item.state, "updated_at": at},
        create_defaults={"state": item.state, "updated_at": at, "created_at": at},
    )
    return view_out(stored), is_new


def delete_view(caller: Caller, uid: UUID) -> SavedViewOut:
    """Delete a view and return what it was.

    Raises:
        NotFound: there is no such view.
        Forbidden: the token may not write, or is limited to some packs or a namespace.
    """
    _require(caller)
    stored = view_get(caller, uid)
    out = view_out(stored)
    stored.delete()
    return out


def _require(caller: Caller) -> None:
    caller.require(Scope.WRITE)
    caller.require_unbound()
