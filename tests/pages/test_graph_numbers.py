"""The page of the graph's figures: what it shows, how old it is, and whose graph it is."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from core.caller import Caller
from entities.models import Entity
from graph.models import GraphAnalysis
from memories.schemas import SavedOut
from memories.services.network import analytics
from memory_site.templatetags.dashboards import measured

pytestmark = pytest.mark.django_db
Save = Callable[..., SavedOut]
PAGE = "/graph/statistics/"


@pytest.fixture
def told(owner: Caller, save: Save) -> None:
    """Rowan and Ines belong together in one pack, Tarek and Uma in another."""
    for pack, names in (("lifelog", ("Rowan", "Ines")), ("work", ("Tarek", "Uma"))):
        entities = [{"name": name, "type": "Person"} for name in names]
        for at in range(3):
            text = f"{names[0]} met {names[1]} on day {at}."
            save(owner, text, pack=pack, tags=["walks"], entities=entities)


def read(site: Client, address: str = PAGE) -> str:
    shown = site.get(address)
    assert shown.status_code == 200
    return shown.content.decode()


def test_an_empty_space_says_so(site: Client) -> None:
    page = read(site)
    assert "There is no graph yet" in page
    assert "<table" not in page and "data-chart" not in page


def test_every_figure_with_its_age(site: Client, told: None) -> None:
    page = read(site)
    for name in (
        "Density", "Components", "Clustering coefficient", "Average path length", "Small world",
        "Modularity (Leiden)", "Influence", "PageRank", "Betweenness", "Degree",
        "Eigenvector centrality", "Mentioned more than before", "Answered from memory",
    ):  # fmt: skip
        assert name in page, name
    assert page.count("computed <time") == 4
    assert "Nothing was sampled: every figure is exact." in page
    assert "A power law is fitted once 50 nodes are connected." in page
    assert page.count("data-chart") == 3
    assert read(site).count("computed <time") == 4, "the second time it is only read"


@pytest.mark.parametrize(
    ("value", "written"),
    [(None, "–"), (0.0, "0"), (4, "4"), (1234.5, "1,234"), (0.5706, "0.571"), (2.4, "2.40"),
     (-0.04, "-0.0400"), (1e-9, "< 0.0001")],
)  # fmt: skip
def test_measures_have_three_digits(value: float | None, written: str) -> None:
    assert measured(value) == written


def test_communities_and_entities_are_linked(site: Client, told: None) -> None:
    page = read(site)
    rows = re.findall(r'href="(/graph/\?community=entity:[^"]+)">([^<]+)</a>', page)
    assert {name for _, names in rows for name in names.split(" · ")} >= {"Rowan", "Uma"}
    assert site.get(rows[0][0]).status_code == 200
    rowan = Entity.objects.get(name="Rowan")
    assert f'href="/entities/{rowan.entity_id}/">Rowan</a>' in page


def test_what_was_sampled_is_told(site: Client, told: None) -> None:
    read(site)
    analysis = GraphAnalysis.objects.get()
    law = {"alpha": 2.5, "error": 0.1, "least_degree": 2, "tail_nodes": 60, "distance": 0.04}
    analysis.statistics |= {"path_sample": 128, "betweenness_sample": 256, "power_law": law}
    analysis.save()
    page = read(site)
    assert "Path lengths were measured from 128 of" in page
    assert "Betweenness was estimated from 256 of" in page
    assert "From 2 connections on, the power law" in page and "Power law</th>" in page


def test_it_is_computed_again(site: Client, owner: Caller, save: Save, told: None) -> None:
    read(site)
    before = GraphAnalysis.objects.get()
    save(owner, "Rowan sings.", pack="lifelog", entities=[{"name": "Rowan", "type": "Person"}])
    answer = site.post(f"{PAGE}compute/", follow=True)
    assert "Computed again." in answer.content.decode()
    after = GraphAnalysis.objects.get()
    assert after.computed_at != before.computed_at and after.node_count == before.node_count + 1


def test_a_large_graph_waits_for_the_worker(
    site: Client, told: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analytics, "INLINE_NODES", 1)
    assert "Look again in a minute." in read(site)
    analytics.analyze_requested()
    assert "computed <time" in read(site)


def test_packs_are_narrowed_and_stay(site: Client, told: None) -> None:
    page = read(site, f"{PAGE}?pack=work")
    assert "Tarek" in page and "Rowan" not in page
    assert re.search(r"\?community=entity:[\w-]+&amp;pack=work", page)
    assert '<input type="hidden" name="pack" value="work">' in page
    assert site.get(f"{PAGE}?pack=nowhere").status_code == 200, "as the rail has it"


def test_other_people_and_other_pages(site: Client, stranger: Client, told: None) -> None:
    assert "There is no graph yet" in read(stranger)
    assert f'href="{PAGE}"' in read(site, "/graph/")
    assert f'href="{PAGE}"' in read(site, "/dashboards/")
    site.cookies["django_language"] = "ja"
    assert "Rowan" in read(site)
