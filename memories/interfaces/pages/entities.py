"""Pages of entities: list, detail, merge, split, and those that are one across packs."""

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.callers import caller_of
from core.caller import Caller
from core.errors import InvalidInput
from core.interfaces.api import parsing
from core.interfaces.pages import done, is_part, page
from core.schemas import parsed
from entities.schemas import EntityMerge, EntitySplit
from entities.selectors import entity_get, entity_list
from entities.types.entity_types import entity_types
from memories.interfaces.pages.forms import FormState, refused
from memories.selectors.pages.entity import entity_page, merge_choices, split_choices
from memories.selectors.pages.entity_cards import entity_cards, one_of_each
from memories.selectors.pages.mentions import own_types
from memories.services.knowledge import (
    join_entities,
    merge_entities,
    merge_preview,
    separate_entities,
    split_entity,
    undo_of_entity,
)

PAGE_LENGTH = 60


@page
@require_GET
def entities(request: HttpRequest) -> HttpResponse:
    """List people and things by name, type and pack, the most mentioned first."""
    query, type_name = request.GET.get("name", "").strip(), request.GET.get("type", "")
    caller = caller_of(request)
    rows = entity_list(caller, request.GET.getlist("pack") or None, query)
    used = set(rows.order_by().values_list("entity_type", flat=True).distinct())
    types = entity_types(caller.base_user)
    if type_name:
        rows = rows.filter(entity_type__in=[types[type_name].pk] if type_name in types else [])
    rows = one_of_each(caller, rows).order_by("-extraction_count", "name")
    found = Paginator(rows, PAGE_LENGTH).get_page(request.GET.get("page"))
    context = {
        "found": found,
        "cards": entity_cards(caller, list(found)),
        "types": [row for _, row in sorted(types.items()) if row.pk in used],
        "query": query,
        "type_name": type_name,
    }
    template = "entities/_grid.html" if is_part(request) else "entities/list.html"
    return render(request, template, context)


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
    is_forced = asked.get("force") == "yes"
    others = [parsing.uid(other, field="other") for other in asked.getlist("other") if other]
    if request.method == "POST":
        reason = _typed_reason(request)
        merge, also = next(iter(others), None), others[1:]
        given = {"merge": merge, "also": also, "reason": reason, "force": is_forced}
        try:
            item = parsed(EntityMerge, given)
        except InvalidInput as error:
            form = refused(request.POST, error)
        else:
            return _merge(request, caller, entity_id, item)
    query = request.GET.get("name", "").strip()
    context = {"entity": entity, "query": query, "is_forced": is_forced, "form": form}
    if others:
        merge, *also = others
        context["preview"] = merge_preview(caller, entity_id, merge, also, force=is_forced)
    else:
        context["choices"] = merge_choices(caller, entity, query)
    return render(request, "entities/merge.html", context, status=422 if form.problems else 200)


def _merge(
    request: HttpRequest, caller: Caller, entity_id: UUID, item: EntityMerge
) -> HttpResponse:
    merged = merge_entities(
        caller,
        keep=entity_id,
        merge=item.merge,
        also=item.also,
        reason=item.reason,
        force=item.force,
    )
    done(request, _("Merged."), undo=reverse("entity-undo", args=[entity_id, merged.change_id]))
    return redirect("entity-detail", entity_id)


@page
@require_POST
def entity_join(request: HttpRequest, entity_id: UUID) -> HttpResponse:
    """Say that an entity of another pack is the same."""
    change = join_entities(caller_of(request), entity_id, _other(request))
    done(request, _("Shown as one from now on."), undo=reverse("history-undo", args=[change]))
    return redirect("entity-detail", entity_id)


@page
@require_POST
def entity_separate(request: HttpRequest, entity_id: UUID) -> HttpResponse:
    """Say that a joined entity is another one."""
    change = separate_entities(caller_of(request), entity_id, _other(request))
    done(request, _("Shown as two from now on."), undo=reverse("history-undo", args=[change]))
    return redirect("entity-detail", entity_id)


def _other(request: HttpRequest) -> UUID:
    return parsing.uid(request.POST.get("other", ""), field="other")


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
