"""Whatever is done to memories goes through the services, and the journal shows it."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from core.models import Action, Revision
from graph.models import MemoryLink
from memories.models import EmbeddingJob, Memory, Tag

from .conftest import House, save

LIST = "admin:memories_memory_changelist"


def act(site: Client, action: str, *memories: Memory, **more: str) -> Any:
    return site.post(
        reverse(LIST),
        {"action": action, "_selected_action": [memory.pk for memory in memories], **more},
        follow=True,
    )


def actions_on(memory: Memory) -> list[str]:
    return list(
        Revision.objects.filter(target_type="memory", target_id=str(memory.uid))
        .order_by("id")
        .values_list("action", flat=True)
    )


BULK_ACTIONS = [
    ("hide", "invalidated_at", lambda value: value is not None, Action.INVALIDATE),
    ("pin", "pinned", lambda value: value is True, Action.UPDATE),
    ("do_not_recall", "searchable", lambda value: value is False, Action.UPDATE),
]


@pytest.mark.parametrize(("name", "field", "holds", "action"), BULK_ACTIONS)
def test_deed_changes_and_can_be_undone(
    name: str, field: str, holds: Any, action: str, site: Client, house: House
) -> None:
    memory = house.memories[0]
    answer = act(site, name, memory)
    memory.refresh_from_db()
    assert holds(getattr(memory, field))
    assert actions_on(memory) == [Action.CREATE, action]
    assert Revision.objects.filter(target_type="memory").latest("id").actor == "system:admin:root"

    undo = answer.content.decode().split('class="undo"')[0].rsplit('href="', 1)[1].split('"')[0]
    undo = undo.replace("&amp;", "&")
    asked = site.get(undo)
    assert asked.status_code == 200 and asked.context["memories"] == [memory]
    site.post(undo.split("?")[0], {"deed": asked.context["deed"].name, "ids": asked.context["ids"]})
    memory.refresh_from_db()
    assert not holds(getattr(memory, field))
    assert len(actions_on(memory)) == 3


def test_deed_leaves_alone_what_it_would_not_change(site: Client, house: House) -> None:
    act(site, "restore", *house.memories)
    assert actions_on(house.memories[0]) == [Action.CREATE]


def test_embed_again_asks_for_vectors(site: Client, house: House) -> None:
    EmbeddingJob.objects.all().delete()
    act(site, "reembed", house.memories[0])
    assert EmbeddingJob.objects.filter(item_id=house.memories[0].pk).exists()


def test_forget_previews_and_erases_only_when_confirmed(site: Client, house: House) -> None:
    first, second = house.memories[:2]
    preview = act(site, "forget", first, second)
    assert preview.status_code == 200
    assert dict(preview.context["rows"])["Links"] >= 1
    assert Memory.objects.filter(pk=first.pk).exists()

    where = reverse("admin:memories_memory_forget")
    site.post(where, {"ids": f"{first.pk},{second.pk}", "reason": "wrong person"})
    assert not Memory.objects.filter(pk__in=[first.pk, second.pk]).exists()
    assert actions_on(first)[-1] == Action.ERASE
    assert not Revision.objects.filter(target_id=str(first.uid)).exclude(after=None).exists()
    assert not LogEntry.objects.filter(object_repr__contains="田中さん").exists()


def test_forget_offers_the_names_that_nothing_else_has(site: Client, house: House) -> None:
    first = house.memories[0]
    first.tags.add(Tag.objects.create(
        user_id=first.user_id, name="zoo", name_key="zoo", created_at=first.created_at
    ))  # fmt: skip
    preview = act(site, "forget", first).content.decode()
    assert "zoo" in preview and 'name="erase_names"' in preview
    where = reverse("admin:memories_memory_forget")
    site.post(where, {"ids": str(first.pk), "erase_names": "yes"})
    assert not Tag.objects.filter(name="zoo").exists()


def test_editing_goes_through_revise(site: Client, house: House) -> None:
    memory = house.memories[2]
    answer = site.post(
        reverse("admin:memories_memory_change", args=[memory.pk]),
        form_values(site, memory)
        | {"raw_text": "カレーは辛口が好き", "tag_names": "味, 好み", "reason": "変わった"},
    )
    assert answer.status_code == 302, answer.context["errors"]
    memory.refresh_from_db()
    assert memory.raw_text == "カレーは辛口が好き"
    assert sorted(tag.name for tag in memory.tags.all()) == ["味", "好み"]
    revision = Revision.objects.filter(target_id=str(memory.uid), action=Action.UPDATE).get()
    assert revision.reason == "変わった"
    assert revision.before is not None and revision.before["raw_text"] == "カレーは中辛が好き"
    assert not LogEntry.objects.exists()


def test_saving_without_a_change_writes_nothing(site: Client, house: House) -> None:
    memory = house.memories[2]
    site.post(reverse("admin:memories_memory_change", args=[memory.pk]), form_values(site, memory))
    assert actions_on(memory) == [Action.CREATE]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("raw_text", "  "),
        ("importance_score", "7"),
        ("raw_text", "x" * 100_001),
        ("extra_data", "{"),
    ],
)
def test_bad_values_are_shown_at_their_field(
    field: str, value: str, site: Client, house: House
) -> None:
    memory = house.memories[2]
    answer = site.post(
        reverse("admin:memories_memory_change", args=[memory.pk]),
        form_values(site, memory) | {field: value},
    )
    assert answer.status_code == 200
    assert field in answer.context["adminform"].form.errors
    assert actions_on(memory) == [Action.CREATE]


def test_what_the_service_refuses_is_told(site: Client, house: House) -> None:
    memory = house.memories[2]
    values = form_values(site, memory) | {
        "about_start_0": "2026-01-02", "about_start_1": "00:00:00",
        "about_end_0": "2026-01-01", "about_end_1": "00:00:00",
    }  # fmt: skip
    answer = site.post(
        reverse("admin:memories_memory_change", args=[memory.pk]), values, follow=True
    )
    assert answer.status_code == 200
    assert actions_on(memory) == [Action.CREATE]


def test_a_link_is_taken_away_by_the_service(site: Client, house: House) -> None:
    link = MemoryLink.objects.filter(relation_type="supports").get()
    site.post(
        reverse("admin:graph_memorylink_changelist"),
        {"action": "take_away", "_selected_action": [link.pk]},
    )
    assert not MemoryLink.objects.filter(pk=link.pk).exists()
    assert Revision.objects.filter(action=Action.DELETE, target_type="memorylink").exists()


def test_the_actor_of_ones_own_memories_is_the_owner(site: Client, operator: User) -> None:
    [memory] = save(operator, "mine")
    act(site, "pin", memory)
    assert Revision.objects.latest("id").actor == "owner"


def test_an_unknown_deed_is_refused(site: Client, house: House) -> None:
    assert site.post(reverse("admin:memories_memory_do"), {"deed": "burn"}).status_code == 400


def test_return_address_stays_on_this_site(site: Client, house: House) -> None:
    answer = site.post(
        reverse("admin:memories_memory_do"),
        {"deed": "pin", "ids": house.memories[0].pk, "next": "https://evil.example/"},
    )
    assert answer.headers["Location"] == reverse(LIST)


def form_values(site: Client, memory: Memory) -> dict[str, Any]:
    """Return what a browser would post from the untouched page."""
    page = site.get(reverse("admin:memories_memory_change", args=[memory.pk]))
    values: dict[str, Any] = {}
    for bound in page.context["adminform"].form:
        value = bound.value()
        if hasattr(bound.field.widget, "widgets"):
            parts = bound.field.widget.decompress(value)
            values |= {f"{bound.html_name}_{at}": part or "" for at, part in enumerate(parts)}
        elif value is not False:
            values[bound.html_name] = "" if value is None else value
    for formset in page.context["inline_admin_formsets"]:
        management = formset.formset.management_form
        values |= {field.html_name: field.value() for field in management}
    return values
