"""What an assistant would be given for a message, shown to the person."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from accounts.authentication import caller_of
from core.errors import InvalidInput
from core.interfaces.pages import page
from memories.schemas import ContextInput, ContextOut, parsed
from memories.schemas.context import MAX_BUDGET, MIN_BUDGET
from memories.services.context import NO_ROOM, build_context

from .forms import Form, refused

FIELDS = ("message", "token_budget", "order", "session_id")
UUIDS = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the text; one that is a memory's id leads to that memory."""

    text: str
    memory: UUID | None = None


@page
@require_GET
def context_preview(request: HttpRequest) -> HttpResponse:
    """Show the context for the message in the address; looking at it counts as no use."""
    form, out = Form(request.GET.dict()), None
    if request.GET.get("message", "").strip():
        try:
            out = build_context(caller_of(request), _asked(request), record=False)
        except InvalidInput as error:
            form = refused(request.GET, error)
    shown = {
        "form": form,
        "out": out,
        "pieces": list(_pieces(out)) if out else [],
        "has_no_room": any(NO_ROOM in note for note in out.notes) if out else False,
        "share": out.token_count / out.token_budget if out else 0,
        "least": MIN_BUDGET,
        "most": MAX_BUDGET,
    }
    return render(request, "memories/context.html", shown, status=422 if form.problems else 200)


def _asked(request: HttpRequest) -> ContextInput:
    given = {name: request.GET.get(name, "").strip() for name in FIELDS}
    return parsed(ContextInput, {name: value for name, value in given.items() if value})


def _pieces(out: ContextOut) -> Iterator[Piece]:
    known, at = {str(uid) for uid in out.memory_ids}, 0
    for found in UUIDS.finditer(out.markdown):
        if found[0] in known:
            yield Piece(out.markdown[at : found.start()])
            yield Piece(found[0], UUID(found[0]))
            at = found.end()
    yield Piece(out.markdown[at:])
