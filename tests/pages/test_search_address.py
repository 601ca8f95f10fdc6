"""Filters in the address of a search: what is found, how each is named, what is refused."""

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from core.caller import Caller
from memories.interfaces.pages.search_address.filters import NEGATED, PARAMETERS, sentence
from memories.models import Memory

from .conftest import Save


@pytest.fixture
def two(owner: Caller, save: Save) -> None:
    save(
        owner, "the river", pack="lifelog", namespace="home", tags=["a"], context="garden", category="travel",
        speaker="Maria", session_id="s1", device_id="phone", source="chat", memory_type="event",
        created_at="2025-01-10T03:00:00Z", about_start="2025-01-05T00:00:00Z",
        latitude=35.0116, longitude=135.7681, importance=0.9, confidence=0.9, pinned=True,
        entities=[{"name": "Katsura", "type": "Location"}],
    )  # fmt: skip
    save(
        owner, "橋を渡りました", pack="work", session_id="s2", created_at="2025-03-10T03:00:00Z",
        confidence=0.2, importance=0.1,
    )  # fmt: skip


def shown(site: Client, **asked: Any) -> list[str]:
    page = site.get("/", asked)
    assert page.status_code == 200, page.content
    words = re.findall(r'class="words-link"[^>]*>(.*?)</a>', page.content.decode(), re.S)
    return [html.unescape(re.sub("<[^>]+>", "", text)).strip() for text in words]


FIRST, SECOND = "the river", "橋を渡りました"
ADDRESSES: list[tuple[dict[str, str], list[str]]] = [
    ({"type": "event"}, [FIRST]),
    ({"tag": "a"}, [FIRST]),
    ({"context": "garden"}, [FIRST]),
    ({"entity": "Katsura"}, [FIRST]),
    ({"speaker": "Maria"}, [FIRST]),
    ({"session": "s2"}, [SECOND]),
    ({"category": "travel"}, [FIRST]),
    ({"device": "phone"}, [FIRST]),
    ({"source": "chat"}, [FIRST]),
    ({"language": "ja"}, [SECOND]),
    ({"namespace": "home"}, [FIRST]),
    ({"kind": "memory"}, [SECOND, FIRST]),
    ({"kind": "state"}, []),
    ({"after": "2025-01-11"}, [SECOND]),
    ({"before": "2025-01-10"}, [FIRST]),
    ({"about_after": "2025-01-05"}, [FIRST]),
    ({"about_before": "2025-01-05"}, [FIRST]),
    ({"held": "2025-02-01"}, [FIRST]),
    ({"known": "2025-02-01"}, []),
    ({"validity": "current"}, [SECOND, FIRST]),
    ({"validity": "superseded"}, []),
    ({"near": "35.01, 135.77, 5"}, [FIRST]),
    ({"importance": "0.5"}, [FIRST]),
    ({"confidence": "0.5"}, [FIRST]),
    ({"pinned": "true"}, [FIRST]),
]


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize(("asked", "found"), ADDRESSES)
def test_every_filter(site: Client, asked: dict[str, str], found: list[str]) -> None:
    assert shown(site, **asked) == found
    rest = [text for text in (SECOND, FIRST) if text not in found]
    assert shown(site, **{f"not.{name}": value for name, value in asked.items()}) == rest


@pytest.mark.usefixtures("two")
def test_by_thread_and_out_of_a_pack(site: Client) -> None:
    thread = Memory.objects.get(raw_text=FIRST).threads.get()
    assert shown(site, thread=thread.thread_key) == [FIRST]
    assert shown(site, **{"not.pack": "work"}) == [FIRST]
    assert {*PARAMETERS} - {name for asked, _ in ADDRESSES for name in asked} == {"thread"}


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize(
    ("sort", "found"),
    [
        ("", [SECOND, FIRST]),
        ("newest", [SECOND, FIRST]),
        ("oldest", [FIRST, SECOND]),
        ("important", [FIRST, SECOND]),
    ],
)
def test_the_order(site: Client, sort: str, found: list[str]) -> None:
    assert shown(site, validity="any", sort=sort) == found


@pytest.mark.usefixtures("two")
def test_a_filter_is_said_in_words_and_can_be_taken_away(site: Client) -> None:
    page = site.get("/?q=river&tag=a&not.tag=b&held=2025-02-01&near=35,135,200").content.decode()
    chips = re.findall(r'<a class="chip chip-filter" href="([^"]+)"[^>]*>([^<]+)', page)
    assert [text for _, text in chips] == [
        "tagged a",
        "true on 2025-02-01",
        "near 35,135,200 km",
        "not: tagged b",
    ]
    assert "not.tag" not in chips[3][0] and "held=2025-02-01" in chips[3][0]
    # What no field of the form shows goes along with the next words typed.
    assert 'name="not.tag" value="b"' in page


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_filter_has_words_in_both_languages(language: str) -> None:
    with translation.override(language):
        said = {name: sentence(name, "0.5") for name in (*PARAMETERS, *NEGATED)}
    assert all(said.values())
    for name, text in said.items():
        assert text.isascii() == (language == "en"), (name, text)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/?tags=a", "nearest: tag"),
        ("/?not.tags=a", "nearest: not.tag"),
        ("/?q=x&colour=red", "colour"),
        ("/?sort=size", "newest, oldest, important"),
        ("/?kind=x", "kind"),
        ("/?held=soon", "held_at"),
        ("/?known=2025-99-99", "known_at"),
        ("/?validity=maybe", "validity"),
        ("/?near=91,0,1", "near.latitude"),
        ("/?near=9,0,0", "near.radius_km"),
        ("/?near=here", "near"),
        ("/?importance=2", "min_importance"),
        ("/?type=decsion", "nearest: decision"),
        ("/?q=x&not.type=decsion", "nearest: decision"),
    ],
)
def test_what_is_wrong_is_named(site: Client, address: str, said: str) -> None:
    answer = site.get(address)
    assert answer.status_code == 400
    page = html.unescape(answer.content.decode())
    assert said in page and "Nothing was changed" in page


@pytest.fixture(autouse=True)
def _spoken() -> Iterator[None]:
    with translation.override("en"):
        yield
