"""Pages of entities (detail, merge, split) and of mentions (span, correction, undo)."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.callers import caller_of
from core.caller import Caller
from core.errors import Conflict, InvalidInput
from core.interfaces.api import parsing
from core.interfaces.pages import back, done, is_part, page, sentence
from core.schemas import parsed
from entities.schemas import EntityMerge, EntitySplit
from entities.selectors import entity_get
from memories.interfaces.pages.forms import FormState, refused
from memories.selectors.pages.entity import entity_page, merge_choices, split_choices
from memories.selectors.pages.mentions import mention_panel, own_types
from memories.services.knowledge import (
    CorrectionResult,
    clear_correction,
    correct_mention,
    merge_entities,
    merge_preview,
    retype_mention,
    split_entity,
    undo_correction,
    undo_of_entity,
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
@require_GET
def entity_detail(request: HttpRequest, entity_id: UUID) -> HttpResponse:
    """Show an entity with its aliases, relations and memories."""
    caller = caller_of(request)
    shown = entity_page(caller, entity_get(caller, entity_id), now=timezone.now())
    return render(request, "entities/entity.html", {"page": shown})


@page
@require_http_methods(["GET", "POST"])
def entity_merge(request: HttpRequest, entity_id: UUID) -> HttpResponse:
    """Choose another entity, preview the merge, and merge."""
    caller, form = caller_of(request), FormState()
    entity = entity_get(caller, entity_id)
    asked = request.POST if request.method == "POST" else request.GET
    is_forced, other = asked.get("force") == "yes", asked.get("other", "")
    if request.method == "POST":
        given = {"merge": parsing.uid(other), "reason": _typed_reason(request), "force": is_forced}
        try:
            item = parsed(EntityMerge, given)
        except InvalidInput as error:
            form = refused(request.POST, error)
        else:
            return _merge(request, caller, entity_id, item)
    query = request.GET.get("name", "").strip()
    context = {"entity": entity, "query": query, "is_forced": is_forced, "form": form}
    if other:
        uid = parsing.uid(other)
        context["preview"] = merge_preview(caller, entity_id, uid, force=is_forced)
    else:
        context["choices"] = merge_choices(caller, entity, query)
    return render(request, "entities/merge.html", context, status=422 if form.problems else 200)


def _merge(
    request: HttpRequest, caller: Caller, entity_id: UUID, item: EntityMerge
) -> HttpResponse:
    merged = merge_entities(
        caller, keep=entity_id, merge=item.merge, reason=item.reason, force=item.force
    )
    done(request, _("Merged."), undo=reverse("entity-undo", args=[entity_id, merged.change_id]))
    return redirect("entity-detail", entity_id)


@page
@require_http_methods(["GET", "POST"])
def entity_split(request: HttpRequest, entity_id: UUID) -> HttpResponse:
    """Choose mentions, and move them to a new entity."""
    caller, form, chosen = caller_of(request), FormState(), set[int]()
    entity = entity_get(caller, entity_id)
    if request.method == "POST":
        chosen = {parsing.number(pk) for pk in request.POST.getlist("mention")}
        try:
            return _split(request, caller, entity_id, chosen)
        except InvalidInput as error:
            form = refused(request.POST, error)
    context = {
        "entity": entity,
        "mentions": split_choices(caller, entity),
        "types": own_types(caller),
        "form": form,
        "chosen": chosen,
    }
    return render(request, "entities/split.html", context, status=422 if form.problems else 200)


def _split(
    request: HttpRequest, caller: Caller, entity_id: UUID, mentions: set[int]
) -> HttpResponse:
    fields = {
        "mentions": sorted(mentions),
        "name": request.POST.get("name", ""),
        "type": request.POST.get("type") or None,
        "reason": _typed_reason(request),
    }
    item = parsed(EntitySplit, fields)
    split = split_entity(
        caller,
        entity_id,
        mentions=item.mentions,
        name=item.name,
        type=item.type,
        reason=item.reason,
    )
    done(request, _("Split."), undo=reverse("entity-undo", args=[entity_id, split.change_id]))
    return redirect("entity-detail", split.made)


def _typed_reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "").strip()


@page
@require_POST
def entity_undo(request: HttpRequest, entity_id: UUID, change_id: UUID) -> HttpResponse:
    """Undo a merge or a split."""
    undo_of_entity(caller_of(request), entity_id, change_id)
    done(request, _("Undone."))
    return redirect("entity-detail", entity_id)


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
