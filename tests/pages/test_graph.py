"""The graph's pages without a script: where one begins, the list, the panels, wrong addresses."""

import pytest
from django.test import Client

from entities.models import Entity
from graph.models import SavedView
from memories.models import Memory

from tests.conftest import House

pytestmark = pytest.mark.django_db


def test_every_page_answers_in_both_languages(site: Client, house: House) -> None:
    entity, memory = Entity.objects.filter(merged_into=None).first(), Memory.objects.first()
    assert entity and memory
    name = f"entity:{entity.entity_id}"
    for language in ("en", "ja"):
        site.cookies["django_language"] = language
        for address in (
            "/graph/", f"/graph/?focus={name}", f"/graph/?focus={name}&depth=2&as=list", "/graph/?q=rain",
            "/graph/?view=all", f"/graph/?focus={name}&held=2024-05-01", f"/graph/node/?id={name}",
            f"/graph/node/?id=memory:{memory.uid}", f"/graph/path/?source={name}&target=memory:{memory.uid}",
            "/graph/path/", "/graph/find/?words=a", "/graph/find/", f"/graph/selection/?id={name}",
            "/graph/selection/", f"/graph/small/?focus={name}", "/graph/views/",
        ):  # fmt: skip
            assert site.get(address).status_code == 200, address


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/graph/?focus=entity:nobody", 404),
        ("/graph/?focus=Nobody+at+all", 404),
        ("/graph/?q=a&depth=99", 400),
        ("/graph/?q=a&held=yesterday", 400),
        ("/graph/?q=a&held=2024-13-77", 400),
        ("/graph/?q=a&least=7", 400),
        ("/graph/node/?id=memory:7", 404),
        ("/graph/edge/?source=a&target=b", 404),
        ("/graph/open/?id=..", 404),
    ],
)
def test_wrong_addresses_say_so(site: Client, house: House, address: str, status: int) -> None:
    assert site.get(address).status_code == status


def test_a_view_is_kept_deleted_and_brought_back(site: Client, house: House) -> None:
    site.post("/graph/views/keep/", {"name": "Rain", "state": "q=rain&depth=2"})
    view = SavedView.objects.get()
    assert view.state == {"q": ["rain"], "depth": ["2"]}
    answer = site.post(f"/graph/views/{view.uid}/delete/", follow=True)
    assert not SavedView.objects.exists()
    undo = next(message.extra_tags for message in answer.context["messages"])
    site.post(undo)
    assert SavedView.objects.get().state == view.state
