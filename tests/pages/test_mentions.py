"""What a memory's text names, in the browser without a script."""

import html
import re
from collections.abc import Callable
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from core.caller import Caller
from entities.models import Entity, EntityType, Mention
from entities.styling import forget_types

from .conftest import Save

TEXT = "<b>Maria</b> met 田中 & Co.\r\nMaria left Kyoto."
UNDO = re.compile(r'action="(/memories/[^"]+/mentions/undo/[^"]+/)"')


@pytest.fixture
def memory(owner: Caller, save: Save) -> UUID:
    given = [{"name": "Maria", "type": "Person"}, {"name": "田中", "type": "Person"}]
    return save(owner, TEXT, pack="work", entities=given).id


def shown(site: Client, uid: UUID) -> str:
    return site.get(reverse("memory-detail", args=[uid])).content.decode()


def words(page: str) -> str:
    """The text as a browser holds it: without tags, with every character."""
    found = re.search(r'<p class="words memory-words"[^>]*>(.*?)</p>', page, re.S)
    assert found
    return html.unescape(re.sub(r"<[^>]+>", "", found[1]).replace("&#13;", "\r"))


def test_the_text_stays_word_for_word(site: Client, memory: UUID) -> None:
    page = shown(site, memory)
    assert words(page) == TEXT and "<b>Maria" not in page
    assert re.findall(r'aria-label="([^"]+)" data-tip', page) == [
        "Maria (Person: Maria)",
        "田中 (Person: 田中)",
    ]


def test_it_is_seen_put_right_and_undone(site: Client, memory: UUID) -> None:
    address = reverse("memory-mention", args=[memory])
    page = shown(site, memory)
    assert f"{address}?start=3&amp;surface=Maria" in page
    panel = site.get(address, {"start": 3, "surface": "Maria"}).content.decode()
    assert "named when it was saved" in panel and "100%" in panel
    assert (
        "田中"
        in site.get(address, {"start": 3, "surface": "Maria", "name": "tana"}).content.decode()
    )
    tanaka = Entity.objects.get(name="田中")
    given = {"start": 3, "surface": "Maria", "deed": "is", "entity": str(tanaka.entity_id)}
    page = site.post(address, given, follow=True).content.decode()
    assert "“Maria” is 田中 here now." in page and "Maria (Person: 田中)" in page
    undo = UNDO.search(page)
    assert undo
    site.post(undo[1])
    assert "Maria (Person: Maria)" in shown(site, memory)


def test_a_new_one_another_type_nothing_and_back(site: Client, memory: UUID) -> None:
    address = reverse("memory-mention", args=[memory])
    at: dict[str, str | int] = {"start": TEXT.index("Kyoto"), "surface": "Kyoto"}
    page = site.post(
        address, {**at, "deed": "new", "new_name": "Kyoto office", "type": "Concept"}, follow=True
    ).content.decode()
    assert "Kyoto (Concept: Kyoto office)" in page
    office = Entity.objects.get(name="Kyoto office")
    retyped = {**at, "deed": "type", "of": str(office.entity_id), "type": "Location"}
    page = site.post(address, retyped, follow=True).content.decode()
    assert "Kyoto (Place: Kyoto office)" in page and UNDO.search(page)
    page = site.post(address, {**at, "deed": "nothing"}, follow=True).content.decode()
    assert "names nothing" in page and "Kyoto office" not in words(page)
    assert "You said that this names nothing" in site.get(address, at).content.decode()
    site.post(address, {**at, "deed": "back"})
    assert "You said" not in site.get(address, at).content.decode()


def test_words_are_found_by_typing_them(site: Client, memory: UUID) -> None:
    address = reverse("memory-mention", args=[memory])
    assert "Which words" in site.get(address).content.decode()
    assert "several places" in site.get(address, {"surface": "Maria"}).content.decode()
    assert "What does “Kyoto” name" in site.get(address, {"surface": "Kyoto"}).content.decode()
    missing = site.get(address, {"surface": "Osaka"})
    assert missing.status_code == 422 and "does not contain these words" in missing.content.decode()


def test_what_is_refused_says_why(site: Client, stranger: Client, memory: UUID) -> None:
    address = reverse("memory-mention", args=[memory])
    at: dict[str, str | int] = {"start": 3, "surface": "Maria"}
    taken = site.post(address, {**at, "deed": "new", "new_name": "田中", "type": "Person"})
    assert taken.status_code == 422 and "already has this name" in taken.content.decode()
    assert site.post(address, {**at, "deed": "is", "entity": "x"}).status_code == 404
    assert site.get(address, {"start": 4, "surface": "Maria"}).status_code == 400
    assert stranger.get(address, at).status_code == 404
    assert stranger.post(address, {**at, "deed": "nothing"}).status_code == 404
    assert Mention.objects.count() == 2


def test_colours_and_icons_that_are_set_hold_at_once(site: Client, memory: UUID) -> None:
    colours = reverse("entity-colours")
    assert (
        colours in shown(site, memory) and "kind-person" not in site.get(colours).content.decode()
    )
    kind = EntityType.objects.get(pk="Person")
    kind.icon, kind.color = "paw", "#aa2200"
    kind.save()
    try:
        assert "#paw" in shown(site, memory)
        assert "oklch(from #aa2200 0.5" in site.get(colours).content.decode()
        EntityType.objects.filter(pk="Person").update(color="red;}body{display:none")
        assert "display" not in site.get(colours).content.decode()
    finally:
        forget_types()


def test_the_page_costs_the_same_queries(
    site: Client, owner: Caller, save: Save, memory: UUID, queries_of: Callable[..., int]
) -> None:
    where = reverse("memory-detail", args=[memory])
    queries_of(where)
    few = queries_of(where)
    names = [f"Person{at:02}" for at in range(30)]
    given = [{"name": name, "type": "Person"} for name in names]
    long = save(owner, " ".join(names), pack="work", entities=given).id
    assert queries_of(reverse("memory-detail", args=[long])) <= few
