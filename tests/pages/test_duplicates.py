"""Near-duplicates on a memory's page."""

from typing import Any

import pytest
from django.test import Client

from core.caller import Caller
from memories.records.duplicates import collapse
from tests.memories.conftest import stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def pair(owner: Caller, save: Any) -> list[Any]:
    """The same with another number, in conversations of their own."""
    texts = ("The workshop has 30 participants.", "The workshop has 40 participants.")
    return [save(owner, text, pack="work", session_id=text) for text in texts]


def address(saved: Any, deed: str = "") -> str:
    return f"/memories/{saved.id}/{deed}"


def test_what_differs_is_shown(site: Client, pair: list[Any]) -> None:
    assert address(pair[0], "near/") in site.get(address(pair[0])).content.decode()
    page = site.get(address(pair[0], "near/")).content.decode()
    assert "<h1" in page and "30 → 40" in page and "Contradicts it" in page
    assert address(pair[1], "fold/") in page
    part = site.get(address(pair[0], "near/"), headers={"HX-Request": "true"}).content.decode()
    assert "Contradicts it" in part and "<h1" not in part and "hx-get" not in part


def test_fold_and_take_it_back(site: Client, pair: list[Any]) -> None:
    into = {"into": str(pair[0].id)}
    folded = site.post(address(pair[1], "fold/"), into, follow=True)
    assert stored(pair[1]).canonical == stored(pair[0])
    page = folded.content.decode()
    assert "Nothing is lost" in page and address(pair[1], "unfold/") in page
    assert "Folded into this one" in site.get(address(pair[0])).content.decode()
    site.post(address(pair[1], "unfold/"))
    assert not stored(pair[1]).consolidated_flag


def test_without_any_nothing_is_said(site: Client, owner: Caller, save: Any) -> None:
    alone = save(owner, "Nothing like it anywhere")
    for deed in ("", "near/"):
        assert "Near-duplicates" not in site.get(address(alone, deed)).content.decode()


def test_a_wrong_form_is_a_page(site: Client, pair: list[Any]) -> None:
    assert site.post(address(pair[0], "fold/"), {"into": "5"}).status_code == 400
    assert site.post(address(pair[0], "fold/"), {"into": str(pair[0].id)}).status_code == 400
    assert site.get(address(pair[0], "fold/"))["Location"] == address(pair[0])


def test_anothers(site: Client, other: Caller, save: Any, pair: list[Any]) -> None:
    bobs = save(other, "The workshop has 30 participants.", pack="work")
    assert site.post(address(bobs, "fold/"), {"into": str(pair[0].id)}).status_code == 404
    assert site.post(address(pair[0], "fold/"), {"into": str(bobs.id)}).status_code == 404
    collapse(Caller(base_user="alice"), pair[1].id, into=pair[0].id)
    assert str(bobs.id) not in site.get(address(pair[0])).content.decode()
