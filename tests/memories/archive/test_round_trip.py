"""An archive that is imported and exported again has the same bytes."""

from collections.abc import Callable
from typing import Any

import pytest

from core.caller import Caller
from memories.models import Memory

from .conftest import exported, imported, members


@pytest.fixture
def filled(owner: Caller, save: Callable[..., Any]) -> Caller:
    """Alice, with a few memories."""
    save(owner, "The budget for Aozora is 30,000 euros.", pack="work", tags=["money"])
    save(
        owner,
        "田中さんとAozoraの打ち合わせ。",
        pack="work",
        context="Aozora",
        entities=[
            {"name": "田中太郎", "type": "Person", "aliases": ["田中"]},
            {"name": "Aozora", "type": "Project"},
        ],
        relations=[{"source": "田中太郎", "target": "Aozora", "type": "participates_in"}],
    )
    return owner


def test_same_bytes_after_an_import(filled: Caller, other: Caller) -> None:
    first = exported(filled)
    assert members(first) == members(exported(filled))
    with pytest.raises(Exception, match="belongs to another"):
        imported(other, first)
    assert Memory.objects.of(other).count() == 0
    again = imported(filled, first)
    assert members(first) == members(exported(filled))
    assert sum(count.created for count in again.members.values()) == 0


def test_into_an_empty_installation(filled: Caller, start_anew: Callable[..., None]) -> None:
    first = exported(filled)
    start_anew("bob", "alice")
    imported(filled, first)
    assert members(exported(filled)) == members(first)


def test_as_another_person_beside_others(
    filled: Caller, save: Callable[..., Any], start_anew: Callable[..., None]
) -> None:
    first = exported(filled)
    start_anew("bob", "carol")
    carol = Caller(base_user="carol")
    save(carol, "Carol was here first, with tags.", tags=["money"], context="Aozora")
    before = exported(carol)
    imported(Caller(base_user="bob"), first)
    assert members(exported(Caller(base_user="bob"))) == members(first)
    assert members(exported(carol)) == members(before)
