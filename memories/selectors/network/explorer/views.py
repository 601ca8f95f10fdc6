"""Read saved views of the graph explorer."""

from urllib.parse import urlencode
from uuid import UUID

from django.db.models import QuerySet
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from core.caller import Caller, Scope
from core.errors import NotFound
from graph.models import SavedView
from graph.network.arrangements import SavedViewOut

EXPLORER = "/graph/"


def view_list(caller: Caller) -> QuerySet[SavedView]:
    """Return the caller's views by name.

    Raises:
        Forbidden: the token is limited: views name things of every pack.
    """
    caller.require(Scope.READ)
    caller.require_unbound()
    return SavedView.objects.filter(base_user=caller.base_user).order_by("name", "pk")


def view_get(caller: Caller, uid: UUID) -> SavedView:
    """Return one view; NotFound if it does not exist, or belongs to another person."""
    stored = view_list(caller).filter(uid=uid).first()
    if stored is None:
        raise NotFound(format_lazy(_("there is no view {uid}"), uid=uid), field="id")
    return stored


def view_out(stored: SavedView) -> SavedViewOut:
    """Return a view for a client."""
    return SavedViewOut(
        id=stored.uid,
        name=stored.name,
        state=stored.state,
        address=f"{EXPLORER}?{urlencode(stored.state, doseq=True)}",
        updated_at=stored.updated_at,
    )
