"""Merging and splitting people and things in the browser, without a script."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from core.caller import Caller
from entities.models import Entity, Mention

from .conftest import Save


@pytest.fixture
def two(owner: Caller, save: Save) -> list[Entity]:
    for text, name in (
        ("田中太郎 came", "田中太郎"),
        ("Tanaka went", "Tanaka"),
        ("Tanaka left", "Tanaka"),
    ):
        save(owner, text, pack="work", entities=[{"name": name, "type": "Person"}])
    return [Entity.objects.get(name=name) for name in ("田中太郎", "Tanaka")]


def address(name: str, entity: Entity) -> str:
    return reverse(f"entity-{name}", args=[entity.entity_id])


def test_it_is_chosen_seen_done_and_undone(site: Client, two: list[Entity]) -> None:
    kept, gone = two
    assert address("merge", kept) in site.get(address("detail", kept)).content.decode()
    choices = site.get(address("merge", kept)).content.decode()
    link = f"{address('merge', kept)}?other={gone.entity_id}"
    assert link in choices, "one with the same reading is offered without looking for it"
    assert link in site.get(address("merge", kept), {"name": "tana"}).content.decode()
    preview = site.get(link).content.decode()
    assert "Mentions that move" in preview and "Tanaka" in preview
    assert Mention.objects.filter(entity=kept).count() == 1
    shown = site.post(
        address("merge", kept), {"other": gone.entity_id, "reason": "he said so"}, follow=True
    )
    page = shown.content.decode()
    assert Mention.objects.filter(entity=kept).count() == 3 and "he said so" in page
    undo = re.search(r'action="(/entities/[^"]+/undo/[^"]+/)"', page)
    assert undo
    assert "Undone" in site.post(undo[1], follow=True).content.decode()
    assert Mention.objects.filter(entity=gone).count() == 2


def test_the_page_of_a_merged_one_leads_on(site: Client, two: list[Entity]) -> None:
    kept, gone = two
    site.post(address("merge", kept), {"other": gone.entity_id})
    page = site.get(address("detail", gone)).content.decode()
    assert "Merged into" in page and address("detail", kept) in page
    assert address("merge", gone) not in page


def test_mentions_are_ticked_and_split_off(site: Client, two: list[Entity]) -> None:
    tanaka = two[1]
    mention = tanaka.mentions.order_by("pk")[0]
    form = site.get(address("split", tanaka)).content.decode()
    assert f'value="{mention.pk}"' in form and "Tanaka went" in form
    given = {"mention": [mention.pk], "name": "Jiro Tanaka", "type": "Person"}
    shown = site.post(address("split", tanaka), given, follow=True)
    assert "Jiro Tanaka" in shown.content.decode()
    assert Entity.objects.get(name="Jiro Tanaka").mentions.get() == mention


def test_what_is_refused_says_why(site: Client, stranger: Client, two: list[Entity]) -> None:
    kept, gone = two
    assert site.post(address("merge", kept), {"other": kept.entity_id}).status_code == 400
    assert site.post(address("merge", kept), {"other": "x"}).status_code == 404
    assert site.post(address("split", kept), {}).status_code == 422
    for name in ("merge", "split"):
        assert stranger.get(address(name, kept)).status_code == 404
        assert stranger.post(address(name, kept), {"other": gone.entity_id}).status_code == 404
    assert Mention.objects.filter(entity=gone).count() == 2


def test_the_pages_cost_the_same_queries(
    site: Client, two: list[Entity], queries_of, owner: Caller, save: Save
) -> None:  # type: ignore[no-untyped-def]
    pages = [address(name, two[1]) for name in ("detail", "merge", "split")]
    site.get(pages[0])  # types are read once
    before = [queries_of(page) for page in pages]
    for at in range(3):
        save(owner, f"Tanaka {at}", pack="work", entities=[{"name": "Tanaka", "type": "Person"}])
    assert [queries_of(page) for page in pages] == before
