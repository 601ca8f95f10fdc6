"""Facts page: list states; end, complete, hide or undo one."""

from collections.abc import Callable
from datetime import datetime, time
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from accounts.callers import caller_of
from core.caller import Caller
from core.errors import InvalidInput, NotFound
from core.interfaces.pages import back, done, page
from entities.models import Entity
from entities.selectors import entity_get
from memories.schemas import parsed
from memories.schemas.states import StateFilters, TaskStatus
from memories.selectors.pages.states import states_page
from memories.services.knowledge import (
    StateChange,
    state_close,
    state_complete,
    state_hide,
    state_keep,
    state_undo,
)

from .search_address.params import day_of, selected_packs


@page
@require_GET
def states(request: HttpRequest) -> HttpResponse:
    """Show current states, those of a day, or tasks; of one entity if the address names it."""
    caller = caller_of(request)
    only, held_at = _status(request), _day(request, caller)
    if only and held_at:
        raise InvalidInput(_("either a day or tasks"), field="tasks", code="held_tasks")
    shown = states_page(
        caller,
        packs=selected_packs(request),
        now=timezone.now(),
        entity=_entity(request, caller),
        held_at=held_at,
        only=only,
    )
    return render(request, "memories/states.html", {"page": shown})


@page
@require_POST
def state_ended(request: HttpRequest, uid: UUID) -> HttpResponse:
    """End a state."""
    return _changed(request, uid, state_close, _("Ended. It stays here with its dates."))


@page
@require_POST
def state_done(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Mark a task as done."""
    return _changed(request, uid, state_complete, _("Done."))


@page
@require_POST
def state_not_so(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Hide a state that is not true."""
    return _changed(request, uid, state_hide, _("Removed. It won’t be added again."))


@page
@require_POST
def state_kept(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Take back the end of a state, and confirm it."""
    state_keep(caller_of(request), uid)
    done(request, _("It still holds. Only you can end it from now on."))
    return back(request, reverse("state-list"))


@page
@require_POST
def state_taken_back(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Undo the last change of a state."""
    state_undo(caller_of(request), uid)
    done(request, _("Undone."))
    return back(request, reverse("state-list"))


def _changed(
    request: HttpRequest, uid: UUID, change: Callable[[Caller, UUID], StateChange], text: str
) -> HttpResponse:
    change(caller_of(request), uid)
    done(request, text, undo=reverse("state-undo", args=[uid]))
    return back(request, reverse("state-list"))


def _entity(request: HttpRequest, caller: Caller) -> Entity | None:
    text = request.GET.get("entity", "")
    if not text:
        return None
    try:
        return entity_get(caller, UUID(text))
    except ValueError as error:
        raise NotFound(gettext_lazy("there is no such entity"), field="entity") from error


def _status(request: HttpRequest) -> TaskStatus | None:
    """Return which tasks the address asks for; None for all that is known."""
    return parsed(StateFilters, {"tasks": request.GET.get("tasks") or None}).tasks


def _day(request: HttpRequest, caller: Caller) -> datetime | None:
    """Return noon of the day in the address."""
    day = day_of(request, "held")
    return datetime.combine(day, time(12), caller.zone) if day else None
