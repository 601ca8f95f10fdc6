"""What is done from the explorer: linking, tagging, and keeping a view. Each can be undone."""

from urllib.parse import parse_qs, urlencode
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import trigger_client_event

from accounts.callers import caller_of
from core.interfaces.pages import back, done, is_part, page
from core.schemas import parsed
from graph.network.arrangements import ViewInput
from memories.selectors.network.explorer.views import view_list, view_out
from memories.selectors.pages.graph_nodes import memory_of_node
from memories.services.network.linking import relate_all
from memories.services.network.tagging import add_tag
from memories.services.network.views import delete_view, keep_view

EXPLORER = "graph-explorer"
MOST_STATE = 20_000


@page
@require_POST
def graph_link(request: HttpRequest) -> HttpResponse:
    """Link the selected memories to one of them."""
    caller, post = caller_of(request), request.POST
    target = memory_of_node(caller, post.get("target", ""))
    chosen = [memory_of_node(caller, name) for name in post.getlist("source")]
    linked = relate_all(
        caller,
        [memory.uid for memory in chosen if memory != target],
        target.uid,
        type=post.get("type") or "related",
        reason=post.get("reason", "").strip(),
    )
    undo = reverse("history-undo", args=[linked.change_id]) if linked.change_id else ""
    if linked.made:
        text = ngettext("Linked.", "Made %(n)s links.", linked.made) % {"n": linked.made}
        done(request, text, undo=undo)
    else:
        done(request, _("These were linked already; the reason is the new one."), undo=undo)
    return _changed(request)


@page
@require_POST
def graph_tag(request: HttpRequest) -> HttpResponse:
    """Give the selected memories a tag."""
    caller, post = caller_of(request), request.POST
    uids = [memory_of_node(caller, name).uid for name in post.getlist("id")]
    change = add_tag(caller, uids, post.get("tag", ""))
    if change is None:
        done(request, _("All of them have this tag already."))
    else:
        text = ngettext("Tagged %(n)s memory.", "Tagged %(n)s memories.", len(uids))
        done(request, text % {"n": len(uids)}, undo=reverse("history-undo", args=[change]))
    return _changed(request)


def _changed(request: HttpRequest) -> HttpResponse:
    """Show the toast; the explorer loads the picture anew."""
    if not is_part(request):
        return back(request, reverse(EXPLORER))
    response = render(request, "partials/toasts.html", {"out_of_band": True})
    response.headers["HX-Reswap"] = "none"
    # After the toast has found its place: the explorer takes the form away.
    return trigger_client_event(response, "graph-changed", after="settle")


@page
@require_GET
def graph_views(request: HttpRequest) -> HttpResponse:
    """List the saved views."""
    return _views(request)


@page
@require_POST
def graph_view_keep(request: HttpRequest) -> HttpResponse:
    """Keep the state of the explorer under a name."""
    # The toast that undoes a deletion carries the view in its address.
    given = request.POST if "name" in request.POST else request.GET
    state = parse_qs(given.get("state", "")[:MOST_STATE])
    item = parsed(ViewInput, {"name": given.get("name", ""), "state": state})
    kept, is_new = keep_view(caller_of(request), item)
    undo = reverse("graph-view-delete", args=[kept.id]) if is_new else ""
    done(request, _("The view is saved."), undo=undo)
    return _views(request, with_toast=True) if is_part(request) else redirect(kept.address)


@page
@require_POST
def graph_view_delete(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Delete a saved view."""
    gone = delete_view(caller_of(request), uid)
    state = urlencode(gone.state, doseq=True)
    again = f"{reverse('graph-view-keep')}?{urlencode({'name': gone.name, 'state': state})}"
    done(request, _("The view is deleted."), undo=again)
    if not is_part(request):
        return back(request, reverse(EXPLORER))
    return _views(request, with_toast=True)


def _views(request: HttpRequest, *, with_toast: bool = False) -> HttpResponse:
    views = [view_out(row) for row in view_list(caller_of(request))]
    return render(request, "graph/_views.html", {"views": views, "with_toast": with_toast})
