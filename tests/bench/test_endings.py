"""Messages that end a known fact, and many more that only look so."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from core.caller import Caller
from core.errors import InvalidInput
from memory_site.bench.extraction.endings import CHANGE, measure_endings, read_endings
from memory_site.bench.reports.endings import endings_data, endings_table
from tests.depth import depth

DATA = Path(__file__).with_name("endings.jsonl")
LATER = Path(__file__).with_name("endings_later.jsonl")
TUNING = Path(__file__).with_name("endings_tuning.jsonl")
FIFTH = Path(__file__).with_name("endings_fifth.jsonl")
EIGHTH = Path(__file__).with_name("endings_eighth.jsonl")
SPEAKERS = Path(__file__).with_name("endings_speakers.jsonl")
# Of the messages of ``LATER`` that are tested: the changes that are read, less a few.
LEAST_CHANGES = 2
ROWS = [
    {"language": "en", "kind": CHANGE, "known": ["lives_in", "Osaka"], "ends": True,
     "text": "I moved to Kyoto in May.", "now": "Kyoto"},
    {"language": "en", "kind": "other_person", "known": ["lives_in", "Osaka"], "ends": False,
     "text": "My brother moved to Kyoto in May."},
    {"language": "ja", "kind": "plan", "known": ["lives_in", "大阪"], "ends": False,
     "text": "来年、横浜に引っ越すかもしれません。"},
]  # fmt: skip


def test_the_file_has_both_languages_and_many_kinds() -> None:
    messages = read_endings(DATA)
    held = Counter(each.language for each in messages if not each.ends)
    assert held["en"] >= 100 and held["ja"] >= 100
    assert len({each.kind for each in messages}) >= 18
    assert all(each.value and each.text for each in messages)


def test_what_holds_is_compared_with_the_label(
    owner: Caller, settings: Any, tmp_path: Path
) -> None:
    settings.EXTRACTION = "rules"
    path = tmp_path / "endings.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in ROWS), "utf-8")
    outcome = measure_endings(read_endings(path), lambda _count: None)
    change = outcome.counts["en", CHANGE]
    assert (change.messages, change.ended, change.changed, change.right) == (1, 1, 1, 1)
    assert outcome.wrongly_ended == 0 and outcome.faults == []
    assert [row[1] for row in endings_table(outcome).rows] == [CHANGE, "other_person", "plan"]
    assert endings_data(outcome)["kinds"]["ja plan"]["right"] == 1


@pytest.mark.deep
@pytest.mark.django_db
def test_no_fact_that_holds_is_ended(settings: Any) -> None:
    settings.EXTRACTION = "rules"
    outcome = measure_endings(read_endings(DATA)[:: depth(18, 6)], lambda _count: None)
    assert outcome.wrongly_ended == 0, outcome.faults


@pytest.mark.deep
@pytest.mark.django_db
def test_later_messages_end_only_what_is_over(settings: Any) -> None:
    settings.EXTRACTION = "rules"
    outcome = measure_endings(read_endings(LATER)[:: depth(8, 4)], lambda _count: None)
    changes = [row for (_, kind), row in outcome.counts.items() if kind == CHANGE]
    assert outcome.wrongly_ended == 0, outcome.faults
    assert sum(row.ended for row in changes) >= LEAST_CHANGES


@pytest.mark.deep
@pytest.mark.django_db
def test_changes_are_read_without_a_word_of_change(settings: Any) -> None:
    settings.EXTRACTION = "rules"
    outcome = measure_endings(read_endings(TUNING)[4 :: depth(18, 9)], lambda _count: None)
    changes = [row for (_, kind), row in outcome.counts.items() if kind == CHANGE]
    assert outcome.wrongly_ended == 0, outcome.faults
    told = sum(row.messages for row in changes)
    assert sum(row.ended for row in changes) >= 0.7 * told


@pytest.mark.django_db
def test_changes_end_what_is_known_by_another_predicate(settings: Any) -> None:
    settings.EXTRACTION = "rules"
    messages = [each for each in read_endings(FIFTH) if each.predicate in {"drives", "partner_of"}]
    outcome = measure_endings(messages, lambda _count: None)
    ended = sum(row.ended for (_, kind), row in outcome.counts.items() if kind == CHANGE)
    assert outcome.wrongly_ended == 0 and ended >= 3, outcome.faults


@pytest.mark.deep
@pytest.mark.django_db
def test_what_people_say_beside_the_point_ends_nothing(settings: Any) -> None:
    settings.EXTRACTION = "rules"
    outcome = measure_endings(read_endings(EIGHTH)[:: depth(12, 4)], lambda _count: None)
    assert outcome.wrongly_ended == 0, outcome.faults


@pytest.mark.parametrize("line", ["{", "[]", '{"known": ["lives_in"]}', '{"known": ["a", "b"]}'])
def test_another_format_is_refused_with_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "endings.jsonl"
    path.write_text(f"{json.dumps(ROWS[0])}\n{line}", "utf-8")
    with pytest.raises(InvalidInput, match="line 2"):
        read_endings(path)


@pytest.mark.deep
@pytest.mark.django_db
def test_what_others_say_ends_nothing(settings: Any) -> None:
    """Transcripts, quotations, tasks, comments, logs, lyrics, confirmation, claimed authority."""
    settings.EXTRACTION = "rules"
    outcome = measure_endings(read_endings(SPEAKERS)[:: depth(9, 3)], lambda _count: None)
    assert outcome.wrongly_ended == 0, outcome.faults
    assert sum(outcome.counts[one, CHANGE].ended for one in ("en", "ja")) >= LEAST_CHANGES
