"""What the packs of the product find, and the class that they are made of."""

import re

import pytest

from nlp.readers import Pattern, PatternExtractor, words
from packs.dev.apps import EXTRACTORS as DEV
from packs.lifelog.apps import EXTRACTORS as LIFELOG
from packs.work.apps import EXTRACTORS as WORK
from tests.nlp.mentions.reading import names, read


def test_work() -> None:
    assert names("経営会議でWASU-12の話をした", WORK) == {"経営会議": "Meeting", "WASU-12": "Task"}
    assert names("the Budget Review with our product manager", WORK) == {
        "Budget Review": "Meeting",
        "product manager": "Role",
    }
    assert not names("今日は会議中だった", WORK)


def test_dev() -> None:
    text = "json.JSONDecodeError in load_all() since 2.3.1, POST /api/items/ of acme/shop repo"
    assert names(text, DEV) == {
        "json.JSONDecodeError": "Error", "load_all()": "Api", "2.3.1": "Version", "/api/items/": "Api",
        "acme/shop": "Repository",
    }  # fmt: skip
    assert not names("An Error is an error.", DEV)
    assert names("pip install polars-lite", DEV) == {
        "pip": "Technology",
        "polars-lite": "Technology",
    }


def test_lifelog() -> None:
    assert names("昼はカレーライスを食べた", LIFELOG) == {"カレーライス": "Food"}
    assert names("Ate ramen with our dog Biscuit", LIFELOG) == {"ramen": "Food", "Biscuit": "Pet"}
    assert names("カフェ「ルーチェ」で休む", LIFELOG) == {"ルーチェ": "Restaurant"}


def test_who_found_it_is_told() -> None:
    (one,) = read("ValueError", DEV).mentions
    assert one.method == "pack:dev"


def test_a_pattern_of_ones_own() -> None:
    garden = PatternExtractor(
        "garden",
        (
            Pattern("Plant", r"(?P<name>[A-Z]\w+) seedlings?", unless="New", languages=("en",)),
            words("Plant", "rose; rosemary; バラ"),
        ),
    )
    found = garden.extract("Tomato seedlings, New seedlings, Rosemary and primrose", "en")
    assert [one.surface for one in found] == ["Tomato", "Rosemary"]
    assert [one.surface for one in garden.extract("赤いバラ。Tomato seedlings", "ja")] == ["バラ"]


def test_a_wrong_pattern_shows_when_it_is_declared() -> None:
    with pytest.raises(re.error):
        Pattern("Plant", "(")
    with pytest.raises(ValueError, match="plant"):
        Pattern("plant", "x")
    with pytest.raises(ValueError, match="confidence"):
        Pattern("Plant", "x", confidence=2)
