"""Pages of mentions: the entity of a span of a text, its correction and the undoing of it."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from accounts.callers import caller_of
from core.caller import Caller
from core.errors import Conflict, InvalidInput
from core.interfaces.api import parsing
from core.interfaces.pages import back, done, is_part, page, sentence
from memories.selectors.pages.mentions import mention_panel
from memories.services.knowledge import (
    CorrectionResult,
    clear_correction,
    correct_mention,
    retype_mention,
    undo_correction,
)

# Messages for people by problem code, in place of the service's detail.
SENTENCES: dict[str, Promise] = {
    "missing": gettext_lazy("Say who or what it is."),
    "not_in_text": gettext_lazy("The text does not contain these words."),
    "not_there": gettext_lazy("The text has changed; these words are in another place now."),
    "name_taken": gettext_lazy(
        "An entry of this type already has this name; choose it from the list."
    ),
    "required": gettext_lazy("This type needs details that are still missing."),
}


@page
@require_http_methods(["GET", "POST"])
def memory_mention(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Show the entity of a text span, or store a correction."""
    caller, problem = caller_of(request), ""
    asked = request.POST if request.method == "POST" else request.GET
    surface = asked.get("surface", "").replace("\r\n", "\n")
    start = _start(asked)
    if request.method == "POST" and start is not None:
        try:
            return _store_correction(request, caller, uid, start, surface)
        except (InvalidInput, Conflict) as error:
            problem = sentence(error.problems[0], SENTENCES)
    panel = mention_panel(
        caller, uid, start=start, surface=surface, query=request.GET.get("name", "").strip()
    )
    if surface.strip() and panel.span is None and not panel.spans:
        problem = str(SENTENCES["not_in_text"])
    template = "memories/_mention.html" if is_part(request) else "memories/mention.html"
    context = {"panel": panel, "problem": problem, "form": asked}
    return render(request, template, context, status=422 if problem else 200)


@page
@require_POST
def memory_mention_undo(request: HttpRequest, uid: UUID, change_id: UUID) -> HttpResponse:
    """Undo the correction of a text span."""
    undo_correction(caller_of(request), uid, change_id)
    done(request, _("Undone."))
    return back(request, reverse("memory-detail", args=[uid]))


def _start(asked: QueryDict) -> int | None:
    given = asked.get("start", "")
    return parsing.number(given, field="start") if given else None


def _store_correction(
    request: HttpRequest, caller: Caller, uid: UUID, start: int, surface: str
) -> HttpResponse:
    ruled, text = _apply_correction(caller, uid, start, surface, request.POST)
    undo = ruled.change_id and reverse("memory-mention-undo", args=[uid, ruled.change_id])
    done(request, text, undo=undo or "")
    return redirect(f"{reverse('memory-detail', args=[uid])}#mention-{start}")


def _apply_correction(
    caller: Caller, uid: UUID, start: int, surface: str, post: QueryDict
) -> tuple[CorrectionResult, str]:
    """Apply the pressed button: ``is``, ``new``, ``type``, ``nothing`` or ``back``."""
    names = {"surface": surface}
    match post.get("deed"):
        case "back":
            corrected = clear_correction(caller, uid, start=start, surface=surface)
            return corrected, _("The correction is deleted. The text is analyzed again.")
        case "nothing":
            corrected = correct_mention(caller, uid, start=start, surface=surface, verdict="is_not")
            return corrected, _("“%(surface)s” names nothing here now.") % names
        case "type":
            entity = parsing.uid(post.get("of", ""), field="entity")
            corrected = retype_mention(caller, uid, entity, post.get("type", ""))
            return corrected, _("The type is changed, wherever it is mentioned.")
        case "new":
            corrected = correct_mention(
                caller, uid, start=start, surface=surface,
                name=post.get("new_name", ""), type=post.get("type", ""),
            )  # fmt: skip
        case _:
            entity = parsing.uid(post.get("entity", ""), field="entity")
            corrected = correct_mention(caller, uid, start=start, surface=surface, entity=entity)
    names["name"] = corrected.entity.name if corrected.entity else ""
    return corrected, _("“%(surface)s” is %(name)s here now.") % names
