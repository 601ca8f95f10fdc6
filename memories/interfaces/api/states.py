"""`/api/states/`: dated facts and tasks."""

from functools import partial

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.callers import caller_of
from core.caller import Caller
from core.interfaces.api import parsing
from core.interfaces.api.parsing import answer
from core.interfaces.api.views import ApiViewSet, query_parameters
from core.schemas import parsed
from memories.models import State
from memories.schemas.states import (
    StateEnd,
    StateFilters,
    StateInput,
    StateOut,
    StatePatch,
    StateSaved,
    StatesProposed,
    StateUndo,
)
from memories.selectors.states import (
    state_get,
    state_out,
    state_outs,
    states_live,
    states_order,
)
from memories.services.knowledge import (
    StateChange,
    state_close,
    state_complete,
    state_create,
    state_hide,
    state_keep,
    state_revise,
    state_undo,
)


class StateViewSet(ApiViewSet[State]):
    """States of the caller."""

    model = State
    lookup_field = "uid"
    lookup_url_kwarg = "pk"
    page_order = ("-recorded_at", "-id")

    @extend_schema(parameters=query_parameters(StateFilters), responses=StateOut)
    def list(self, request: Request) -> Response:
        """List states that hold, newest record first; `validity` and `held_at` select others.

        With `tasks` due or overdue the most urgent comes first.
        """
        caller, filters = caller_of(request), parsing.query(request, StateFilters)
        rows = states_live(caller, filters)
        return self.page(rows, partial(state_outs, caller), order=states_order(filters))

    @extend_schema(request=StateInput, responses={201: StateSaved, 202: StatesProposed})
    def create(self, request: Request) -> Response:
        """Create a state; 202 if its confidence is too low and it becomes a proposal in the inbox."""
        caller = caller_of(request)
        made = state_create(caller, parsed(StateInput, parsing.body(request)))
        if made.state is None:
            waiting = StatesProposed(proposals=list(made.proposals))
            return answer(waiting, status.HTTP_202_ACCEPTED)
        stored = state_out(caller, state_get(caller, made.state.uid))
        out = StateSaved(**stored.model_dump(), notes=list(made.notes))
        return answer(out, status.HTTP_201_CREATED)

    @extend_schema(responses=StateOut)
    def retrieve(self, request: Request, pk: str) -> Response:
        """Return one state."""
        caller = caller_of(request)
        return answer(state_out(caller, state_get(caller, parsing.uid(pk))))

    @extend_schema(request=StatePatch, responses=StateOut)
    def partial_update(self, request: Request, pk: str) -> Response:
        """Correct a state; the earlier version stays readable with `known_at`."""
        caller, patch = caller_of(request), parsed(StatePatch, parsing.body(request))
        return _changed(caller, state_revise(caller, parsing.uid(pk), patch))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:
        """Hide a state that is not true; `undo` restores it."""
        state_hide(caller_of(request), parsing.uid(pk))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(request=StateEnd, responses=StateOut)
    @action(detail=True, methods=["post"])
    def close(self, request: Request, pk: str) -> Response:
        """End a state at a time; both its dates stay."""
        caller, end = caller_of(request), parsed(StateEnd, parsing.body(request))
        return _changed(caller, state_close(caller, parsing.uid(pk), end.at, end.reason))

    @extend_schema(request=StateEnd, responses=StateOut)
    @action(detail=True, methods=["post"])
    def complete(self, request: Request, pk: str) -> Response:
        """Mark a task as done."""
        caller, end = caller_of(request), parsed(StateEnd, parsing.body(request))
        done = state_complete(caller, parsing.uid(pk), end.at, reason=end.reason)
        return _changed(caller, done)

    @extend_schema(request=None, responses=StateOut)
    @action(detail=True, methods=["post"])
    def keep(self, request: Request, pk: str) -> Response:
        """Take back the end of a state and confirm it; from then on only a person ends it."""
        caller = caller_of(request)
        return _changed(caller, state_keep(caller, parsing.uid(pk)))

    @extend_schema(request=StateUndo, responses={200: StateOut, 204: None})
    @action(detail=True, methods=["post"])
    def undo(self, request: Request, pk: str) -> Response:
        """Undo the last change, or the named one; 204 if that change had created the state."""
        caller, which = caller_of(request), parsed(StateUndo, parsing.body(request))
        undone = state_undo(caller, parsing.uid(pk), change_id=which.change_id)
        return _changed(caller, undone)


def _changed(caller: Caller, changed: StateChange) -> Response:
    """Return the response with the current state."""
    if changed.state is None:
        return Response(status=status.HTTP_204_NO_CONTENT)
    return answer(state_out(caller, state_get(caller, changed.state.uid)))
