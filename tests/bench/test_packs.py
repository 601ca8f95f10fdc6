"""Into which pack everyday saves go that name none."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from core.errors import InvalidInput
from memory_site.bench.extraction.packs import measure_packs, read_packs
from memory_site.bench.reports.judged_texts import packs_data, packs_table
from packs import registry

pytestmark = pytest.mark.django_db
DATA = Path(__file__).with_name("packs.jsonl")


def test_three_hundred_saves_in_both_languages() -> None:
    texts = read_packs(DATA)
    assert Counter(text.language for text in texts) == {"en": 150, "ja": 150}
    assert len({text.text for text in texts}) == 300
    assert {pack for text in texts for pack in text.packs} == {"work", "dev", "lifelog"}
    halves = Counter(text.split for text in texts)
    assert abs(halves["tuning"] - halves["test"]) <= 4


def test_no_labelled_save_is_an_example() -> None:
    examples = {one for pack in registry.pack_ids() for one in registry.get(pack).examples}
    assert len(examples) >= 250 and not examples & {text.text for text in read_packs(DATA)}


def test_nine_of_ten_go_where_they_belong(settings: Any) -> None:
    settings.PACKS_BY_MEANING, settings.USUAL_PACK = True, "lifelog"
    outcome = measure_packs(read_packs(DATA), lambda _count: None)
    assert all(row.accuracy >= 0.9 for row in outcome.counts.values())
    held_back = {text.text for text in read_packs(DATA) if text.split == "test"}
    assert not any(text in fault for text in held_back for fault in outcome.faults)
    names = ["en test", "ja test", "en tuning", "ja tuning"]
    assert [row[0] for row in packs_table(outcome).rows] == names
    assert set(packs_data(outcome)["counts"]) == set(names)


@pytest.mark.parametrize("line", ["{", "[]", '{"text": "a"}', '{"packs": 3}'])
def test_another_format_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "packs.jsonl"
    path.write_text(line, "utf-8")
    with pytest.raises(InvalidInput):
        read_packs(path)
