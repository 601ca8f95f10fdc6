"""What is known by name in a space is recognised in new texts."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.caller import Caller
from entities.models import Entity, Mention
from memories.enrichment.known_names import find_known_names
from memories.models import Proposal
from memories.schemas import SavedOut
from memories.schemas.mentions import ExtractInput
from memories.services.saving.preview import extract_preview

pytestmark = pytest.mark.django_db
Save = Callable[..., SavedOut]


@pytest.fixture(autouse=True)
def derives(settings: Any) -> None:
    settings.EXTRACTION = "rules"


@pytest.fixture
def told(owner: Caller, save: Save) -> None:
    """Tell who and what there is."""
    given = [
        {"name": "ミナト製作所", "type": "Organization", "aliases": ["ミナト"]},
        {"name": "quillboard", "type": "Project", "aliases": ["Quillboard"]},
        {"name": "KX-210", "type": "Object"},
        {"name": "会議", "type": "Event"},
    ]
    save(owner, "はじめに", pack="work", entities=given)


def surfaces(space: str, text: str) -> set[tuple[str, str]]:
    return {(one.surface, one.type) for one in find_known_names(space, [text])[0]}


def test_names_are_found_as_they_are_written(owner: Caller, told: None) -> None:
    space = owner.space("work")
    assert surfaces(space, "明日ミナトへ行く。") == {("ミナト", "Organization")}
    assert surfaces(space, "ミナト製作所とﾐﾅﾄ") >= {("ミナト製作所", "Organization")}
    assert surfaces(space, "Shipped Quillboard with the KX-210.") == {
        ("Quillboard", "Project"),
        ("KX-210", "Object"),
    }


def test_parts_of_longer_words_and_common_words_are_no_names(owner: Caller, told: None) -> None:
    space = owner.space("work")
    assert surfaces(space, "ミナトミライで会議。") == set()
    assert surfaces(space, "a quillboard made of wood") == set()
    assert surfaces(owner.space("lifelog"), "明日ミナトへ行く。") == set()


def test_a_name_of_two_is_nobodys(owner: Caller, save: Save) -> None:
    for name, kind in (("湊海運", "Organization"), ("湊公園", "Location")):
        given = [{"name": name, "type": kind, "aliases": ["ミナト"]}]
        save(owner, f"はじめに{name}", pack="work", entities=given)
    assert Entity.objects.count() == 2
    assert surfaces(owner.space("work"), "明日ミナトへ行く。") == set()


def test_what_was_rejected_is_not_found(owner: Caller, told: None) -> None:
    Entity.objects.filter(name="ミナト製作所").update(validation_status="rejected")
    assert surfaces(owner.space("work"), "明日ミナトへ行く。") == set()


def test_a_save_links_what_it_names(owner: Caller, told: None, save: Save) -> None:
    saved = save(owner, "来週ミナトの見積もりを待つ。", pack="work")
    assert [(one.name, one.type) for one in saved.entities] == [("ミナト製作所", "Organization")]
    mention = Mention.objects.get(memory__uid=saved.id)
    assert (mention.surface, mention.extraction_method) == ("ミナト", "rules:known")
    assert not Proposal.objects.filter(kind__in=("entity", "merge_entities")).exists()


def test_the_preview_shows_it(owner: Caller, told: None) -> None:
    shown = extract_preview(owner, ExtractInput(text="来週ミナトの見積もりを待つ。", pack="work"))
    assert ("ミナト", "Organization") in {(one.surface, one.type) for one in shown.mentions}


def test_many_texts_cost_two_statements(owner: Caller, told: None) -> None:
    with CaptureQueriesContext(connection) as asked:
        find_known_names(owner.space("work"), [f"{n}番目にミナトへ行く。" for n in range(50)])
    assert len(asked) == 2
    assert find_known_names(owner.space("work"), []) == []
    assert find_known_names(owner.space("work"), ["", "です。"]) == [[], []]


class TestShortNames:
    """A name of one Han character, or in hiragana."""

    @pytest.fixture(autouse=True)
    def family(self, owner: Caller, save: Save) -> None:
        given = [
            {"name": "楓", "type": "Person"},
            {"name": "むぎ", "type": "Pet"},
            {"name": "卵", "type": "Object"},
            {"name": "さくら", "type": "Location"},
        ]
        save(owner, "はじめに", pack="lifelog", entities=given)

    @pytest.mark.parametrize(
        ("text", "names"),
        [
            ("楓が離婚して、仙台に引っ越した。", {("楓", "Person")}),
            ("昨日は楓と会った", {("楓", "Person")}),
            ("むぎが8月に亡くなった。", {("むぎ", "Pet")}),
            ("うちのむぎちゃん、元気？", {("むぎ", "Pet")}),
            ("猫のむぎは茶トラ。", {("むぎ", "Pet")}),
            ("楓通りを歩いた。", set()),
            ("むぎちゃは冷たい。", set()),
            ("卵はさくらで買う。", set()),
        ],
    )
    def test_people_and_pets_are_found_by_themselves(
        self, owner: Caller, text: str, names: set[tuple[str, str]]
    ) -> None:
        assert surfaces(owner.space("lifelog"), text) == names
