"""Journals and derived tables refuse changes; staff see their own rows only."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_q.models import OrmQ, Schedule

from core.interfaces.admin import OwnedAdmin, ReadOnly
from core.models import Revision
from memories.models import Memory
from memories.tasks.schedules import ensure_schedules

from .conftest import House
from .lasting import alice as alice
from .lasting import house as house
from .lasting import lasting_house as lasting_house
from .lasting import operator as operator
from .test_pages import address

READ_ONLY = sorted(
    (model for model, its in admin.site._registry.items() if isinstance(its, ReadOnly)),
    key=lambda model: model._meta.label,
)
JOURNALS = {
    "Revision", "RetrievalRun", "Feedback", "SearchTuning", "VectorMetadata", "EmbeddingJob",
}  # fmt: skip


def test_the_journals_are_read_only() -> None:
    assert {model.__name__ for model in READ_ONLY} >= JOURNALS


@pytest.mark.parametrize("model", READ_ONLY, ids=lambda model: model._meta.label)
def test_read_only_tables_refuse_changes(model: type[Model], site: Client, house: House) -> None:
    assert site.get(address(model, "add")).status_code == 403
    row = model._default_manager.first()
    if row is None:
        return
    assert site.post(address(model, "change", row.pk), {}).status_code == 403
    if model._meta.model_name != "ormq":
        assert site.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403
        assert model._default_manager.filter(pk=row.pk).exists()


def test_memories_are_neither_added_nor_deleted_by_django(site: Client, house: House) -> None:
    memory = house.memories[0]
    assert site.get(address(Memory, "add")).status_code == 403
    assert site.post(address(Memory, "delete", memory.pk), {"post": "yes"}).status_code == 403


@pytest.fixture
def staff(alice: User, house: House) -> Client:
    """Alice, allowed everything by permission, but not the operator."""
    alice.is_staff = True
    alice.save()
    alice.user_permissions.set(Permission.objects.all())
    client = Client()
    client.force_login(alice)
    return client


OWNED = sorted(
    (model for model, its in admin.site._registry.items() if isinstance(its, OwnedAdmin)),
    key=lambda model: model._meta.label,
)


@pytest.mark.parametrize("model", OWNED, ids=lambda model: model._meta.label)
def test_staff_see_their_own_rows_only(model: type[Model], staff: Client, house: House) -> None:
    assert "bob-next-door" not in staff.get(address(model, "changelist")).content.decode()


def test_staff_cannot_reach_another_persons_memory(staff: Client, house: House) -> None:
    theirs = Memory.objects.get(base_user="bob-next-door")
    assert staff.get(address(Memory, "change", theirs.pk)).status_code == 302
    staff.post(reverse("admin:memories_memory_do"), {"deed": "hide", "ids": theirs.pk})
    staff.post(reverse("admin:memories_memory_forget"), {"ids": theirs.pk})
    theirs.refresh_from_db()
    assert theirs.invalidated_at is None
    assert not Revision.objects.filter(target_id=str(theirs.uid)).exclude(action="CREATE").exists()


def test_staff_without_permission_to_change_do_nothing(alice: User, house: House) -> None:
    alice.is_staff = True
    alice.save()
    alice.user_permissions.set(Permission.objects.filter(codename="view_memory"))
    client = Client()
    client.force_login(alice)
    memory = house.memories[0]
    page = client.get(address(Memory, "change", memory.pk))
    assert page.status_code == 200 and "価格" in page.content.decode()
    assert (
        client.post(
            reverse("admin:memories_memory_do"), {"deed": "hide", "ids": memory.pk}
        ).status_code
        == 403
    )
    assert (
        client.post(reverse("admin:memories_memory_forget"), {"ids": memory.pk}).status_code == 403
    )


@pytest.mark.parametrize(
    "name", ["django_q_schedule", "django_q_ormq", "auth_group", "graph_relationtype"]
)
def test_tables_of_the_installation_are_the_operators(name: str, staff: Client) -> None:
    assert staff.get(reverse(f"admin:{name}_changelist")).status_code == 403


def test_nobody_writes_a_schedule(site: Client, db: None) -> None:
    ensure_schedules(now=timezone.now())
    held = Schedule.objects.order_by("pk")[0]
    before = list(Schedule.objects.values())
    fields = {
        "name": "mine", "func": "os.system", "args": "'id'", "schedule_type": "O", "repeats": "-1",
        "next_run_0": "2026-01-01", "next_run_1": "00:00:00",
    }  # fmt: skip
    for way, arguments in (("add", []), ("change", [held.pk]), ("delete", [held.pk])):
        page = reverse(f"admin:django_q_schedule_{way}", args=arguments)
        assert site.post(page, {**fields, "post": "yes"}).status_code == 403, way
    assert list(Schedule.objects.values()) == before

    listed = reverse("admin:django_q_schedule_changelist")
    site.post(listed, {"action": "run_now", "_selected_action": [held.pk]})
    queued = OrmQ.objects.latest("pk").task
    assert (queued["func"], queued["group"]) == (held.func, held.name)


def test_staff_cannot_make_themselves_operator(staff: Client, alice: User) -> None:
    staff.post(
        address(User, "change", alice.pk),
        {"is_superuser": "on", "username": "bob", "first_name": "A"},
    )
    alice.refresh_from_db()
    assert not alice.is_superuser and alice.username == "alice"


def test_a_stranger_is_sent_to_the_login(client: Client, db: None) -> None:
    for name in ("memories_memory_do", "memories_memory_forget", "memories_inbox", "index"):
        answer = client.get(reverse(f"admin:{name}"))
        assert answer.status_code == 302 and "login" in answer.headers["Location"]
