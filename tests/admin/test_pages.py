"""Every registered model's list, search and page answer, in both languages."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, User
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from memories.tasks.schedules import CORE, ensure_schedules, task_label
from memory_site.settings.admin_theme import navigation
from tests.depth import depth

from .conftest import House
from .lasting import alice as alice
from .lasting import house as house
from .lasting import lasting_house as lasting_house
from .lasting import operator as operator

OUR_APPS = ("core", "accounts", "packs", "entities", "graph", "memories")
REGISTERED = sorted(admin.site._registry, key=lambda model: model._meta.label)


def address(model: type[Model], page: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


@pytest.fixture
def full_house(house: House, operator: User) -> House:
    Group.objects.create(name="readers")
    kind = ContentType.objects.get_for_model(Group)
    LogEntry.objects.create(
        user=operator, content_type=kind, object_id="1", object_repr="readers", action_flag=CHANGE
    )
    return house


def test_every_model_of_ours_is_registered() -> None:
    ours = {
        model
        for model in apps.get_models()
        if model._meta.app_label in (*OUR_APPS, "django_q") and not model._meta.auto_created
    }
    stored_by_proxies = {"django_q.Task"}
    # Numbers: of words and of nodes, made anew; of changed nodes; and of places in a picture.
    numbers = {"GraphAnalysis", "GraphChange", "GraphLayout"}
    # Views are addresses, which the explorer lists and deletes.
    of_graph = {f"graph.{name}" for name in (*numbers, "SavedView")}
    # Encrypted, and shown by the memory's page to its owner alone; secrets, ended on the page
    # “Access” or by command.
    secrets = {"memories.SealedText", "accounts.SecondFactor"}
    nothing_to_read = {"memories.SearchDocument", *secrets, *of_graph}
    written_by_nothing_yet = {"memories.Affect"}
    missing = {model._meta.label for model in ours - set(REGISTERED)}
    assert missing == stored_by_proxies | nothing_to_read | written_by_nothing_yet


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("model", REGISTERED, ids=lambda model: model._meta.label)
def test_list_search_and_page_answer(
    model: type[Model], language: str, site: Client, full_house: House
) -> None:
    site.cookies["django_language"] = language
    model_admin = admin.site.get_model_admin(model)
    assert model_admin.search_fields, "a list without search answers few questions"
    row = model._default_manager.first()
    assert row is not None, "the fixture leaves this table empty"
    # A search is one in every language.
    searches = [address(model, "changelist") + "?q=a"] if language == "en" else []
    for where in (*searches, address(model, "changelist"), address(model, "change", row.pk)):
        answer = site.get(where)
        assert answer.status_code == 200, where
        assert answer.headers["Content-Language"] == language


@pytest.mark.deep
@pytest.mark.parametrize("model", REGISTERED, ids=lambda model: model._meta.label)
def test_every_filter_answers(model: type[Model], site: Client, full_house: House) -> None:
    changelist = site.get(address(model, "changelist")).context["cl"]
    for spec in changelist.filter_specs:
        # The first choices are all (the list itself), one and another: what each kind does.
        for choice in list(spec.choices(changelist))[1 : depth(2, 3)]:
            query = choice.get("query_string", "")
            answer = site.get(address(model, "changelist") + query)
            assert answer.status_code == 200, query
            assert "e=1" not in answer.headers.get("Location", ""), query


@pytest.mark.parametrize("name", ["index", "memories_inbox"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_overview_and_inbox_answer(
    name: str, language: str, site: Client, full_house: House
) -> None:
    site.cookies["django_language"] = language
    assert site.get(reverse(f"admin:{name}")).status_code == 200


def test_overview_shows_the_health_to_the_operator_only(
    site: Client, full_house: House, alice: User
) -> None:
    assert b"Is everything well?" in site.get(reverse("admin:index")).content
    alice.is_staff = True
    alice.save()
    client = Client()
    client.force_login(alice)
    assert b"Is everything well?" not in client.get(reverse("admin:index")).content


def test_every_list_is_in_the_sidebar(rf: RequestFactory, operator: User) -> None:
    request = rf.get(reverse("admin:index"))
    request.user = operator
    offered = {str(item["link"]) for group in navigation(request) for item in group["items"]}
    assert {address(model, "changelist") for model in REGISTERED} <= offered


def test_the_dashboard_shows_regular_work_by_its_label(site: Client, full_house: House) -> None:
    ensure_schedules(now=timezone.now())
    page = site.get("/admin/", headers={"accept-language": "ja"}).content.decode()
    with override("ja"):
        assert all(task_label(task.name) in page for task in CORE)
