"""The graph's pages without a script: where one begins, the list, the panels, wrong addresses."""

from collections.abc import Callable

import pytest
from django.test import Client

from core.caller import Caller
from entities.models import Entity
from graph.models import SavedView
from memories.models import Memory
from memories.schemas import SavedOut
from memories.schemas.inputs import LinkInput
from memories.services.update import relate

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(owner: Caller, save: Callable[..., SavedOut]) -> SavedOut:
    """One memory that mentions somebody."""
    entities = [{"name": "Rowan", "type": "Person"}]
    return save(owner, "Rowan waits for rain.", pack="lifelog", tags=["rain"], entities=entities)


def test_every_page_answers_in_both_languages(site: Client, told: SavedOut) -> None:
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
            f"/graph/closest/?id={name}", f"/graph/closest/?id={name}&to=page", "/graph/closest/?id=entity:7",
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
def test_wrong_addresses_say_so(site: Client, told: SavedOut, address: str, status: int) -> None:
    assert site.get(address).status_code == status


def test_nobody_elses_node_is_shown(
    site: Client, other: Caller, save: Callable[..., SavedOut]
) -> None:
    uid = save(other, "Not for the reader.", pack="lifelog").id
    for address in (
        f"/graph/?focus=memory:{uid}", f"/graph/node/?id=memory:{uid}", f"/memories/{uid}/",
        f"/graph/small/?focus=memory:{uid}", f"/graph/open/?id=memory:{uid}",
        f"/graph/path/?source=memory:{uid}&target=memory:{uid}",
    ):  # fmt: skip
        answer = site.get(address)
        assert answer.status_code in (200, 404) and b"Not for" not in answer.content, address


def test_an_empty_graph_says_what_to_do(site: Client) -> None:
    for address in ("/graph/", "/graph/?view=all", "/graph/?q=rain", "/graph/statistics/"):
        answer = site.get(address)
        assert answer.status_code == 200 and b"graph-canvas" not in answer.content, address


def test_a_memory_page_shows_how_it_came_about(
    site: Client, owner: Caller, save: Callable[..., SavedOut]
) -> None:
    plans = [save(owner, f"Plan {n} of the trip.", pack="lifelog").id for n in range(3)]
    relate(owner, plans[1], LinkInput(target_id=plans[0], type="supersedes"))
    title = b"How it came about"
    assert title not in site.get(f"/memories/{plans[1]}/").content
    relate(owner, plans[2], LinkInput(target_id=plans[1], type="extends"))
    for uid in plans:
        page = site.get(f"/memories/{uid}/").content
        shown = page[page.index(title) :]
        places = [shown.index(f"Plan {n} of the trip".encode()) for n in range(3)]
        assert places == sorted(places)


def test_a_view_is_kept_deleted_and_brought_back(site: Client, told: SavedOut) -> None:
    site.post("/graph/views/keep/", {"name": "Rain", "state": "q=rain&depth=2"})
    view = SavedView.objects.get()
    assert view.state == {"q": ["rain"], "depth": ["2"]}
    answer = site.post(f"/graph/views/{view.uid}/delete/", follow=True)
    assert not SavedView.objects.exists()
    *_, said = answer.context["messages"]
    site.post(said.extra_tags)
    assert SavedView.objects.get().state == view.state


def test_panels_tell_of_the_day_that_the_picture_shows(
    site: Client, owner: Caller, save: Callable[..., SavedOut]
) -> None:
    given = {
        "entities": [{"name": "Ken Ito", "type": "Person"}, {"name": "Acme", "type": "Organization"}],
        "states": [
            {"subject": "Ken Ito", "predicate": "works_for", "value": "Acme",
             "valid_from": "2020-01-01", "valid_to": "2024-01-01"},
        ],
    }  # fmt: skip
    save(owner, "Ken Ito worked for Acme until 2024.", pack="work", **given)
    ken, acme = (Entity.objects.get(name=name).entity_id for name in ("Ken Ito", "Acme"))
    ends = f"source=entity:{ken}&target=entity:{acme}"
    assert site.get(f"/graph/edge/?{ends}").status_code == 404
    then = site.get(f"/graph/edge/?{ends}&held=2022-05-01")
    assert then.status_code == 200 and "Acme" in then.content.decode()
    assert "Acme" in site.get(f"/graph/node/?id=entity:{ken}&held=2022-05-01").content.decode()
    path = site.get(f"/graph/path/?{ends}&held=2022-05-01").content.decode()
    assert 'name="held" value="2022-05-01"' in path and "Show only this" in path
    assert site.get(f"/graph/edge/?{ends}&held=some+day").status_code in (400, 422)
