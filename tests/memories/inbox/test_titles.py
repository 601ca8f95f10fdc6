"""The title of a proposal names its subject, in the reader's language, names as they are stored."""

from typing import Any

import pytest
from django.utils.translation import override

from core.caller import Caller
from entities.models import Entity
from memories.inbox.titles import shortened
from memories.models import Proposal, State
from memories.schemas import SavedOut
from memories.schemas.states import StateInput
from memories.selectors.inbox import proposal_outs
from memories.services.forget import forget
from memories.services.inbox import Decision, decide
from memories.services.knowledge import state_create
from memories.services.update import invalidate

from .conftest import Save, Suggest

Pair = tuple[SavedOut, SavedOut]
People = tuple[Entity, Entity]


def title(caller: Caller, proposal: Proposal, language: str = "en") -> str:
    with override(language):
        return proposal_outs(caller, [Proposal.objects.get(pk=proposal.pk)])[0].title


@pytest.mark.parametrize(
    ("kind", "english", "japanese"),
    [
        ("merge_entities", "田中太郎 = Aozora?", "田中太郎とAozoraは同じ人?"),
        ("entity", "田中太郎: Person?", "田中太郎: 人物?"),
        ("relation", "田中太郎 – Knows – Aozora?", "田中太郎 – 知人 – Aozora?"),
        ("same_as", "田中太郎 = Aozora?", "田中太郎とAozoraは同じ人?"),
        ("state", "部長: 田中太郎 – role", "部長: 田中太郎 – role"),
    ],
)
def test_entities_are_named(
    kind: str, english: str, japanese: str, owner: Caller, people: People, suggest: Suggest
) -> None:
    one, other = (str(entity.entity_id) for entity in people)
    ends = {"source": one, "target": other}
    payloads: dict[str, tuple[str, dict[str, Any]]] = {
        "merge_entities": ("merge_entities", {"keep": one, "merge": other}),
        "entity": ("entity", {"entity": one}),
        "relation": ("relation", {**ends, "type": "knows"}),
        "same_as": ("relation", {**ends, "type": "same_as"}),
        "state": ("state", {"subject": one, "predicate": "role", "value": "部長"}),
    }
    proposal = suggest(owner, *payloads[kind])
    assert title(owner, proposal) == english
    assert title(owner, proposal, "ja") == japanese


def test_memories_are_named_by_their_titles_or_by_what_they_share(
    owner: Caller, pair: Pair, suggest: Suggest
) -> None:
    first, second = (str(one.id) for one in pair)
    link = suggest(owner, "link", {"source": first, "target": second, "type": "supports"})
    assert title(owner, link) == "The budget for Aozora is 30,000 euros → " + shortened(
        "The budget for Aozora was raised to 45,000 euros."
    )
    twice = suggest(owner, "duplicate", {"memory": first, "canonical": second})
    assert title(owner, twice) == "Twice: budget for Aozora"
    against = suggest(owner, "contradiction", {"memories": [first, second]})
    assert title(owner, against, "ja") == "食い違い: budget for Aozora"
    moved = suggest(owner, "unclassified", {"memory": first, "pack": "dev"})
    assert title(owner, moved) == "The budget for Aozora is 30,000 euros → Development?"


def test_japanese_texts_share_words_without_particles(
    owner: Caller, save: Save, suggest: Suggest
) -> None:
    texts = ("来月の定例会議は月曜日に開く。", "来月の定例会議は金曜日になった。")
    one, other = (str(save(owner, text, pack="work").id) for text in texts)
    twice = suggest(owner, "duplicate", {"memory": one, "canonical": other})
    assert title(owner, twice, "ja") == "重複: 来月の定例会議"


def test_states_that_contradict_each_other_name_both_values(
    owner: Caller, suggest: Suggest
) -> None:
    for value in ("Tokyo", "Kyoto"):
        state_create(owner, StateInput(pack="work", predicate="nearest_station", value=value))
    states = [str(row.uid) for row in State.objects.order_by("pk")]
    proposal = suggest(owner, "contradiction", {"states": states})
    assert title(owner, proposal) == "nearest station: Tokyo or Kyoto?"
    assert title(owner, proposal, "ja") == "nearest station: TokyoとKyotoのどちら?"


def test_a_title_quotes_no_secret(owner: Caller, save: Save, suggest: Suggest) -> None:
    secret = save(owner, "The Wi-Fi password is Kiri-7742-blue.", pack="work")
    payload = {"memory": str(secret.id), "spans": [[22, 36, "password"]]}
    asked = title(owner, suggest(owner, "sensitive", payload))
    assert "The Wi-Fi password is …." in asked and "Kiri" not in asked


def test_what_is_hidden_or_merged_still_has_a_title_and_what_is_forgotten_has_none(
    owner: Caller, pair: Pair, people: People, suggest: Suggest
) -> None:
    first, second = (str(one.id) for one in pair)
    link = suggest(owner, "link", {"source": first, "target": second, "type": "supports"})
    named = title(owner, link)
    invalidate(owner, pair[0].id)
    assert title(owner, link) == named
    forget(owner, [pair[0].id], confirm=True)
    assert title(owner, link) == "Link"
    one, other = (str(entity.entity_id) for entity in people)
    Entity.objects.filter(entity_id=other).update(entity_type="Person")
    merge = suggest(owner, "merge_entities", {"keep": one, "merge": other})
    decide(owner, merge.uid, Decision.ACCEPT)
    assert title(owner, merge) == "田中太郎 = Aozora?"


def test_a_bound_caller_reads_no_title_from_outside(
    owner: Caller, save: Save, suggest: Suggest
) -> None:
    inside = save(owner, "The inner plan", pack="work", namespace="team/a")
    outside = save(owner, "The outer plan", pack="work", namespace="team/ab")
    ends = {"source": str(inside.id), "target": str(outside.id), "type": "supports"}
    crossing = suggest(owner, "link", ends, namespace="team/a")
    own = suggest(owner, "sensitive", {"memory": str(inside.id)}, namespace="team/a")
    bound = Caller(base_user="alice", namespace="team/a")
    assert (title(bound, crossing), title(bound, own)) == ("Link", "The inner plan")
    assert title(owner, crossing) == "The inner plan → The outer plan"
