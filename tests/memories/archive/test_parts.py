"""An archive of a part holds what was chosen, what rests on it, and names nothing else."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from core.caller import Caller
from core.errors import InvalidInput, WasurenaError
from core.journal.replay import verify
from entities.schemas import NewEntity
from memories.enrichment.queue import work
from memories.models import Memory, State
from memories.schemas.archive import ExportPart
from memories.schemas.states import StateInput
from memories.services.knowledge import entity_create, state_create

from .conftest import exported, imported, lines, members, stored

Save = Callable[..., Any]


@pytest.fixture
def filled(owner: Caller, save: Save) -> Caller:
    """Alice, with two packs that share a word, people, and facts."""
    save(
        owner, "Mara Quint leads Aozora.", pack="work", tags=["money"], context="Aozora",
        namespace="team/a", session_id="monday",
        entities=[{"name": "Mara Quint", "type": "Person"}, {"name": "Aozora", "type": "Project"}],
        relations=[{"source": "Mara Quint", "target": "Aozora", "type": "participates_in"}],
    )  # fmt: skip
    save(
        owner, "Zelda Zweig bakes on Sundays.", pack="lifelog", tags=["zesty"], context="Zebra",
        entities=[{"name": "Zelda Zweig", "type": "Person"}],
    )  # fmt: skip
    save(owner, "I live in Zagreb.", pack="lifelog")
    save(owner, "I work for Corvane Labs.", pack="work")
    work()
    return owner


def named_of_the_rest(raw: bytes) -> list[str]:
    """Return the words of the pack that was not chosen which the archive holds."""
    text = b"".join(members(raw).values()).decode()
    return [word for word in ("Zelda", "zesty", "Zebra", "Zagreb") if word in text]


def test_a_pack_alone(filled: Caller, start_anew: Callable[..., None]) -> None:
    raw = exported(filled, asked=ExportPart(pack=["work"]))
    assert named_of_the_rest(raw) == []
    assert {line["pack"] for line in lines(raw, "memories")} == {"work"}
    assert [line["name"] for line in lines(raw, "tags")] == ["money"]
    assert lines(raw, "links") == [] and len(lines(raw, "relations")) >= 1
    assert lines(raw, "proposals") == lines(raw, "profile") == []
    assert "ACCESS" not in {line["action"] for line in lines(raw, "journal")}

    start_anew("alice")
    done = imported(filled, raw)
    assert done.members["memories"].created == 2
    assert verify().differences == ()
    assert members(exported(filled, asked=ExportPart(pack=["work"]))) == members(raw)


def test_both_packs_in_turn_are_all(filled: Caller, start_anew: Callable[..., None]) -> None:
    texts = set(Memory.objects.values_list("raw_text", flat=True))
    parts = [exported(filled, asked=ExportPart(pack=[pack])) for pack in ("work", "lifelog")]
    start_anew("alice")
    for part in parts:
        imported(filled, part)
    assert set(Memory.objects.values_list("raw_text", flat=True)) == texts
    assert verify().differences == ()


def test_since_and_namespace(filled: Caller) -> None:
    now = timezone.now()
    assert lines(exported(filled, asked=ExportPart(since=now)), "memories") == []
    with pytest.raises(InvalidInput, match="is in the future"):
        exported(filled, asked=ExportPart(since=now + timedelta(days=1)))
    raw = exported(filled, asked=ExportPart(namespace="team"))
    assert [line["raw_text"] for line in lines(raw, "memories")] == ["Mara Quint leads Aozora."]
    assert named_of_the_rest(raw) == []


def test_facts_that_stand_alone_follow_their_pack(filled: Caller) -> None:
    person = entity_create(filled, NewEntity(name="Ilse Iven", type="Person", pack="work"))
    said = StateInput(subject=person.id, predicate="lives_in", value="Gent", pack="work")
    made = state_create(filled, said)
    assert made.state is not None
    assert State.objects.get(uid=made.state.uid).evidence.count() == 0
    held = {
        line["value"] for line in lines(exported(filled, asked=ExportPart(pack=["work"])), "states")
    }
    assert "Gent" in held
    raw = exported(filled, asked=ExportPart(pack=["lifelog"]))
    assert "Gent" not in {line["value"] for line in lines(raw, "states")}


def test_a_folded_memory_without_its_canonical_one_is_found(filled: Caller) -> None:
    first, last = Memory.objects.filter(user_id="alice#work").order_by("pk")
    first.canonical, first.consolidated_flag = Memory.objects.get(raw_text__contains="Zagreb"), True
    first.save()
    raw = exported(filled, asked=ExportPart(pack=["work"]))
    [line] = [one for one in lines(raw, "memories") if one["uid"] == str(first.uid)]
    assert (line["canonical_id"], line["consolidated_flag"]) == (None, False)
    assert last.raw_text in {one["raw_text"] for one in lines(raw, "memories")}


def test_unknown_packs_are_refused(filled: Caller) -> None:
    before = stored()
    with pytest.raises(WasurenaError, match="pack"):
        exported(filled, asked=ExportPart(pack=["nowhere"]))
    assert stored() == before
